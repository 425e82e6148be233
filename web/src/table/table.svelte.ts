/** One table as the page sees it: what the server said last, and what the player is about to do. */
import { announcer } from "../kit/announcer.svelte.ts";
import { play as sound, type Sound } from "../kit/sound.ts";
import { nameOfSeat } from "../page/names.ts";
import { asSentence, written, type Piece, type Speaker } from "../text/say.ts";
import { count, speech, t } from "../text/speech.svelte.ts";
import { browserWorld } from "../wire/browser.ts";
import { FRAMES_AT_ONCE, getFrames, tablePast } from "../wire/http.ts";
import { Line, type LineState } from "../wire/line.ts";
import type {
  ChatEntry,
  Clock,
  Data,
  FromServer,
  Hint,
  HintStep,
  LastMove,
  LegalMove,
  Move,
  Nudge,
  Picture,
  Player,
  Proposal,
  SeatingEntry,
  State,
  StoryEntry,
  TableFacts,
} from "../wire/types.ts";
import { inOrder, type LogEntry } from "./in_order.ts";
import { Planning } from "./planning.svelte.ts";
import { isPaced, MOST_WAITING, stayOf } from "./pace.ts";
import { countSince, goOn, lookBack, NOTHING, plyOf, type Recent } from "./recent.ts";

/** How much of a step one's own move stays before a quick answer to it. */
const OWN_WEIGHT = 0.4;

/** How far back one looks for what the others did before the page was opened. */
const MOST_RECALLED = 60;

/** How long a reason stays in sight, in milliseconds. */
const NOTE_STAYS = 8000;

const HINT_STEPS: readonly HintStep[] = ["nudge", "move", "reason"];

export interface Note {
  text: string;
  kind: "reason" | "news";
  n: number;
}

/** Something that somebody else did, while it is being shown. */
export interface Scene {
  seat: number | null;
  /** Null for what one may not know. */
  move: LastMove | null;
  version: number;
  /** How long it is shown, in milliseconds. */
  stays: number;
}

export class Table {
  readonly id: string;
  facts = $state.raw<TableFacts | null>(null);
  you = $state.raw<number[]>([]);
  host = $state(false);
  players = $state.raw<Player[]>([]);
  /** The state on the screen; newer ones may wait for their turn. */
  state = $state.raw<State | null>(null);
  /** What is being shown of another's turn. */
  scene = $state.raw<Scene | null>(null);
  recent = $state.raw<Recent>(NOTHING);
  private heard = $state.raw<StoryEntry[]>([]);
  /** The story as far as it is on the screen: it never runs ahead of the board. */
  readonly story = $derived.by(() => {
    const version = this.state?.version ?? -1;
    const ahead = this.heard.findIndex((entry) => entry.version > version);
    return ahead < 0 ? this.heard : this.heard.slice(0, ahead);
  });
  private seatings = $state.raw<SeatingEntry[]>([]);
  /** The story, and who came to a seat or left it. */
  readonly log = $derived(inOrder(this.story, this.seatings, this.state?.version ?? -1));
  /** What the host proposes about a seat. */
  proposal = $state.raw<Proposal | null>(null);
  /** How much time everybody had left when it was heard, and when that was. */
  clock = $state.raw<Clock | null>(null);
  private clockHeard = 0;
  readonly planning = new Planning(this);
  chat = $state.raw<ChatEntry[]>([]);
  thinking = $state<Record<number, boolean>>({});
  /** Bots that would think, but the house is busy. */
  queueing = $state<Record<number, boolean>>({});
  line = $state.raw<LineState>({ kind: "connecting" });
  /** The server has welcomed us once: the table exists. */
  met = $state(false);
  failures = $state(0);

  /** A move that waits for its confirmation. */
  staged = $state.raw<LegalMove | null>(null);
  /** A move that was sent and not answered yet. */
  sending = $state(false);
  /** How far the player has asked for advice, and what came of it. */
  hintStep = $state<HintStep | null>(null);
  nudge = $state.raw<Nudge | null>(null);
  hints = $state.raw<Hint[]>([]);
  hinting = $state(false);
  note = $state.raw<Note | null>(null);
  /** How the game's moves sound, once its drawing is here. */
  soundOf: ((move: Move) => Sound) | null = null;
  /** How much time they need to be followed. */
  weightOf: ((move: Move) => number) | null = null;
  /** Whose hand the device is in, at a table with several of its seats. */
  private holder = $state<number | null>(null);

