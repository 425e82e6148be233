import assert from "node:assert/strict";
import { test } from "node:test";
import type { Door } from "../wire/types.ts";
import { isThisMachine, wayIn } from "./door.ts";

const HERE = { hostname: "127.0.0.1", origin: "http://127.0.0.1:8420" };
const HOUSE = "http://192.168.1.5:8420";
const door = (facts: Partial<Door>): Door => ({
  state: "closed",
  origins: [HOUSE],
  public: null,
  yours: true,
  ...facts,
});

test("a closed door is offered to those who may open it, and to nobody else", () => {
  assert.deepEqual(wayIn(door({}), HERE), { kind: "closed", origins: [HOUSE] });
  assert.equal(wayIn(door({ yours: false }), HERE).kind, "nowhere");
});

test("an open door and a server that listens for others give their addresses", () => {
  for (const state of ["open", "fixed"] as const)
    assert.deepEqual(wayIn(door({ state }), HERE), { kind: "open", origins: [HOUSE] });
});

test("without a network nobody gets here", () => {
  assert.equal(wayIn(door({ origins: [] }), HERE).kind, "nowhere");
  assert.equal(wayIn(door({ origins: [], state: "fixed" }), HERE).kind, "nowhere");
});

test("whoever came from elsewhere invites to where they are", () => {
  const there = { hostname: "games.example", origin: "https://games.example" };
  assert.deepEqual(wayIn(door({ yours: false }), there).origins, [there.origin]);
});

test("an address that was given goes before all others", () => {
  const given = door({ state: "fixed", public: "https://cows.example" });
  assert.deepEqual(wayIn(given, HERE).origins, ["https://cows.example"]);
  const there = { hostname: "10.0.0.7", origin: "http://10.0.0.7:8420" };
  assert.deepEqual(wayIn(given, there).origins, ["https://cows.example"]);
});

test("names of this machine alone", () => {
  for (const name of ["localhost", "127.0.0.1", "127.8.9.10", "[::1]"])
    assert.ok(isThisMachine(name), name);
  for (const name of ["127.example", "localhost.example", "192.168.1.5", "[fd00::1]"])
    assert.ok(!isThisMachine(name), name);
});
