import type { Sound } from "../../kit/sound.ts";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import { sayMove } from "./say_move.ts";
import { fieldAt } from "../fields.ts";
import { placesOf, SIZE, type SomeMove, type HalaliDrawing } from "./view.ts";

const soundOf = (move: SomeMove): Sound => (move.notation.includes("x") ? "take" : "place");

const wayOf = (move: SomeMove): string[] => placesOf(move).map((at) => fieldAt(at, SIZE));

export default { Board, Badge, sayMove, soundOf, wayOf } satisfies HalaliDrawing;
