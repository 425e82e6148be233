import assert from "node:assert/strict";
import { test } from "node:test";
import { ALONE, fit, fitAll, GAP, LEAST, MOST } from "./fit.ts";

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

test("on a big screen every tree is in sight, and as large as can be", () => {
  for (const [width, height] of [
    [300, 200],
    [470, 330],
    [1200, 400],
  ] as const)
    for (let count = 1; count <= 30; count++) {
      const size = fitAll(Array<boolean>(count).fill(true), width, height);
      const side = size * ALONE + GAP;
      const columns = Math.floor((width + GAP) / side);
      const rows = Math.ceil(count / columns);
      assert.ok(rows * side - GAP <= height, `${count} trees in ${width} × ${height}`);
    }
  assert.ok(
    fitAll([true, false, false], 1200, 400) > fitAll([true, false, false, false], 1200, 400),
  );
});
