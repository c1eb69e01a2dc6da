// The summary of a review as a picture to share: the curve, and how well everybody played.

import { keepPicture } from "./card.js";
import { s } from "./dom.js";
import { percent, signed } from "./exercise.js";
import { DASHES, picture } from "./reviewcurve.js";
import { t } from "./text.js";

/** @typedef {import("./reviewcurve.js").Review} Review */
/** @typedef {import("./reviewcurve.js").Decision} Decision */

const [WIDTH, HEIGHT, MARGIN] = [1200, 630, 48];
const INK = "#12263f";
/** As in review.css by day: a picture has no styles of the page. */
const COLOURS = ["#0b5fd0", "#b3261e", "#17704a", "#ad4700", "#12263f", "#475d78"];

/** @param {Element} node @param {Record<string, string | number>} given */
const dress = (node, given) => Object.entries(given).forEach(([name, value]) => node.setAttribute(name, String(value)));

/**
 * @param {Review} review
 * @param {string} title
 * @param {string[]} names
 * @param {Decision[]} lessons
 */
export function summary(review, title, names, lessons) {
  const row = Math.min(56, 200 / names.length);
  const curve = picture(review, names, { width: WIDTH - 2 * MARGIN, height: 290, lessons });
  dress(curve, { x: MARGIN, y: 100, overflow: "visible" });
  for (const it of curve.querySelectorAll(".grid")) dress(it, { stroke: "#c3d5e3" });
  for (const it of curve.querySelectorAll(".scale")) dress(it, { fill: INK, "font-size": 15 });
  for (const [seat] of names.entries()) {
    for (const it of curve.querySelectorAll(`.line.line-${seat}`)) dress(it, { fill: "none", stroke: COLOURS[seat % 6], "stroke-width": 4 });
    for (const it of curve.querySelectorAll(`.lesson.line-${seat} circle`)) dress(it, { fill: COLOURS[seat % 6] });
  }
  for (const it of curve.querySelectorAll(".lesson text")) dress(it, { fill: "#ffffff", "font-size": 13, "font-weight": "bold" });
  for (const it of curve.querySelectorAll(".turning")) dress(it, { fill: INK });
  const top = 440;
  const cell = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text, /** @type {object} */ more = {}) => s("text", { x, y, fill: INK, "font-size": 24, ...more }, text);
  const end = { "text-anchor": "end" };
  const head = [t("Result"), t("Accuracy"), t("Luck")].map((text, at) => cell(760 + at * 195, top - 18, text, { ...end, "font-size": 18 }));
  const rows = names.flatMap((name, seat) => {
    const y = top + 20 + seat * row;
    const { result, accuracy, luck } = review.seats[seat];
    return [
      s("line", { x1: MARGIN, x2: MARGIN + 60, y1: y - 8, y2: y - 8, stroke: COLOURS[seat % 6], "stroke-width": 5, "stroke-dasharray": DASHES[seat % 6] }),
      cell(MARGIN + 76, y, name.length > 28 ? `${name.slice(0, 27)}…` : name, { "font-weight": result > 0 ? "bold" : "normal" }),
      cell(760, y, percent(result), end),
      cell(955, y, percent(accuracy), end),
      cell(1150, y, signed(luck), end),
    ];
  });
  return s(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, "font-family": "sans-serif" },
    s("rect", { width: WIDTH, height: HEIGHT, fill: "#eef6fb" }),
    cell(MARGIN, 70, title, { "font-size": 42, "font-weight": "bold" }),
    cell(WIDTH - MARGIN, 66, "Rookery", { ...end, "font-size": 22 }),
    curve,
    ...head,
    ...rows,
  );
}

/**
 * Share it where the device can, or else keep it as a file.
 * @param {SVGSVGElement} drawing
 * @param {string} name
 */
export const sharePicture = (drawing, name) => keepPicture(new XMLSerializer().serializeToString(drawing), name);
