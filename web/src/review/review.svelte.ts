/** A finished game looked at again: what the server knows of it, and the coach while it thinks. */
import { getReview } from "../wire/http.ts";
import type { Review } from "../wire/types.ts";

const ASK_AGAIN = 1000;
const ASK_LATER = 4000;

export class LookBack {
  review = $state.raw<Review | null>(null);
  private timer: ReturnType<typeof setTimeout> | null = null;
  private closed = false;

  /** `address` is where the review is asked for. */
  constructor(private readonly address: string) {
    void this.ask();
  }

  /** Asks until the coach has nothing more to say. */
  private async ask(): Promise<void> {
    let pause: number | null = ASK_LATER;
    try {
      this.review = await getReview(this.address);
      pause = this.review.coach ? ASK_AGAIN : null;
    } catch {
      // The server is away for a moment; what is known stays.
    }
    if (!this.closed && pause !== null) this.timer = setTimeout(() => void this.ask(), pause);
  }

  close(): void {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
  }
}
