import assert from "node:assert/strict";
import { test } from "node:test";
import type { Review, TurningPoint } from "../wire/types.ts";
import { joined } from "./joined.ts";

const turn = (version: number): TurningPoint => ({
  version,
  seat: 0,
  played: { n: 1, notation: "a", data: {} },
  better: { n: 2, notation: "b", data: {} },
  win: 0.5,
  loss: 0.2,
  error: 0,
});

function review(length: number, first: number, turns: number[]): Review {
  const places = Array.from({ length }, (_, at) => at);
  return {
    versions: places,
    seats: places.map((at) => (at ? at % 2 : null)),
    points: places.map((at) => [first + at, 0]),
    chances: places.map((at) => [(first + at) / 100, 1 - (first + at) / 100]),
    turning_points: turns.map(turn),
    coach: null,
  };
}

test("a line goes on where the game was left", () => {
  const found = joined(review(9, 0, [2, 7]), review(4, 50, [3]), 4);
  assert.deepEqual(found?.versions, [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(
    found?.points.map(([points]) => points),
    [0, 1, 2, 3, 4, 51, 52, 53],
  );
  assert.equal(found?.chances?.length, 8);
  assert.deepEqual(
    found?.turning_points?.map(({ version }) => version),
    [2, 7],
  );
});

test("without a line it is the game so far, and as long as the coach thinks there is no curve", () => {
  assert.equal(joined(review(9, 0, []), null, 3)?.points.length, 4);
  assert.equal(joined(null, review(3, 0, []), 3)?.points.length, 3);
  const thinking = { ...review(9, 0, []), chances: null, coach: { done: 1, of: 9 } };
  const found = joined(thinking, review(4, 0, []), 4);
  assert.equal(found?.chances, null);
  assert.equal(found?.points.length, 8);
  assert.deepEqual(found?.coach, { done: 1, of: 9 });
});
