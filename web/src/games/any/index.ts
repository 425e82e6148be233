import type { Drawing } from "../drawing.ts";
import Board from "./Board.svelte";

export default { Board, sayMove: (move) => move.notation } satisfies Drawing;
