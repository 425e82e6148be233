/**
 * The line to a table: it keeps a socket open, comes back by itself after a break, asks for what it
 * missed, and sends what was not answered again under the same id.
 *
 * It knows nothing of the page. Sockets and timers come from outside, so that it can be tested.
 */
import type { Answer, FromPage, FromServer, Message } from "./types.ts";

/** What the page asks of the table; the line adds an id to each. */
export type Intent = FromPage extends infer Wish
  ? Wish extends FromPage
    ? Omit<Wish, "id">
    : never
  : never;

export type LineState =
  | { kind: "connecting" }
  | { kind: "open" }
  /** The connection broke; the next attempt follows after `seconds`. */
  | { kind: "waiting"; seconds: number; reason: Message | null }
  /** The device itself has no network. */
  | { kind: "offline" }
  /** There is no such table: trying again is no use. */
  | { kind: "gone"; reason: Message | null }
  | { kind: "closed" };

/** The part of a WebSocket that the line uses. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export interface World {
  /** `isSeen` is whether anybody sees the page that connects. */
  connect(since: number, isSeen: boolean): Socket;
  /** Calls back later and returns a function that calls it off. */
  later(seconds: number, action: () => void): () => void;
  random(): number;
  isOnline(): boolean;
  isSeen(): boolean;
}

export interface Listener {
  received(message: FromServer): void;
  changed(state: LineState): void;
}

interface Pending {
  text: string;
  settle: (answer: Answer) => void;
}

const FIRST_PAUSE = 0.5;
/** Where all places are taken, one is not free again in the next instant. */
const FIRST_PAUSE_WHEN_FULL = 2;
const LONGEST_PAUSE = 15;
/** An answer that takes longer than this means that the line is dead, whatever the socket says. */
const PATIENCE = 10;
/** What changes nothing, and is answered: there is no story before the first event. */
const NOTHING = { do: "earlier", before: 1 } as const;

/** How long to wait before the table is told again whether the page is seen, if it would not hear it. */
const PAUSE_TO_TELL = 15;

/** How a socket ended: the server knows no such table; all places are taken for now; or nobody said why. */
const UNKNOWN_TABLE = 4404;
const FULL = 4503;
const ABNORMAL = 1006;

export class Line {
  state: LineState = { kind: "connecting" };
  private socket: Socket | null = null;
  /** The last version that was told. */
  private since = -1;
  private failures = 0;
  private farewell: Message | null = null;
  private callOffRetry: (() => void) | null = null;
  private callOffPatience: (() => void) | null = null;
  private readonly pending = new Map<string, Pending>();
  private counter = 0;
  /** What the table was told: whether the page is seen. */
  private toldSeen = true;
  private tellingSeen = false;
  private readonly prefix: string;

  constructor(
    private readonly world: World,
    private readonly listener: Listener,
  ) {
    // Ids are unique per table, also over reloads and over several devices.
    this.prefix = Math.floor(world.random() * 36 ** 10).toString(36);
  }

  open(): void {
    this.callOffRetry?.();
    this.callOffRetry = null;
    this.become({ kind: "connecting" });
    this.toldSeen = this.world.isSeen();
    const socket = this.world.connect(this.since, this.toldSeen);
    this.socket = socket;
    socket.onmessage = (event) => this.socket === socket && this.hear(event.data);
    socket.onclose = ({ code }) => this.socket === socket && this.lost(code);
  }

  /** Sends an intent and promises its answer, however many connections it takes. */
  ask(intent: Intent): Promise<Answer> {
    const id = `${this.prefix}-${++this.counter}`;
    const text = JSON.stringify({ ...intent, id });
    return new Promise((settle) => {
      this.pending.set(id, { text, settle });
      if (this.state.kind === "open") this.transmit(text);
    });
  }

  get unanswered(): number {
    return this.pending.size;
  }

  /** Tries again at once: the network is back, or the reader asks for it. */
  hurry(): void {
    if (this.state.kind === "waiting" || this.state.kind === "offline") this.open();
  }

  /** Makes sure that there is still somebody at the other end. A network that goes away closes nothing;
   * and a table on this machine goes on without one. */
  doubt(): void {
    if (this.state.kind === "open") void this.ask(NOTHING);
  }

  /** Tells the table whether the page is seen, if that has changed: who does not look may be called. */
  async tellSeen(): Promise<void> {
    const on = this.world.isSeen();
    if (this.state.kind !== "open" || this.tellingSeen || on === this.toldSeen) return;
    this.tellingSeen = true;
    const answer = await this.ask({ do: "look", on });
    this.tellingSeen = false;
    if (answer.type === "ack") {
      this.toldSeen = on;
      await this.tellSeen();
    } else this.world.later(PAUSE_TO_TELL, () => void this.tellSeen());
  }

  close(): void {
    this.callOffRetry?.();
    this.callOffPatience?.();
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.become({ kind: "closed" });
  }

  private hear(text: string): void {
    const message = JSON.parse(text) as FromServer;
    switch (message.type) {
      case "welcome":
        this.welcome();
        break;
      // A state may come without its story when the line breaks between the two.
      case "story":
        this.since = Math.max(this.since, ...message.entries.map((entry) => entry.version));
        break;
      case "bye":
        this.farewell = message.reason;
        break;
      case "ack":
      case "no":
      case "why":
      case "earlier":
      case "hint":
      case "ahead":
        this.settle(message);
        return;
    }
    this.listener.received(message);
  }

  private welcome(): void {
    // A table that changes welcomes again over the same line; only the first one opens it.
    if (this.state.kind === "open") return;
    this.failures = 0;
    this.farewell = null;
    this.become({ kind: "open" });
    for (const { text } of this.pending.values()) this.transmit(text);
    void this.tellSeen();
  }

  private transmit(text: string): void {
    this.socket?.send(text);
    this.callOffPatience ??= this.world.later(PATIENCE, () => {
      this.callOffPatience = null;
      if (this.pending.size > 0) this.drop();
    });
  }

  private settle(answer: Answer): void {
    // A message that could not even be read has no id, and nobody waits for its answer.
    const pending = answer.id === null ? undefined : this.pending.get(answer.id);
    if (answer.id === null || !pending) return;
    this.pending.delete(answer.id);
    this.callOffPatience?.();
    this.callOffPatience = null;
    pending.settle(answer);
  }

  private drop(): void {
    const socket = this.socket;
    this.lost(ABNORMAL);
    socket?.close();
  }

  private lost(code: number): void {
    this.socket = null;
    this.callOffPatience?.();
    this.callOffPatience = null;
    if (code === UNKNOWN_TABLE) return this.become({ kind: "gone", reason: this.farewell });
    const first = code === FULL ? FIRST_PAUSE_WHEN_FULL : FIRST_PAUSE;
    const longest = Math.min(LONGEST_PAUSE, first * 2 ** this.failures++);
    // Spread out, so that a restarted server is not met by everyone in the same instant.
    const seconds = longest * (0.5 + 0.5 * this.world.random());
    if (this.world.isOnline()) this.become({ kind: "waiting", seconds, reason: this.farewell });
    else this.become({ kind: "offline" });
    this.callOffRetry = this.world.later(seconds, () => this.open());
  }

  private become(state: LineState): void {
    this.state = state;
    this.listener.changed(state);
  }
}
