/** A decision in several steps that was prepared in one: which hand cards to swap, which helpers to
 * send into a fight. The steps are played one after the other, in the order that the game wants. */
import { t } from "../../text/speech.svelte.ts";
import { bullsIn, type Move, type SomeMove } from "./view.ts";
import { bullNames } from "./words.ts";

const STEPS = new Set(["swap", "join", "support"]);

class Plan {
  /** Bulls that still wait for their step. */
  bulls = $state.raw<readonly string[]>([]);
  /** The steps follow one another by themselves now. */
  running = $state(false);
  /** Somebody has said yes to it as a whole. */
  confirmed = false;

  has = (bull: string): boolean => this.bulls.includes(bull);

  toggle(bull: string): void {
    this.stop();
    this.bulls = this.has(bull) ? this.bulls.filter((it) => it !== bull) : [...this.bulls, bull];
  }

  clear(): void {
    if (this.bulls.length > 0) this.bulls = [];
    this.stop();
  }

  private stop(): void {
    this.running = false;
    this.confirmed = false;
  }

  /** The first step that is possible now. Moves come in the order in which the game wants them. */
  next(legal: readonly Move[]): Move | null {
    const steps = legal.filter((move) => STEPS.has(move.data.do));
    return steps.find((move) => bullsIn(move.data).some(this.has)) ?? null;
  }

  /** What the whole plan does, if a move is its beginning. */
  say(move: SomeMove): string | null {
    const read = move.data;
    if (this.bulls.length < 2 || !STEPS.has(read.do) || !bullsIn(read).some(this.has)) return null;
    const sorted = this.bulls.toSorted((a, b) => bullsOrder(a) - bullsOrder(b));
    return t(
      read.do === "swap" ? "stieren_versieren.do.swap_all" : "stieren_versieren.do.help_all",
      { bulls: bullNames(sorted) },
    );
  }
}

/** Hearts, money, dumbbells, beer, each rising: as a hand is held. */
const bullsOrder = (id: string): number =>
  "hmdb".indexOf(id.charAt(0)) * 100 + Number.parseInt(id.slice(1), 10);

export const plan = new Plan();
