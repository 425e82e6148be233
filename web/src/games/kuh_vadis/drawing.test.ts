import assert from "node:assert/strict";
import { test } from "node:test";
import { linksOf } from "./chains.ts";
import { keptOf, placesOf, type Written } from "./view.ts";

const SHEET = ["X453O32", "K3K1KK5", "1K4214K", "2O5K5X2", "K4124K1", "5KK1K3K", "23X354O"];
const view = (marks: string[]): Written => ({ sheet: SHEET, marks });

test("dice that were thrown again leave those that were kept", () => {
  assert.deepEqual(keptOf(["1", "1", "3", "K", "K"], "13"), ["1", "K", "K"]);
  assert.deepEqual(placesOf(["K", "1"], ["1", "2", "K", "K", "5"]), [
    true,
    false,
    true,
    false,
    false,
  ]);
});

test("neighbours of one sign are linked, and a chain counts its starts", () => {
  const lone = linksOf(
    view([".......", ".x.....", ".......", ".......", ".......", ".......", "......."]),
  );
  assert.deepEqual(
    lone.map((link) => [link.symbol, link.starts]),
    [["X", 1]],
  );
  const joined = linksOf(
    view([".......", ".x.....", "..x....", "...xx..", ".......", ".......", "......."]),
  );
  assert.ok(joined.every((link) => link.symbol === "X" && link.starts === 2));
});

test("signs of different players are never linked", () => {
  assert.equal(
    linksOf(view([".......", "o......", ".......", ".......", ".......", ".......", "......."]))
      .length,
    0,
  );
});
