import assert from "node:assert/strict";
import { test } from "node:test";
import { lapse } from "./lapse.ts";

test("a turn is told in minutes and seconds, a long one in hours or days", () => {
  assert.equal(lapse(0, "en"), "0:00");
  assert.equal(lapse(65_900, "en"), "1:05");
  assert.equal(lapse(3_599_000, "en"), "59:59");
  assert.equal(lapse(2 * 3_600_000 + 5, "en"), "2 hr");
  assert.equal(lapse(3 * 86_400_000, "de"), "3 Tg.");
});

test("a clock that goes wrong never counts backwards", () => {
  assert.equal(lapse(-5_000, "en"), "0:00");
});
