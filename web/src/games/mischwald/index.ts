import type { Sound } from "../../kit/sound.ts";
import type { Move } from "../../wire/types.ts";
import type { Drawing } from "../drawing.ts";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import { sayMove } from "./say_move.ts";

const TAKEN = ["draw", "take", "mulligan"];

/** Cards come to the hand with another sound than those that are laid down. */
const soundOf = (move: Move): Sound => (TAKEN.includes(String(move.data["do"])) ? "take" : "place");

export default { Board, Badge, sayMove, soundOf } satisfies Drawing;
