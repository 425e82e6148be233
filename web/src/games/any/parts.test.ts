import assert from "node:assert/strict";
import { test } from "node:test";
import type { Data, LayoutPart } from "../../wire/types.ts";
import { Changes } from "./changes.ts";
import { partsOf, shapeOf } from "./parts.ts";

const HEAD = { game: "g", seat: 0, seats: 2, to_act: [0], ply: 0, over: null, phase: "play" };
const parts = (view: Data, layout: LayoutPart[] = []) => partsOf({ ...HEAD, ...view }, layout);

test("shapes say what is a grid, what are cards and what each seat has", () => {
  assert.equal(
    shapeOf(
      [
        [0, 1, 2],
        [0, 0, 0],
        [1, 1, 1],
      ],
      2,
      "rows",
    ),
    "grid",
  );
  assert.equal(shapeOf({ a1: "fox", a2: null, b1: null, b2: "bear" }, 2, "board"), "grid");
  assert.equal(shapeOf([3, 7, 9], 2, "market"), "cards");
  assert.equal(shapeOf([3, 7], 2, "points"), "seats");
  assert.equal(shapeOf([3, 7], 2, "hand"), "cards");
  assert.equal(
    shapeOf(
      [
        [1, 2],
        [3, 4],
      ],
      2,
      "hands",
    ),
    "cards",
  );
  assert.equal(shapeOf({ wood: 3, hay: 1 }, 2, "supply"), "facts");
  assert.equal(shapeOf(4, 2, "turns_left"), "facts");
});

test("the header of a view is not shown again", () => {
  assert.deepEqual(parts({}), []);
});

test("a grid of small numbers holds pieces of seats, and has names as people say them", () => {
  const [grid] = parts({
    rows: [
      [0, 0, 0],
      [0, 2, 0],
      [1, 2, 1],
    ],
  });
  assert.ok(grid?.kind === "grid");
  assert.equal(grid.ofSeats, true);
  assert.deepEqual(grid.columnNames, ["a", "b", "c"]);
  assert.deepEqual(grid.rowNames, ["3", "2", "1"]);
  const [other] = parts({
    rows: [
      [0, 0, 0],
      [0, 9, 0],
      [1, 2, 1],
    ],
  });
  assert.ok(other?.kind === "grid" && !other.ofSeats);
});

test("a map of fields becomes rows from the top", () => {
  const [grid] = parts({ board: { a1: "x", b1: null, a2: null, b2: "o" } });
  assert.ok(grid?.kind === "grid");
  assert.deepEqual(
    grid.rows.map((row) => row.map((thing) => thing.value)),
    [
      [null, "o"],
      ["x", null],
    ],
  );
});

test("what players have is one table where it is plain, and a part for each where it is not", () => {
  const found = parts({
    players: [
      { coins: 3, hand: [1, 2, 3] },
      { coins: 5, hand: [null, null] },
    ],
  });
  assert.deepEqual(
    found.map((part) => [part.kind, part.field, part.owner]),
    [
      ["seats", "players.coins", null],
      ["cards", "players.hand", 0],
      ["cards", "players.hand", 1],
    ],
  );
});

test("hints come first, in their order, and say more than the shape", () => {
  const found = parts(
    { label: "x", prizes: [1, 2], deck: [0, 1, 2], points: [0, 3], hands: [2, 2] },
    [
      { as: "track", field: "points", most: 5 },
      { as: "pile", field: "deck" },
      { as: "pile", field: "hands" },
      { as: "hidden", field: "prizes" },
    ],
  );
  assert.deepEqual(
    found.map((part) => [part.field, part.kind]),
    [
      ["points", "seats"],
      ["deck", "pile"],
      ["hands", "seats"],
    ],
  );
  assert.ok(found[1]?.kind === "pile" && found[1].count === 3);
  assert.ok(found[2]?.kind === "seats" && found[2].faceDown);
});

test("fields that a move has filled are marked, unless pictures were left out", () => {
  const changes = new Changes();
  const at = (rows: number[][]) => parts({ rows });
  const empty = [
    [0, 0],
    [0, 0],
    [0, 0],
  ];
  const one = [
    [0, 0],
    [0, 0],
    [1, 0],
  ];
  const two = [
    [0, 0],
    [2, 0],
    [1, 0],
  ];
  assert.deepEqual([...changes.follow(at(one), 0)], []);
  assert.deepEqual([...changes.follow(at(two), 1)], ["rows/1/0"]);
  assert.deepEqual([...changes.follow(at(two), 1)], ["rows/1/0"]);
  assert.deepEqual([...changes.follow(at(empty), 2)], []);
  assert.deepEqual([...changes.follow(at(two), 9)], []);
});
