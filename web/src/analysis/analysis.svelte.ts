/** An analysis as it is being made: the tree, the place in it, and what the coach has said there. */
import { untrack } from "svelte";
import { announcer } from "../kit/announcer.svelte.ts";
import { play as sound, type Sound } from "../kit/sound.ts";
import { MOVER } from "../replay/past.svelte.ts";
import { LookBack } from "../review/review.svelte.ts";
import { nameOfSeat } from "../page/names.ts";
import { asSentence, asText, type Piece } from "../text/say.ts";
import { count, speech, t } from "../text/speech.svelte.ts";
import {
  askBranch,
  filePast,
  fileReview,
  getAdvice,
  getBranch,
  getOutline,
  lineReview,
  Refusal,
} from "../wire/http.ts";
import type {
  Advice,
  Branch,
  BranchMove,
  Data,
  LegalMove,
  Move,
  Outline,
  Review,
} from "../wire/types.ts";
import { joined } from "./joined.ts";
import {
  childrenOf,
  endsOf,
  grow,
  isFull,
  lineTo,
  prune,
  reach,
  readTree,
  stand,
  twigOf,
  wayTo,
  writeTree,
  type Spot,
  type Tree,
} from "./tree.ts";

const TRY_AGAIN = 2000;
/** The server has no time now: asking again helps. */
const FOR_A_WHILE = new Set([0, 429, 500, 503]);

/** What the coach thinks of a position: about the best move, and whose that would be. */
export interface Chance {
  seat: number;
  win: number;
}

export class Analysis {
  outline = $state.raw<Outline | null>(null);
  private spot = $state.raw<Spot>({ tree: [], id: 0 });
  /** The last place whose picture is here: the one that is looked at, or the one before it. */
  shown = $state.raw<{ id: number; branch: Branch } | null>(null);
  /** The moves of the tree in words, as far as they are known. */
  words = $state.raw<ReadonlyMap<number, BranchMove>>(new Map());
  advices = $state.raw<ReadonlyMap<string, Advice>>(new Map());
  thinking = $state(false);
  /** The seat that is moved for, where several may decide at once. */
  private chosen = $state<number | null>(null);
  /** Why something was not possible; gone with the next move. */
  note = $state("");
  trouble = $state<string | null>(null);
  lost = $state(false);
  soundOf: ((move: Move) => Sound) | null = null;
  private ofGame = $state.raw<LookBack | null>(null);
  private ofLine = $state.raw<LookBack | null>(null);
  private readonly pictures = new Map<number, Branch>();
  /** Where one went on from a place last time. */
  private readonly trodden = new Map<number, number>();
  private closed = false;

  constructor(
    readonly id: string,
    search: URLSearchParams,
  ) {
    const step = Number(search.get("step")) || 0;
    this.spot = reach(readTree(search.get("tree") ?? ""), step, search.get("line") ?? "");
    void this.open();
  }

  close(): void {
    this.closed = true;
    this.ofGame?.close();
    this.ofLine?.close();
  }

  // --- where one is ---------------------------------------------------------------------------

  get tree(): Tree {
    return this.spot.tree;
  }
  get at(): number {
    return this.spot.id;
  }
  get step(): number {
    return twigOf(this.tree, this.at)?.step ?? 0;
  }
  get line(): string {
    return lineTo(this.tree, this.at);
  }
  /** How many moves of one's own lie between the game and this place. */
  get depth(): number {
    return wayTo(this.tree, this.at).length;
  }
  get last(): number {
    return this.outline?.steps.at(-1)?.ply ?? 0;
  }
  get waits(): boolean {
    return this.shown?.id !== this.at;
  }
  /** The address of this place, with the whole tree. */
  get path(): string {
    const tree = writeTree(this.tree);
    const line = this.line ? `&line=${this.line}` : "";
    return `/a/${this.id}?step=${this.step}${line}${tree ? `&tree=${tree}` : ""}`;
  }
  get seats(): number {
    return this.outline?.seats ?? 0;
  }
  nameOf = (seat: number): string => nameOfSeat(this.outline?.players ?? [], seat);

