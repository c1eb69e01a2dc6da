// How a match ended, in order, and what decided it: from results and frames, without a page.

/** @typedef {import("./scene.js").Result} Result */
/** @typedef {import("./frames.js").Frame} Frame */
/** @typedef {{seat: number, amount: number, text: string}} Moment something that brought somebody much, or cost much */

const MINUS = /^[-\u2212]/;
/** What counts as one point where nothing is counted. */
const FEATS = new Set(["revealed", "caught"]);

/** "+5", "−2", "12": how much that is; NaN where it is no number. @param {string} text */
export const amountOf = (text) => Number(text.replace(MINUS, "-"));

/**
 * The seats by their places. Winners come first; whether many or few points are good, they show.
 * @param {Result} result
 * @returns {{seat: number, place: number}[]}
 */
export function ranking({ lines, winners }) {
  const seats = [...new Set(lines.map(({ seat }) => seat))];
  const sums = new Map(seats.map((seat) => [seat, amountOf(lines.filter((it) => it.seat === seat).at(-1)?.value ?? "")]));
  const sum = (/** @type {number} */ seat) => sums.get(seat) || 0;
  const best = winners.length ? sum(winners[0]) : Math.max(...sums.values());
  const fewest = seats.some((seat) => sum(seat) > best);
  const behind = (/** @type {number} */ seat) => (winners.includes(seat) ? -Infinity : fewest ? sum(seat) : -sum(seat));
  const order = [...seats].sort((a, b) => behind(a) - behind(b) || a - b);
  return order.map((seat) => ({ seat, place: order.findIndex((it) => behind(it) === behind(seat)) + 1 }));
}

/**
 * What a frame brought to whom.
 * @param {Frame} frame
 * @returns {Moment[]}
 */
export function momentsOf({ seat: actor, told, scene }) {
  const text = told[0] ?? "";
  /** @type {Map<number, number>} */
  const found = new Map();
  for (const { seat, text: gained } of scene.gains ?? []) found.set(seat, (found.get(seat) ?? 0) + (amountOf(gained ?? "") || 0));
  const moments = [...found].map(([seat, amount]) => ({ seat, amount, text }));
  for (const { seat, label, value } of scene.summary?.lines ?? []) {
    if (/^[+\-\u2212]/.test(value)) moments.push({ seat, amount: amountOf(value), text: `${scene.summary?.title} ${label}` });
  }
  const feat = scene.sprites.some(({ mark }) => FEATS.has(mark ?? ""));
  if (!moments.length && feat && actor !== null) moments.push({ seat: actor, amount: 1, text });
  return moments.filter(({ amount }) => amount);
}

/**
 * The moments that mattered most, as they came.
 * @param {Moment[]} moments
 * @param {number} [most]
 */
export function decisive(moments, most = 3) {
  const largest = moments.map((it, at) => ({ it, at })).sort((a, b) => Math.abs(b.it.amount) - Math.abs(a.it.amount) || b.at - a.at);
  return largest.slice(0, most).sort((a, b) => a.at - b.at).map(({ it }) => it);
}
