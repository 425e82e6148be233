import type { Sound } from "../../kit/sound.ts";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import { sayMove } from "./say_move.ts";
import { wayOf } from "./way.ts";
import type { SomeMove, MischwaldDrawing } from "./view.ts";

const TAKEN = ["draw", "take", "mulligan"];

/** Cards come to the hand with another sound than those that are laid down. */
const soundOf = (move: SomeMove): Sound =>
  TAKEN.includes(String(move.data["do"])) ? "take" : "place";

/** A payment is quickly understood; a card that is put down wants to be looked at. */
const weightOf = ({ data }: SomeMove): number => (data.do === "pay" ? 0.5 : 1);

export default { Board, Badge, sayMove, soundOf, weightOf, wayOf } satisfies MischwaldDrawing;