  private recalling = false;
  private readonly connection: Line;
  private readonly waiting: State[] = [];
  private beat: ReturnType<typeof setTimeout> | null = null;
  /** By how many milliseconds the clock of this device is ahead of the server's. */
  private ahead = 0;
  private notes = 0;
  /** Counts the moves that were sent. */
  private sent = 0;
  /** The last version that was heard of, and the last that was said aloud. */
  private told = -1;
  private announced = -1;
  /** When this page came to the table, by the clock of the server. */
  private cameAt: string | null = null;

  constructor(
    id: string,
    /** What this page is at the table: a seat, a screen for everybody, or a hand that belongs to such a screen. */
    private readonly look: "seat" | "screen" | "hand" = "seat",
  ) {
    this.id = id;
    this.connection = new Line(browserWorld(id, look === "screen"), {
      received: (message) => this.receive(message),
      changed: (state) => this.lineChanged(state),
    });
    this.connection.open();
  }

  close(): void {
    if (this.beat) clearTimeout(this.beat);
    this.connection.close();
  }

  hurry = (): void => this.connection.hurry();
  doubt = (): void => this.connection.doubt();
  /** The page was hidden, or is seen again. */
  glance = (): void => {
    if (!document.hidden) this.hurry();
    void this.connection.tellSeen();
  };

  // --- who is who -----------------------------------------------------------------------------

  get game(): string {
    return this.facts?.game ?? "";
  }
  get watching(): boolean {
    return this.you.length === 0;
  }
  /** Hands are not dealt yet, as not everybody has sat down. */
  get isGathering(): boolean {
    return this.facts?.dealt === false;
  }
  /** A hand is in play at each seat: somebody else gets one only if the table agrees. */
  get guardsHands(): boolean {
    const isRunning = this.state !== null && this.state.version > 0 && this.state.over === null;
    return isRunning && (this.facts?.hands ?? false);
  }
  /** The seat whose turn it is on this device: the one that holds it, or the next that must act. */
  get seat(): number | null {
    const mine = this.state?.to_act.filter((seat) => this.you.includes(seat)) ?? [];
    if (this.holder !== null && (mine.includes(this.holder) || mine.length === 0))
      return this.holder;
    return mine[0] ?? this.you[0] ?? null;
  }
  /** Whose moves are one's own, as far as that can be said. */
  private get viewer(): number | null {
    return this.you.length === 1 ? (this.you[0] ?? null) : null;
  }
  /** At a table with secrets, the seat that must take the device before anything is shown. */
  get curtain(): number | null {
    const seat = this.seat;
    if (this.you.length < 2 || seat === null || seat === this.holder) return null;
    return this.hidesSomething && !this.state?.over ? seat : null;
  }
  /** The seats at this device do not see the same: then none of them may look over the other's shoulder. */
  private get hidesSomething(): boolean {
    const seen = new Set(
      Object.values(this.state?.views ?? {}).map((view) => JSON.stringify({ ...view, seat: null })),
    );
    return seen.size > 1;
  }
  takeDevice = (seat: number): void => {
    this.holder = seat;
    this.announce(this.story.slice(-this.players.length));
  };
  get view(): Data | null {
    return this.viewOf(this.state);
  }
  /** The table as it was before the others moved. */
  get earlier(): Data | null {
    return this.viewOf(this.recent.before);
  }
  private viewOf(state: Picture | null): Data | null {
    if (!state) return null;
    const own = this.seat === null ? state.views["spectator"] : state.views[this.seat];
    return own ?? Object.values(state.views)[0] ?? null;
  }
  get legal(): LegalMove[] {
    if (this.seat === null || this.isSeatOfBot(this.seat)) return [];
    return this.state?.legal[this.seat] ?? [];
  }
  get yourTurn(): boolean {
    return this.legal.length > 0 && !this.sending && !this.state?.over;
  }
  /** Whether one may play on from here in an analysis: after the end, or where hints are allowed. */
  get mayPlayOn(): boolean {
    return Boolean(this.state?.over) || (!this.watching && (this.facts?.hints ?? false));
  }
  isSeatOfBot(seat: number): boolean {
    return this.players[seat]?.kind === "bot";
  }
  /** A bot thinks about what is on the screen, not about something that is still to be shown. */
  isThinking(seat: number): boolean {
    return this.thinking[seat] === true && this.scene === null;
  }
  /** A bot cannot think yet: others come first. */
  isQueueing(seat: number): boolean {
    return this.queueing[seat] === true && this.isThinking(seat);
  }

