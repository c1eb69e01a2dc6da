// What came of a part of the match: a panel over the board, until it is put away.

import { h, icon } from "./dom.js";
import { t } from "./text.js";

/** @typedef {import("./scene.js").Summary} Summary */
/** @typedef {import("./scene.js").Line} Line */

/** How long it stays by itself, in ms; as long as somebody points at it or has the focus in it. */
const STAY = 6000;

/**
 * The lines of each seat, those with lines only.
 * @param {Summary} summary
 * @returns {[number, Line[]][]}
 */
function bySeat({ lines }) {
  const seats = [...new Set(lines.map(({ seat }) => seat))];
  return seats.map((seat) => [seat, lines.filter((line) => line.seat === seat)]);
}

/**
 * A row for each player: what came to them, and at the right the last line, which is the sum.
 * @param {Summary} summary
 * @param {string[]} names
 * @param {number[]} mine
 */
export function summaryRows(summary, names, mine) {
  const seats = bySeat(summary);
  const sums = new Set(seats.map(([, lines]) => lines[lines.length - 1].label));
  const said = (/** @type {Line} */ { label, value }) => h("span", {}, label, " ", h("b", {}, value));
  const rows = seats.map(([seat, lines]) => {
    const sum = lines[lines.length - 1];
    return h(
      "tr",
      { class: mine.includes(seat) ? "own-row" : "" },
      h("th", { scope: "row" }, h("bdi", {}, names[seat])),
      h("td", {}, ...lines.slice(0, -1).map(said)),
      h("td", { class: "sum" }, sums.size > 1 ? said(sum) : sum.value),
    );
  });
  const head = h("tr", {}, h("th", { scope: "col", class: "sum", colspan: 3 }, ...sums));
  return h("table", { class: "rows" }, sums.size === 1 && h("thead", {}, head), h("tbody", {}, ...rows));
}

/**
 * Show it over an element. The focus stays where it is: keys close it from anywhere.
 * @param {HTMLElement} root
 * @param {Summary} summary
 * @param {string[]} names
 * @param {number[]} mine
 * @returns {{closed: Promise<void>, close: () => void}}
 */
export function showSummary(root, summary, names, mine) {
  const title = h("h2", { id: "summary-title" }, summary.title);
  const button = h("button", { type: "button", class: "main" }, t("Go on"), icon("next"));
  const panel = h(
    "section",
    { class: "summary", role: "region", "aria-labelledby": title.id },
    title,
    summaryRows(summary, names, mine),
    button,
  );
  root.append(panel);
  /** @type {() => void} */
  let close = () => {};
  /** @type {Promise<void>} */
  const closed = new Promise((resolve) => {
    const timer = setTimeout(() => close(), STAY);
    const stay = () => {
      clearTimeout(timer);
      panel.classList.add("stays");
    };
    panel.addEventListener("pointermove", stay, { once: true });
    panel.addEventListener("focusin", stay, { once: true });
    close = () => {
      clearTimeout(timer);
      panel.remove();
      resolve();
    };
  });
  button.addEventListener("click", () => close());
  return { closed, close: () => close() };
}
