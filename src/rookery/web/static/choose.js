// Choosing by touching: what can be touched glows; touches one after the other make an action.
// Mouse, finger, drag and drop, and keys all end in `touch(id)`.

import { made, marks, movable, nexts, touchOn } from "./choosing.js";
import { s } from "./dom.js";
import { Dragging } from "./drag.js";
import { UNIT } from "./sprite.js";

/** @typedef {import("./scene.js").Stage} Stage */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./choosing.js").Choice} Choice */
/** @typedef {import("./sprite.js").Sprite} Sprite */

/** How long a press is a long one, in ms. */
const LONG = 500;
/** @type {("can" | "other" | "chosen" | "hinted" | "drag")[]} */
const KINDS = ["can", "other", "chosen", "hinted", "drag"];
/** Things that lie close together and are smaller than this are seen larger first, in pixels. */
const TARGET = 40;
/** How far beside a thing a touch still means it, in pixels. */
const FINGER = 16;

/**
 * @typedef {object} Ears
 * @property {(choice: Choice) => void} play
 * @property {(text: string) => void} tip says what is pointed at
 * @property {(sprite: Sprite) => void} ask somebody wants to know more about a thing
 * @property {(at: {x: number, y: number}) => void} [closer] a finger could mean several things there
 * @property {(sprite: Sprite, targets: number) => void} chosen a thing was chosen, more is needed
 */

/** Lets somebody choose one of a scene's choices. */
export class Chooser {
  /**
   * @param {Stage} stage
   * @param {Ears} ears
   */
  constructor(stage, ears) {
    this.stage = stage;
    this.ears = ears;
    /** @type {Choice[]} */
    this.choices = [];
    /** @type {string[]} what was touched so far */
    this.touched = [];
    /** How things are shown. @type {Map<string, import("./choosing.js").Mark>} */
    this.marked = new Map();
    /** @type {Choice | null} */
    this.hinted = null;
    /** While one asks, a touch explains a thing instead of playing it. */
    this.asking = false;
    /** Whether the last touch was a finger's. */
    this.finger = false;
    this.dragging = new Dragging(this);
    const { root } = stage;
    root.addEventListener("click", (event) => this.#click(event));
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("pointerover", (event) => this.#point(event.target));
    root.addEventListener("focusin", (event) => this.#point(event.target));
    root.addEventListener("pointerleave", () => ears.tip(""));
    root.addEventListener("contextmenu", (event) => {
      const sprite = stage.at(event.target);
      if (!sprite?.label) return;
      event.preventDefault();
      ears.ask(sprite);
    });
    this.#listenForLongPresses();
  }

  /**
   * The choices there are now; none locks everything.
   * @param {Choice[]} choices
   */
  set(choices) {
    this.dragging.cancel();
    this.choices = choices;
    this.hinted = null;
    this.touched = [];
    this.show();
  }

  /**
   * Show how to play an action; the next touch ends it.
   * @param {string} action
   */
  hint(action) {
    this.hinted = this.choices.find((it) => it.action === action) ?? null;
    this.touched = [];
    this.show();
    return this.hinted;
  }

  /** What may be touched now. */
  nexts() {
    return nexts(this.choices, this.touched);
  }

  /**
   * Whether a thing can be picked up and put somewhere.
   * @param {string} id
   */
  movable(id) {
    return movable(this.choices, id);
  }

  /**
   * Somebody touched a thing.
   * @param {string} id
   */
  touch(id) {
    const touched = touchOn(this.choices, this.touched, id);
    if (!touched) return false;
    this.touched = touched;
    const done = made(this.choices, touched);
    if (done) {
      this.choices = [];
      this.show();
      for (const one of done.touch) this.stage.node(one)?.classList.add("chosen");
      this.ears.play(done);
      return true;
    }
    this.show();
    const sprite = this.stage.drawn.get(id)?.data;
    if (sprite && this.touched.length) {
      this.ears.chosen(sprite, this.nexts().size);
      this.#focusOn(id);
    }
    return true;
  }

  /** Forget the touches so far. */
  back() {
    this.dragging.cancel();
    this.touched = [];
    this.show();
    this.ears.tip("");
  }

  /** Mark everything that can be touched. */
  show() {
    const wanted = marks(this.choices, this.touched, this.hinted);
    for (const id of new Set([...this.marked.keys(), ...wanted.keys()])) {
      const node = this.stage.node(id);
      const sprite = this.stage.drawn.get(id)?.data;
      if (!node || !sprite) continue;
      const mark = wanted.get(id);
      for (const kind of KINDS) node.classList.toggle(kind, Boolean(mark?.[kind]));
      node.classList.remove("over");
      write(node, mark?.note ?? "", sprite);
      node.setAttribute("role", mark?.can ? "button" : "img");
      node.setAttribute("aria-label", (mark?.can && mark.label) || sprite.label);
      if (mark?.can) {
        node.setAttribute("tabindex", "0");
        node.setAttribute("aria-pressed", String(mark.chosen));
      } else {
        node.removeAttribute("tabindex");
        node.removeAttribute("aria-pressed");
      }
    }
    this.marked = wanted;
  }

  /** @param {EventTarget | null} target */
  #point(target) {
    const sprite = this.stage.at(target);
    if (!sprite?.label) return;
    const mark = this.marked.get(sprite.id);
    this.ears.tip((mark?.can && mark.label) || sprite.label);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (this.dragging.justEnded()) return;
    const sprite = this.stage.at(event.target);
    if (this.asking) {
      if (sprite?.label) this.ears.ask(sprite);
      return;
    }
    if (this.finger && this.#crowded(event.clientX, event.clientY)) {
      this.ears.closer?.({ x: event.clientX, y: event.clientY });
      return;
    }
    if (sprite && this.touch(sprite.id)) return;
    const near = this.#beside(event.clientX, event.clientY);
    if (near) this.touch(near);
    else if (this.touched.length) this.back();
    else if (sprite?.label) this.ears.tip(sprite.label);
  }

  /**
   * Whether a finger could mean several things here, which are too small for it.
   * @param {number} x
   * @param {number} y
   */
  #crowded(x, y) {
    if (!this.ears.closer) return false;
    const places = [...this.nexts()].map((id) => this.stage.place(id));
    const reach = 0.3 * TARGET; // about what a fingertip covers beside its middle
    const near = (/** @type {number} */ way, /** @type {number} */ size) => Math.abs(way) < size / 2 + reach;
    const under = places.filter((place) => place && near(x - place.x, place.width) && near(y - place.y, place.height));
    return under.length > 1 && under.some((place) => place && Math.min(place.width, place.height) < TARGET);
  }

  /**
   * What somebody meant who touched beside it: fingers are wider than the cells of a large board.
   * @param {number} x
   * @param {number} y
   */
  #beside(x, y) {
    let best = "";
    let least = FINGER;
    for (const id of this.nexts()) {
      const place = this.stage.place(id);
      if (!place) continue;
      const dx = Math.max(0, Math.abs(x - place.x) - place.width / 2);
      const dy = Math.max(0, Math.abs(y - place.y) - place.height / 2);
      const far = Math.hypot(dx, dy);
      if (far < least) [best, least] = [id, far];
    }
    return best;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const sprite = this.stage.at(event.target);
    if (event.key === "Escape") this.back();
    else if (!sprite || event.ctrlKey || event.metaKey || event.altKey) return;
    else if (event.key === "Enter" || event.key === " ") {
      if (this.asking) this.ears.ask(sprite);
      else this.touch(sprite.id);
    } else if (event.key.startsWith("Arrow")) this.#walk(sprite.id, event.key.slice(5));
    else return;
    event.preventDefault();
  }

