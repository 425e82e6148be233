import type { Sound } from "../../kit/sound.ts";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import { sayMove } from "./say_move.ts";
import type { SomeMove, HalaliDrawing } from "./view.ts";

const soundOf = (move: SomeMove): Sound => (move.notation.includes("x") ? "take" : "place");

export default { Board, Badge, sayMove, soundOf } satisfies HalaliDrawing;
