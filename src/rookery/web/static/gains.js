// What somebody gains flies from where it came from to them, one after the other.

import { h, icon } from "./dom.js";

/** @typedef {import("./scene.js").Gain} Gain */
/** @typedef {{x: number, y: number}} Point */

/** How long one flies, and about the longest that all of them may take, in ms. */
const FLIGHT = 650;
const ALL = 1000;
/** From one to the next: so much where there is time for that, and always enough to count them. */
const GAP = 160;
const LEAST_GAP = 80;
const MINUS = "\u2212";

/**
 * Let gains fly. They are for the eyes alone: sentences tell them.
 * @param {Gain[]} gains
 * @param {(sprite: string) => Point | null} from the middle of a thing on the screen
 * @param {(seat: number) => HTMLElement | undefined} to a player's chip
 * @returns {{done: Promise<unknown>, end: () => void}}
 */
export function fly(gains, from, to) {
  const layer = h("div", { class: "gains", "aria-hidden": "true" });
  document.body.append(layer);
  const gap = Math.max(LEAST_GAP, Math.min(GAP, (ALL - FLIGHT) / gains.length));
  /** @type {Animation[]} */
  const flights = [];
  for (const [at, { sprite, seat, text, art }] of gains.entries()) {
    const start = from(sprite);
    const chip = to(seat);
    if (!start || !chip) continue;
    const pill = h("span", { class: "gain" }, art ? icon(art, "sign") : null, text ?? "");
    layer.append(pill);
    const { x, y, width, height } = chip.getBoundingClientRect();
    const ends = [start, { x: x + width / 2, y: y + height / 2 }];
    // What is paid goes the other way.
    const flight = way(pill, text?.startsWith(MINUS) ? ends.reverse() : ends, at * gap);
    flight.addEventListener("finish", () => arrive(pill, chip));
    flights.push(flight);
  }
  const done = Promise.allSettled(flights.map(({ finished }) => finished)).then(() => layer.remove());
  const end = () => flights.forEach((flight) => flight.cancel());
  return { done, end };
}

/**
 * Up from where it is, a moment to be read, and over to its goal.
 * @param {HTMLElement} pill
 * @param {Point[]} ends
 * @param {number} delay
 */
function way(pill, [from, to], delay) {
  const at = (/** @type {Point} */ { x, y }, /** @type {number} */ scale) =>
    `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`;
  return pill.animate(
    [
      { transform: at(from, 0.4), opacity: 0 },
      { transform: at(from, 1.25), opacity: 1, offset: 0.25, easing: "cubic-bezier(.5,0,.3,1)" },
      { transform: at(to, 0.8), opacity: 1 },
    ],
    { duration: FLIGHT, delay, fill: "both" },
  );
}

/**
 * @param {HTMLElement} pill
 * @param {HTMLElement} chip
 */
function arrive(pill, chip) {
  pill.remove();
  chip.animate({ transform: ["scale(1)", "scale(1.06)", "scale(1)"] }, { duration: 220 });
}
