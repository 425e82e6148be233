/** Notifications. They go through a service worker, since pages on some devices may not make any. */

const WORKER = "/caller.js";

/** Whether this device can be called at all: it needs a safe connection. */
export const canCall = "Notification" in window && "serviceWorker" in navigator;

/** Gets everything ready, and asks the reader; tells whether they may be called. */
export async function letCall(): Promise<boolean> {
  if (!canCall || (await Notification.requestPermission()) !== "granted") return false;
  return navigator.serviceWorker.register(WORKER).then(
    () => true,
    () => false,
  );
}

/** Calls somebody to a table, unless they have taken their permission back meanwhile. */
export async function call(path: string, title: string, body: string): Promise<void> {
  if (!canCall || Notification.permission !== "granted") return;
  const caller = await navigator.serviceWorker.register(WORKER);
  if (!caller.active) await navigator.serviceWorker.ready;
  await caller.showNotification(title, { body, tag: path, data: { path } });
}

/** Takes a call back that has become idle: somebody is looking already. */
export async function takeBackCall(path: string): Promise<void> {
  if (!canCall) return;
  const caller = await navigator.serviceWorker.getRegistration(WORKER);
  const calls = (await caller?.getNotifications({ tag: path })) ?? [];
  calls.forEach((one) => one.close());
}
