// A rematch in one tap: it pops up for everybody who sat here, and begins when all have tapped.

import { get, post } from "./api.js";
import { h, icon } from "./dom.js";
import { attempt, openDialog } from "./head.js";
import { t } from "./text.js";

/** @typedef {import("./api.js").TableInfo} TableInfo */

/** What has been offered already. */
const offered = new Set();

/**
 * Take part in a rematch: the first who taps makes the table, the others sit down at it.
 * @param {TableInfo} table
 */
export async function playAgain(table) {
  offered.add(table.rematch);
  const { id } = table.rematch ? { id: table.rematch } : await post(`/tables/${table.id}/rematch`);
  offered.add(id);
  // Whoever was first sits there already; whoever comes too late may watch.
  const { table: next, mine: seats } = await get(`/tables/${id}`);
  if (!seats.length && next.status === "open") await post(`/tables/${id}/join`, {});
  location.assign(`/t/${id}`);
}

/**
 * Ask those who sat here whether they play again, once somebody wants to.
 * @param {TableInfo} table
 * @param {number[]} mine
 */
export function offerRematch(table, mine) {
  if (!table.rematch || !mine.length || offered.has(table.rematch)) return;
  offered.add(table.rematch);
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  openDialog(
    t("Play again?"),
    (close) => [
      h("p", {}, t("The others want to play again. Your seat is kept for a minute.")),
      h(
        "div",
        { class: "buttons" },
        h("button", { type: "button", class: "main", onclick: () => attempt(() => playAgain(table)) }, icon("rematch"), t("Play again")),
        h("button", { type: "button", onclick: close }, t("Not now")),
      ),
    ],
    "rematch",
  );
}

/**
 * How a match ended that was not played out: all but one gave up, or the host closed it.
 * @param {TableInfo} table
 * @param {number[]} mine
 */
export function showEarlyEnd(table, mine) {
  const won = table.winners.some((seat) => mine.includes(seat));
  const names = table.winners.map((seat) => table.seats[seat].name).join(", ");
  openDialog(
    won ? t("You have won!") : t("The match is over"),
    (close) => [
      names ? h("p", { class: "outcome" }, t("{names} won: the others gave up.", { names })) : null,
      h(
        "div",
        { class: "buttons last" },
        mine.length > 0 && h("button", { type: "button", class: "main", onclick: () => attempt(() => playAgain(table)) }, icon("rematch"), t("Play again")),
        h("button", { type: "button", onclick: close }, icon("eye"), t("See the table")),
        h("a", { class: "button", href: "/" }, t("To the lobby")),
      ),
    ].filter((it) => it !== null),
    "end",
  );
}
