// The end: who won, how the points came about, and whether everything was fair.

import { get, invited, withQuery } from "./api.js";
import { savePicture } from "./card.js";
import { fillWith, h, icon } from "./dom.js";
import { attempt, openDialog, toast } from "./head.js";
import { decisive, ranking } from "./ranking.js";
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
  const block = (/** @type {{seat: number, place: number}} */ { seat, place }) => {
    const won = result.winners.includes(seat);
    const lines = result.lines.filter((line) => line.seat === seat);
    const rows = lines.flatMap(({ label, value }, at) => {
      const kind = at === lines.length - 1 ? "sum" : "";
      return [h("dt", { class: kind }, label), h("dd", { class: kind }, value)];
    });
    const rank = h("span", { class: "place" }, `${place}.`);
    const own = mine.includes(seat) && h("span", { class: "own" }, t("you"));
    return h("li", { class: won ? "won" : "" }, h("h3", {}, rank, won && icon("crown"), h("bdi", {}, names[seat]), own), h("dl", {}, ...rows));
  };
  return h("ol", { class: "reckoning" }, ...ranking(result).map(block));
}

/**
 * What decided the match: the moments that brought or cost most.
 * @param {string[]} names
 * @param {() => Promise<import("./ranking.js").Moment[]>} recall all moments
 * @param {boolean} open whether they are known already
 */
function decidedBy(names, recall, open) {
  const list = h("ul", {}, h("li", {}, t("One moment…")));
  const fill = async () => {
    const found = decisive(await recall().catch(() => []));
    const line = (/** @type {import("./ranking.js").Moment} */ { seat, amount, text }) =>
      h("li", {}, h("b", {}, h("bdi", {}, names[seat]), ` ${amount > 0 ? "+" : "\u2212"}${Math.abs(amount)}`), " ", text);
    fillWith(list, ...(found.length ? found.map(line) : [h("li", {}, t("No single moment: everybody's many small ones."))]));
  };
  const details = h("details", { class: "decided", open }, h("summary", {}, t("What decided it")), list);
  details.addEventListener("toggle", () => void (details.open && fill()), { once: true });
  if (open) void fill();
  return details;
}

/** Pieces that fall from above, for whoever has won. */
const confetti = () => h("div", { class: "confetti", "aria-hidden": "true" }, ...Array.from({ length: 24 }, () => h("i")));

/**
 * Let others see how it ended.
 * @param {TableInfo} table
 * @param {string} text
 */
async function share(table, text) {
  const url = `${location.origin}${withQuery(`/replay/${table.id}`, { invite: invited() })}`;
  if (typeof navigator.share === "function") await navigator.share({ title: "Rookery", text, url }).catch(() => {});
  else {
    await navigator.clipboard.writeText(`${text} ${url}`);
    toast(t("Copied."));
  }
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
 * @param {{recall: () => Promise<import("./ranking.js").Moment[]>, whole: boolean}} past
 */
export function showEnd(table, scene, mine, past) {
  const { result } = scene;
  if (!result) return;
  const names = scene.players.map(({ name }) => name);
  const won = result.winners.some((seat) => mine.includes(seat));
  const again = () => attempt(() => playAgain(table));
  const go = table.rematch ? t("To the rematch") : t("Play again");
  openDialog(
    won ? t("You have won!") : t("The match is over"),
    (close) => [
      won ? confetti() : null,
      h("p", { class: "outcome" }, result.text),
      table.practice && h("p", { class: "soft" }, t("This was practice: something was taken back that could not be. It counts nowhere.")),
      reckoning(result, names, mine),
      decidedBy(names, past.recall, past.whole),
      !table.practice && fairDeal(table),
      h(
        "div",
        { class: "buttons last" },
        (table.rematch || mine.length > 0) && h("button", { type: "button", class: "main", onclick: again }, icon("rematch"), go),
        h("button", { type: "button", onclick: close }, icon("eye"), t("See the table")),
        h("a", { class: "button", href: withQuery(`/replay/${table.id}`, { invite: invited() }) }, icon("play"), t("Replay")),
        h("a", { class: "button", href: withQuery(`/review/${table.id}`, { invite: invited() }) }, icon("hint"), t("Review")),
        h("button", { type: "button", onclick: () => attempt(() => share(table, result.text)) }, icon("share"), t("Share")),
        h("button", { type: "button", onclick: () => attempt(() => savePicture(table)) }, icon("points"), t("As a picture")),
        h("a", { class: "button", href: "/" }, t("To the lobby")),
        h("button", { type: "button", onclick: () => attempt(() => download(table)) }, t("Download the match")),
      ),
    ],
    won ? "end celebrating" : "end",
  );
}
