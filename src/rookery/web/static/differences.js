// What is different between two scenes: what is new, what is gone, and what only changed its name.

/** @typedef {import("./sprite.js").Sprite} Sprite */

/** With more new things than this at once, a new deal was made: they do not come from anywhere. */
export const FEW = 4;
/** Art of what is no thing of the table, but a way to choose. */
const TOOLS = new Set(["place", "button"]);

/**
 * @param {Map<string, Sprite>} before by their ids
 * @param {Sprite[]} after
 */
export function differences(before, after) {
  const ids = new Set(after.map(({ id }) => id));
  return {
    fresh: after.filter(({ id }) => !before.has(id)),
    gone: [...before.values()].filter(({ id }) => !ids.has(id)),
    /** Marked as they were before: with a new step, that is to be seen again. */
    again: after.filter(({ id, mark }) => mark && mark === before.get(id)?.mark),
  };
}

/**
 * A thing that came while one of the same looks went is taken for the same: a card that is played
 * changes its name, but not its face.
 * @param {Sprite[]} fresh
 * @param {Sprite[]} gone
 * @returns {{twins: Map<string, string>, strangers: Sprite[]}} who was who; and what came from
 *   somewhere else, none of it after a new deal
 */
export function twins(fresh, gone) {
  const left = gone.filter(({ art }) => !TOOLS.has(art));
  const come = fresh.filter(({ art }) => art !== "place");
  /** @type {Map<string, string>} */
  const found = new Map();
  if (come.filter(({ label }) => label).length > FEW) return { twins: found, strangers: [] };
  for (const { id, art } of come) {
    const at = left.findIndex((it) => it.art === art);
    if (at >= 0) found.set(id, left.splice(at, 1)[0].id);
  }
  const strangers = come.filter(({ id, label, art }) => !found.has(id) && label && art !== "button");
  return { twins: found, strangers };
}
