// Choosing, without anything drawn: what may be touched after what, and what touches make.

/** What can be chosen, and for a shortcut what is to be played after it. @typedef {import("../wire").Choice & {then?: string[]}} Choice */
/** @typedef {{can: boolean, other: boolean, chosen: boolean, hinted: boolean, drag: boolean, label: string, note: string}} Mark how a thing is shown; other: it would begin anew */

/**
 * All that can be chosen in a scene: its choices, and other ways to say them.
 * @param {import("./scene.js").Scene} scene
 * @returns {Choice[]}
 */
export function choicesOf({ choices, shortcuts = [] }) {
  const ways = shortcuts.map(({ touch, actions: [action, ...then], label = "" }) => ({ action, touch: [touch], label, then }));
  return ways.length ? [...choices, ...ways] : choices;
}

/**
 * Choices that begin with some touches.
 * @param {Choice[]} choices
 * @param {string[]} touched
 */
const matching = (choices, touched) =>
  choices.filter(({ touch }) => touched.every((id, at) => touch[at] === id));

/**
 * What may be touched next.
 * @param {Choice[]} choices
 * @param {string[]} touched
 */
export function nexts(choices, touched) {
  return new Set(matching(choices, touched).map(({ touch }) => touch[touched.length]));
}

/**
 * Whether a thing can be picked up and put somewhere.
 * @param {Choice[]} choices
 * @param {string} id
 */
export const movable = (choices, id) => choices.some(({ touch }) => touch.length > 1 && touch[0] === id);

/**
 * What was touched after one more touch: on, back by touching the same again, or anew.
 * @param {Choice[]} choices
 * @param {string[]} touched
 * @param {string} id
 * @returns {string[] | null} null: that means nothing
 */
export function touchOn(choices, touched, id) {
  if (nexts(choices, touched).has(id)) return [...touched, id];
  if (touched.at(-1) === id) return touched.slice(0, -1);
  return nexts(choices, []).has(id) ? [id] : null;
}

/**
 * The choice that touches make; none yet where more is needed.
 * @param {Choice[]} choices
 * @param {string[]} touched
 */
export const made = (choices, touched) =>
  touched.length ? matching(choices, touched).find(({ touch }) => touch.length === touched.length) : undefined;

/**
 * How things are to be shown.
 * @param {Choice[]} choices
 * @param {string[]} touched
 * @param {Choice | null} hinted
 * @returns {Map<string, Mark>}
 */
export function marks(choices, touched, hinted) {
  const next = nexts(choices, touched);
  const first = touched.length ? nexts(choices, []) : new Set();
  const shown = new Set(hinted?.touch ?? []);
  const ids = new Set([...next, ...first, ...touched, ...shown]);
  return new Map(
    [...ids].map((id) => {
      const chosen = touched.includes(id);
      const can = next.has(id) || first.has(id) || chosen;
      const other = !next.has(id) && first.has(id) && !chosen;
      const { label = "", note = "" } = made(choices, [...touched, id]) ?? {};
      return [id, { can, other, chosen, hinted: shown.has(id), drag: can && movable(choices, id), label, note }];
    }),
  );
}
