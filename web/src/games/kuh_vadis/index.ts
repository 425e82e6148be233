import type { Sound } from "../../kit/sound.ts";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import InLine from "./InLine.svelte";
import { sayMove } from "./say_move.ts";
import { fieldAt } from "../fields.ts";
import { SIZE, type SomeMove, type KuhVadisDrawing } from "./view.ts";

/** A mark is written; everything else ends in a throw, except to stop. */
const soundOf = (move: SomeMove): Sound =>
  move.data["do"] === "reroll" || move.data["do"] === "no mark" ? "roll" : "place";

const wayOf = ({ data }: SomeMove): string[] =>
  data.do === "mark" ? [".dice", fieldAt(data.at, SIZE)] : [".dice"];

const pictures = { dice: InLine, thrown: InLine };

export default { Board, Badge, sayMove, soundOf, wayOf, pictures } satisfies KuhVadisDrawing;
