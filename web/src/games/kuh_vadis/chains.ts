/** Lines to draw between marks of one symbol that touch, and which of them glow. */
import { holderOf, SIZE, type Symbol, type Written } from "./view.ts";

export interface Link {
  symbol: Symbol;
  from: [number, number];
  to: [number, number];
  /** Starts that the chain of this link joins; a chain that joins two or three glows. */
  starts: number;
}

const FORWARD = [
  [0, 1],
  [1, -1],
  [1, 0],
  [1, 1],
] as const;

export function linksOf(view: Written): Link[] {
  const group = Array.from({ length: SIZE * SIZE }, (_, field) => field);
  const rootOf = (field: number): number => {
    let root = field;
    while (group[root] !== root) root = group[root] ?? root;
    return root;
  };
  const found: Omit<Link, "starts">[] = [];
  for (let row = 0; row < SIZE; row++)
    for (let column = 0; column < SIZE; column++) {
      const symbol = holderOf(view, row, column);
      if (!symbol) continue;
      for (const [down, right] of FORWARD) {
        const [toRow, toColumn] = [row + down, column + right];
        if (toColumn < 0 || toColumn >= SIZE || holderOf(view, toRow, toColumn) !== symbol)
          continue;
        found.push({ symbol, from: [row, column], to: [toRow, toColumn] });
        group[rootOf(row * SIZE + column)] = rootOf(toRow * SIZE + toColumn);
      }
    }
  const starts = new Map<number, number>();
  for (let field = 0; field < SIZE * SIZE; field++) {
    const printed = view.sheet[Math.floor(field / SIZE)]?.[field % SIZE] ?? "";
    if ("XO".includes(printed)) starts.set(rootOf(field), (starts.get(rootOf(field)) ?? 0) + 1);
  }
  return found.map((link) => ({
    ...link,
    starts: starts.get(rootOf(link.from[0] * SIZE + link.from[1])) ?? 0,
  }));
}
