/** Stieren Versieren's views and moves as the drawing reads them. Their types are those of the wire. */
import type { LastMove as AnyLastMove, LegalMove } from "../../wire/types.ts";
import type { Drawing, Of } from "../drawing.ts";
import type { Bull, Cow, MoveData, Symbol, View } from "./wire.ts";

export type * from "./wire.ts";
export type { MoveData as StierenMove, View as StierenView } from "./wire.ts";
/** A move that may be made, one in any list, and what the folder has to offer. */
export type Move = Of<MoveData, LegalMove>;
export type SomeMove = Of<MoveData>;
export type LastMove = Of<MoveData, AnyLastMove>;
export type StierenDrawing = Drawing<View, MoveData>;

export const GAME = "stieren_versieren";
export const MOST_ROUNDS = 7;
export const ACTIONS = 2;

const LETTERS: Record<string, Symbol> = { h: "heart", m: "money", d: "dumbbell", b: "beer" };

/** A bull's name holds its face: `h3`, and `h3b` for a second one that looks the same. */
export function bullOf(id: string): Bull {
  return { id, symbol: LETTERS[id.charAt(0)] ?? "heart", value: Number.parseInt(id.slice(1), 10) };
}

export const cowOf = (view: View, id: string): Cow | undefined =>
  view.cows.find((cow) => cow.id === id);

/** The bulls that a move names: none, one or two. */
export function bullsIn(move: MoveData): string[] {
  if ("bulls" in move) return move.bulls;
  return "bull" in move ? [move.bull] : [];
}
