/** Keeps a screen from going to sleep while a page is open; browsers allow it to pages that came safely. */

export class Awake {
  /** The browser can do it here; else people have to tell their screen themselves. */
  readonly isPossible = "wakeLock" in navigator;
  private lock: WakeLockSentinel | null = null;
  private closed = false;

  /** Asks for it, and again whenever the page is in sight: it ends when the page is hidden. */
  keep = async (): Promise<void> => {
    const isHeld = this.lock?.released === false;
    if (!this.isPossible || document.hidden || this.closed || isHeld) return;
    try {
      this.lock = await navigator.wakeLock.request("screen");
      if (this.closed) this.end();
    } catch {
      // A battery that runs low may forbid it.
    }
  };

  end(): void {
    this.closed = true;
    void this.lock?.release();
    this.lock = null;
  }
}
