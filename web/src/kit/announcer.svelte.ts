/** Says to screen readers what happened. Sentences wait for their turn, so that none is swallowed. */

const PAUSE = 200;

class Announcer {
  /** What was said last. A new object each time, so that the same words twice are said twice. */
  said = $state<{ text: string; n: number }>({ text: "", n: 0 });
  private queue: string[] = [];
  private busy = false;

  say(text: string): void {
    if (!text) return;
    this.queue.push(text);
    if (!this.busy) this.next();
  }

  /** Takes back what was said and what was to be said: whoever comes next must not hear it. */
  hush(): void {
    this.queue.length = 0;
    this.said = { text: "", n: this.said.n + 1 };
  }

  private next(): void {
    // What piled up is said in one go: nobody wants to hear an old turn first.
    const text = this.queue.splice(0).join(" ");
    this.busy = text !== "";
    if (!this.busy) return;
    this.said = { text, n: this.said.n + 1 };
    setTimeout(() => this.next(), PAUSE);
  }
}

export const announcer = new Announcer();
