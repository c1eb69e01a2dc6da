// What a table's page knows, and what follows from it: who may decide, what is said, what one can
// do. Plain data and functions of it; `screen.js` draws it, `table.js` changes it.

import { choicesOf } from "./choosing.js";
import { t } from "./text.js";

/** @typedef {import("./api.js").TableInfo} TableInfo */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./choosing.js").Choice} Choice */
/** @typedef {import("./frames.js").Frame} Frame */

/**
 * @typedef {object} State
 * @property {string} id of the table
 * @property {string | null} invitation
 * @property {import("./api.js").Guest | null} guest who we are
 * @property {number[]} mine our seats
 * @property {number | null} seat through whose eyes we look; null: a spectator's
 * @property {number | null} revealed with several seats on one device: whose hand may be seen
 * @property {number | null} heir who is to be handed the device
 * @property {TableInfo | null} table
 * @property {Frame | null} frame what is shown
 * @property {Scene | null} scene of that frame
 * @property {boolean} settled whether that is what is so now, and not a step on the way
 * @property {number} shown the number of the event that is shown
 * @property {import("./scene.js").Backdrop | null} backdrop
 * @property {{info: import("./api.js").ClockInfo | null, came: number}} clock and when it was so
 * @property {boolean} busy an action is on its way
 * @property {boolean} canTakeBack
 * @property {number} decided how many decisions of ours can be gone back to, as far as we know
 * @property {boolean} asking a touch explains a thing instead of playing it
 * @property {string} hint what a strong bot would do, in words
 * @property {string} trouble why nothing can be shown
 */

/** @type {Choice[]} */
const NONE = [];
/** What can be chosen, made once for a scene. @type {WeakMap<Scene, Choice[]>} */
const offered = new WeakMap();

/**
 * Before anything is known.
 * @param {string} id
 * @param {string | null} invitation
 * @returns {State}
 */
export function begin(id, invitation) {
  return {
    id,
    invitation,
    guest: null,
    mine: [],
    seat: null,
    revealed: null,
    heir: null,
    table: null,
    frame: null,
    scene: null,
    settled: false,
    shown: 0,
    backdrop: null,
    clock: { info: null, came: 0 },
    busy: false,
    canTakeBack: false,
    decided: 0,
    asking: false,
    hint: "",
    trouble: "",
  };
}

/** @param {Scene | null} scene */
export const activeSeat = (scene) => scene?.players.find((it) => it.active)?.seat;

/** Our own seat, as the table has it. @param {State} state */
const own = ({ table, seat }) => (seat === null ? undefined : table?.seats[seat]);

/** Whether we sit at a match that is being played. @param {State} state */
export const playing = ({ seat, table }) => seat !== null && table?.status === "running";

/** Whether only bots play against us: then anything can be taken back. @param {State} state */
export const alone = ({ seat, table }) => Boolean(table?.seats.every((it) => it.kind === (it.seat === seat ? "person" : "bot")));

/**
 * How many decisions a seat has made in these events: something happened after it was asked.
 * @param {Pick<import("./api.js").Happening, "turn" | "steps">[]} events in their order
 * @param {number | null} seat
 */
export function decisions(events, seat) {
  if (seat === null) return 0;
  return events.filter(({ steps = [] }, at) => at > 0 && steps.length && events[at - 1].turn === seat).length;
}

/** Whether something could be taken back. @param {State} state */
const hasDone = (state) => state.canTakeBack || (alone(state) && state.decided > 0);

/** Whether we are asked for a decision. @param {State} state */
export function asked(state) {
  const { scene, settled, heir, seat } = state;
  const turn = settled && heir === null && scene !== null && activeSeat(scene) === seat;
  return turn && scene.choices.length > 0 && !own(state)?.away;
}

/**
 * What can be chosen now.
 * @param {State} state
 */
export function choices(state) {
  const { scene, busy } = state;
  if (!scene || busy || !asked(state) || own(state)?.lost) return NONE;
  const found = offered.get(scene) ?? choicesOf(scene);
  offered.set(scene, found);
  return found;
}

/**
 * Who is to have the device now.
 * @param {State} state
 * @param {Scene} scene
 * @returns {number | null} null: whoever has it
 */
export function heirOf({ mine, table, revealed }, scene) {
  if (mine.length < 2 || table?.status === "over") return null;
  const active = activeSeat(scene);
  const next = active !== undefined && mine.includes(active) ? active : null;
  if (next === null ? revealed !== null : next === revealed) return null;
  return next ?? mine[0];
}

/**
 * What the line above the board says, and how.
 * @param {State} state
 * @returns {{text: string, kind: "" | "mine" | "telling", away?: boolean, watching?: boolean}}
 */
export function promptOf(state) {
  const { table, frame, scene, settled, heir, seat, trouble } = state;
  if (trouble) return { text: trouble, kind: "" };
  if (!table) return { text: t("One moment…"), kind: "" };
  if (heir !== null) return { text: t("Pass the device to {name}.", { name: table.seats[heir].name }), kind: "" };
  if (!scene || !frame) {
    const open = table.status === "open";
    const text = open ? t("The match has not begun yet.") : t("The table is being prepared; the first time this takes a moment…");
    return { text, kind: "" };
  }
  if (!settled && frame.told.length) return { text: story(frame), kind: "telling" };
  if (state.hint && asked(state)) return { text: state.hint, kind: "mine" };
  const away = Boolean(own(state)?.away) && table.status === "running";
  const watching = seat === null && table.status === "running";
  return { text: away ? t("A bot plays for you.") : scene.prompt, kind: asked(state) ? "mine" : "", away, watching };
}

/**
 * A long story is in the log: here is how it begins and what came of it.
 * @param {Frame} frame
 */
function story({ told, scene }) {
  if (scene.summary) return scene.summary.title;
  return (told.length > 2 ? [told[0], told[told.length - 1]] : told).join(" ");
}

/** Whether there is somebody to talk to. @param {State} state */
export function hasCompany({ table, seat, mine }) {
  if (!table || seat === null || table.talk === "none") return false;
  return table.seats.some(({ kind, seat: other }) => kind === "person" && !mine.includes(other));
}

/**
 * What one can do besides playing.
 * @param {State} state
 * @returns {{id: string, sign: string, label: string, off?: boolean, pressed?: boolean}[]}
 */
export function deeds(state) {
  const { table, scene, asking } = state;
  const found = [];
  if (playing(state)) {
    if (table?.hints !== "off") found.push({ id: "hint", sign: "hint", label: t("Hint"), off: !choices(state).length });
    found.push({ id: "undo", sign: "undo", label: t("Take back"), off: !hasDone(state) });
  }
  if (table?.status === "over") found.push({ id: "result", sign: "crown", label: t("Result") });
  if (scene) found.push({ id: "ask", sign: "question", label: t("Explain"), pressed: asking });
  if (hasCompany(state)) found.push({ id: "talk", sign: "talk", label: t("Say") });
  found.push({ id: "log", sign: "log", label: t("Log") }, { id: "menu", sign: "menu", label: t("Menu") });
  return found;
}
