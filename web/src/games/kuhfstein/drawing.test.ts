import assert from "node:assert/strict";
import { test } from "node:test";
import { cellsOf, fenceAround, fieldName, formOn, frameOf, spotsIn, squareAt } from "./geometry.ts";
import type { Card, Tile } from "./view.ts";

const tile = (row: number, column: number): Tile => ({
  at: fieldName(row, column),
  row,
  column,
  landscape: "hay",
  cow: false,
});
const places = (cells: { row: number; column: number }[]): string[] =>
  cells.map((cell) => fieldName(cell.row, cell.column)).sort();

test("fields are named from the first tile, also around the edge of the table", () => {
  assert.equal(fieldName(0, 0), "m13");
  assert.equal(fieldName(-1, 2), "o12");
  assert.equal(fieldName(13, -13), "y1");
});

test("a frame holds all tiles and the fields around them", () => {
  assert.deepEqual(frameOf([], 1), { north: -1, west: -1, rows: 3, columns: 3 });
  assert.deepEqual(frameOf([tile(0, 0), tile(2, -1)], 1), {
    north: -1,
    west: -2,
    rows: 5,
    columns: 4,
  });
});

test("no field is twice in the frame of the widest landscape", () => {
  const row = Array.from({ length: 24 }, (_, column) => tile(0, column - 11));
  const frame = frameOf(row, 1);
  assert.equal(spotsIn(frame).size, frame.rows * frame.columns);
});

test("a card turns to the right around its first open cell", () => {
  const card: Card = { id: 12, grid: ["L?", ".H"], points: 7 };
  assert.equal(cellsOf(card).length, 3);
  const tiles = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => tile(row, column)));
  const spots = spotsIn(frameOf(tiles, 1));
  const upright = formOn(
    card,
    { do: "lay", turn: 0, at: "m13", cows: ["m13", "n14"] },
    spots,
    tiles,
  );
  assert.deepEqual(places(upright), ["m13", "n13", "n14"]);
  const right = formOn(card, { do: "lay", turn: 1, at: "o13", cows: ["o13", "n14"] }, spots, tiles);
  assert.deepEqual(places(right), ["n14", "o13", "o14"]);
});

test("of two turns with the same cows the one that lies on tiles is drawn", () => {
  const card: Card = { id: 30, grid: [".B", ".?", "B?"], points: 8 };
  const tiles = [tile(0, 1), tile(0, 0), tile(1, 0), tile(2, 0)];
  const form = formOn(
    card,
    { do: "lay", turn: 0, at: "n13", cows: ["n13", "m15"] },
    spotsIn(frameOf(tiles, 1)),
    tiles,
  );
  assert.deepEqual(places(form), ["m13", "m14", "m15", "n13"]);
});

test("a fence runs around a herd and not through it", () => {
  const pieces = (path: string): number => path.split("M").length - 1;
  assert.equal(pieces(fenceAround([{ row: 0, column: 0 }])), 4);
  assert.equal(
    pieces(
      fenceAround([
        { row: 0, column: 0 },
        { row: 0, column: 1 },
      ]),
    ),
    6,
  );
});

test("a square around a tile begins in the north-west", () => {
  assert.deepEqual(places(squareAt({ row: 0, column: 0 }, "nw")), ["l12", "l13", "m12", "m13"]);
});
