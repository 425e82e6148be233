/** The language of the page: it can change at any time, and every word follows. */
import { settings } from "../settings.svelte.ts";
import { getTexts } from "../wire/http.ts";
import type { Catalog, Message, Texts } from "../wire/types.ts";
import type en from "./en.json";
import { fill, Speaker } from "./say.ts";

export const LANGUAGES = { en: "English", de: "Deutsch", nl: "Nederlands" } as const;
export type Language = keyof typeof LANGUAGES;
export type WordKey = keyof typeof en;

const CATALOGS: Record<Language, () => Promise<{ default: Catalog }>> = {
  en: () => import("./en.json"),
  de: () => import("./de.json"),
  nl: () => import("./nl.json"),
};

function preferred(): Language {
  const known = Object.keys(LANGUAGES) as Language[];
  const wishes = [settings.language, ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return (wishes.find((tag) => known.includes(tag as Language)) as Language | undefined) ?? "en";
}

class Speech {
  language = $state<Language>(preferred());
  ready = $state(false);
  private words = $state.raw<Catalog>({});
  private texts = $state.raw<Texts>({ games: {} });

  /** Loads the words of a language and then speaks it. */
  async speak(language: Language): Promise<void> {
    const [words, texts] = await Promise.all([CATALOGS[language](), getTexts(language)]);
    this.words = words.default;
    this.texts = texts;
    this.language = language;
    this.ready = true;
    document.documentElement.lang = language;
  }

  async choose(language: Language): Promise<void> {
    await this.speak(language);
    settings.language = language;
  }

  /** Says a sentence of the page. */
  t = (key: WordKey, args: Record<string, string | number> = {}): string => fill(this.words[key] ?? key, args);

  /** Says a sentence of the page that counts something: its key has a `.one` and a `.many`. */
  count = (key: string, count: number, args: Record<string, string | number> = {}): string =>
    fill(this.words[`${key}.${count === 1 ? "one" : "many"}`] ?? key, { count, ...args });

  /** A speaker of a game's messages, with the names at its table. */
  speaker(game: string, nameOf: (seat: number) => string): Speaker {
    const shared = Object.entries(this.texts)
      .filter(([section]) => section !== "games")
      .map(([, catalog]) => catalog as Catalog);
    return new Speaker([this.texts.games[game] ?? {}, ...shared, this.words], nameOf);
  }

  /** A word of a game that needs no arguments, or null where the game has none. */
  word(game: string, key: string): string | null {
    return this.texts.games[game]?.[key] ?? null;
  }

  title = (game: string): string => this.word(game, "game.title") ?? game;

  level = (level: string): string => this.speaker("", String).find(`level.${level}.name`) ?? level;
  levelAbout = (level: string): string => this.speaker("", String).find(`level.${level}.about`) ?? "";

  /** Says what the server gave as a reason, without a table. */
  reason(reason: Message | null): string {
    return reason ? this.speaker("", (seat) => `${seat + 1}`).say(reason) : this.t("trouble.unreachable");
  }

  catalog(game: string): Catalog {
    return this.texts.games[game] ?? {};
  }
}

export const speech = new Speech();
export const { t, count } = speech;
