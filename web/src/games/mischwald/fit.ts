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

/** A tree with nobody around it is drawn so much smaller, at the same scale. */
export const ALONE = 68 / 120;
const TINY = 24;
/** So much less room there may be than browsers say, as they say it in whole pixels. */
const ROUNDED = 1;

/** The largest size at which all squares are in sight that stand in rows one after the other, some of them smaller:
 * on a screen that everybody looks at nobody scrolls. */
export function fitAll(alone: readonly boolean[], width: number, height: number): number {
  for (let size = Math.floor(Math.min(width, height)); size > TINY; size -= 1)
    if (heightOf(alone, size, width - ROUNDED) <= height - ROUNDED) return size;
  return TINY;
}

/** How high the rows are all together. */
function heightOf(alone: readonly boolean[], size: number, width: number): number {
  let [right, row, above] = [0, 0, 0];
  for (const isAlone of alone) {
    const side = isAlone ? size * ALONE : size;
    if (right > 0 && right + side > width) [right, row, above] = [0, 0, above + row + GAP];
    right += side + GAP;
    row = Math.max(row, side);
  }
  return above + row;
}

const columnsOf = (size: number, width: number): number => Math.floor((width + GAP) / (size + GAP));
