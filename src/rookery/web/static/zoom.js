// A closer look at the board: by pinching, by a double tap, by the sign, and by itself where a
// finger could mean several things. One finger moves what is larger than its window.

import { h, icon } from "./dom.js";
import { UNIT } from "./sprite.js";
import { t } from "./text.js";

/** @typedef {import("./scene.js").Stage} Stage */
/** @typedef {{x: number, y: number}} Point */

/** A finger needs so many pixels. */
export const FINGER = 40;
/** How close one can come: a cell is this wide at most, in pixels. */
const CLOSEST = 120;
const DOUBLE = 350;
/** How far a finger may slip and still tap, in pixels. */
const SLIP = 8;

/**
 * The part of a board that is seen, moved into it.
 * @param {{x: number, y: number, scale: number}} wanted its upper left corner, in units of a zone
 * @param {{width: number, height: number}} zone
 */
export function within({ x, y, scale }, { width, height }) {
  const most = { x: width - width / scale, y: height - height / scale };
  return { x: Math.min(Math.max(0, x), most.x), y: Math.min(Math.max(0, y), most.y), scale };
}

/**
 * The same point stays under the fingers while the scale changes.
 * @param {{x: number, y: number, scale: number}} view
 * @param {Point} point in units of the zone
 * @param {number} scale
 */
export function scaled(view, point, scale) {
  const part = view.scale / scale;
  return { x: point.x - (point.x - view.x) * part, y: point.y - (point.y - view.y) * part, scale };
}

/** Lets a stage's board be seen larger. */
export class Zoom {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.view = { x: 0, y: 0, scale: 1 };
    /** The fingers that are down. @type {Map<number, Point>} */
    this.fingers = new Map();
    this.moved = false;
    /** What the board was fitted to. */
    this.fitted = "";
    this.lastTap = { at: 0, x: 0, y: 0 };
    this.sign = h("button", { type: "button", class: "zoom round", hidden: true, onclick: () => this.toggle() });
    stage.root.append(this.sign);
    stage.zoom = this;
    const { root } = stage;
    root.classList.add("zooms");
    root.addEventListener("pointerdown", (event) => this.#down(event), true);
    root.addEventListener("pointermove", (event) => this.#move(event), true);
    for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, (event) => this.#up(/** @type {PointerEvent} */ (event)), true);
    root.addEventListener("click", (event) => this.#click(event), true);
    root.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    new ResizeObserver(() => this.fit()).observe(root);
  }

  get board() {
    return this.stage.zones.get("board");
  }

  /** How wide a thing of width 1 is, in pixels. */
  get cell() {
    return (this.board?.svg.getScreenCTM()?.a ?? 0) * UNIT;
  }

  /** The board, or the room for it, may have changed. */
  fit() {
    const { board, view } = this;
    const { clientWidth, clientHeight } = this.stage.root;
    if (!board) return;
    const { width, height } = board.zone;
    this.view = within(view, board.zone);
    const now = [...Object.values(this.view), width, height, clientWidth, clientHeight].join();
    if (now === this.fitted) return;
    this.fitted = now;
    const { x, y, scale } = this.view;
    const box = [x, y, width / scale, height / scale].map((it) => it * UNIT);
    board.svg.setAttribute("viewBox", box.join(" "));
    const near = scale > 1;
    board.section.classList.toggle("near", near);
    this.sign.hidden = !near && this.cell >= FINGER;
    const label = near ? t("See the whole board") : t("See the board larger");
    if (this.sign.title === label) return;
    this.sign.title = label;
    this.sign.setAttribute("aria-label", label);
    this.sign.replaceChildren(icon(near ? "zoom-out" : "zoom-in"));
  }

  /**
   * Closer, so that fingers find their cell; or back to the whole board.
   * @param {Point} [at] on the screen
   */
  toggle(at) {
    if (this.view.scale > 1) this.#set({ x: 0, y: 0, scale: 1 });
    else this.closer(at);
  }

  /** @param {Point} [at] on the screen */
  closer(at) {
    const { board } = this;
    if (!board) return;
    const box = board.svg.getBoundingClientRect();
    const point = this.#point(at ?? { x: box.x + box.width / 2, y: box.y + box.height / 2 });
    if (!point) return;
    const scale = Math.max(1.8, (FINGER * 1.15) / this.cell);
    const { width, height } = board.zone;
    this.#set({ x: point.x - width / scale / 2, y: point.y - height / scale / 2, scale });
  }

  /** @param {{x: number, y: number, scale: number}} view */
  #set(view) {
    this.view = view;
    this.fit();
  }

  /**
   * A point of the screen in units of the board.
   * @param {Point} at
   */
  #point({ x, y }) {
    const matrix = this.board?.svg.getScreenCTM();
    if (!matrix) return null;
    const found = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    return { x: found.x / UNIT, y: found.y / UNIT };
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const { target, pointerId, clientX: x, clientY: y } = event;
    if (event.pointerType === "mouse" || !(target instanceof Node) || !this.board?.section.contains(target)) return;
    if (!this.fingers.size) this.moved = false;
    this.fingers.set(pointerId, { x, y });
    if (this.fingers.size > 1) this.#steal(event);
  }