  /** When it came to what stands now, by the clock of this device: that of the server may differ. */
  get turnSince(): number {
    const since = this.state?.since ?? this.facts?.opened;
    return since ? Date.parse(since) + this.ahead : Date.now();
  }
  /** How many milliseconds a seat has left at a time of this page. */
  leftAt(seat: number, now: number): number {
    const { clock } = this;
    if (!clock) return 0;
    const passed = Math.max(0, now - this.clockHeard - (clock.rests[seat] ?? 0));
    const used = clock.running.includes(seat) ? passed - (clock.free[seat] ?? 0) : 0;
    return Math.max(0, (clock.left[seat] ?? 0) - Math.max(0, used));
  }
  /** Nobody writes here yet: among strangers all must want to. */
  get isSilent(): boolean {
    const talks = this.facts?.talks;
    const people = this.players.filter((player) => player.devices > 0);
    return talks != null && !people.every((player) => talks.includes(player.seat));
  }
  /** A person sits there, and none of their devices is here. */
  isAway(seat: number): boolean {
    const player = this.players[seat];
    return player?.kind === "person" && !player.here;
  }

  nameOf = (seat: number): string => nameOfSeat(this.players, seat);

  get speaker(): Speaker {
    return speech.speaker(this.game, this.nameOf);
  }

  /** The events of an entry that the person in front of the screen may know, each in pieces. */
  toldOf(entry: StoryEntry): Piece[][] {
    const own = this.seat === null ? undefined : entry.events_for?.[this.seat];
    const events = own ?? entry.events ?? Object.values(entry.events_for ?? {})[0] ?? [];
    const { speaker } = this;
    return events.map((event) => speaker.pieces(event));
  }
  /** The same in words. */
  eventsOf(entry: StoryEntry): string[] {
    return this.toldOf(entry).map((pieces) => asSentence(written(pieces)));
  }

  /** What a line of the log says, in pieces. */
  piecesOf(line: LogEntry): Piece[][] {
    return line.kind === "story"
      ? this.toldOf(line.entry)
      : [this.speaker.pieces(line.entry.event)];
  }
  /** The same in words. */
  sentencesOf(line: LogEntry): string[] {
    return this.piecesOf(line).map((pieces) => asSentence(written(pieces)));
  }

  // --- what the player does -------------------------------------------------------------------

  /** Shows a move before it is made; it waits for `confirm`. */
  stage = (move: LegalMove): void => {
    this.staged = move;
  };
  unstage = (): void => {
    this.staged = null;
  };

  play = async (move: Move): Promise<void> => {
    const { seat, state } = this;
    if (seat === null || !state || this.sending) return;
    if (this.scene) {
      // The game may have gone on behind this picture: show how it stands; if all is as it was offered, so be it.
      const offered = this.legal;
      this.skip();
      if (seat !== this.seat || !isSameOffer(offered, this.legal)) return;
    }
    const sent = ++this.sent;
    this.sending = true;
    this.staged = null;
    this.dropHints();
    const answer = await this.connection.ask({
      do: "move",
      version: this.state?.version ?? state.version,
      seat,
      n: move.n,
      ...(this.clock ? { thought: Math.round(performance.now() - this.clockHeard) } : {}),
    });
    if (sent === this.sent) this.sending = false;
    if (answer.type === "no") this.refuse(this.speaker.say(answer.reason));
  };

