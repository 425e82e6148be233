import { strict as assert } from "node:assert";
import { test } from "node:test";
import { dateOf, dayBefore, daysFrom, extended, lengthOn } from "./streak.ts";

const NONE = { last: "", length: 0 };

test("days in a row count, the same day counts once, a gap begins anew", () => {
  const first = extended(NONE, "2026-02-28");
  const second = extended(first, "2026-03-01");
  assert.deepEqual(second, { last: "2026-03-01", length: 2 });
  assert.equal(extended(second, "2026-03-01"), second);
  assert.deepEqual(extended(second, "2026-03-03"), { last: "2026-03-03", length: 1 });
});

test("a streak lasts until the end of the next day", () => {
  const streak = { last: "2025-12-31", length: 5 };
  assert.equal(lengthOn(streak, "2025-12-31"), 5);
  assert.equal(lengthOn(streak, "2026-01-01"), 5);
  assert.equal(lengthOn(streak, "2026-01-02"), 0);
  assert.equal(lengthOn(NONE, "2026-01-02"), 0);
});

test("dates are those of the reader", () => {
  assert.equal(dateOf(new Date(2026, 10, 6, 23, 59)), "2026-11-06");
  assert.equal(dayBefore("2024-03-01"), "2024-02-29");
  assert.deepEqual(daysFrom("2026-12-31", 2), ["2026-12-31", "2027-01-01"]);
});
