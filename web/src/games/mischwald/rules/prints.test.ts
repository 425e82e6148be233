import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { costOf, sidesOf } from "./prints.ts";

interface Facts {
  species: { id: string; cost: number; copies: Record<string, unknown> }[];
}

const CARDS = new URL(
  "../../../../../src/allmende/games/mischwald/data/cards.json",
  import.meta.url,
);
const facts = JSON.parse(readFileSync(CARDS, "utf-8")) as Facts;

test("every species costs what its cards cost", () => {
  for (const { id, cost } of facts.species) assert.equal(costOf(id), cost, id);
});

test("every species lives where its cards go", () => {
  for (const { id, copies } of facts.species)
    assert.deepEqual(sidesOf(id), Object.keys(copies), id);
});
