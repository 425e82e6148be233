import assert from "node:assert/strict";
import { test } from "node:test";
import { isOfTheTable, lostBy } from "./endings.ts";

test("to give up and to have no time left are endings of the table", () => {
  assert.ok(isOfTheTable("resigned"));
  assert.ok(isOfTheTable("out_of_time"));
  assert.ok(!isOfTheTable("all_uncovered"));
  assert.ok(!isOfTheTable(null));
});

test("who had no time left has not given up", () => {
  assert.equal(lostBy({ resigned: false, timed_out: false }), null);
  assert.equal(lostBy({ resigned: true, timed_out: false }), "players.resigned");
  assert.equal(lostBy({ resigned: true, timed_out: true }), "players.timed_out");
});