  /** Those who may decide in the position on the screen. */
  get acting(): number[] {
    return this.shown?.branch.to_act ?? [];
  }
  get seat(): number | null {
    const { acting, chosen } = this;
    if (chosen !== null && acting.includes(chosen)) return chosen;
    return acting[0] ?? null;
  }
  moveFor = (seat: number): void => {
    this.chosen = seat;
  };
  get legal(): LegalMove[] {
    return this.seat === null || this.waits ? [] : (this.shown?.branch.legal[this.seat] ?? []);
  }

  /** What happened last. */
  get told(): string {
    return asText(this.pieces);
  }
  get pieces(): Piece[][] {
    const speaker = speech.speaker(this.outline?.game ?? "", this.nameOf);
    const imaginer = this.outline?.imagined_by ?? null;
    if (this.depth === 0 && this.step === 0)
      return [
        [
          {
            text:
              imaginer === null
                ? t("analysis.start")
                : t("analysis.imagined", { name: this.nameOf(imaginer) }),
          },
        ],
      ];
    const events =
      this.depth > 0
        ? (this.words.get(this.at)?.events ?? [])
        : (this.outline?.steps[this.step]?.events ?? []);
    return events.map((event) => speaker.pieces(event));
  }
  get where(): string {
    const { step, depth } = this;
    const place =
      depth === 0 ? t("analysis.at_step", { step }) : count("analysis.beyond", depth, { step });
    if (this.shown?.branch.over) return `${place} · ${t("analysis.over")}`;
    return this.seat === null
      ? place
      : `${place} · ${t("analysis.acts", { name: this.nameOf(this.seat) })}`;
  }

  // --- what one does --------------------------------------------------------------------------

  play = (move: Move): void => {
    const seat = this.seat;
    if (seat === null || this.waits) return;
    if (isFull(this.tree) && !this.isKnown(seat, move)) return this.refuse(t("analysis.full"));
    sound(this.soundOf?.(move) ?? "place");
    this.go(grow(this.tree, this.at, { seat, n: move.n }));
  };
  private isKnown(seat: number, move: Move): boolean {
    return childrenOf(this.tree, this.at).some(
      ({ decision }) => decision?.seat === seat && decision.n === move.n,
    );
  }

  goTo = (id: number): void => this.go({ tree: this.tree, id });
  goStep = (step: number): void => this.go(stand(this.tree, step));

  /** Takes back a move of one's own; at the game itself the step before. */
  back = (): void => {
    const parent = twigOf(this.tree, this.at)?.parent;
    if (parent !== null && parent !== undefined) this.goTo(parent);
    else if (this.step > 0) this.goStep(this.step - 1);
  };
  /** On along the branch that one was in last, or along the game. */
  forward = (): void => {
    const next = this.onward();
    if (next !== null) this.goTo(next);
    else if (this.depth === 0 && this.step < this.last) this.goStep(this.step + 1);
  };
  private onward(): number | null {
    const children = childrenOf(this.tree, this.at);
    const last = this.trodden.get(this.at);
    return (children.find(({ id }) => id === last) ?? children[0])?.id ?? null;
  }
  get canGoBack(): boolean {
    return this.depth > 0 || this.step > 0;
  }
  get canGoOn(): boolean {
    return this.onward() !== null || (this.depth === 0 && this.step < this.last);
  }
  /** To where the branch leaves the game. */
  goHome = (): void => this.goStep(this.step);

  cut = (id: number): void => {
    const isOnTheWay = wayTo(this.tree, this.at).some((twig) => twig.id === id);
    const left = prune(this.tree, id);
    this.go(isOnTheWay ? left : { tree: left.tree, id: this.at });
  };

  why = async (wish: Data): Promise<void> => {
    const { at, seat, step, line } = this;
    if (seat === null) return;
    try {
      const { reason } = await askBranch(this.id, { step, line, seat, move: wish });
      if (reason && at === this.at)
        this.refuse(speech.speaker(this.outline?.game ?? "", this.nameOf).say(reason));
    } catch (error) {
      this.refuse(speech.reason(error instanceof Refusal ? error.reason : null));
    }
  };

  private refuse(text: string): void {
    sound("no");
    this.note = asSentence(text);
    announcer.say(this.note);
  }

