import type { Sound } from "../../kit/sound.ts";
import type { Move } from "../../wire/types.ts";
import type { Drawing } from "../drawing.ts";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import { sayMove } from "./say_move.ts";

const soundOf = (move: Move): Sound => (move.notation.includes("x") ? "take" : "place");

export default { Board, Badge, sayMove, soundOf } satisfies Drawing;
