// One sprite: symbols on top of one another, a text on them, and a frame that can glow.

import { s } from "./dom.js";

/** The units of a scene are small: a card is 1 wide. Drawing wants numbers of a handy size. */
export const UNIT = 100;

/** Symbols that are nothing but their text. */
const WORDS = new Set(["mark", "ruler"]);
/** What is smaller than this has no room for a text. */
const LEAST = UNIT * 0.35;
/** Letters of a button in its height, and how wide a letter is: in the widest of the usual fonts. */
const LETTER = 0.42;
const LETTER_WIDTH = 0.56;
const WIDEST = 0.68;

/** What is missing has its default. @typedef {import("../wire").Sprite} SpriteData */
/** @typedef {Required<SpriteData>} Sprite */

/**
 * A sprite with the defaults of core/scene.py.
 * @param {SpriteData} data
 * @returns {Sprite}
 */
export function whole(data) {
  return {
    width: 1,
    height: 1,
    zone: "board",
    turn: 0,
    label: "",
    text: "",
    layer: 0,
    rule: "",
    mark: "",
    quiet: false,
    ...data,
  };
}

/**
 * What a sprite's picture depends on; it is drawn again only when this changes.
 * @param {Sprite} it
 */
export function looks(it) {
  return `${it.art}|${it.width}|${it.height}|${it.turn}|${it.text}`;
}

/**
 * The picture of a sprite, around (0, 0).
 * @param {Sprite} it
 * @returns {SVGElement[]}
 */
export function picture(it) {
  const width = it.width * UNIT;
  const height = it.height * UNIT;
  const box = { x: -width / 2, y: -height / 2, width, height };
  /** @type {SVGElement[]} */
  const parts = [];
  const radius = it.art === "button" ? height * 0.3 : Math.min(width, height) * 0.1;
  parts.push(s("rect", { class: "halo", ...box, rx: radius }));
  if (it.art === "button") {
    parts.push(s("rect", { class: "plate", ...box, rx: radius }));
  } else {
    const uses = it.art
      .split(" ")
      .filter((name) => !WORDS.has(name))
      .map((name) => s("use", { href: `#${name}`, ...box }));
    const turn = it.turn ? { transform: `rotate(${it.turn})` } : {};
    parts.push(s("g", turn, ...uses));
  }
  parts.push(s("rect", { class: "frame", ...box, rx: radius }));
  if (it.text) parts.push(...written(it, width, height));
  return parts;
}

/**
 * The text on a sprite: in the middle of a button or mark, else on a badge at the lower left.
 * @param {Sprite} it
 * @param {number} width
 * @param {number} height
 * @returns {SVGElement[]}
 */
function written(it, width, height) {
  const middle = it.art === "button" || WORDS.has(it.art);
  if (middle) {
    const most = (0.92 * width) / (WIDEST * it.text.length);
    const size = Math.min(it.art === "button" ? LETTER * height : 0.62 * Math.min(width, height), most);
    return [s("text", { class: "words", "font-size": size.toFixed(1) }, it.text)];
  }
  const side = Math.min(width, height);
  if (side < LEAST) return [];
  if (!it.label) return [s("text", { class: "mere", "font-size": (side * 0.6).toFixed(1) }, it.text)];
  const size = side < UNIT * 0.6 ? side * 0.62 : side * 0.25;
  const reach = size * 0.62;
  const pill = Math.max(reach, (size * LETTER_WIDTH * it.text.length) / 2 + size * 0.25);
  // A symbol may say where: then nothing else is drawn there.
  const [across, down] = it.art.split(" ").flatMap((name) => document.getElementById(name)?.dataset.badge?.split(" ").map(Number) ?? []);
  const x = across === undefined ? -width / 2 + pill + side * 0.02 : (across - 0.5) * width;
  const y = down === undefined ? height / 2 - reach - side * 0.02 : (down - 0.5) * height;
  return [
    s("rect", { class: "badge", x: x - pill, y: y - reach, width: 2 * pill, height: 2 * reach, rx: reach }),
    s("text", { class: "count", x, y, "font-size": size.toFixed(1) }, it.text),
  ];
}
