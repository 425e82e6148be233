import assert from "node:assert/strict";
import { test } from "node:test";
import type { Data, LayoutPart, Move } from "../../wire/types.ts";
import { choicesOf, fitting, leftOf, wishFor } from "./choices.ts";
import { partsOf } from "./parts.ts";
import { lexiconOf } from "./words.ts";

const move = (n: number, data: Data): Move => ({ n, notation: `${n}`, data });
const partsIn = (view: Data, layout: LayoutPart[] = []) => partsOf({ seats: 2, ...view }, layout);
const spots = (moves: Move[], view: Data, layout: LayoutPart[] = []) =>
  choicesOf(moves, partsIn(view, layout)).map(({ mentions }) =>
    mentions.map((mention) => [...mention.spots].join(" ")),
  );
const THREE = [
  ["", "", ""],
  ["", "", ""],
  ["", "", ""],
];

test("a column is chosen by any of its fields", () => {
  const view = { rows: THREE };
  const drop = move(0, { do: "drop", column: "b" });
  assert.deepEqual(spots([drop], view), [["rows/0/1 rows/1/1 rows/2/1"]]);
  const [choice] = choicesOf([drop], partsIn(view));
  assert.ok(choice);
  assert.deepEqual(leftOf(choice, ["rows/2/1"]), []);
  assert.equal(leftOf(choice, ["rows/2/2"]), null);
});

test("fields go by their names, or by column and row", () => {
  const view = { board: THREE };
  assert.deepEqual(spots([move(0, { do: "flip", at: "c1" })], view), [["board/2/2"]]);
  assert.deepEqual(spots([move(0, { do: "put", column: "a", row: "3" })], view), [["board/0/0"]]);
});

test("a move with two places is chosen one after the other", () => {
  const parts = partsIn({ board: THREE });
  const choices = choicesOf(
    [
      move(0, { do: "move", from: "a1", to: "a2" }),
      move(1, { do: "move", from: "a1", to: "b1" }),
      move(2, { do: "move", from: "c3", to: "b3" }),
    ],
    parts,
  );
  assert.deepEqual(
    fitting(choices, ["board/2/0"]).map(({ move: { n } }) => n),
    [0, 1],
  );
  assert.deepEqual(
    fitting(choices, ["board/2/0", "board/2/1"]).map(({ move: { n } }) => n),
    [1],
  );
  const wish = wishFor("board/0/2", ["board/2/0"], choices, parts);
  assert.deepEqual(wish, { do: "move", from: "a1", to: "c3" });
});

test("a card is looked for where all cards that may be played lie", () => {
  const view = { deck: [0, 3, 4, 5, 7, 8], hand: [3, 7, 9] };
  const moves = [move(3, { do: "play", card: 3 }), move(7, { do: "play", card: 7 })];
  assert.deepEqual(spots(moves, view), [["hand/0"], ["hand/1"]]);
  const more = [...moves, move(8, { do: "play", card: 8 })];
  assert.deepEqual(spots(more, view), [["deck/1"], ["deck/4"], ["deck/5"]]);
  const hint: LayoutPart = { as: "cards", field: "hand", chosen_by: ["card"] };
  assert.deepEqual(spots(more, view, [hint]), [[], [], []]);
});

test("cards with several facts go by their id", () => {
  const view = { market: [{ id: "fox", points: 3 }, { id: "owl", points: 2 }, { id: "elk" }] };
  assert.deepEqual(spots([move(0, { do: "buy", card: "owl" })], view), [["market/1"]]);
});

test("what speaks of nothing on the table is left to the buttons", () => {
  assert.deepEqual(spots([move(0, { do: "pass" }), move(1, { do: "bid", coins: 3 })], {}), [
    [],
    [],
  ]);
});

test("a wish for a thing that no move speaks of is like those that do", () => {
  const parts = partsIn({ rows: THREE, hand: [1, 2, 3] });
  const columns = choicesOf([move(0, { do: "drop", column: "a" })], parts);
  assert.deepEqual(wishFor("rows/1/2", [], columns, parts), { do: "drop", column: "c" });
  assert.equal(wishFor("hand/0", [], columns, parts), null);
  const cards = choicesOf([move(0, { do: "play", card: 2 })], parts);
  assert.deepEqual(wishFor("hand/2", [], cards, parts), { do: "play", card: 3 });
});

test("moves are said as the game says them, or by what they do", () => {
  const said = move(0, { do: "drop", column: "c" });
  assert.equal(lexiconOf({}).move(said), "Drop: c");
  assert.equal(lexiconOf({ "do.drop": "let fall" }).move(said), "Let fall: c");
  assert.equal(lexiconOf({ "move.drop": "Drop into {column}" }).move(said), "Drop into c");
  assert.equal(lexiconOf({}).move(move(1, { do: "end_turn" })), "End turn");
});
