/** Several decisions that were made in one go, as a payment with three cards: the table is asked for
 * them one after the other. */

export interface Step {
  do: "pay" | "cave" | "no";
  card?: string;
}

interface Begun {
  /** The steps that are left; the first is offered now. */
  steps: readonly Step[];
  /** When it was offered: the version of the table, and the cards in hand. */
  version: number;
  held: number;
}

class Plan {
  begun = $state.raw<Begun | null>(null);
  /** Somebody has said yes to it as a whole. */
  confirmed = false;

  begin(steps: readonly Step[], version: number, held: number): void {
    this.begun = { steps, version, held };
    this.confirmed = false;
  }

  drop(): void {
    this.begun = null;
  }

  /** Goes on to the next step once the table has carried out the first; null if there is none. */
  next(version: number, held: number): Step | null {
    const begun = this.begun;
    if (!begun || version === begun.version) return null;
    const [, ...steps] = begun.steps;
    // Something else happened meanwhile: what was planned may not be meant any more.
    const isDone = held === begun.held - 1;
    this.begun = isDone && steps.length > 0 ? { steps, version, held } : null;
    return this.begun?.steps[0] ?? null;
  }
}

export const plan = new Plan();
