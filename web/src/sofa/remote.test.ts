import assert from "node:assert/strict";
import { test } from "node:test";
import { nearest, type Box } from "./remote.ts";

const box = (column: number, row: number, width = 1): Box => ({
  left: column * 100,
  right: (column + width) * 100 - 20,
  top: row * 100,
  bottom: row * 100 + 80,
});

test("arrows go along rows and columns", () => {
  const boxes = [box(0, 0), box(1, 0), box(2, 0), box(0, 1), box(1, 1), box(2, 1)];
  assert.equal(nearest(box(1, 0), boxes, "ArrowRight"), 2);
  assert.equal(nearest(box(1, 0), boxes, "ArrowLeft"), 0);
  assert.equal(nearest(box(1, 0), boxes, "ArrowDown"), 4);
  assert.equal(nearest(box(1, 1), boxes, "ArrowUp"), 1);
});

test("where nothing lies, the focus stays", () => {
  assert.equal(nearest(box(0, 0), [box(0, 0), box(1, 0)], "ArrowUp"), -1);
});

test("a row is gone along before it is left", () => {
  assert.equal(nearest(box(0, 0), [box(1, 1), box(4, 0)], "ArrowRight"), 1);
});

test("what is wide is found from every column", () => {
  assert.equal(nearest(box(2, 0), [box(0, 1, 3)], "ArrowDown"), 0);
});
