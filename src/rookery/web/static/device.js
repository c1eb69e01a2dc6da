// One device for several players: each sees the hand only after it was handed over.

import { passDevice, uncover } from "./cover.js";
import { byId, calm } from "./dom.js";
import { t } from "./text.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./scene.js").Scene} Scene */

/** How long the last thing that happened is seen before it is covered, in ms. */
const LAST_LOOK = 700;

/**
 * Who is to have the device now.
 * @param {Table} page
 * @param {Scene} scene
 * @returns {number | null} null: whoever has it
 */
export function heirOf(page, scene) {
  if (page.mine.length < 2) return null;
  if (page.table?.status === "over") {
    uncover();
    return null;
  }
  const active = scene.players.find((it) => it.active)?.seat;
  const next = active !== undefined && page.mine.includes(active) ? active : null;
  if (next === null ? page.revealed !== null : next === page.revealed) return null;
  return next ?? page.mine[0];
}

/**
 * Hide the hand: the device goes to somebody else.
 * @param {Table} page
 * @param {number} seat
 * @param {boolean} look whether there is something to see before
 */
export async function handOver(page, seat, look) {
  const { stream } = page;
  page.chooser.set([]);
  if (look && !calm()) await page.playing.pause(LAST_LOOK);
  if (stream !== page.stream) return;
  const name = page.table?.seats[seat]?.name ?? "";
  const show = () => {
    page.revealed = seat;
    uncover();
    // Other eyes: everything is asked for anew, and the log is theirs.
    page.seat = seat;
    page.scene = null;
    page.stage.scene = null;
    page.listen();
  };
  byId("prompt").classList.remove("mine", "telling");
  byId("prompt-text").textContent = passDevice(name, show);
  page.log.say(t("Pass the device to {name}.", { name }));
}
