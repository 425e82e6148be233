import assert from "node:assert/strict";
import { test } from "node:test";
import { roundMarks } from "./marks.ts";

const steps = (marks: { step: number }[]): number[] => marks.map(({ step }) => step);

test("a round is marked where it begins", () => {
  assert.deepEqual(roundMarks([1, 1, 2, 2, 2, 3], 10), [
    { step: 2, round: 2 },
    { step: 5, round: 3 },
  ]);
  assert.deepEqual(roundMarks([], 10), []);
});

test("too many rounds become fewer", () => {
  const rounds = Array.from({ length: 60 }, (_, step) => step + 1);
  assert.deepEqual(steps(roundMarks(rounds, 6)), [9, 19, 29, 39, 49, 59]);
  assert.deepEqual(steps(roundMarks(rounds, 5)), [19, 39, 59]);
  assert.deepEqual(roundMarks(rounds, 0), []);
});
