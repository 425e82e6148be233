import type { Sound } from "../../kit/sound.ts";
import type { Move } from "../../wire/types.ts";
import type { Drawing } from "../drawing.ts";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import { sayMove } from "./say_move.ts";

/** A mark is written; everything else ends in a throw, except to stop. */
const soundOf = (move: Move): Sound =>
  move.data["do"] === "reroll" || move.data["do"] === "no mark" ? "roll" : "place";

export default { Board, Badge, sayMove, soundOf } satisfies Drawing;
