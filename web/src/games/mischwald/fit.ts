/** How large the trees of a forest can be drawn so that all of them are in sight. */

export const LEAST = 84;
export const MOST = 168;
export const GAP = 2;

export interface Fit {
  size: number;
  columns: number;
  /** Even at the least size not all are in sight. */
  crowded: boolean;
}

/** The largest size at which so many squares fit; a forest that is larger still is crowded. */
export function fit(count: number, width: number, height: number): Fit {
  for (let size = MOST; size > LEAST; size -= 2) {
    const columns = columnsOf(size, width);
    if (columns > 0 && Math.ceil(count / columns) * (size + GAP) <= height)
      return { size, columns, crowded: false };
  }
  return { size: LEAST, columns: Math.max(1, columnsOf(LEAST, width)), crowded: true };
}

const columnsOf = (size: number, width: number): number => Math.floor((width + GAP) / (size + GAP));
