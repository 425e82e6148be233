// Calls players to their turn, also on devices where only a service worker may notify. It keeps nothing
// and answers no request: the page works the same without it.

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(bringToFront(event.notification.data.path));
});

/**
 * Shows the table that called: its window if there is one, else a new one.
 *
 * @param {string} path
 */
async function bringToFront(path) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find((one) => new URL(one.url).pathname === path);
  await (open ? open.focus() : self.clients.openWindow(path));
}