  undo = async (): Promise<void> => {
    if (!this.state?.undo) return;
    this.staged = null;
    const answer = await this.connection.ask({ do: "undo", version: this.state.version });
    if (answer.type === "no") this.refuse(this.speaker.say(answer.reason));
  };

  /** Asks why a wish is not possible and shows the answer. */
  why = async (move: string | Data): Promise<void> => {
    // Who presses the board while others are shown wants to go on.
    if (this.scene) return this.skip();
    if (this.seat === null) return;
    const answer = await this.connection.ask({ do: "why", seat: this.seat, move });
    if (answer.type === "no") this.refuse(this.speaker.say(answer.reason));
    if (answer.type === "why" && answer.reason) this.refuse(this.speaker.say(answer.reason));
  };

  /** Something happened before what was told so far. */
  get hasEarlier(): boolean {
    return (this.heard[0]?.version ?? 1) > 1;
  }

  /** Asks for an earlier part of the story. */
  recall = async (): Promise<void> => {
    const first = this.heard[0];
    if (!first || this.recalling) return;
    this.recalling = true;
    const answer = await this.connection.ask({ do: "earlier", before: first.version });
    this.recalling = false;
    if (answer.type === "no") this.refuse(this.speaker.say(answer.reason));
    if (answer.type === "earlier" && this.heard[0] === first)
      this.heard = [...answer.entries, ...this.heard];
  };

  /** Asks which moves may be possible when one's turn comes. */
  movesToCome = async (): Promise<LegalMove[]> => {
    if (this.seat === null) return [];
    const answer = await this.connection.ask({ do: "ahead", seat: this.seat });
    if (answer.type === "no") this.refuse(this.speaker.say(answer.reason));
    return answer.type === "ahead" ? answer.moves : [];
  };

  /** The next step of advice, or null when all is said. */
  get nextHint(): HintStep | null {
    return this.hintStep === null
      ? "nudge"
      : (HINT_STEPS[HINT_STEPS.indexOf(this.hintStep) + 1] ?? null);
  }

  hint = async (): Promise<void> => {
    const [version, step] = [this.state?.version, this.nextHint];
    if (this.seat === null || this.hinting || !step) return;
    this.hinting = true;
    const answer = await this.connection.ask({ do: "hint", seat: this.seat, step });
    this.hinting = false;
    if (answer.type === "no") this.refuse(this.speaker.say(answer.reason));
    if (answer.type !== "hint" || version !== this.state?.version) return;
    this.hintStep = answer.step;
    this.nudge = answer.step === "nudge" ? answer.nudge : null;
    this.hints = answer.step === "nudge" ? [] : answer.moves;
  };
  dropHints = (): void => {
    this.hintStep = null;
    this.nudge = null;
    this.hints = [];
  };

  /** Sends something that needs no more than a yes or a reason. */
  wish = async (
    intent:
      | { do: "say"; text: string }
      | { do: "rename"; seat: number; name: string }
      | { do: "bot"; seat: number; level: string }
      | { do: "return" | "resign" | "leave" | "alone" | "propose"; seat: number }
      | { do: "vote"; seat: number; agree: boolean }
      | { do: "talk"; seat: number; on: boolean }
      | { do: "rematch" },
  ): Promise<boolean> => {
    const answer = await this.connection.ask(intent);
    if (answer.type === "no") this.refuse(this.speaker.say(answer.reason));
    return answer.type !== "no";
  };

  dismiss = (): void => {
    this.note = null;
  };

  refuse(text: string): void {
    sound("no");
    this.tell(text, "reason");
  }
  tell(text: string, kind: Note["kind"]): void {
    const note = { text: asSentence(text), kind, n: ++this.notes };
    this.note = note;
    setTimeout(() => this.note === note && this.dismiss(), NOTE_STAYS);
    announcer.say(asSentence(text));
  }

  // --- what the server says -------------------------------------------------------------------

