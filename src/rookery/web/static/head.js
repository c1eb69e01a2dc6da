// What every page has: language, light or dark, messages that pass, dialogues.

import { byId, h, icon } from "./dom.js";
import { language, t } from "./text.js";

const YEAR = 365 * 24 * 3600;

/**
 * @param {string} name
 * @param {string} value
 */
function keep(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR}; samesite=lax`;
}

function setUpTheme() {
  const root = document.documentElement;
  byId("theme").addEventListener("click", () => {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = root.dataset.theme || (dark ? "dark" : "light");
    root.dataset.theme = now === "dark" ? "light" : "dark";
    keep("theme", root.dataset.theme);
  });
}

function setUpLanguages() {
  const picker = /** @type {HTMLDetailsElement} */ (byId("languages"));
  for (const link of picker.querySelectorAll("a")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      keep("language", link.hreflang);
      location.reload();
    });
  }
  document.addEventListener("click", (event) => {
    if (event.target instanceof Node && !picker.contains(event.target)) picker.open = false;
  });
  picker.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    picker.open = false;
    picker.querySelector("summary")?.focus();
  });
}

/**
 * Say something that passes by itself.
 * @param {string} text
 * @param {"news" | "bad"} [kind]
 */
export function toast(text, kind = "news") {
  const list = byId("toasts");
  for (const old of list.children) if (old.textContent === text) old.remove();
  const node = h("p", { class: `toast ${kind}` }, text);
  list.append(node);
  // What is shown last lies on top, above dialogues, too.
  if (list.matches(":popover-open")) list.hidePopover();
  list.showPopover();
  setTimeout(() => node.remove(), kind === "bad" ? 7000 : 4000);
}

/**
 * Do something, and say it if it did not work: beside what was pressed in a form or dialogue, or
 * else where passing messages are.
 * @param {() => Promise<unknown>} work
 * @returns {Promise<boolean>} whether it worked
 */
export async function attempt(work) {
  const pressed = document.activeElement;
  const row = pressed?.closest("dialog .buttons, form .buttons, dialog form, form, dialog li, dialog button");
  document.querySelectorAll(".trouble").forEach((it) => it.remove());
  try {
    await work();
    return true;
  } catch (error) {
    const text = String(error);
    if (!row?.isConnected) toast(text, "bad");
    else {
      const line = h("p", { class: "trouble", role: "alert" }, icon("warning"), text);
      row.after(line);
      line.scrollIntoView({ block: "nearest" });
    }
    return false;
  }
}

/**
 * Open a dialogue with a title and something in it. Resolves when it is closed.
 * @param {string} title
 * @param {(close: () => void) => (Node | null | false | undefined)[]} make
 * @param {string} [kind] a class
 * @returns {{dialog: HTMLDialogElement, closed: Promise<void>}}
 */
export function openDialog(title, make, kind = "") {
  const dialog = h("dialog", { class: `dialog ${kind}`, "aria-label": title });
  const close = () => dialog.close();
  dialog.append(
    h(
      "div",
      { class: "dialog-head" },
      h("h2", {}, title),
      h(
        "button",
        { type: "button", class: "round", "aria-label": t("Close"), onclick: close },
        icon("close"),
      ),
    ),
    ...make(close).filter((it) => it instanceof Node),
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close();
  });
  document.body.append(dialog);
  /** @type {Promise<void>} */
  const closed = new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve();
    });
  });
  dialog.showModal();
  // Enter does what is wanted most.
  const main = dialog.querySelector("button.main, a.main");
  if (main instanceof HTMLElement) main.focus({ preventScroll: true });
  return { dialog, closed };
}

/**
 * Ask whether something is really meant.
 * @param {string} title
 * @param {string} text
 * @param {string} yes what the button says
 * @returns {Promise<boolean>}
 */
export async function sure(title, text, yes) {
  let answer = false;
  const { closed } = openDialog(title, (close) => {
    const agree = () => {
      answer = true;
      close();
    };
    return [
      h("p", {}, text),
      h(
        "div",
        { class: "buttons" },
        h("button", { type: "button", class: "main", onclick: agree }, yes),
        h("button", { type: "button", onclick: close }, t("Cancel")),
      ),
    ];
  });
  await closed;
  return answer;
}

/**
 * When something was, in words: "5 minutes ago".
 * @param {number} at in ms
 */
export function ago(at) {
  const words = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const seconds = Math.max(0, (Date.now() - at) / 1000);
  if (seconds < 60) return words.format(0, "minute");
  if (seconds < 3600) return words.format(-Math.round(seconds / 60), "minute");
  if (seconds < 86400) return words.format(-Math.round(seconds / 3600), "hour");
  return words.format(-Math.round(seconds / 86400), "day");
}

setUpTheme();
setUpLanguages();
// What can be read without a connection is fetched when the page has what it needs itself.
if (isSecureContext && "serviceWorker" in navigator) {
  const register = () => void navigator.serviceWorker.register(`/worker.js?language=${language}`).catch(() => {});
  // Texts of other languages are waited for, so the page may be loaded by now.
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}
