import assert from "node:assert/strict";
import { test } from "node:test";
import { cardWidth } from "./hand_size.ts";

test("a hand of any size is in sight, and a small one no larger than the cards on display", () => {
  const room = { width: 340, height: 150 };
  assert.equal(cardWidth(2, room, 80), 80);
  for (let count = 1; count <= 16; count++) {
    const width = cardWidth(count, room, 80);
    const columns = Math.floor((room.width + 5) / (width + 5));
    assert.ok(Math.ceil(count / columns) * (width * 0.92 + 5) - 5 <= room.height, `${count} cards`);
  }
});