  private receive(message: FromServer): void {
    switch (message.type) {
      case "welcome":
        this.facts = message.table;
        this.you = message.you;
        this.host = message.host;
        this.ahead = Date.now() - Date.parse(message.now);
        this.cameAt ??= message.now;
        this.met = true;
        break;
      case "players":
        this.players = message.players;
        break;
      case "state":
        this.show(message);
        break;
      case "story":
        this.hear(message.entries, message.gap);
        break;
      case "thinking":
        this.thinking[message.seat] = message.on;
        this.queueing[message.seat] = message.waits;
        break;
      case "chat":
        this.listen(message.entries);
        break;
      case "seating":
        this.noteSeatings(message.entries);
        break;
      case "proposal":
        this.proposal = message;
        break;
      case "clock":
        this.clock = message;
        this.clockHeard = performance.now();
        break;
    }
  }

  /** Puts a state on the screen, or in line behind those that are being shown. */
  private show(state: State): void {
    // What one has done oneself is shown at once.
    const isOwn = state.last !== null && this.you.includes(state.last.seat);
    const isFirst = this.state === null;
    this.waiting.push(state);
    if (isOwn || isFirst || !this.isPaced || this.waiting.length > MOST_WAITING) this.skip();
    else if (!this.beat) this.next();
    if (isOwn && !isFirst && this.isPaced) this.rest(stayOf(OWN_WEIGHT, 0));
  }

  /** What the others do is shown step by step; a hand leaves that to the screen. */
  private get isPaced(): boolean {
    return this.look !== "hand" && isPaced();
  }

  /** Shows how the table stands now, without what lies between. */
  skip = (): void => {
    this.endBeat();
    const latest = this.waiting.pop();
    let was = this.state;
    for (const state of this.waiting.splice(0)) {
      this.recent = goOn(this.recent, was, state, this.viewer);
      was = state;
    }
    if (latest) this.put(latest, was);
  };

  /** Shows the next step of what the others have done, or that there is none. */
  private next(): void {
    this.endBeat();
    const state = this.waiting.shift();
    if (!state) return;
    const { last, version } = state;
    const isNews = version > (this.state?.version ?? version);
    const stays = stayOf((last && this.weightOf?.(last)) ?? 1, this.waiting.length);
    const seat = last?.seat ?? this.heard.find((entry) => entry.version === version)?.seat ?? null;
    this.scene = isNews ? { seat, move: last, version, stays } : null;
    this.put(state);
    this.rest(stays);
  }

  private rest(time: number): void {
    this.beat = setTimeout(() => this.next(), time);
  }

  private endBeat(): void {
    if (this.beat) clearTimeout(this.beat);
    this.beat = null;
    this.scene = null;
  }

  private put(state: State, was = this.state): void {
    const before = this.state;
    const fresh = before === null || state.version > before.version;
    const chooser = this.seat;
    const offered = this.legal;
    this.state = state;
    if (fresh) {
      // The new picture is the answer to what was sent, also when it comes before the acknowledgement.
      this.sending = false;
      this.dropHints();
      if (chooser !== this.seat || !isSameOffer(offered, this.legal)) {
        this.staged = null;
        this.note = null;
      }
    }
    if (this.holder !== null && !this.you.includes(this.holder)) this.holder = null;
    if (!this.hidesSomething) this.holder = this.you.length > 1 ? this.nextHolder(state) : null;
    this.recent = goOn(this.recent, was, state, this.viewer);
    if (before && fresh) this.ring(before, state);
    this.tellStory();
    if (fresh) this.planning.carryOut();
  }

  /** Finds out what the others have done since one's own last move, before this page was opened. */
  private async markAgain(): Promise<void> {
    const first = this.state;
    const since = Math.min(countSince(this.heard, this.viewer), MOST_RECALLED);
    if (!first || since === 0) return;
    // A table may have begun in the middle of a game, and what was taken back is told too.
    const last = Math.min(plyOf(first), first.version);
    const pictures: Picture[] = [];
    for (let from = Math.max(0, last - since); from <= last; from += FRAMES_AT_ONCE) {
      const eyes = this.look === "screen" ? "spectator" : null;
      const answer = await getFrames(tablePast(this.id), eyes, from, last + 1 - from).catch(
        () => null,
      );
      if (!answer || this.state !== first) return;
      pictures.push(...answer.frames);
    }
    this.recent = lookBack(pictures, this.viewer);
  }

