import assert from "node:assert/strict";
import { test } from "node:test";
import type { OpenTable } from "../wire/types.ts";
import { everything, fits } from "./fitting.ts";

const DAY = 24 * 3600;
const pacing = (span: "move" | "game", seconds: number): OpenTable["pace"] => ({
  span,
  seconds,
  bonus: 0,
  delay: 0,
  at_zero: "bot",
});
const open = (about: Partial<OpenTable> = {}): OpenTable => ({
  id: "a",
  game: "this",
  options: { match: "single" },
  hints: false,
  pace: null,
  language: "de",
  level: "new",
  players: [],
  opened: "2026-01-01T00:00:00Z",
  yours: false,
  ...about,
});

test("who searches for nothing sees everything", () => {
  assert.ok(fits(open(), everything()));
});

test("a table fits by its game, its people and its language", () => {
  for (const wanted of [{ game: "this" }, { language: "de" }, { level: "new" }])
    assert.ok(fits(open(), { ...everything(), ...wanted }));
  for (const other of [{ game: "that" }, { language: "nl" }, { level: "strong" }])
    assert.ok(!fits(open(), { ...everything(), ...other }));
});

test("who opens a table to everybody is found by everybody", () => {
  const table = open({ language: "any", level: "any" });
  assert.ok(fits(table, { ...everything(), language: "nl", level: "strong" }));
});

test("a pace is none, for one sitting, or days", () => {
  const paces = { none: null, live: pacing("move", 60), days: pacing("move", 3 * DAY) };
  for (const [kind, pace] of Object.entries(paces))
    for (const wanted of ["none", "live", "days"] as const)
      assert.equal(fits(open({ pace }), { ...everything(), kind: wanted }), kind === wanted);
  assert.ok(fits(open({ pace: pacing("game", 5 * DAY) }), { ...everything(), kind: "live" }));
});

test("options count for the game they belong to", () => {
  const search = { ...everything(), game: "this", options: { match: "double" } };
  assert.ok(!fits(open(), search));
  assert.ok(fits(open({ options: { match: "double" } }), search));
  assert.ok(fits(open(), { ...search, game: "any" }));
});

test("one's own table is never out of sight", () => {
  assert.ok(fits(open({ yours: true }), { ...everything(), game: "that" }));
});
