/** Putting the page on the home screen, where the browser offers that. */

/** What a browser sends that would install the page. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

class Installing {
  offer = $state.raw<InstallPrompt | null>(null);

  constructor() {
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      this.offer = event as InstallPrompt;
    });
    addEventListener("appinstalled", () => (this.offer = null));
  }

  async ask(): Promise<void> {
    await this.offer?.prompt();
    this.offer = null;
  }
}

export const installing = new Installing();
