/** Subscribing this browser to calls, and to no more. */
import { speech } from "../text/speech.svelte.ts";
import { addBrowser, removeBrowser } from "../wire/notices.ts";
import type { NoticesSeen } from "../wire/types.ts";
import { canWork, registered } from "./worker.svelte.ts";

/** How it stands with calls to this browser. */
export type Standing = "impossible" | "blocked" | "off" | "on";

const canPush = canWork && "PushManager" in window && "Notification" in window;

const bytesOf = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));

const current = async (): Promise<PushSubscription | null> =>
  canPush ? (await registered()).pushManager.getSubscription() : null;

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Looks how it stands; a subscription that the server has lost is no more. */
export async function standing(seen: NoticesSeen): Promise<Standing> {
  if (!canPush || !seen.push_key) return "impossible";
  if (Notification.permission === "denied") return "blocked";
  const found = await current();
  return found && seen.browsers.includes(await digest(found.endpoint)) ? "on" : "off";
}

/** Asks the reader and the push service, and tells the server; null where one of them says no. */
export async function subscribe(key: string): Promise<NoticesSeen | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const { pushManager } = await readyWorker();
  await (await pushManager.getSubscription())?.unsubscribe();
  const found = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(key),
  });
  const { endpoint, keys } = found.toJSON();
  return addBrowser({
    endpoint: endpoint ?? "",
    keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" },
    language: speech.language,
  });
}

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  await registered();
  return navigator.serviceWorker.ready;
}

export async function unsubscribe(): Promise<NoticesSeen | null> {
  const found = await current();
  if (!found) return null;
  await found.unsubscribe();
  return removeBrowser(found.endpoint);
}
