import type { Sound } from "../../kit/sound.ts";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import { sayMove } from "./say_move.ts";
import type { SomeMove, MischwaldDrawing } from "./view.ts";

const TAKEN = ["draw", "take", "mulligan"];

/** Cards come to the hand with another sound than those that are laid down. */
const soundOf = (move: SomeMove): Sound =>
  TAKEN.includes(String(move.data["do"])) ? "take" : "place";

export default { Board, Badge, sayMove, soundOf } satisfies MischwaldDrawing;
