import assert from "node:assert/strict";
import { test } from "node:test";
import { fit, GAP, LEAST, MOST } from "./fit.ts";

test("few trees are large, many are small, and all are in sight", () => {
  assert.equal(fit(2, 800, 400).size, MOST);
  for (let count = 1; count <= 24; count++) {
    const { size, columns } = fit(count, 800, 400);
    assert.ok(columns * (size + GAP) - GAP <= 800, `${count} trees are too wide`);
    assert.ok(Math.ceil(count / columns) * (size + GAP) <= 400, `${count} trees are too high`);
  }
});

test("on a phone a large forest is crowded, but no tree shrinks out of sight", () => {
  assert.deepEqual(fit(20, 344, 200), { size: LEAST, columns: 4, crowded: true });
});