  private go(spot: Spot): void {
    const before = twigOf(spot.tree, spot.id)?.parent ?? null;
    if (before !== null) this.trodden.set(before, spot.id);
    this.spot = spot;
    this.note = "";
    this.ofLine?.close();
    this.ofLine = null;
    if (this.ofGame) this.askCurve();
    void this.show();
  }

  // --- what the coach says --------------------------------------------------------------------

  private get question(): string {
    return `${this.step}:${this.line} ${this.seat}`;
  }
  get advice(): Advice | null {
    return this.advices.get(this.question) ?? null;
  }
  askCoach = async (): Promise<void> => {
    const { seat, step, line, question } = this;
    if (seat === null || this.thinking || this.waits) return;
    this.thinking = true;
    try {
      const advice = await getAdvice(this.id, step, line, seat);
      this.advices = new Map([...this.advices, [question, advice]]);
    } catch (error) {
      this.refuse(speech.reason(error instanceof Refusal ? error.reason : null));
    }
    this.thinking = false;
  };
  /** The chance of whoever decides at a place, once the coach was asked there. */
  chanceAt(id: number): Chance | null {
    const place = `${twigOf(this.tree, id)?.step ?? 0}:${lineTo(this.tree, id)} `;
    for (const [question, { seat, moves }] of this.advices)
      if (question.startsWith(place) && moves[0]) return { seat, win: moves[0].win };
    return null;
  }

  /** Whether somebody has asked for the curve. */
  get curveAsked(): boolean {
    return this.ofGame !== null;
  }
  askCurve = (): void => {
    untrack(() => {
      this.ofGame ??= new LookBack(fileReview(this.id));
      if (this.line) this.ofLine = new LookBack(lineReview(this.id, this.step, this.line));
    });
  };
  /** The course of the game up to the step, and along the line from there. */
  get course(): Review | null {
    if (!this.ofGame?.review || (this.line && !this.ofLine?.review)) return null;
    return joined(this.ofGame.review, this.line ? (this.ofLine?.review ?? null) : null, this.step);
  }

  // --- what the server knows ------------------------------------------------------------------

  private async open(): Promise<void> {
    this.outline = await this.attempt(() => getOutline(filePast(this.id), MOVER));
    if (!this.outline) return;
    if (this.step > this.last) this.spot = stand(this.tree, this.last);
    await this.show();
    // A tree that came with a link has no words yet: the end of each line brings those of all of it.
    for (const { id } of endsOf(this.tree)) if (!this.words.has(id)) await this.fetch(id);
  }

  /** Fetches and shows the place that is looked at. */
  private async show(): Promise<void> {
    const { at } = this;
    const branch = this.pictures.get(at) ?? (await this.fetch(at));
    if (branch && at === this.at) this.shown = { id: at, branch };
  }

  private async fetch(id: number): Promise<Branch | null> {
    const { tree } = this;
    const way = wayTo(tree, id);
    const step = twigOf(tree, id)?.step ?? 0;
    const branch = await this.attempt(() => getBranch(this.id, step, lineTo(tree, id)));
    if (!branch) {
      // A line that the rules do not allow cannot have come from here: it leaves the tree.
      const first = way[0];
      if (!this.lost && first && this.shown?.id !== id && !this.closed) this.cut(first.id);
      return null;
    }
    this.pictures.set(id, branch);
    const known = new Map(this.words);
    way.forEach((twig, index) => {
      const move = branch.line[index];
      if (move) known.set(twig.id, move);
    });
    this.words = known;
    return branch;
  }

  /** Asks the server; what fails for a moment is tried again. */
  private async attempt<T>(ask: () => Promise<T>): Promise<T | null> {
    while (!this.closed) {
      try {
        const answer = await ask();
        this.trouble = null;
        return answer;
      } catch (error) {
        const refusal = error instanceof Refusal ? error : new Refusal(0, null);
        this.trouble = speech.reason(refusal.reason);
        if (!FOR_A_WHILE.has(refusal.status)) {
          this.lost = this.outline === null;
          return null;
        }
        await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN));
      }
    }
    return null;
  }
}
