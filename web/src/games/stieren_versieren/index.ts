import type { Sound } from "../../kit/sound.ts";
import type { Move } from "../../wire/types.ts";
import type { Drawing } from "../drawing.ts";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import { sayMove } from "./say_move.ts";
import { readMove } from "./view.ts";

/** Somebody is taken along, chased or challenged, a hand is drawn anew, or a card is simply laid down. */
const SOUNDS: Partial<Record<string, Sound>> = {
  chase: "take",
  court: "turn",
  challenge: "take",
  done: "roll",
};
const soundOf = (move: Move): Sound => SOUNDS[readMove(move).do] ?? "place";

export default { Board, Badge, sayMove, soundOf } satisfies Drawing;
