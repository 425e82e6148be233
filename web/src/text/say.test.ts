import assert from "node:assert/strict";
import { test } from "node:test";
import { asSentence, fill, Speaker, written } from "./say.ts";

const speaker = new Speaker(
  [
    {
      "story.flip": "{who} turns up {at}: {tile}.",
      "tile.aim": "hunter aiming {aim}",
      "side.north": "north",
    },
    { "core.over": "The game is over.", "story.flip": "not this one" },
  ],
  (seat) => ["Anna", "the cow"][seat] ?? "?",
);

test("arguments go where their names stand", () => {
  assert.equal(fill("{count} of {all}, {count}", { count: 2, all: 5 }), "2 of 5, 2");
  assert.equal(fill("{unknown}", {}), "{unknown}");
});

test("a message names seats and says messages inside it", () => {
  const tile = { key: "tile.aim", args: { aim: { key: "side.north", args: {} } } };
  const message = { key: "story.flip", args: { who: { seat: 0 }, at: "c4", tile } };
  assert.equal(speaker.say(message), "Anna turns up c4: hunter aiming north.");
});

test("a later catalog helps out, an unknown key is shown as it is", () => {
  assert.equal(speaker.say({ key: "core.over", args: {} }), "The game is over.");
  assert.equal(speaker.say({ key: "no.such", args: {} }), "no.such");
});

test("a sentence in pieces says what fills which blank", () => {
  const pieces = speaker.pieces({ key: "story.flip", args: { who: { seat: 0 }, at: "c4" } });
  assert.deepEqual(pieces.slice(0, 3), [
    { text: "Anna", blank: "who" },
    { text: " turns up " },
    { text: "c4", blank: "at" },
  ]);
  assert.equal(written(pieces), "Anna turns up c4: {tile}.");
});

test("a sentence begins with a capital", () => {
  assert.equal(
    asSentence(
      speaker.say({ key: "story.flip", args: { who: { seat: 1 }, at: "a1", tile: "fox" } }),
    ),
    "The cow turns up a1: fox.",
  );
});
