import type { Sound } from "../../kit/sound.ts";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import { sayMove } from "./say_move.ts";
import { type SomeMove, type StierenDrawing } from "./view.ts";

/** Somebody is taken along, chased or challenged, a hand is drawn anew, or a card is simply laid down. */
const SOUNDS: Partial<Record<string, Sound>> = {
  chase: "take",
  court: "turn",
  challenge: "take",
  done: "roll",
};
const soundOf = (move: SomeMove): Sound => SOUNDS[move.data.do] ?? "place";

export default { Board, Badge, sayMove, soundOf } satisfies StierenDrawing;
