import assert from "node:assert/strict";
import { test } from "node:test";
import type { State } from "../wire/types.ts";
import { countSince, goOn, lookBack, NOTHING, type Recent } from "./recent.ts";

/** A state after so many decisions, the last by a seat; null for one that may not be known. */
function stateOf(ply: number, seat: number | null): State {
  const last = seat === null ? null : { n: ply, notation: `move ${ply}`, data: {}, seat };
  return { version: ply, views: { 0: { ply } }, last } as unknown as State;
}

function play(viewer: number | null, ...seats: (number | null)[]): Recent {
  const states = [0, ...seats].map((seat, ply) => stateOf(ply, seat));
  return states.reduce<Recent>(
    (recent, now, at) => goOn(recent, states[at - 1] ?? null, now, viewer),
    NOTHING,
  );
}
const marked = ({ moves }: Recent): number[] => moves.map((move) => move.n);

test("what the others did is kept until one moves oneself", () => {
  assert.deepEqual(marked(play(0, 1, 2)), [1, 2]);
  assert.equal(play(0, 1, 2).before?.version, 0);
  assert.deepEqual(play(0, 1, 2, 0), NOTHING);
  assert.equal(play(0, 0, 1, 1).before?.version, 1);
});

test("who only watches sees the moves of the last turn", () => {
  assert.deepEqual(marked(play(null, 1, 1, 2, 2)), [3, 4]);
});

test("what may not be known has happened all the same", () => {
  const recent = play(0, null, 1);
  assert.deepEqual([marked(recent), recent.before?.version], [[2], 0]);
});

test("what is taken back is not marked", () => {
  const recent = play(0, 1, 2);
  assert.deepEqual(marked(goOn(recent, stateOf(2, 2), stateOf(1, 1), 0)), [1]);
  assert.deepEqual(goOn(recent, stateOf(2, 2), stateOf(0, 0), 0), NOTHING);
});

test("who comes to a table sees what the others did since their own last move", () => {
  const seats = [0, 1, 1, 2, 1];
  const recent = lookBack(
    seats.map((seat, at) => stateOf(at + 4, seat)),
    0,
  );
  assert.deepEqual([marked(recent), recent.before?.version], [[5, 6, 7, 8], 4]);
  const story = seats.map((seat, version) => ({ seat, version, events: [] }));
  assert.deepEqual(
    [countSince(story, 0), countSince(story, 1), countSince(story, null)],
    [4, 0, 1],
  );
  assert.equal(countSince([], 0), 0);
});
