// The curve of a match: everybody's chance to win from the deal to the end. Lines differ by dashes
// as well as by colours; what was costly is numbered, where the match turned has a sign.

import { fillWith, s } from "./dom.js";
import { percent } from "./exercise.js";
import { t } from "./text.js";

export const DASHES = ["", "9 4", "2 4", "12 4 2 4", "6 3", "1 3"];
const HEIGHT = 200;
const [LEFT, EDGE] = [42, 14];

/**
 * @typedef {object} Decision
 * @property {number} ply
 * @property {number} seat
 * @property {string} action
 * @property {string} best
 * @property {number} legal
 * @property {number} cost
 * @property {Record<string, number>} alternatives
 * @property {number[]} own
 * @property {number[]} open
 */
/** @typedef {{before: number, own: number, others: number, hidden: number, luck: number, result: number, skill: number, accuracy: number}} SeatFigures */
/** @typedef {{game: string, players: number, depth: string, seats: SeatFigures[], decisions: Decision[], lessons: number[]}} Review */

/** Everybody's chances, moment by moment; the last one is the result. @param {Review} review */
export function values(review) {
  return [...review.decisions.map(({ open }) => open), review.seats.map(({ result }) => result)];
}

/**
 * Where the match turned: the moments after which chances were most different.
 * @param {Review} review
 * @param {number} [count]
 */
export function turningPoints(review, count = 3) {
  const all = values(review);
  const swings = all.slice(1).map((after, ply) => ({ ply: ply + 1, swing: Math.max(...after.map((it, seat) => Math.abs(it - all[ply][seat]))) }));
  return swings.filter(({ swing }) => swing >= 0.1).sort((a, b) => b.swing - a.swing).slice(0, count).map(({ ply }) => ply);
}

/** The three moments to learn from: one's own, if there are any. @param {Review} review @param {number[]} mine */
export function lessonsOf(review, mine) {
  const costly = review.decisions.filter(({ cost }) => cost > 0).sort((a, b) => b.cost - a.cost);
  const own = costly.filter(({ seat }) => mine.includes(seat));
  return (own.length ? own : costly).slice(0, 3).sort((a, b) => a.ply - b.ply);
}

/** A curve that can be touched. */
export class Curve {
  /**
   * @param {HTMLElement} root
   * @param {(ply: number) => void} go
   */
  constructor(root, go) {
    this.root = root;
    this.go = go;
    this.ply = 0;
    /** @type {Review | null} */
    this.review = null;
    /** @type {Decision[]} */
    this.lessons = [];
    /** @type {string[]} */
    this.names = [];
    new ResizeObserver(() => this.draw()).observe(root);
    const point = (/** @type {PointerEvent} */ event) => this.#point(event);
    root.addEventListener("pointerdown", point);
    root.addEventListener("pointermove", (event) => event.buttons && point(event));
  }

  /** @param {PointerEvent} event */
  #point({ clientX }) {
    if (!this.review) return;
    const box = this.root.getBoundingClientRect();
    const share = (clientX - box.left - LEFT) / (box.width - LEFT - EDGE);
    this.go(Math.round(Math.max(0, Math.min(1, share)) * this.review.decisions.length));
  }

  /**
   * @param {Review} review
   * @param {string[]} names
   * @param {Decision[]} lessons
   */
  set(review, names, lessons) {
    Object.assign(this, { review, names, lessons });
    this.draw();
  }

  /** @param {number} ply */
  mark(ply) {
    this.ply = ply;
    this.draw();
  }

  draw() {
    const { review, root } = this;
    const width = root.clientWidth;
    if (review && width) fillWith(root, picture(review, this.names, { width, height: HEIGHT, ply: this.ply, lessons: this.lessons }));
  }
}

/**
 * The curve as a picture.
 * @param {Review} review
 * @param {string[]} names
 * @param {{width: number, height: number, ply?: number, lessons: Decision[]}} how
 */
export function picture(review, names, { width, height, ply, lessons }) {
  const all = values(review);
  const x = (/** @type {number} */ at) => LEFT + (at * (width - LEFT - EDGE)) / Math.max(1, all.length - 1);
  const y = (/** @type {number} */ chance) => height - EDGE - chance * (height - 2 * EDGE);
  const grid = [0, 0.5, 1].flatMap((it) => [
    s("line", { class: "grid", x1: LEFT, x2: width - EDGE, y1: y(it), y2: y(it) }),
    s("text", { class: "scale", x: LEFT - 6, y: y(it) + 4, "text-anchor": "end" }, percent(it)),
  ]);
  const lines = names.map((name, seat) =>
    s("polyline", { class: `line line-${seat}`, points: all.map((it, at) => `${x(at).toFixed(1)},${y(it[seat]).toFixed(1)}`).join(" "), "stroke-dasharray": DASHES[seat % 6] }, s("title", {}, name)),
  );
  const turns = turningPoints(review).map((at) => {
    const top = EDGE - 2;
    return s("path", { class: "turning", d: `M${x(at)} ${top + 9}l-6 -9h12z` }, s("title", {}, t("The match turns here")));
  });
  const marks = lessons.map(({ ply: at, seat }, number) =>
    s("g", { class: `lesson line-${seat}`, "data-ply": at }, s("circle", { cx: x(at), cy: y(all[at][seat]), r: 10 }), s("text", { x: x(at), y: y(all[at][seat]) + 4.5, "text-anchor": "middle" }, String(number + 1))),
  );
  const cursor = ply === undefined ? null : s("line", { class: "cursor", x1: x(ply), x2: x(ply), y1: 0, y2: height });
  const told = names.map((name, seat) => `${name} ${percent(all[all.length - 1][seat])}`).join(", ");
  return s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": t("Chances to win over the match; at the end: {told}", { told }) }, ...grid, cursor, ...lines, ...turns, ...marks);
}