  /** Without secrets nobody needs to hand the device over: it simply belongs to who must act. */
  private nextHolder(state: State): number | null {
    const mine = state.to_act.filter((seat) => this.you.includes(seat));
    return mine[0] ?? this.holder ?? this.you[0] ?? null;
  }

  private ring(before: State, state: State): void {
    if (state.over && !before.over) sound("win");
    else sound((state.last && this.soundOf?.(state.last)) ?? "place");
    const mine = (of: State): boolean => of.to_act.some((seat) => this.you.includes(seat));
    if (mine(state) && !mine(before)) sound("turn");
  }

  /** Adds to the story; what is new is said aloud, what was before the page was opened is not. */
  private hear(entries: StoryEntry[], hasGap: boolean): void {
    const fresh = entries.filter((entry) => entry.version > this.told);
    if (fresh.length === 0) return;
    const isFirst = this.told < 0;
    const isOld = (isFirst && this.state !== null && fresh.length > 3) || hasGap;
    // What was heard before a gap can be asked for again, together with what fell into it.
    this.heard = hasGap ? fresh : [...this.heard, ...fresh];
    this.told = fresh.at(-1)?.version ?? this.told;
    if (isOld) this.announced = this.told;
    if (isFirst) void this.markAgain();
    // The state that belongs to these entries may come after them; speak when the dust has settled.
    queueMicrotask(() => this.tellStory());
  }

  /** Says aloud what has come to the screen since it was last done. */
  private tellStory(): void {
    const fresh = this.story.filter((entry) => entry.version > this.announced);
    this.announced = fresh.at(-1)?.version ?? this.announced;
    if (fresh.length > 0 && this.curtain === null) this.announce(fresh.slice(-4));
  }

  private announce(entries: readonly StoryEntry[]): void {
    announcer.say(entries.flatMap((entry) => this.eventsOf(entry)).join(" "));
    if (this.yourTurn) announcer.say(this.turnSentence());
  }

  private turnSentence(): string {
    const moves = this.legal.length;
    return this.you.length > 1 && this.seat !== null
      ? t("turn.of", { name: this.nameOf(this.seat) })
      : `${t("turn.yours")} ${count("turn.moves", moves)}`;
  }

  private listen(entries: ChatEntry[]): void {
    const known = new Set(this.chat.map((entry) => entry.n));
    const fresh = entries.filter((entry) => !known.has(entry.n));
    if (fresh.length === 0) return;
    const isFirst = this.chat.length === 0 && fresh.length > 1;
    this.chat = [...this.chat, ...fresh].sort((a, b) => a.n - b.n);
    if (isFirst) return;
    sound("say");
    for (const entry of fresh)
      announcer.say(t("chat.said", { name: entry.from, text: entry.text }));
  }

  /** Adds to who came and who left; what was before the page was opened is not said aloud. */
  private noteSeatings(entries: SeatingEntry[]): void {
    const known = this.seatings.at(-1)?.n ?? 0;
    const fresh = entries.filter((entry) => entry.n > known);
    this.seatings = [...this.seatings, ...fresh];
    const came = this.cameAt ?? "";
    for (const entry of fresh)
      if (entry.at >= came) announcer.say(asSentence(this.speaker.say(entry.event)));
  }

  private lineChanged(state: LineState): void {
    const was = this.line.kind;
    this.line = state;
    if (state.kind === "waiting") this.failures += 1;
    if (state.kind === "waiting" && was === "connecting" && !this.met) return;
    if (state.kind === "open") {
      if (this.failures > 0 && this.met) announcer.say(t("line.back"));
      this.failures = 0;
      this.thinking = {};
      this.queueing = {};
      this.proposal = null;
    } else if (this.met && state.kind !== "closed" && was === "open") announcer.say(t("line.lost"));
  }
}

/** In a simultaneous choice the others go on without disturbing what one is about to choose. */
function isSameOffer(before: readonly Move[], now: readonly Move[]): boolean {
  return (
    now.length > 0 &&
    now.length === before.length &&
    now.every((move, at) => move.n === before[at]?.n && move.notation === before[at]?.notation)
  );
}
