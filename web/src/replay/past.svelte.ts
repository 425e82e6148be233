/** The past of a game: which step is looked at, what is known of it, and how it goes on by itself. */
import { speech } from "../text/speech.svelte.ts";
import { FRAMES_AT_ONCE, getFrames, getOutline, Refusal } from "../wire/http.ts";
import type { Frame, Outline, PastStep } from "../wire/types.ts";

/** How long a step stays when the game plays by itself at single speed, in milliseconds. */
const STEP_STAYS = 1400;
/** How many steps ahead are fetched before they are needed. */
const AHEAD = 6;
const TRY_AGAIN = 2000;
/** A game that goes on is asked for its new steps at most this often. */
const LOOK_AGAIN = 1500;

export const SPEEDS = [0.5, 1, 2, 4] as const;
/** The eyes of whoever decides, each step anew. */
export const MOVER = "mover";
export const SPECTATOR = "spectator";

export class Past {
  outline = $state.raw<Outline | null>(null);
  at = $state(0);
  /** The last step whose picture is here: the one that is looked at, or the one before it. */
  shown = $state.raw<Frame | null>(null);
  playing = $state(false);
  speed = $state<number>(1);
  trouble = $state<string | null>(null);
  /** The table or file does not exist, or may not be looked at: trying again does not help. */
  lost = $state(false);
  eyes = $state<string | null>(null);

  private readonly frames = new Map<number, Frame>();
  private loading = false;
  private closed = false;
  private beat: ReturnType<typeof setTimeout> | null = null;
  private later: ReturnType<typeof setTimeout> | null = null;
  /** Counts the changes of eyes: an answer for other eyes comes too late. */
  private look = 0;

  /** `address` is where the past is asked for, `version` the one to begin with. */
  constructor(
    private readonly address: string,
    private version: number,
    eyes: string | null,
  ) {
    this.eyes = eyes;
    void this.refresh();
  }

  close(): void {
    this.closed = true;
    this.pause();
    if (this.later) clearTimeout(this.later);
  }

  get last(): number {
    return Math.max(0, (this.outline?.steps.length ?? 1) - 1);
  }
  get step(): PastStep | null {
    return this.outline?.steps[this.at] ?? null;
  }
  /** The picture of the step is still on its way. */
  get waits(): boolean {
    return this.shown?.step !== this.at;
  }

  go = (step: number): void => {
    this.at = Math.max(0, Math.min(this.last, step));
    this.version = this.step?.version ?? this.version;
    this.show();
  };

  /** To the step of a version, or to the one before it if what happened then was taken back. */
  goVersion = (version: number): void => {
    this.version = version;
    if (!this.outline) return;
    this.at = Math.max(
      0,
      this.outline.steps.findLastIndex((step) => step.version <= version),
    );
    this.show();
  };

  /** To where the round begins, or to that of the next or the one before. */
  goRound = (direction: 1 | -1): void => {
    const begins = (this.outline?.steps ?? []).filter(
      (step, at, all) => at === 0 || step.round !== all[at - 1]?.round,
    );
    const others = begins.filter(({ step }) => (direction === 1 ? step > this.at : step < this.at));
    this.go(
      (direction === 1 ? others[0] : others.at(-1))?.step ?? (direction === 1 ? this.last : 0),
    );
  };

  play = (): void => {
    if (this.at === this.last) this.go(0);
    this.playing = true;
    this.wait();
  };
  pause = (): void => {
    this.playing = false;
    if (this.beat) clearTimeout(this.beat);
  };
  toggle = (): void => (this.playing ? this.pause() : this.play());

  lookThrough = (eyes: string | null): void => {
    if (eyes === this.eyes) return;
    this.eyes = eyes;
    this.look += 1;
    this.frames.clear();
    void this.refresh();
  };

  /** Fetches what has happened since, soon. */
  growSoon = (): void => {
    this.later ??= setTimeout(() => {
      this.later = null;
      void this.refresh();
    }, LOOK_AGAIN);
  };

  private wait(): void {
    if (this.beat) clearTimeout(this.beat);
    this.beat = setTimeout(() => {
      if (!this.playing) return;
      // A step is not skipped because its picture is late.
      if (!this.waits) this.go(this.at + 1);
      if (this.at === this.last && !this.waits) this.pause();
      else this.wait();
    }, STEP_STAYS / this.speed);
  }

  private async refresh(): Promise<void> {
    const look = this.look;
    const outline = await this.attempt(() => getOutline(this.address, this.eyes));
    if (!outline || look !== this.look) return;
    this.outline = outline;
    // What was taken back since is not part of the past any more.
    for (const [step, frame] of this.frames)
      if (outline.steps[step]?.version !== frame.version) this.frames.delete(step);
    this.goVersion(this.version);
  }

  private show(): void {
    const frame = this.frames.get(this.at);
    if (frame) this.shown = frame;
    void this.load();
  }

  /** Fetches what is looked at, then what comes next; one request at a time. */
  private async load(): Promise<void> {
    if (this.loading) return;
    this.loading = true;
    for (let missing = this.missing(); missing !== null && !this.closed; missing = this.missing()) {
      const [look, from] = [this.look, missing];
      const answer = await this.attempt(() => getFrames(this.address, this.eyes, from));
      if (look !== this.look) continue;
      if (!answer || answer.frames.length === 0) break;
      for (const frame of answer.frames) this.frames.set(frame.step, frame);
      const frame = this.frames.get(this.at);
      if (frame && frame !== this.shown) this.shown = frame;
    }
    this.loading = false;
  }

  private missing(): number | null {
    if (!this.outline) return null;
    const near = [this.at, Math.min(this.at + AHEAD, this.last), Math.max(this.at - 1, 0)];
    const step = near.find((it) => !this.frames.has(it));
    return step === undefined ? null : step - (step % FRAMES_AT_ONCE);
  }

  /** Asks the server; what fails for a moment is tried again. */
  private async attempt<T>(ask: () => Promise<T>): Promise<T | null> {
    try {
      const answer = await ask();
      this.trouble = null;
      return answer;
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(0, null);
      this.trouble = speech.reason(refusal.reason);
      this.lost =
        this.outline === null &&
        refusal.status >= 400 &&
        refusal.status < 500 &&
        refusal.status !== 429;
      if (!this.lost && !this.closed) setTimeout(() => void this.refresh(), TRY_AGAIN);
      return null;
    }
  }
}
