/** What this device remembers of its reader's wishes. */
import { mute } from "./kit/sound.ts";

export type Theme = "system" | "light" | "dark";

/** Before which moves a yes is asked for. */
export type Asking = "never" | "final" | "always";

/** How fast the turns of the others are shown. */
export type Pace = "slow" | "calm" | "quick" | "off";

const KEPT_UNDER = "allmende.settings";

interface Kept {
  language: string | null;
  theme: Theme;
  sound: boolean;
  ask: Asking;
  pace: Pace;
  notify: boolean;
  name: string;
  level: string;
  /** Whom one plays against, by game. */
  opponents: Record<string, string>;
  /** The games that somebody at this device has learned or played. */
  known: string[];
  /** This device is one of several of its person: then it may come to a seat that another one holds. */
  shared: boolean;
  /** What each game remembers for its board. */
  games: Record<string, Record<string, boolean>>;
}

const FRESH: Kept = {
  language: null,
  theme: "system",
  sound: true,
  ask: "final",
  pace: "calm",
  notify: false,
  name: "",
  level: "cow",
  opponents: {},
  known: [],
  shared: false,
  games: {},
};

function recall(): Kept {
  try {
    return { ...FRESH, ...(JSON.parse(localStorage.getItem(KEPT_UNDER) ?? "{}") as Partial<Kept>) };
  } catch {
    return { ...FRESH };
  }
}

export const settings = $state<Kept>(recall());

/** Remembers that a game is no longer new to this device. */
export function getToKnow(game: string): void {
  if (!settings.known.includes(game)) settings.known.push(game);
}

/** The wishes for the board of one game, with those that hold until somebody chooses. */
export function wishesFor<Name extends string>(
  game: string,
  fresh: Record<Name, boolean>,
): Record<Name, boolean> {
  settings.games[game] = { ...fresh, ...settings.games[game] };
  return settings.games[game] as Record<Name, boolean>;
}

/** Keeps the wishes and carries out those that concern the whole page. */
export function keepSettings(): void {
  $effect(() => {
    const text = JSON.stringify(settings);
    try {
      localStorage.setItem(KEPT_UNDER, text);
    } catch {
      // A browser that keeps nothing still plays.
    }
  });
  $effect(() => {
    if (settings.theme === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = settings.theme;
  });
  $effect(() => mute(!settings.sound));
}
