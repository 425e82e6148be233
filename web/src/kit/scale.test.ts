import assert from "node:assert/strict";
import { test } from "node:test";
import { rowsWorthReading, ticks } from "./scale.ts";

test("marks are pleasant numbers inside the bounds", () => {
  assert.deepEqual(ticks(0, 1, 4, false), [0, 0.25, 0.5, 0.75, 1]);
  assert.deepEqual(ticks(0, 87, 5), [0, 20, 40, 60, 80]);
  assert.deepEqual(ticks(-7, 13, 4), [-5, 0, 5, 10]);
  assert.deepEqual(ticks(0, 3, 10), [0, 1, 2, 3]);
  assert.deepEqual(ticks(0, 0, 5), [0]);
});

test("a table lists what changes, and never too much", () => {
  assert.deepEqual(
    rowsWorthReading(
      [
        [0, 0, 2, 2, 2],
        [0, 0, 0, 1, 1],
      ],
      10,
    ),
    [0, 2, 3, 4],
  );
  const many = [Array.from({ length: 100 }, (_, at) => at)];
  const rows = rowsWorthReading(many, 20, [37]);
  assert.ok(rows.length <= 22);
  assert.ok([0, 37, 99].every((at) => rows.includes(at)));
  assert.deepEqual(rowsWorthReading([], 5), []);
});
