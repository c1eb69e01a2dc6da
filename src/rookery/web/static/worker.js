// @ts-nocheck: a worker has other globals than a page.
// The service worker: rule books and lessons without a connection, and a page that says so.
// The server writes above this what there is to keep: VERSION, LANGUAGE, PAGES and FILES (web/offline.py).

/** @type {string} */
const VERSION = self.VERSION;
/** Pages are kept in the language of the page that wanted them. @type {string} */
const LANGUAGE = self.LANGUAGE;
/** @type {string[]} */
const PAGES = self.PAGES;
/** @type {string[]} */
const FILES = self.FILES;

const CACHE = `rookery-${VERSION}`;
const OFFLINE = "/offline";

self.addEventListener("install", (event) => {
  const fill = async () => {
    const cache = await caches.open(CACHE);
    const headers = { "accept-language": LANGUAGE };
    await cache.addAll([...PAGES.map((path) => new Request(path, { headers })), ...FILES]);
    await self.skipWaiting();
  };
  event.waitUntil(fill());
});

self.addEventListener("activate", (event) => {
  const clear = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("rookery-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clear());
});

/** What was kept. @param {string} path */
const kept = async (path) => (await caches.open(CACHE)).match(path, { ignoreVary: true });

/** A page: the newest where there is a connection. @param {Request} request */
async function page(request) {
  const { pathname } = new URL(request.url);
  try {
    const answer = await fetch(request);
    if (answer.ok && PAGES.includes(pathname)) await (await caches.open(CACHE)).put(pathname, answer.clone());
    return answer;
  } catch {
    return (await kept(pathname)) ?? (await kept(OFFLINE)) ?? Response.error();
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  // Files never change under their address.
  else if (FILES.includes(pathname)) event.respondWith(kept(pathname).then((found) => found ?? fetch(request)));
});

// ------------------------------------------------------------ whose turn it is

self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data?.json() ?? { title: "Rookery", body: "", url: "/", tag: "rookery" };
  const icon = FILES.find((it) => it.endsWith("/icon-192.png"));
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon, data: { url } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  // Only a path of this site: a message cannot lead elsewhere.
  const url = new URL(event.notification.data?.url ?? "/", location.origin);
  const go = async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const open = pages.find((it) => new URL(it.url).pathname === url.pathname);
    return open ? open.focus() : self.clients.openWindow(location.origin + url.pathname);
  };
  event.waitUntil(go());
});
