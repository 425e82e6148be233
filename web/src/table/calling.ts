/** Notifications. They go through a service worker, since pages on some devices may not make any. */

import { registered } from "../notices/worker.svelte.ts";

/** The same as the server gives to a turn, so that somebody is called once. */
const tagOf = (path: string): string => `${path}#turn`;

/** Whether this device can be called at all: it needs a safe connection. */
export const canCall = "Notification" in window && "serviceWorker" in navigator;

/** Gets everything ready, and asks the reader; tells whether they may be called. */
export async function letCall(): Promise<boolean> {
  if (!canCall || (await Notification.requestPermission()) !== "granted") return false;
  return registered().then(
    () => true,
    () => false,
  );
}

/** Calls somebody to a table, unless they have taken their permission back meanwhile. */
export async function call(path: string, title: string, body: string): Promise<void> {
  if (!canCall || Notification.permission !== "granted") return;
  const caller = await registered();
  if (!caller.active) await navigator.serviceWorker.ready;
  await caller.showNotification(title, { body, tag: tagOf(path), data: { path } });
}

/** Takes a call back that has become idle: somebody is looking already. */
export async function takeBackCall(path: string): Promise<void> {
  if (!canCall) return;
  const caller = await navigator.serviceWorker.getRegistration();
  const calls = (await caller?.getNotifications()) ?? [];
  for (const one of calls) if ((one.data as { path?: string } | null)?.path === path) one.close();
}
