/** How the result comes. Who saw the game end looks at the board first, for a moment that they can cut
 * short; who comes later, or where nothing happened on the board, has the result at once. */
import { isOfTheTable } from "../page/endings.ts";
import type { State } from "../wire/types.ts";

/** How long the board stays alone, in milliseconds: a winning chain glows twice. */
export const MOMENT = 4000;

export class LastLook {
  /** The last picture is in sight, and the result about to come. */
  lasts = $state(false);
  private isRunning = false;
  private isOver = false;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly showResult: () => void) {}

  /** Takes note of a picture; the first one of the end decides how the result comes. */
  see(state: State | null): void {
    if (!state || this.isOver) return;
    this.isOver = state.over !== null;
    if (!this.isOver) this.isRunning = true;
    else if (this.isRunning && !isOfTheTable(state.over)) this.begin();
    else this.showResult();
  }

  private begin(): void {
    this.lasts = true;
    this.timer = setTimeout(this.cutShort, MOMENT);
  }

  /** Goes on to the result. */
  cutShort = (): void => {
    this.end();
    this.showResult();
  };

  end(): void {
    this.lasts = false;
    if (this.timer) clearTimeout(this.timer);
  }
}
