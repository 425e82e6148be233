import assert from "node:assert/strict";
import { test } from "node:test";
import type { PointsLine, Result } from "../wire/types.ts";
import { categories, saysMoreThanTotals } from "./points.ts";
import { findTies } from "./ties.ts";

const line = (key: string, points: number, name = key): PointsLine => ({
  label: { key, args: { name } },
  points,
});
const nameOf = (it: PointsLine): string => String(it.label.args["name"]);
const tiles = (value: number): Result["tie_break"][number] => [
  { label: { key: "tie.tiles", args: {} }, value },
];

test("lines of one category are added up, and kept below it", () => {
  const found = categories(
    [[line("couple", 4, "a"), line("couple", 6, "b"), line("cave", 1)], [line("couple", 9, "c")]],
    (it) => it.label.key,
    nameOf,
  );
  assert.deepEqual(
    found.map(({ name, points }) => [name, points]),
    [
      ["couple", [10, 9]],
      ["cave", [1, null]],
    ],
  );
  assert.deepEqual(
    found[0]?.parts.map((part) => part.points),
    [
      [null, 9],
      [6, null],
      [4, null],
    ],
    "the most valuable part first",
  );
  assert.deepEqual(found[1]?.parts, [], "a category that is its only line has no parts");
});

test("a game that only counts says so", () => {
  assert.equal(saysMoreThanTotals([[line("core.points", 1)], [line("core.points", 0)]]), false);
  assert.equal(saysMoreThanTotals([[], [line("tile.bear", 10)]]), true);
});

test("equal points with different places are explained by what differs", () => {
  const result = { breakdown: [], tie_break: [tiles(5), tiles(7), tiles(7)] };
  const [tie, ...rest] = findTies([12, 12, 8], [2, 1, 3], result);
  assert.equal(rest.length, 0);
  assert.equal(tie?.label?.key, "tie.tiles");
  assert.deepEqual(
    [...(tie?.values ?? [])],
    [
      [0, 5],
      [1, 7],
    ],
  );
});

test("equal in everything shares the place", () => {
  const [tie] = findTies([12, 12], [1, 1], { breakdown: [], tie_break: [tiles(7), tiles(7)] });
  assert.equal(tie?.label, null);
  assert.deepEqual(findTies([3, 4], [2, 1], { breakdown: [], tie_break: [[], []] }), []);
});
