// One's own tables: against whom, how they stand, and which of them wait for oneself.

import { get, withQuery } from "./api.js";
import { fillWith, h } from "./dom.js";
import { faceOf } from "./faces.js";
import { ago } from "./head.js";
import { language, t, tn } from "./text.js";

/** @typedef {import("../wire").OwnTable} OwnTable */

/** So many are seen at once; fewer on a phone, where the games are to be seen, too. */
const SEEN = 6;
const FEW = 2;

/** @returns {Promise<import("../wire").OwnListing>} */
export const myTables = () => get(withQuery("/guests/me/tables", { language }));

/** @param {OwnTable} table */
function standing({ status, free, waits, won }) {
  if (status === "open") return free ? tn("{count} free seat", "{count} free seats", free) : t("ready to begin");
  if (status === "over") return won ? t("won") : t("over");
  return waits ? t("Your turn") : t("the others think");
}

/**
 * @param {OwnTable} table
 * @param {string} title of its game
 */
function line(table, title) {
  const others = table.seats.filter(({ me, kind }) => !me && kind !== "free");
  const names = others.map(({ name }) => name).join(", ") || tn("{count} player", "{count} players", table.players);
  return h(
    "li",
    { class: table.waits ? "waits" : table.status },
    h(
      "a",
      { href: `/t/${table.id}` },
      h("span", { class: "faces", "aria-hidden": "true" }, ...others.slice(0, 5).map(faceOf)),
      h("span", { class: "against" }, h("strong", {}, title), h("bdi", {}, names)),
      h("span", { class: "standing" }, h("b", {}, standing(table)), h("span", { class: "soft" }, ago(table.changed))),
    ),
  );
}

/**
 * Show them; without any, nothing is shown.
 * @param {HTMLElement} section
 * @param {OwnTable[]} tables
 * @param {(game: string) => string} titleOf
 */
export function showMine(section, tables, titleOf) {
  const list = /** @type {HTMLElement} */ (section.querySelector("ul"));
  section.hidden = tables.length === 0;
  const whole = section.classList.contains("whole");
  const shown = whole ? tables : tables.slice(0, matchMedia("(max-width: 40rem)").matches ? FEW : SEEN);
  const focused = list.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
  const more = () => {
    section.classList.add("whole");
    showMine(section, tables, titleOf);
  };
  const rest = tables.length - shown.length;
  fillWith(
    list,
    ...shown.map((table) => line(table, titleOf(table.game))),
    rest > 0 && h("li", {}, h("button", { type: "button", class: "rest", onclick: more }, tn("{count} more", "{count} more", rest))),
  );
  if (focused) /** @type {HTMLElement | null} */ (list.querySelector(`[href="${CSS.escape(focused)}"]`))?.focus();
}
