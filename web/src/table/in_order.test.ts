import assert from "node:assert/strict";
import { test } from "node:test";
import type { SeatingEntry, StoryEntry } from "../wire/types.ts";
import { inOrder } from "./in_order.ts";

const story = (version: number): StoryEntry => ({ version, seat: 0, events: [] });
const seating = (n: number, version: number): SeatingEntry => ({
  n,
  version,
  seat: 1,
  event: { key: "table.seat_sat", args: {} },
  at: "",
});
const names = (log: ReturnType<typeof inOrder>): string[] =>
  log.map((line) => (line.kind === "story" ? `v${line.entry.version}` : `n${line.entry.n}`));

test("who came stands behind what had happened by then", () => {
  const log = inOrder([story(1), story(2)], [seating(1, 0), seating(2, 1), seating(3, 1)], 2);
  assert.deepEqual(names(log), ["n1", "v1", "n2", "n3", "v2"]);
});

test("nothing runs ahead of the board", () => {
  assert.deepEqual(names(inOrder([story(1)], [seating(1, 1), seating(2, 2)], 1)), ["v1", "n1"]);
});
