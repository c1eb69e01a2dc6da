// The frames of an event: what is seen after each of its steps, and at last what is so now.
// An event holds its last scene whole, and for each step what was different before the next one,
// so frames are made from the end backwards and shown forwards.

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./api.js").Happening} Happening */
/** What makes a scene that of the step before; each key only where it differs. @typedef {import("../wire").Patch} Patch */
/**
 * @typedef {object} Frame
 * @property {string} kind of the step; empty: it only shows what is so now
 * @property {number | null} seat
 * @property {string[]} told
 * @property {Scene} scene without choices, but for the last frame
 */

/**
 * The scene before another one.
 * @param {Scene} scene
 * @param {Patch} patch
 * @returns {Scene}
 */
export function patched(scene, patch) {
  const { sprites = [], gone = [], ...rest } = patch;
  const out = new Set(gone);
  const changed = new Map(sprites.map((it) => [it.id, it]));
  const kept = scene.sprites.filter(({ id }) => !out.has(id)).map((it) => changed.get(it.id) ?? it);
  const had = new Set(kept.map(({ id }) => id));
  // What flies and what is summed up belongs to one frame alone.
  const alone = { choices: [], result: null, gains: [], summary: null };
  return { ...scene, ...alone, .../** @type {Partial<Scene>} */ (rest), sprites: [...kept, ...sprites.filter(({ id }) => !had.has(id))] };
}

/**
 * A scene in the middle of an event: nobody decides there, but somebody does something.
 * @param {Scene} scene
 * @param {number | null} seat
 * @returns {Scene}
 */
function acting(scene, seat) {
  return { ...scene, players: scene.players.map((it) => ({ ...it, active: it.seat === seat })) };
}

/**
 * What to show of an event, one after the other; nothing before the deal.
 * @param {Pick<Happening, "steps" | "scene">} event
 * @returns {Frame[]}
 */
export function frames({ steps = [], scene }) {
  if (!scene) return [];
  /** @type {Frame[]} */
  const found = [];
  const last = steps.at(-1);
  // What the last step brought was shown by its own frame.
  if (last?.back) found.push({ kind: "", seat: null, told: [], scene: { ...scene, gains: [], summary: null } });
  else if (!last) found.push({ kind: "", seat: null, told: [], scene });
  let after = scene;
  for (const step of [...steps].reverse()) {
    const { kind, told, seat = null } = step;
    const ends = step === last && !step.back;
    if (!ends) after = patched(after, step.back ?? {});
    found.push({ kind, seat, told, scene: ends ? scene : acting(after, seat) });
  }
  return found.reverse();
}

/**
 * All that an event told, in order.
 * @param {Pick<Happening, "told" | "steps">} event
 */
export function sentences({ told, steps = [] }) {
  return [...told, ...steps.flatMap((step) => step.told)];
}
