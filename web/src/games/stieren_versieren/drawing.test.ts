import assert from "node:assert/strict";
import { test } from "node:test";
import { choicesOf, choicesWith, wishFor } from "./choices.ts";
import type { Thing } from "./face.ts";
import { followFight } from "./fight.ts";
import { bullOf, type Player, type StierenView, type Move, type StierenMove } from "./view.ts";

const PLACES = ["vip_club", "pub", "gym", "opera"];
const COW = { drawn: false, shack: null, bull: null, points: null, seen_by: [], settled: false };

function player(facts: Partial<Player> = {}): Player {
  const none = {
    hand: null,
    face_down: null,
    discard: [],
    bulls: [],
    champion: null,
    mates: [],
    support: [],
    married: [],
    pool: [],
    known: [],
  };
  const counts = {
    hand_count: 5,
    chosen_count: 0,
    committed_count: 0,
    pile_count: 15,
    reshuffles: 0,
    strength: 0,
  };
  return { sign: "tail", has_chosen: false, ...none, ...counts, ...facts };
}

function evening(facts: Partial<StierenView> = {}): StierenView {
  return {
    game: "stieren_versieren",
    seat: 0,
    ply: 0,
    label: "",
    extra_done: false,
    removed: 0,
    unseen_cows: [],
    deck: { bulls: [], cows: [] },
    talked: null,
    swapped: null,
    scores: [0, 0, 0],
    places: [1, 1, 1],
    phase: "action",
    seats: 3,
    options: { fight: "standard", layout: "standard" },
    to_act: [0],
    over: null,
    round: 1,
    no_peek: false,
    first: 0,
    turn: 0,
    actions_left: 2,
    locations: PLACES.map((name, at) => ({
      name,
      symbol: "heart",
      row: Math.floor(at / 2),
      column: at % 2,
    })),
    stack: 6,
    cows: [
      { ...COW, id: "c1", at: "pub", up: false, symbol: null, value: null },
      { ...COW, id: "c2", at: "opera", up: true, symbol: "heart", value: 4 },
    ],
    moving: null,
    fight: null,
    players: [
      player({ bulls: [{ id: "h3", symbol: "heart", value: 3, at: "opera" }] }),
      player(),
      player(),
    ],
    ...facts,
  };
}

const move = (data: StierenMove): Move => ({ n: 1, notation: "", data, final: false });

test("a bull's name holds its face, also that of a twin", () => {
  assert.deepEqual(bullOf("d4"), { id: "d4", symbol: "dumbbell", value: 4 });
  assert.deepEqual(bullOf("m5b"), { id: "m5b", symbol: "money", value: 5 });
});

test("what can be done with a bull or a cow is found among the legal moves", () => {
  const choices = choicesOf([
    move({ do: "court", bull: "h3", cow: "c2" }),
    move({ do: "move", bull: "h3", to: "pub" }),
    move({ do: "extra", bull: "h3b" }),
    move({ do: "pass" }),
  ]);
  assert.equal(choicesWith(choices, { kind: "bull", id: "h3" }).length, 2);
  assert.deepEqual(
    choicesWith(choices, { kind: "cow", id: "c2" }).map((it) => it.read.do),
    ["court"],
  );
  assert.equal(choicesWith(choices, { kind: "bull", id: "h3b" }).length, 0);
});

test("two presses are a wish: to talk, to court, to go or to chase", () => {
  const bull = { kind: "bull", id: "h3" } as const;
  assert.deepEqual(wishFor(evening(), 0, bull, { kind: "cow", id: "c1" }), {
    do: "talk",
    bull: "h3",
    cow: "c1",
  });
  assert.deepEqual(wishFor(evening(), 0, bull, { kind: "cow", id: "c2" }), {
    do: "court",
    bull: "h3",
    cow: "c2",
  });
  assert.deepEqual(wishFor(evening(), 0, bull, { kind: "place", id: "gym" }), {
    do: "move",
    bull: "h3",
    to: "gym",
  });
  assert.deepEqual(wishFor(evening(), 0, { kind: "cow", id: "c2" }, { kind: "place", id: "pub" }), {
    do: "chase",
    cow: "c2",
    to: "pub",
  });
  const moving = evening({ phase: "companion", moving: { bull: "h3", to: "gym" } });
  assert.deepEqual(wishFor(moving, 0, null, { kind: "cow", id: "c2" }), { do: "lead", cow: "c2" });
});

test("while a cow is to be placed, a press on what stands at a place means the place", () => {
  for (const phase of ["cow", "shortage"] as const) {
    const placing = evening({ phase });
    const wish = (thing: Thing): unknown => wishFor(placing, 0, null, thing);
    assert.deepEqual(wish({ kind: "place", id: "gym" }), { do: "cow", to: "gym" });
    assert.deepEqual(wish({ kind: "cow", id: "c1" }), { do: "cow", to: "pub" });
    assert.deepEqual(wish({ kind: "bull", id: "h3" }), { do: "cow", to: "opera" });
  }
});

test("answers given at once are secret; then all bids are shown with who was drawn", () => {
  const bids = { fight: "simultaneous", layout: "standard" } as const;
  const romeo = player({ champion: "h3" });
  const asked = evening({
    phase: "challenge",
    options: bids,
    to_act: [2],
    fight: "c2",
    players: [romeo, player({ has_chosen: true }), player()],
  });
  const secret = followFight(null, asked);
  assert.ok(secret?.isSecret);
  assert.deepEqual(
    secret.sides.map((side) => side.seat),
    [0],
  );
  const drawn = followFight(secret, {
    ...asked,
    phase: "commit",
    players: [romeo, player({ support: ["h5"] }), player({ champion: "h1", support: ["h1"] })],
  });
  assert.equal(drawn?.isSecret, false);
  assert.deepEqual(
    drawn?.bids.map((bid) => [bid.seat, bid.bull.id]),
    [
      [1, "h5"],
      [2, "h1"],
    ],
  );
  // A bid is no hand card.
  assert.deepEqual(
    drawn?.sides.map((side) => side.cards),
    [[], []],
  );
});

test("a fight is followed to its end, and what was shown stays until it is put away", () => {
  const romeo = player({ champion: "h3", hand: [], face_down: [] });
  const commit = evening({
    phase: "commit",
    fight: "c2",
    players: [romeo, player({ champion: "h5", committed_count: 2 }), player()],
  });
  const open = followFight(null, commit);
  assert.equal(open?.stage, "commit");
  assert.deepEqual(
    open?.sides.map((side) => side.seat),
    [0, 1],
  );
  assert.deepEqual(open?.sides[1]?.cards, [null, null]);

  const home = {
    ...COW,
    id: "c2",
    at: null,
    up: true,
    symbol: "heart",
    value: 4,
    shack: 1,
    bull: "h5",
    points: 20,
  } as const;
  const shown = evening({
    cows: [home],
    players: [player({ strength: 3 }), player({ strength: 7, support: ["h2", "b1"] }), player()],
  });
  const over = followFight(open, shown);
  assert.ok(over?.over);
  assert.equal(over?.winner, 1);
  assert.equal(over?.sides[0]?.champion?.id, "h3");
  assert.deepEqual(
    over?.sides[1]?.cards.map((card) => card?.id),
    ["h2", "b1"],
  );
  assert.equal(followFight(over, evening()), over);
  assert.equal(followFight(null, evening()), null);
  // Who comes later sees the strengths, but not who stood there.
  assert.deepEqual(
    followFight(null, shown)?.sides.map((side) => [side.champion, side.strength]),
    [
      [null, 3],
      [null, 7],
    ],
  );
});
