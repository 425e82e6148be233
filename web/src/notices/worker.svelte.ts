/** The service worker of the page: it keeps the page for when no server answers, and a new build for when
 * its reader wants it. */
import { savesData } from "./saving.ts";

const WORKER = "/worker.js";
const LOOK_EVERY = 3_600_000;
/** A worker that still has something to do may keep the next one waiting; the page does not wait that long. */
const MOST_WAITING = 3_000;

/** Whether this browser can have one: it needs a safe connection. */
export const canWork = "serviceWorker" in navigator;

/** Comes once the worker stands between this page and the server. */
export const isAtWork = (): Promise<void> =>
  new Promise((done) => {
    const look = (): void => void (navigator.serviceWorker.controller && done());
    navigator.serviceWorker.addEventListener("controllerchange", look);
    look();
  });

/** Registers the worker; the same one if it is there already. */
export const registered = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(WORKER);

class Build {
  /** Whether a newer build of the page lies ready. */
  isNew = $state(false);
  private registration: ServiceWorkerRegistration | null = null;
  private isWanted = false;

  /** Begins to look for newer builds, once the page has come to rest. */
  async watch(): Promise<void> {
    if (!canWork || import.meta.env.DEV || this.registration) return;
    // A new worker would load the whole page.
    if (savesData() && !(await navigator.serviceWorker.getRegistration())) return;
    try {
      this.registration = await registered();
    } catch {
      return; // The page works the same without it.
    }
    const registration: ServiceWorkerRegistration | undefined = this.registration;
    if (!registration) return; // Where workers are blocked, some browsers give nothing at all.
    const look = (): void => {
      this.isNew = registration.waiting !== null && navigator.serviceWorker.controller !== null;
    };
    look();
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", look);
    });
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (this.isWanted) location.reload();
      else look();
    });
    const ask = (): void => void registration.update().catch(() => undefined);
    setInterval(ask, LOOK_EVERY);
    document.addEventListener("visibilitychange", () => document.hidden || ask());
  }

  /** Takes the newer build, at the cost of loading the page anew. */
  take(): void {
    this.isWanted = true;
    const waiting = this.registration?.waiting;
    waiting?.postMessage("take over");
    setTimeout(() => location.reload(), waiting ? MOST_WAITING : 0);
  }
}

export const build = new Build();
