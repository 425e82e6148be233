import assert from "node:assert/strict";
import { test } from "node:test";
import { Follower } from "./follow.ts";

const at = (place: string, look: string) => ({ place, look });

test("what stays is the same piece, what moves too", () => {
  const follower = new Follower();
  const [fox, duck] = follower.follow([at("a1", "fox"), at("b2", "duck")]);
  const [duckThen, foxThen] = follower.follow([at("b2", "duck"), at("a5", "fox")]);
  assert.equal(duckThen!.id, duck!.id);
  assert.equal(foxThen!.id, fox!.id);
});

test("the last move tells twins apart, and what is taken is gone", () => {
  const follower = new Follower();
  const [first, second] = follower.follow([at("a1", "fox"), at("c1", "fox"), at("c4", "fox")]);
  const then = follower.follow([at("a1", "fox"), at("c4", "fox")], { from: "c1", to: "c4" });
  assert.deepEqual(
    then.map((piece) => piece.id),
    [first!.id, second!.id],
  );
});

test("a piece that is turned up keeps its name", () => {
  const follower = new Follower((before) => before === "down");
  const [tile] = follower.follow([at("a1", "down"), at("a2", "down")]);
  const [turned] = follower.follow([at("a1", "fox"), at("a2", "down")]);
  assert.equal(turned!.id, tile!.id);
});

test("something new gets a new name", () => {
  const follower = new Follower();
  const [fox] = follower.follow([at("a1", "fox")]);
  const [, duck] = follower.follow([at("a1", "fox"), at("a2", "duck")]);
  assert.notEqual(duck!.id, fox!.id);
});
