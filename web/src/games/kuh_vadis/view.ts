/** Kuh Vadis's views and moves as the drawing reads them. Their types are those of the wire. */
import type { LegalMove } from "../../wire/types.ts";
import type { Drawing, Of } from "../drawing.ts";
import type { MoveData, Symbol, View } from "./wire.ts";

export type * from "./wire.ts";
export type { MoveData as KuhVadisMove, View as KuhVadisView } from "./wire.ts";
/** A move that may be made, one in any list, and what the folder has to offer. */
export type Move = Of<MoveData, LegalMove>;
export type SomeMove = Of<MoveData>;
export type KuhVadisDrawing = Drawing<View, MoveData>;

export const SIZE = 7;
export const THROWS = 3;
export const COW = "K";

/** What is printed and written on the sheet. */
export type Written = Pick<View, "sheet" | "marks">;

/** Whose mark or start is on a field, if any. */
export function holderOf(view: Written, row: number, column: number): Symbol | null {
  const printed = view.sheet[row]?.[column];
  const mark = view.marks[row]?.[column]?.toUpperCase();
  const symbol = mark === "X" || mark === "O" ? mark : printed;
  return symbol === "X" || symbol === "O" ? symbol : null;
}

/** Takes the faces away that were thrown again; what remains was kept. */
export function keptOf(dice: readonly string[], thrown: string): string[] {
  const kept = [...dice];
  for (const face of thrown) kept.splice(kept.indexOf(face), 1);
  return kept;
}

/** Finds a place among the dice for each of some faces: true where one lies. */
export function placesOf(faces: readonly string[], dice: readonly string[]): boolean[] {
  const left = [...faces];
  return dice.map((face) => {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
