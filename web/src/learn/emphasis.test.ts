import assert from "node:assert/strict";
import { test } from "node:test";
import { runsOf, spoken } from "./emphasis.ts";

test("words between stars are emphasised, the stars are gone", () => {
  assert.deepEqual(runsOf("Turn up *c5* now."), [
    { text: "Turn up ", strong: false },
    { text: "c5", strong: true },
    { text: " now.", strong: false },
  ]);
  assert.deepEqual(runsOf("*All*"), [{ text: "All", strong: true }]);
  assert.equal(spoken("Turn up *c5*."), "Turn up c5.");
});
