/** The turning points of a finished game, as soon as the coach has found them. */
import { getReview } from "../wire/http.ts";
import type { TurningPoint } from "../wire/types.ts";

const ASK_AGAIN = 4000;

export class TurningPoints {
  found = $state.raw<readonly TurningPoint[]>([]);
  private timer: ReturnType<typeof setTimeout> | null = null;
  private closed = false;

  /** `address` is where the review is asked for. */
  constructor(private readonly address: string) {
    void this.ask();
  }

  close(): void {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
  }

  private async ask(): Promise<void> {
    // Whoever looks back can do without them: no trouble of the coach's is theirs.
    const review = await getReview(this.address).catch(() => null);
    this.found = review?.turning_points ?? [];
    if (review?.coach && !this.closed) this.timer = setTimeout(() => void this.ask(), ASK_AGAIN);
  }
}