  /**
   * The nearest touchable thing in a direction gets the focus.
   * @param {string} from
   * @param {string} way
   */
  #walk(from, way) {
    const start = this.stage.place(from);
    if (!start) return;
    let best = "";
    let least = Infinity;
    for (const [id, { can }] of this.marked) {
      const place = id === from || !can ? null : this.stage.place(id);
      if (!place) continue;
      const dx = place.x - start.x;
      const dy = place.y - start.y;
      const along = { Right: dx, Left: -dx, Down: dy, Up: -dy }[way] ?? 0;
      const aside = way === "Left" || way === "Right" ? Math.abs(dy) : Math.abs(dx);
      const far = along + 2 * aside;
      if (along > 1 && far < least) [best, least] = [id, far];
    }
    this.stage.node(best)?.focus();
  }

  /**
   * After a choice by key, go on where the next touch can be.
   * @param {string} id
   */
  #focusOn(id) {
    if (document.activeElement !== this.stage.node(id)) return;
    const start = this.stage.place(id);
    let best = "";
    let least = Infinity;
    for (const other of this.nexts()) {
      const place = this.stage.place(other);
      const far = place && start ? Math.hypot(place.x - start.x, place.y - start.y) : Infinity;
      if (far < least) [best, least] = [other, far];
    }
    this.stage.node(best)?.focus();
  }

  /** Put the focus on the first thing that can be touched. */
  focusFirst() {
    const [first] = this.nexts();
    if (first) this.stage.node(first)?.focus({ preventScroll: true });
  }

  #listenForLongPresses() {
    const { root } = this.stage;
    let timer = 0;
    const stop = () => clearTimeout(timer);
    root.addEventListener("letgo", () => {
      stop();
      this.dragging.cancel();
    });
    root.addEventListener("pointerdown", (event) => {
      stop();
      this.finger = event.pointerType === "touch";
      const sprite = this.stage.at(event.target);
      if (!sprite?.label || event.pointerType === "mouse") return;
      timer = window.setTimeout(() => {
        if (this.dragging.active) return;
        this.dragging.swallow();
        this.ears.ask(sprite);
      }, LONG);
    });
    root.addEventListener("pointerup", stop);
    root.addEventListener("pointercancel", stop);
    root.addEventListener("pointermove", (event) => {
      if (Math.abs(event.movementX) + Math.abs(event.movementY) > 4) stop();
    });
  }
}

/**
 * Write what a choice costs or brings on what is touched last.
 * @param {SVGGElement} node
 * @param {string} text
 * @param {Sprite} sprite
 */
function write(node, text, { width, height }) {
  const old = node.querySelector(":scope > .note");
  if ((old?.textContent ?? "") === text) return;
  old?.remove();
  if (!text) return;
  const size = 0.34 * Math.min(width, height) * UNIT;
  const half = size * (0.3 * text.length + 0.3);
  const plate = { x: -half, y: -0.65 * size, width: 2 * half, height: 1.3 * size, rx: 0.5 * size };
  node.append(s("g", { class: "note" }, s("rect", plate), s("text", { "font-size": size }, text)));
}
