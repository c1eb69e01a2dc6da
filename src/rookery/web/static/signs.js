// The signs around a table: whether we are connected, the title of the window.

import { byId } from "./dom.js";
import { t } from "./text.js";
import { setTitle } from "./turns.js";

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
 * A tab out of sight says when it is our turn.
 * @param {import("./state.js").State} state
 */
export function showTitle({ scene, table }) {
  const turn = scene?.choices.length ? ["●", t("Your turn"), "· "].join(" ") : "";
  setTitle(`${turn}${gameTitle(table?.game ?? "")} · Rookery`);
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
