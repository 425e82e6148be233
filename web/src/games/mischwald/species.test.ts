import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { kindsOf, TREES } from "./species.ts";

interface Facts {
  symbols: string[];
  species: { id: string; tags: string[] }[];
}

const CARDS = new URL("../../../../src/allmende/games/mischwald/data/cards.json", import.meta.url);
const facts = JSON.parse(readFileSync(CARDS, "utf-8")) as Facts;

test("every species carries the signs of its kinds", () => {
  for (const { id, tags } of facts.species)
    assert.deepEqual([...kindsOf(id)].sort(), [...tags].sort(), id);
});

test("the signs of the trees are those of the game", () => {
  assert.deepEqual([...TREES], facts.symbols);
});
