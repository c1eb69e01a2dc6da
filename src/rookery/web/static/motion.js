// How things move: shifted by transforms, with a short trail, until they vanish.

import { s } from "./dom.js";

/**
 * A short trail behind what was just played.
 * @param {SVGGElement} node
 * @param {DOMPoint} from
 * @param {number} x
 * @param {number} y
 */
export function wake(node, from, x, y) {
  const line = s("line", { class: "wake", x1: from.x, y1: from.y, x2: x, y2: y });
  node.parentElement?.insertBefore(line, node);
  fade(line, 0.5, 900);
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
