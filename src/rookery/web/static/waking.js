// Bots that are not awake yet: after a first start, what they need is compiled for the machine.

import { get } from "./api.js";
import { byId } from "./dom.js";
import { t } from "./text.js";

/** @typedef {{name: string, waking: {done: number, of: number} | null}} Game */

/** Between two looks, in ms. */
const PATIENCE = 1000;
let watching = false;

/**
 * Where a table has bots, say how far they are until they are awake.
 * @param {import("./api.js").TableInfo} table
 */
export async function watchBots({ game, status, seats }) {
  if (watching || status !== "running" || !seats.some(({ kind }) => kind === "bot")) return;
  watching = true;
  const line = byId("waking");
  for (;;) {
    const found = await get("/games").catch(() => null);
    const waking = found?.games.find((/** @type {Game} */ { name }) => name === game)?.waking;
    line.hidden = !waking;
    if (!waking) return;
    line.textContent = t("The bots are waking up: {done} of {of}.", waking);
    await new Promise((done) => setTimeout(done, PATIENCE));
  }
}
