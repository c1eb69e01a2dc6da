// Beside the board: one decision, what else was possible, why it was better, what could be known.

import { fillWith, h, icon, s } from "./dom.js";
import { percent } from "./exercise.js";
import { UNIT } from "./sprite.js";
import { t, tn } from "./text.js";

/** @typedef {import("./reviewcurve.js").Decision} Decision */
/** @typedef {import("../wire").ReviewMoment} Moment */
/** @typedef {import("../wire").Hidden} Hidden */
/** @typedef {import("./scene.js").Stage} Stage */

/** So many actions are compared. */
const COMPARED = 5;
/** What is less likely is not written on the board. */
const WRITTEN = 0.03;
/** Of what may be in a place, so many things are listed. */
const TOLD = 12;
/** So many hidden places are listed at once. */
const PLACES = 5;

/** Whether to go by a reader's beliefs, and what to do when that is to change. @typedef {{read: boolean, change: (read: boolean) => void}} Reading */

/**
 * The actions to compare, the best first: what search says of the others is never above it.
 * @param {Decision} decision
 * @returns {{action: string, chance: number}[]}
 */
export function compared({ seat, action, best, cost, own, alternatives }) {
  const top = own[seat];
  const all = new Map(Object.entries(alternatives).map(([text, chance]) => [text, Math.min(chance, top)]));
  all.set(action, top - cost);
  all.set(best, top);
  const list = [...all].map(([text, chance]) => ({ action: text, chance })).sort((a, b) => b.chance - a.chance);
  const kept = list.slice(0, COMPARED);
  const played = list.find((it) => it.action === action);
  return played && !kept.includes(played) ? [...kept.slice(0, COMPARED - 1), played] : kept;
}

/**
 * A line with a bar.
 * @param {string} text
 * @param {number} chance
 * @param {string} [kind]
 * @param {...(Node | string | false)} more
 */
function bar(text, chance, kind = "", ...more) {
  const meter = h("meter", { min: 0, max: 1, value: chance.toFixed(3), "aria-hidden": "true" });
  return h("li", { class: kind }, h("span", { class: "what" }, text, ...more), meter, h("b", {}, percent(chance)));
}

/**
 * Show a decision.
 * @param {HTMLElement} root
 * @param {Decision} decision
 * @param {string} name whose it was
 * @param {Moment | null} moment null: not there yet
 * @param {Reading} reading
 */
export function showDecision(root, decision, name, moment, reading) {
  const { action, best, cost, legal, ply } = decision;
  const said = new Map(moment?.options.map((it) => [it.action, it.text]));
  const list = compared(decision).map((it) => {
    const played = it.action === action && h("em", {}, " ", t("(played)"));
    const better = it.action === best && cost > 0 && h("em", { class: "good" }, " ", t("(best)"));
    return bar(said.get(it.action) ?? it.action, it.chance, it.action === action ? "played" : "", played, better);
  });
  fillWith(
    root,
    h("h2", {}, t("{name}, decision {number}", { name, number: ply + 1 })),
    legal === 1
      ? h("p", {}, t("There was nothing to decide."))
      : cost > 0
        ? h("p", { class: "answer not" }, icon("warning"), h("span", {}, t("By what {name} could know, another action wins more often, by {cost}.", { name, cost: percent(cost) })))
        : h("p", { class: "answer well" }, icon("check"), h("span", {}, t("By what {name} could know, nothing was clearly better.", { name }))),
    moment?.why ? h("p", { class: "why" }, moment.why) : null,
    legal > 1 && h("ol", { class: "bars" }, ...list),
    moment && moment.known.length > 0 && knownList(moment.known, name, reading),
  );
}

/**
 * How likely something is: as fair deals go, or as a reader of the others' actions believes.
 * @param {import("../wire").Likely} likely
 * @param {boolean} read
 */
const shareOf = ({ chance, believed }, read) => (read ? believed : chance);

/**
 * What could be known of hidden things.
 * @param {Hidden[]} known
 * @param {string} name
 * @param {Reading} reading
 */
function knownList(known, name, { read, change }) {
  const row = (/** @type {import("../wire").Likely} */ it) => {
    const doubt = read ? it.doubt : it.error;
    const other = read && t("(without: {chance})", { chance: percent(it.chance) });
    const more = [doubt > 0 && `± ${percent(2 * doubt)}`, other].filter(Boolean).join(" ");
    return bar(it.name, shareOf(it, read), "", h("small", { class: "soft" }, ` ${more}`));
  };
  const part = (/** @type {Hidden} */ { name: place, things }, /** @type {number} */ at) => {
    const likeliest = [...things].sort((a, b) => shareOf(b, read) - shareOf(a, read)).slice(0, TOLD);
    return h("details", { open: at < 2 }, h("summary", {}, place), h("ul", { class: "bars" }, ...likeliest.map(row)));
  };
  const rest = known.slice(PLACES);
  const exact = known.every(({ things }) => things.every(({ error }) => error === 0));
  const counted = exact ? t("Counted out over all that could still be so.") : t("Estimated from samples; ± is twice the standard error.");
  const note = read ? t("What could still be so counts the more, the likelier it makes all that the others did.") : counted;
  const box = h("input", { type: "checkbox", id: "read", checked: read, onchange: () => change(!read) });
  return h(
    "section",
    { class: "known" },
    h("h3", {}, t("What {name} could know", { name })),
    h("label", { class: "read" }, box, h("span", {}, t("Read the others' actions as well"))),
    h("p", { class: "soft" }, note),
    ...known.slice(0, PLACES).map(part),
    rest.length > 0 && h("details", {}, h("summary", {}, tn("{count} more", "{count} more", rest.length)), ...rest.map((it) => part(it, PLACES))),
  );
}

/**
 * Where on the board hidden things may be: the likelier, the darker, with numbers.
 * @param {Stage} stage
 * @param {Hidden[]} known
 * @param {boolean} read
 */
export function showHeat(stage, known, read) {
  for (const old of stage.root.querySelectorAll(".heat")) old.remove();
  /** @type {Map<string, number>} */
  const heat = new Map();
  for (const { things } of known) for (const it of things) if (it.sprite) heat.set(it.sprite, Math.max(heat.get(it.sprite) ?? 0, shareOf(it, read)));
  const most = Math.max(0.01, ...heat.values());
  for (const [id, chance] of heat) {
    const data = stage.drawn.get(id)?.data;
    const size = data ? Math.min(data.width, data.height) * UNIT : 0;
    const plate = { x: -size / 2, y: -size / 2, width: size, height: size, opacity: (0.15 + 0.6 * (chance / most)).toFixed(2) };
    const text = chance >= WRITTEN ? s("text", { "font-size": size * 0.34, "text-anchor": "middle", y: size * 0.12 }, String(Math.round(100 * chance))) : null;
    stage.node(id)?.append(s("g", { class: "heat", "aria-hidden": "true" }, s("rect", plate), text));
  }
}
