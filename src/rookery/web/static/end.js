// The end: who won, how the points came about, and whether everything was fair.

import { get, invited, withQuery } from "./api.js";
import { fillWith, h, icon } from "./dom.js";
import { attempt, openDialog } from "./head.js";
import { playAgain } from "./rematch.js";
import { t, tn } from "./text.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Result} Result */
/** @typedef {import("./api.js").TableInfo} TableInfo */

/**
 * The reckoning, line by line, a block for each seat.
 * @param {Result} result
 * @param {string[]} names
 * @param {number[]} mine
 */
export function reckoning(result, names, mine) {
  const seats = [...new Set(result.lines.map(({ seat }) => seat))];
  // The winners first; among the others, the order of the seats.
  seats.sort((a, b) => Number(result.winners.includes(b)) - Number(result.winners.includes(a)));
  return h(
    "div",
    { class: "reckoning" },
    ...seats.map((seat) => {
      const won = result.winners.includes(seat);
      const own = mine.includes(seat);
      const lines = result.lines.filter((line) => line.seat === seat);
      return h(
        "section",
        { class: won ? "won" : "" },
        h("h3", {}, won ? icon("crown") : null, names[seat], own && h("span", { class: "own" }, t("you"))),
        h(
          "dl",
          {},
          ...lines.flatMap(({ label, value }, at) => {
            const kind = at === lines.length - 1 ? "sum" : "";
            return [h("dt", { class: kind }, label), h("dd", { class: kind }, value)];
          }),
        ),
      );
    }),
  );
}

/**
 * The fair-deal check: what was promised before, what is known after, and a button.
 * @param {TableInfo} table
 */
export function fairDeal(table) {
  const verdict = h("p", { role: "status" });
  const check = async () => {
    verdict.textContent = t("One moment…");
    try {
      const found = await get(withQuery(`/tables/${table.id}/verify`, { invitation: invited() }));
      verdict.className = found.fits ? "good" : "bad";
      const fits = tn(
        "All fits: the deal, every roll and the one action follow from the secret that was fixed before.",
        "All fits: the deal, every roll and all {count} actions follow from the secret that was fixed before.",
        found.plies,
      );
      fillWith(
        verdict,
        icon(found.fits ? "check" : "warning"),
        found.fits ? fits : found.faults.join(" "),
      );
    } catch (error) {
      verdict.textContent = String(error);
    }
  };
  return h(
    "details",
    { class: "fair" },
    h("summary", {}, t("Was it fair?")),
    h(
      "p",
      {},
      t("Before the first move the server fixed a secret that decides the deal and every roll, and showed its hash. After the end it shows the secret: anybody can check that nothing was changed."),
    ),
    h(
      "dl",
      {},
      h("dt", {}, t("Hash, shown before")),
      h("dd", {}, h("code", {}, table.commitment)),
      h("dt", {}, t("Secret, shown after")),
      h("dd", {}, table.secret ? h("code", {}, table.secret) : t("not before the end")),
    ),
    table.secret
      ? h("div", { class: "buttons" }, h("button", { type: "button", onclick: check }, t("Check it")), verdict)
      : null,
  );
}

/**
 * Keep the finished match as a file.
 * @param {TableInfo} table
 */
async function download(table) {
  const text = await get(withQuery(`/tables/${table.id}/save`, { invitation: invited() }));
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = h("a", { href: address, download: `${table.game}-${table.id}.txt` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Show how it ended.
 * @param {TableInfo} table
 * @param {Scene} scene with its result
 * @param {number[]} mine
 */
export function showEnd(table, scene, mine) {
  const { result } = scene;
  if (!result) return;
  const names = scene.players.map(({ name }) => name);
  const won = result.winners.some((seat) => mine.includes(seat));
  openDialog(
    won ? t("You have won!") : t("The match is over"),
    (close) => [
      h("p", { class: "outcome" }, result.text),
      reckoning(result, names, mine),
      fairDeal(table),
      h(
        "div",
        { class: "buttons last" },
        table.rematch
          ? h("button", { type: "button", class: "main", onclick: () => attempt(() => playAgain(table)) }, icon("rematch"), t("To the rematch"))
          : mine.length > 0
            ? h("button", { type: "button", class: "main", onclick: () => attempt(() => playAgain(table)) }, icon("rematch"), t("Play again"))
            : null,
        h("button", { type: "button", onclick: close }, icon("eye"), t("See the table")),
        h("a", { class: "button", href: withQuery(`/replay/${table.id}`, { invite: invited() }) }, icon("play"), t("Replay")),
        h("a", { class: "button", href: "/" }, t("To the lobby")),
        h("button", { type: "button", onclick: () => attempt(() => download(table)) }, t("Download the match")),
      ),
    ],
    "end",
  );
}
