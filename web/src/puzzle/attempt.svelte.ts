/** A puzzle as it is being solved: what was tried, which hints were given, and how it ended. */
import { announcer } from "../kit/announcer.svelte.ts";
import { play as sound } from "../kit/sound.ts";
import { settings } from "../settings.svelte.ts";
import { waitsForYes } from "../table/asking.ts";
import { asSentence } from "../text/say.ts";
import { speech, t } from "../text/speech.svelte.ts";
import { askPuzzle, Refusal } from "../wire/http.ts";
import type { Data, Hint, LegalMove, Puzzle, PuzzleMove } from "../wire/types.ts";

export class Attempt {
  /** The move that waits for a yes, where the player wishes to be asked. */
  staged = $state.raw<LegalMove | null>(null);
  /** The move that was tried last and is not the best. */
  tried = $state.raw<PuzzleMove | null>(null);
  tries = $state(0);
  nudged = $state(false);
  ending = $state<"solved" | "shown" | null>(null);
  /** Why a wish is not possible. */
  note = $state("");
  /** Counts the boards that were set up, so that nothing of an earlier try stays on it. */
  run = $state(0);

  constructor(
    readonly puzzle: Puzzle,
    private readonly solved: () => unknown,
  ) {}

  get best(): PuzzleMove {
    return this.puzzle.moves[0] as PuzzleMove;
  }
  get view(): Data {
    return this.puzzle.state.views[this.puzzle.seat] ?? {};
  }
  get legal(): LegalMove[] {
    return this.ending ? [] : this.all;
  }
  private get all(): LegalMove[] {
    return this.puzzle.state.legal[this.puzzle.seat] ?? [];
  }
  /** All moves as the coach sees them, the best one first. */
  get advice(): Hint[] {
    return this.puzzle.moves.map((move) => ({ ...move, visits: 0, error: this.puzzle.error }));
  }
  /** What the board marks: the best move, once it is known. */
  get hints(): Hint[] {
    return this.ending ? this.advice.slice(0, 1) : [];
  }
  /** How many moves are better than the one that was tried. */
  get better(): number {
    const { tried } = this;
    return tried ? this.puzzle.moves.filter((move) => move.win > tried.win).length : 0;
  }

  nameOf = (seat: number): string =>
    seat === this.puzzle.seat
      ? settings.name || t("seat.guest")
      : t("seat.number", { number: seat + 1 });

  /** Nothing here is final, so only those are asked who always want to be. */
  offer = (move: LegalMove): void => {
    const isSecondTime = this.staged?.n === move.n;
    if (!isSecondTime && waitsForYes({ ...move, final: false }, this.legal)) this.staged = move;
    else this.decide(move);
  };

  unstage = (): void => {
    this.staged = null;
  };

  confirm = (): void => {
    if (this.staged) this.decide(this.staged);
  };

  decide = (move: LegalMove): void => {
    if (this.ending) return;
    this.staged = null;
    this.note = "";
    this.tries += 1;
    this.run += 1;
    if (move.n === this.best.n) {
      this.tried = null;
      this.ending = "solved";
      sound("win");
      this.solved();
    } else {
      this.tried = this.puzzle.moves.find((known) => known.n === move.n) ?? null;
      sound("no");
    }
  };

  nudge = (): void => {
    this.nudged = true;
  };

  show = (): void => {
    this.staged = null;
    this.tried = null;
    this.note = "";
    this.run += 1;
    this.ending = "shown";
  };

  /** Asks the rules why a wish is not possible. */
  why = async (wish: Data): Promise<void> => {
    if (this.ending) return;
    const { game, id } = this.puzzle;
    try {
      const { reason } = await askPuzzle(game, id, wish);
      if (reason) this.tell(speech.speaker(game, this.nameOf).say(reason));
    } catch (error) {
      this.tell(speech.reason(error instanceof Refusal ? error.reason : null, "offline.why"));
    }
  };

  private tell(text: string): void {
    sound("no");
    this.tried = null;
    this.note = asSentence(text);
    announcer.say(this.note);
  }
}
