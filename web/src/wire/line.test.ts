import assert from "node:assert/strict";
import { test } from "node:test";
import { Line, type LineState, type Socket } from "./line.ts";
import type { Answer, FromServer } from "./types.ts";

class FakeSocket implements Socket {
  sent: Record<string, unknown>[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(
    readonly since: number,
    readonly isSeen: boolean,
  ) {}
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.closed = true;
    this.onclose?.({ code: 1006 });
  }
  hear(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

function setUp() {
  const sockets: FakeSocket[] = [];
  const timers: { seconds: number; action: () => void }[] = [];
  const states: LineState[] = [];
  const received: FromServer[] = [];
  const world = {
    online: true,
    seen: true,
    connect(since: number, isSeen: boolean): Socket {
      const socket = new FakeSocket(since, isSeen);
      sockets.push(socket);
      return socket;
    },
    later(seconds: number, action: () => void) {
      const timer = { seconds, action };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0);
    },
    random: () => 1,
    isOnline: () => world.online,
    isSeen: () => world.seen,
  };
  const line = new Line(world, {
    received: (message) => received.push(message),
    changed: (state) => states.push(state),
  });
  line.open();
  const last = (): FakeSocket => sockets.at(-1)!;
  const welcome = (): void => last().hear({ type: "welcome", table: {}, you: [0], host: true });
  const ring = (): void => timers.shift()!.action();
  return { line, world, sockets, timers, states, received, last, welcome, ring };
}

const MOVE = { do: "move", version: 3, seat: 0, n: 17 } as const;

test("nothing is sent before the welcome, everything after it", () => {
  const { line, last, welcome } = setUp();
  void line.ask(MOVE);
  assert.equal(last().sent.length, 0);
  welcome();
  assert.equal(last().sent.length, 1);
});

test("an answer settles its question and no other", async () => {
  const { line, last, welcome } = setUp();
  welcome();
  const first = line.ask(MOVE);
  const second = line.ask({ do: "undo", version: 4 });
  const ids = last().sent.map((message) => message["id"]);
  assert.equal(new Set(ids).size, 2);
  last().hear({ type: "no", id: ids[1], reason: { key: "table.stale", args: {} } });
  last().hear({ type: "ack", id: ids[0], version: 4 });
  assert.equal((await first).type, "ack");
  assert.equal((await second).type, "no");
  assert.equal(line.unanswered, 0);
});

test("after a break the same message goes out again under the same id, with the version that was told", async () => {
  const { line, sockets, last, welcome, ring, states } = setUp();
  welcome();
  last().hear({
    type: "story",
    entries: [6, 7].map((version) => ({ version, seat: 0, events: [] })),
  });
  last().hear({ type: "state", version: 8 });
  const answer = line.ask(MOVE);
  last().onclose?.({ code: 1006 });
  assert.equal(states.at(-1)!.kind, "waiting");
  ring();
  assert.equal(last().since, 7);
  welcome();
  assert.deepEqual(sockets[1]!.sent, sockets[0]!.sent);
  last().hear({ type: "ack", id: last().sent[0]!["id"], version: 8 });
  assert.equal(((await answer) as Answer).type, "ack");
});

test("a page that is hidden says so, and again when it is seen", async () => {
  const { line, world, last, welcome } = setUp();
  welcome();
  await line.tellSeen();
  assert.equal(last().sent.length, 0);
  world.seen = false;
  const told = line.tellSeen();
  world.seen = true; // meanwhile: it is told after the answer
  void line.tellSeen();
  assert.deepEqual(
    last().sent.map(({ do: it, on }) => [it, on]),
    [["look", false]],
  );
  last().hear({ type: "ack", id: last().sent[0]!["id"], version: 1 });
  await Promise.resolve();
  await Promise.resolve();
  assert.equal(last().sent.at(-1)!["on"], true);
  last().hear({ type: "ack", id: last().sent.at(-1)!["id"], version: 1 });
  await told;
  assert.equal(last().sent.length, 2);
});

test("a page that comes back hidden says so at the door, and tells again what was not heard", async () => {
  const { line, world, last, welcome, ring, timers } = setUp();
  assert.ok(last().isSeen);
  welcome();
  world.seen = false;
  last().onclose?.({ code: 1006 });
  ring();
  assert.ok(!last().isSeen);
  welcome();
  assert.equal(last().sent.length, 0);
  world.seen = true;
  const told = line.tellSeen();
  last().hear({
    type: "no",
    id: last().sent[0]!["id"],
    reason: { key: "table.ask_slower", args: {} },
  });
  await told;
  timers.at(-1)!.action();
  assert.deepEqual(
    last().sent.map(({ on }) => on),
    [true, true],
  );
});

test("pauses grow up to a bound and begin anew after a welcome", () => {
  const { timers, last, welcome, ring } = setUp();
  const pauses: number[] = [];
  for (let i = 0; i < 8; i++) {
    last().onclose?.({ code: 1006 });
    pauses.push(timers.at(-1)!.seconds);
    ring();
  }
  assert.deepEqual(pauses, [0.5, 1, 2, 4, 8, 15, 15, 15]);
  welcome();
  last().onclose?.({ code: 1006 });
  assert.equal(timers.at(-1)!.seconds, 0.5);
});

test("the reason of a farewell is kept for the pause", () => {
  const { last, welcome, states } = setUp();
  welcome();
  last().hear({ type: "bye", reason: { key: "table.drain", args: {} } });
  last().onclose?.({ code: 1006 });
  const state = states.at(-1)!;
  assert.ok(state.kind === "waiting" && state.reason?.key === "table.drain");
});

test("a table that does not exist is not asked for again", () => {
  const { last, timers, states } = setUp();
  last().hear({ type: "bye", reason: { key: "table.unknown_table", args: {} } });
  last().onclose?.({ code: 4404 });
  assert.equal(states.at(-1)!.kind, "gone");
  assert.equal(timers.length, 0);
});

test("a full table is tried again, later and later, and says why", () => {
  const { last, timers, states, ring, welcome } = setUp();
  for (const seconds of [2, 4, 8, 15, 15]) {
    last().hear({ type: "bye", reason: { key: "table.full", args: {} } });
    last().onclose?.({ code: 4503 });
    const state = states.at(-1)!;
    assert.ok(state.kind === "waiting" && state.reason?.key === "table.full");
    assert.equal(timers.at(-1)!.seconds, seconds);
    ring();
  }
  welcome();
  assert.equal(states.at(-1)!.kind, "open");
});

test("without a network it says so, and tries at once when the network is back", () => {
  const { line, world, sockets, last, states } = setUp();
  world.online = false;
  last().onclose?.({ code: 1006 });
  assert.equal(states.at(-1)!.kind, "offline");
  world.online = true;
  line.hurry();
  assert.equal(sockets.length, 2);
});

test("a table on this machine is found again without a network", () => {
  const { world, last, states, ring, welcome, sockets } = setUp();
  world.online = false;
  last().onclose?.({ code: 1006 });
  ring();
  assert.equal(sockets.length, 2);
  welcome();
  assert.equal(states.at(-1)!.kind, "open");
});

test("when the network goes, a line that still answers stays, and a silent one is given up", () => {
  for (const answers of [true, false]) {
    const { line, world, last, welcome, ring, timers, states } = setUp();
    welcome();
    world.online = false;
    line.doubt();
    const asked = last().sent.at(-1)!;
    assert.equal(asked["do"], "earlier");
    if (answers) last().hear({ type: "earlier", id: asked["id"], entries: [] });
    else ring();
    assert.equal(states.at(-1)!.kind, answers ? "open" : "offline");
    assert.equal(timers.length, answers ? 0 : 1);
  }
});

test("a line that does not answer is given up and made anew", () => {
  const { line, last, welcome, ring, sockets } = setUp();
  welcome();
  void line.ask(MOVE);
  const silent = last();
  ring();
  assert.ok(silent.closed);
  ring();
  assert.equal(sockets.length, 2);
});

test("a second welcome over the same line sends nothing again", () => {
  const { line, last, welcome } = setUp();
  welcome();
  void line.ask(MOVE);
  welcome();
  assert.equal(last().sent.length, 1);
});

test("what an old socket still says is not heard", () => {
  const { sockets, last, welcome, ring, received } = setUp();
  welcome();
  last().onclose?.({ code: 1006 });
  ring();
  const before = received.length;
  sockets[0]!.hear({ type: "state", version: 99 });
  assert.equal(received.length, before);
});
