// What works while no page is open or no server answers: calls people to their tables, and keeps the page
// itself, rules, first steps and puzzles. The build puts the names of its files in place of BUILD.
//
// It never answers for a table: what is played, and whatever belongs to somebody, comes from the server alone.

const BUILD = { version: "", files: [""] };
const FILES = `files-${BUILD.version}`;
const FACTS = "facts";
const KEPT_BUILDS = 2; // this one, and the one before for pages that are still open
const MOST_FACTS = 160; // what is laid in for a week, and as much again that somebody has opened
const UNREACHED = 504;
/** Tells the page that an answer is not the server's. */
const AWAY = "x-server-away";
/** What is the same for everybody and changes seldom: games, words, lessons, puzzles, boards of games. */
const FACT = /^\/(api\/(games|texts\/\w+|lessons\/\w+|puzzles\/\w+\/[\w-]+)|boards\/.+)$/;

self.addEventListener("install", (event) => event.waitUntil(keepFiles()));
self.addEventListener("activate", (event) => event.waitUntil(begin()));
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

/** Keeps the whole build; without cookies, as nothing in it is anybody's. */
async function keepFiles() {
  const cache = await caches.open(FILES);
  await cache.addAll(
    BUILD.files.map((path) => new Request(path, { credentials: "omit", cache: "no-cache" })),
  );
}

/** Serves pages from the first visit on, and forgets builds that no page can need any more. */
async function begin() {
  const builds = (await caches.keys()).filter((name) => name.startsWith("files-"));
  const old = builds.filter((name) => name !== FILES).slice(0, -(KEPT_BUILDS - 1));
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(file(request));
  else if (FACT.test(url.pathname)) event.respondWith(fact(request.url));
});

/**
 * The page as the server has it now; without a server the one that was kept, which is the same everywhere.
 *
 * @param {Request} request
 */
async function page(request) {
  try {
    return await fetch(request);
  } catch (trouble) {
    const kept = await caches.match("/", { cacheName: FILES, ignoreVary: true });
    if (!kept) throw trouble;
    return kept;
  }
}

/**
 * A file of this build or of the one before: its name says what is in it.
 *
 * @param {Request} request
 */
async function file(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/**
 * A fact as the server has it now; without a server as it was when somebody last asked.
 *
 * @param {string} url
 */
async function fact(url) {
  const cache = await caches.open(FACTS);
  try {
    const answer = await fetch(url, { credentials: "omit" });
    if (answer.ok && !/no-store/.test(answer.headers.get("cache-control") ?? ""))
      await keep(cache, url, answer.clone());
    return answer;
  } catch {
    const kept = await cache.match(url, { ignoreVary: true });
    const headers = new Headers(kept?.headers);
    headers.set(AWAY, "yes");
    return new Response(kept?.body ?? null, { status: kept ? 200 : UNREACHED, headers });
  }
}

/**
 * Keeps a fact; those that were asked for longest ago make room.
 *
 * @param {Cache} cache
 * @param {string} url
 * @param {Response} answer
 */
async function keep(cache, url, answer) {
  await cache.delete(url);
  await cache.put(url, answer);
  const known = await cache.keys();
  await Promise.all(known.slice(0, -MOST_FACTS).map((one) => cache.delete(one)));
}

self.addEventListener("push", (event) => {
  const call = event.data?.json();
  if (call) event.waitUntil(show(call));
});

/**
 * Calls somebody, unless they look at that table. When a game is over nobody waits for its turns any more.
 *
 * @param {{ title: string, body: string, path: string, tag: string, kind: string, language: string }} call
 */
async function show({ title, body, path, tag, kind, language }) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const looks = windows.some(
    (one) => one.visibilityState === "visible" && new URL(one.url).pathname === path,
  );
  if (looks) return;
  if (kind === "end")
    for (const earlier of await self.registration.getNotifications())
      if (earlier.data?.path === path) earlier.close();
  await self.registration.showNotification(title, {
    body,
    tag,
    lang: language,
    icon: "/icon-192.png",
    data: { path },
  });
}

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
