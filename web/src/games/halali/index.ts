import type { Sound } from "../../kit/sound.ts";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import Interlude from "./Interlude.svelte";
import { promptOf } from "./prompt.ts";
import { sayMove } from "./say_move.ts";
import { t } from "../../text/speech.svelte.ts";
import { fieldAt } from "../fields.ts";
import { placesOf, SIZE, type SomeMove, type HalaliDrawing, type HalaliView } from "./view.ts";

const soundOf = (move: SomeMove): Sound => (move.notation.includes("x") ? "take" : "place");

const wayOf = (move: SomeMove): string[] => placesOf(move).map((at) => fieldAt(at, SIZE));

/** Blue leads the animals and brown the people, whoever they are in this game. */
const colourOf = (view: HalaliView, seat: number): number => (view.sides[seat] === "brown" ? 1 : 0);

const interlude = {
  isDue: (before: HalaliView, now: HalaliView): boolean => now.round > before.round,
  title: () => t("halali.interlude"),
  goOn: () => t("halali.to_second"),
  Body: Interlude,
};

export default {
  Board,
  Badge,
  sayMove,
  soundOf,
  wayOf,
  colourOf,
  interlude,
  promptOf,
} satisfies HalaliDrawing;
