/** Arrow keys inside a group of things of which only one is in the tab order. */

const GRID_KEYS: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export interface Spot {
  row: number;
  column: number;
}

/** Where a key leads on a grid; null for a key that has no meaning there. */
export function stepOnGrid(spot: Spot, key: string, rows: number, columns: number): Spot | null {
  const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));
  const step = GRID_KEYS[key];
  if (step)
    return {
      row: clamp(spot.row + step[0], rows - 1),
      column: clamp(spot.column + step[1], columns - 1),
    };
  if (key === "Home") return { row: spot.row, column: 0 };
  if (key === "End") return { row: spot.row, column: columns - 1 };
  if (key === "PageUp") return { row: 0, column: spot.column };
  if (key === "PageDown") return { row: rows - 1, column: spot.column };
  return null;
}

/** Where a key leads in a list; null for a key that has no meaning there. */
export function stepInList(at: number, key: string, length: number): number | null {
  if (length === 0) return null;
  if (key === "ArrowRight" || key === "ArrowDown") return (at + 1) % length;
  if (key === "ArrowLeft" || key === "ArrowUp") return (at - 1 + length) % length;
  if (key === "Home") return 0;
  if (key === "End") return length - 1;
  return null;
}
