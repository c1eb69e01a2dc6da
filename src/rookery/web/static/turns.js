// Whose turn it is, also for those who look elsewhere: in the tab's title and icon, and as a
// notification where somebody wants that.

import { get, post } from "./api.js";
import { byId, fillWith, h, icon } from "./dom.js";
import { attempt, toast } from "./head.js";
import { myTables } from "./mine.js";
import { base, t } from "./text.js";

/** How often to ask how many tables wait, in ms. */
const OFTEN = 25_000;
/** How long a first visit's worker may take, in ms. */
const PATIENCE = 20_000;
/** Where this browser notes that somebody does not want to be asked. */
const ASKED = "rookery.notices";

/** What the page is called, and how many tables wait elsewhere. */
let title = document.title;
let waiting = 0;
/** @type {string | null} the icon without a number */
let drawing = null;

/**
 * Call the page something; how many tables wait stands before it.
 * @param {string} text
 */
export function setTitle(text) {
  title = text;
  document.title = waiting ? `(${waiting}) ${text}` : text;
}

/** @param {number} count of tables that wait elsewhere */
export async function showWaiting(count) {
  if (count === waiting) return;
  waiting = count;
  setTitle(title);
  if ("setAppBadge" in navigator) void navigator.setAppBadge(count).catch(() => {});
  const link = document.querySelector("link[rel=icon]");
  if (!(link instanceof HTMLLinkElement)) return;
  drawing ??= await (await fetch(`${base}/icon.svg`)).text();
  const box = /viewBox="0 0 (\d+)/.exec(drawing);
  const size = Number(box?.[1] ?? 100);
  const r = size * 0.28;
  const number = count > 9 ? "9+" : String(count);
  const badge = `<circle cx="${size - r}" cy="${r}" r="${r}" fill="#c3271f"/><text x="${size - r}" y="${r * 1.38}" font-family="sans-serif" font-weight="bold" font-size="${r * 1.2}" text-anchor="middle" fill="#fff">${number}</text></svg>`;
  const svg = count ? drawing.replace(/<\/svg>\s*$/, badge) : drawing;
  link.href = `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/**
 * Keep an eye on one's tables.
 * @param {string} here the table that this page shows; empty: none
 */
export async function watchTurns(here) {
  const look = async () => {
    const { tables } = await myTables();
    const count = tables.filter(({ id, waits }) => waits && id !== here).length;
    if (count > waiting && document.hidden) void notify(t("It is your turn."), t("A table waits for you."), "/", "lobby");
    await showWaiting(count);
  };
  await look().catch(() => {});
  setTimeout(() => void watchTurns(here), OFTEN);
}

// ------------------------------------------------------------ notifications

/** Whether notifications can be shown at all, and may be. */
export const notices = () => ("Notification" in window ? Notification.permission : "denied");

/**
 * Show a notification, if somebody allowed that.
 * @param {string} head
 * @param {string} body
 * @param {string} url
 * @param {string} tag a newer one replaces the older
 */
export async function notify(head, body, url, tag) {
  if (notices() !== "granted" || localStorage.getItem(ASKED) === "no") return;
  const how = { body, tag, icon: `${base}/icon-192.png`, data: { url } };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) return worker.showNotification(head, how);
  const shown = new Notification(head, how);
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}

/** Bytes of a key in base64url. @param {string} text */
const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (it) => it.charCodeAt(0));

/** Be told also while no page is open, where the host has switched that on. */
async function subscribe() {
  const { key } = await get("/push");
  if (!key || !("serviceWorker" in navigator) || !("PushManager" in window)) return;
  // The worker of a first visit takes a moment; where there will be none, nobody waits for ever.
  const none = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const worker = await Promise.race([navigator.serviceWorker.ready, none.then(() => null)]);
  if (!worker) return;
  const found = (await worker.pushManager.getSubscription()) ?? (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) }));
  await post("/guests/me/push", found.toJSON());
}

/** Switch notifications on; the browser asks. @returns {Promise<boolean>} */
export async function switchOn() {
  localStorage.setItem(ASKED, "yes");
  if ((await Notification.requestPermission()) !== "granted") {
    toast(t("Your browser does not allow it. It can be changed in the browser's settings of this page."));
    return false;
  }
  await subscribe().catch(() => {}); // while a page is open, it works without
  return true;
}

/** Switch them off in this browser. */
export async function switchOff() {
  localStorage.setItem(ASKED, "no");
  const worker = await navigator.serviceWorker?.getRegistration();
  const found = await worker?.pushManager?.getSubscription();
  if (!found) return;
  await post("/guests/me/push/off", { endpoint: found.endpoint });
  await found.unsubscribe();
}

/** Whether somebody wants them and the browser lets us. */
export const switchedOn = () => notices() === "granted" && localStorage.getItem(ASKED) === "yes";

/** Offer it once, when one has played and others are to decide: only then it is of use. */
export function offerNotices() {
  if (notices() !== "default" || localStorage.getItem(ASKED)) return;
  const line = byId("notices");
  if (!line.hidden) return;
  const answer = (/** @type {() => Promise<unknown>} */ work) => () => {
    line.hidden = true;
    fillWith(line);
    void attempt(work);
  };
  const decline = async () => localStorage.setItem(ASKED, "no");
  fillWith(
    line,
    icon("bell"),
    h("span", {}, t("Tell you when it is your turn?")),
    h("button", { type: "button", onclick: answer(switchOn) }, t("Yes, please")),
    h("button", { type: "button", onclick: answer(decline) }, t("No, thanks")),
  );
  line.hidden = false;
}
