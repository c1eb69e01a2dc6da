// The signs around a table: what to do, whether we are connected, the title of the window.

import { byId, fillWith, h } from "./dom.js";
import { t } from "./text.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./scene.js").Scene} Scene */

/** So long may a connection take before it is worth a word, in ms. */
const PATIENCE = 300;
let timer = 0;

/**
 * The title of a game; the page has them all.
 * @param {string} game
 */
export function gameTitle(game) {
  const found = byId("main").querySelector(`[data-game="${CSS.escape(game)}"]`);
  return found?.getAttribute("data-title") ?? game;
}

/**
 * Whose turn it is and what to do.
 * @param {Table} page
 * @param {Scene} scene
 * @param {boolean} mine
 */
export function showPrompt(page, scene, mine) {
  const away = page.seat !== null && page.table?.seats[page.seat]?.away;
  const watching = page.seat === null && page.table?.status === "running";
  const back = () => void page.comeBack();
  byId("prompt").classList.toggle("mine", mine);
  byId("prompt").classList.remove("telling");
  fillWith(
    byId("prompt-text"),
    away ? t("A bot plays for you.") : scene.prompt,
    watching && h("span", { class: "soft" }, " ", t("You are watching.")),
    away && h("button", { type: "button", class: "main", onclick: back }, t("I am back")),
  );
  page.tip("");
}

/**
 * What is happening, while it is shown.
 * @param {import("./frames.js").Frame} frame
 */
export function showStep({ told, scene }) {
  const { summary } = scene;
  if (!told.length) return;
  byId("prompt").classList.remove("mine");
  byId("prompt").classList.add("telling");
  // A long story is in the log: here is how it begins and what came of it.
  const short = told.length > 2 ? [told[0], told[told.length - 1]] : told;
  fillWith(byId("prompt-text"), summary ? summary.title : short.join(" "));
}

/**
 * A tab out of sight says when it is our turn.
 * @param {Table} page
 */
export function showTitle(page) {
  const turn = page.scene?.choices.length ? ["●", t("Your turn"), "· "].join(" ") : "";
  document.title = `${turn}${gameTitle(page.table?.game ?? "")} · Rookery`;
}

/**
 * Say it when the connection is gone, and take it back when it is there again.
 * @param {import("./stream.js").Connection} state
 */
export function showConnection(state) {
  const line = byId("connection");
  clearTimeout(timer);
  if (state === "open") {
    line.hidden = true;
    return;
  }
  const text = state === "lost" ? t("The connection is lost. Trying again…") : t("Connecting…");
  timer = window.setTimeout(() => {
    line.textContent = text;
    line.hidden = false;
  }, PATIENCE);
}
