import assert from "node:assert/strict";
import { test } from "node:test";
import { minutesIn, timeOf } from "./minutes.ts";

test("a minute of the day is what a clock shows", () => {
  assert.equal(timeOf(0), "00:00");
  assert.equal(timeOf(22 * 60 + 5), "22:05");
  for (let minute = 0; minute < 24 * 60; minute += 7)
    assert.equal(minutesIn(timeOf(minute)), minute);
  assert.equal(minutesIn(""), null);
});
