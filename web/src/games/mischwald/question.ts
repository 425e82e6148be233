/** The sentence beside the answers, and the answers that need no card. */
import { count, speech, t } from "../../text/speech.svelte.ts";
import { moveOf, moveWith, type Picking } from "./turn.ts";
import type { Held, MischwaldView, Slot, Move, MischwaldMove } from "./view.ts";
import { sayQuestion, speciesName } from "./words.ts";

export interface Answer {
  words: string;
  wish: MischwaldMove;
  move: Move | null;
  main?: boolean;
  /** What a press does, where it is more than this one move. */
  press?: () => void;
}

interface Moment {
  seen: MischwaldView;
  legal: readonly Move[];
  picking: Picking | null;
  picked: readonly Held[];
}

/** What is asked of whoever looks on, or else what the others are waiting for. */
export function questionOf(
  { seen, legal, picking, picked }: Moment,
  game: string,
  nameOf: (seat: number) => string,
): string {
  const card = speciesName(seen.playing?.species ?? null);
  if (legal.length === 0) return seen.over ? "" : situationOf(seen, game, nameOf);
  if (seen.asked) return sayQuestion(seen.asked);
  if (picking?.needed)
    return t("mischwald.pay", { card, paid: picked.length, owed: picking.needed });
  if (seen.phase === "place")
    return t(`mischwald.place.${(seen.playing?.side ?? "top") as Slot}`, { card });
  if (seen.phase === "action" && !moveOf(legal, "draw")) return t("mischwald.phase.full");
  return t(`mischwald.phase.${seen.phase}`);
}

/** What is going on, in the words of the game. */
function situationOf(seen: MischwaldView, game: string, nameOf: (seat: number) => string): string {
  const who = { seat: seen.turn };
  const card = { key: `species.${seen.playing?.species}`, args: {} };
  const speaker = speech.speaker(game, nameOf);
  if (seen.playing && seen.phase === "place")
    return speaker.say({ key: "board.place", args: { who, card } });
  if (seen.playing)
    return speaker.say({ key: "board.pay", args: { who, card, owed: seen.playing.owed } });
  return speaker.say({
    key: "board.turn",
    args: { who, phase: { key: `phase.${seen.phase}`, args: {} } },
  });
}

/** The answers to it. `stash` puts the picked cards into the cave, one after the other. */
export function answersOf({ seen, legal, picking, picked }: Moment, stash: () => void): Answer[] {
  const answer = (kind: "keep" | "mulligan" | "yes" | "no", main = false): Answer => ({
    words: t(`mischwald.answer.${kind}`),
    wish: { do: kind },
    move: moveOf(legal, kind),
    main,
  });
  if (legal.length === 0) return [];
  if (seen.phase === "mulligan") return [answer("mulligan"), answer("keep", true)];
  if (!seen.asked) return [];
  const [first] = picked;
  if (picking?.kind === "cave" && first) {
    const move = moveWith(legal, "cave", first.card);
    return [
      {
        words: count("mischwald.stash", picked.length),
        wish: { do: "cave", card: first.card },
        move,
        main: true,
        press: stash,
      },
    ];
  }
  if (moveOf(legal, "yes")) return [answer("no"), answer("yes", true)];
  return [{ ...answer("no"), words: t(`mischwald.stop.${seen.asked.kind}`) }];
}