  /** What two fingers do, or one that moves the board, touches no thing. @param {Event} event */
  #steal(event) {
    this.moved = true;
    event.stopPropagation();
    this.stage.root.dispatchEvent(new CustomEvent("letgo"));
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const was = this.fingers.get(event.pointerId);
    if (!was) return;
    const now = { x: event.clientX, y: event.clientY };
    const [other] = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, it]) => it);
    if (other) this.#pinch(was, now, other);
    else {
      const far = Math.hypot(now.x - was.x, now.y - was.y);
      const carried = this.stage.at(event.target);
      const held = carried && this.stage.node(carried.id)?.classList.contains("drag");
      if (this.view.scale === 1 || held || (!this.moved && far < SLIP)) return;
      this.#shift(was, now);
    }
    this.fingers.set(event.pointerId, now);
    this.#steal(event);
  }

  /**
   * @param {Point} was
   * @param {Point} now
   */
  #shift(was, now) {
    const [from, to] = [this.#point(was), this.#point(now)];
    if (!from || !to) return;
    const { x, y, scale } = this.view;
    this.#set({ x: x + from.x - to.x, y: y + from.y - to.y, scale });
  }

  /**
   * @param {Point} was
   * @param {Point} now
   * @param {Point} other
   */
  #pinch(was, now, other) {
    const grown = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(was.x - other.x, was.y - other.y));
    this.#scale(grown, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    this.#shift({ x: (was.x + other.x) / 2, y: (was.y + other.y) / 2 }, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
  }

  /**
   * @param {number} grown
   * @param {Point} at
   */
  #scale(grown, at) {
    const point = this.#point(at);
    if (!point) return;
    const most = Math.max(1, (CLOSEST * this.view.scale) / this.cell);
    this.#set(scaled(this.view, point, Math.min(most, Math.max(1, this.view.scale * grown))));
  }

  /** @param {PointerEvent} event */
  #up(event) {
    this.fingers.delete(event.pointerId);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    // A trackpad's pinch comes as a wheel with this key.
    if (!event.ctrlKey || !(event.target instanceof Node) || !this.board?.section.contains(event.target)) return;
    event.preventDefault();
    this.#scale(Math.exp(-event.deltaY / 100), { x: event.clientX, y: event.clientY });
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const { target, clientX: x, clientY: y } = event;
    if (!(target instanceof Node) || !this.board?.section.contains(target)) return;
    if (this.moved) {
      this.moved = false;
      event.stopPropagation();
      return;
    }
    const last = this.lastTap;
    // When it was tapped, not when a busy page came to it.
    this.lastTap = { at: event.timeStamp, x, y };
    const twice = this.lastTap.at - last.at < DOUBLE && Math.hypot(x - last.x, y - last.y) < FINGER;
    const can = target instanceof Element && target.closest(".sprite.can");
    if (!twice || can) return;
    this.lastTap.at = 0;
    event.stopPropagation();
    this.toggle({ x, y });
  }
}
