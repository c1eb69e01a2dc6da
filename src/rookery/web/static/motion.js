// How things move: shifted by transforms, with a short trail, until they vanish.

import { s } from "./dom.js";

/** The length of a trail: about one and a half cards. */
const WAKE = 150;

/**
 * A short trail behind what was just played.
 * @param {SVGGElement} node
 * @param {DOMPoint} from
 * @param {number} x
 * @param {number} y
 */
export function wake(node, from, x, y) {
  // The last bit of the way: a line across the whole table would draw the eye away from its end.
  const part = Math.min(1, WAKE / Math.hypot(from.x - x, from.y - y));
  const [x1, y1] = [x + (from.x - x) * part, y + (from.y - y) * part];
  const line = s("line", { class: "wake", x1, y1, x2: x, y2: y });
  node.parentElement?.insertBefore(line, node);
  fade(line, 0.5, 600);
}

/**
 * Let something vanish.
 * @param {SVGElement} node
 * @param {number} from
 * @param {number} duration
 */
export function fade(node, from, duration) {
  const end = () => node.remove();
  node.animate({ opacity: [from, 0] }, { duration, fill: "forwards" }).finished.then(end, end);
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 */
export function shifted(x, y, scale) {
  return `translate(${x}px, ${y}px) scale(${scale})`;
}

/**
 * @param {SVGGElement} node
 * @param {number} x
 * @param {number} y
 */
export function put(node, x, y) {
  node.style.transform = `translate(${x}px, ${y}px)`;
}
