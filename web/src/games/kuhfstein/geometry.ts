/** Where things lie: names of fields, the frame of a layout, forms of cards on it, fences around herds. */
import type { Card, KuhfsteinMove, Landscape, Player, Square, Tile } from "./view.ts";

export interface Spot {
  row: number;
  column: number;
}
/** The part of the table that a layout needs, counted from its first tile. */
export interface Frame {
  north: number;
  west: number;
  rows: number;
  columns: number;
}
export interface FormCell extends Spot {
  /** null where any tile will do. */
  landscape: Landscape | null;
}

const WIDTH = 25;
const MIDDLE = 12;
const LETTERS: Record<string, Landscape> = {
  H: "hay",
  M: "meadow",
  F: "forest",
  L: "lake",
  B: "house",
};

const inRing = (at: number): number => (((MIDDLE + at) % WIDTH) + WIDTH) % WIDTH;
export const columnName = (column: number): string => String.fromCharCode(97 + inRing(column));
export const rowName = (row: number): string => String(inRing(row) + 1);
/** The first tile lies on m13. */
export const fieldName = (row: number, column: number): string =>
  `${columnName(column)}${rowName(row)}`;

/** The tiles of a layout with so many fields around them. */
export function frameOf(tiles: readonly Spot[], around: number): Frame {
  const rows = tiles.length > 0 ? tiles.map((tile) => tile.row) : [0];
  const columns = tiles.length > 0 ? tiles.map((tile) => tile.column) : [0];
  const [north, west] = [Math.min(...rows) - around, Math.min(...columns) - around];
  // The table is a ring: beyond its width the fields begin anew.
  const size = (places: number[], from: number): number =>
    Math.min(WIDTH, Math.max(...places) + around - from + 1);
  return { north, west, rows: size(rows, north), columns: size(columns, west) };
}

/** Where all fields of a frame lie, by their names. */
export function spotsIn(frame: Frame): Map<string, Spot> {
  const spots = new Map<string, Spot>();
  for (let row = frame.north; row < frame.north + frame.rows; row++)
    for (let column = frame.west; column < frame.west + frame.columns; column++)
      spots.set(fieldName(row, column), { row, column });
  return spots;
}

/** The cells of a card as it is printed. */
export function cellsOf(card: Card): FormCell[] {
  return card.grid.flatMap((line, row) =>
    [...line].flatMap((sign, column) =>
      sign === "." ? [] : [{ row, column, landscape: LETTERS[sign] ?? null }],
    ),
  );
}

/** The landscapes that a card shows open, where its cows will stand. */
export const openOf = (card: Card): Landscape[] =>
  cellsOf(card).flatMap((cell) => (cell.landscape ? [cell.landscape] : []));

/** A form turned so many quarters to the right, counted from its first open cell in reading order. */
function turned(cells: readonly FormCell[], quarters: number): FormCell[] {
  let now = [...cells];
  for (let quarter = 0; quarter < quarters; quarter++)
    now = now.map((cell) => ({ ...cell, row: cell.column, column: -cell.row }));
  const open = now
    .filter((cell) => cell.landscape)
    .sort((a, b) => a.row - b.row || a.column - b.column);
  const anchor = open[0] ?? { row: 0, column: 0 };
  return now.map((cell) => ({
    ...cell,
    row: cell.row - anchor.row,
    column: cell.column - anchor.column,
  }));
}

const openPlaces = (cells: readonly FormCell[]): string =>
  cells
    .flatMap((cell) => (cell.landscape ? [`${cell.row},${cell.column},${cell.landscape}`] : []))
    .sort()
    .join(" ");

/** The fields that a card covers when it is laid. Turns that put the cows on the same fields are one
 * move; the one that lies on tiles all over is drawn. */
export function formOn(
  card: Card,
  move: Extract<KuhfsteinMove, { do: "lay" }>,
  spots: Map<string, Spot>,
  tiles: readonly Tile[],
): FormCell[] {
  const anchor = spots.get(move.at);
  if (!anchor) return [];
  const cells = cellsOf(card);
  const chosen = turned(cells, move.turn);
  const covered = new Set(tiles.map((tile) => `${tile.row},${tile.column}`));
  const ways = [0, 1, 2, 3]
    .map((quarters) => turned(cells, quarters))
    .filter((way) => openPlaces(way) === openPlaces(chosen));
  const laid = [chosen, ...ways].map((way) =>
    way.map((cell) => ({
      ...cell,
      row: cell.row + anchor.row,
      column: cell.column + anchor.column,
    })),
  );
  return (
    laid.find((way) => way.every((cell) => covered.has(`${cell.row},${cell.column}`))) ??
    laid[0] ??
    []
  );
}

/** A line around fields, as the path of a drawing with 100 units to a field. */
export function fenceAround(fields: readonly Spot[]): string {
  const inside = new Set(fields.map((field) => `${field.row},${field.column}`));
  const isOut = (row: number, column: number): boolean => !inside.has(`${row},${column}`);
  return fields
    .map(({ row, column }) => {
      const [x, y] = [column * 100, row * 100];
      return [
        isOut(row - 1, column) ? `M${x} ${y}h100` : "",
        isOut(row + 1, column) ? `M${x} ${y + 100}h100` : "",
        isOut(row, column - 1) ? `M${x} ${y}v100` : "",
        isOut(row, column + 1) ? `M${x + 100} ${y}v100` : "",
      ].join("");
    })
    .join("");
}

const CORNERS: Record<Square, [number, number]> = {
  nw: [-1, -1],
  ne: [-1, 0],
  sw: [0, -1],
  se: [0, 0],
};

/** The four fields of a square around a tile, the north-western one first. */
export function squareAt(placed: Spot, square: Square): Spot[] {
  const [down, right] = CORNERS[square];
  const [row, column] = [placed.row + down, placed.column + right];
  return [
    { row, column },
    { row, column: column + 1 },
    { row: row + 1, column },
    { row: row + 1, column: column + 1 },
  ];
}

/** Every field of every herd with the herd that it belongs to. */
export const herdsByField = (player: Player): Map<string, string[]> =>
  new Map(player.herds.flatMap((herd) => herd.map((at) => [at, herd] as const)));

/** The move that lays a card this way with its first open cell on a field, possible or not. */
export function laying(card: Card, turn: number, at: Spot): Extract<KuhfsteinMove, { do: "lay" }> {
  const open = turned(cellsOf(card), turn)
    .filter((cell) => cell.landscape)
    .sort((a, b) => a.row - b.row || a.column - b.column);
  const cows = open.map((cell) => fieldName(at.row + cell.row, at.column + cell.column));
  return { do: "lay", turn, at: fieldName(at.row, at.column), cows };
}
