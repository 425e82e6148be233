import assert from "node:assert/strict";
import { test } from "node:test";
import {
  childrenOf,
  endsOf,
  grow,
  isFull,
  lineTo,
  MOST_TWIGS,
  prune,
  reach,
  readTree,
  rootsOf,
  stand,
  writeTree,
} from "./tree.ts";

const WRITTEN = "12:(1-8.0-3)(1-9)0-4.(1-6)1-7.0-2~30:1-2";

test("a tree is what stands in its address", () => {
  const tree = readTree(WRITTEN);
  assert.equal(writeTree(tree), WRITTEN);
  assert.deepEqual(
    rootsOf(tree).map(({ step }) => step),
    [12, 30],
  );
  assert.deepEqual(
    endsOf(tree)
      .map(({ id }) => lineTo(tree, id))
      .sort(),
    ["0-4.1-6", "0-4.1-7.0-2", "1-2", "1-8.0-3", "1-9"],
  );
});

test("a tree grows where a move was not made before", () => {
  const root = stand([], 5);
  const first = grow(root.tree, root.id, { seat: 0, n: 4 });
  assert.deepEqual(grow(first.tree, root.id, { seat: 0, n: 4 }), first);
  const other = grow(first.tree, root.id, { seat: 0, n: 9 });
  assert.equal(childrenOf(other.tree, root.id).length, 2);
  assert.equal(writeTree(other.tree), "5:(0-9)0-4");
});

test("the place of a link is found, also one that is not in the tree", () => {
  const tree = readTree(WRITTEN);
  const known = reach(tree, 12, "0-4.1-7");
  assert.deepEqual(known.tree, tree);
  assert.equal(lineTo(known.tree, known.id), "0-4.1-7");
  assert.equal(writeTree(reach(tree, 7, "0-1").tree), `7:0-1~${WRITTEN}`);
  assert.deepEqual(reach(tree, 12, "").tree, tree);
});

test("a line that is cut off takes along all that grew on it", () => {
  const tree = readTree(WRITTEN);
  const left = prune(tree, reach(tree, 12, "0-4").id);
  assert.equal(writeTree(left.tree), "12:(1-9)1-8.0-3~30:1-2");
  assert.equal(lineTo(left.tree, left.id), "");
});

test("what cannot be read is left out", () => {
  for (const text of ["", "x", "12", "12:", "12:flip", ":0-1", "12:(", "12:((((", "~~"])
    assert.equal(writeTree(readTree(text)), "", text);
  assert.equal(writeTree(readTree("12:0-4.what~9:1-1")), "9:1-1~12:0-4");
  const endless = `0:${Array.from({ length: 900 }, (_, at) => `0-${at}`).join(".")}`;
  assert.ok(isFull(readTree(endless)));
  assert.equal(readTree(endless).length, MOST_TWIGS + 1);
});
