/** The parts of Kuh Vadis' views and moves that the drawing reads. */
import type { Data, Move } from "../../wire/types.ts";

export const SIZE = 7;
export const THROWS = 3;
export const COW = "K";

export type Symbol = "X" | "O";
export interface KuhVadisView {
  phase: "throw" | "mark";
  ply: number;
  over: string | null;
  to_act: number[];
  sheet_id: string | null;
  /** Seven lines of `12345KXO`, the top row first. */
  sheet: string[];
  /** Seven lines of `.xo`. */
  marks: string[];
  sides: Symbol[];
  blocked: boolean[];
  dice: string[];
  throws_left: number;
  last_mark: string | null;
}
/** What is printed and written on the sheet. */
export type Written = Pick<KuhVadisView, "sheet" | "marks">;

export type KuhVadisMove =
  { do: "reroll"; faces: string } | { do: "stop" } | { do: "mark"; at: string } | { do: "no mark" };

export const readView = (view: Data): KuhVadisView => view as unknown as KuhVadisView;
export const readMove = (move: Move): KuhVadisMove => move.data as unknown as KuhVadisMove;

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
