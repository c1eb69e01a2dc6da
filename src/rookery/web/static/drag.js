// Drag and drop: a thing that needs a place can be carried there.

/** @typedef {import("./choose.js").Chooser} Chooser */

/** How far a pointer moves before it drags, in pixels. */
const START = 7;
/** How far beside a target a thing may be let go, in its widths. */
const NEAR = 0.75;

/** One pointer that carries one thing. */
export class Dragging {
  /** @param {Chooser} chooser */
  constructor(chooser) {
    this.chooser = chooser;
    this.active = false;
    this.pointer = -1;
    this.id = "";
    this.from = { x: 0, y: 0 };
    this.target = "";
    this.ended = 0;
    const { root } = chooser.stage;
    root.addEventListener("pointerdown", (event) => this.#down(event));
    window.addEventListener("pointermove", (event) => this.#move(event));
    window.addEventListener("pointerup", (event) => this.#up(event));
    window.addEventListener("pointercancel", () => this.cancel());
    // The browser's own dragging of links and pictures would get in the way.
    root.addEventListener("dragstart", (event) => event.preventDefault());
  }

  /** Whether a click that comes now is the end of a drag. */
  justEnded() {
    return performance.now() - this.ended < 60;
  }

  /** Let the next click be nothing. */
  swallow() {
    this.pointer = -1;
    const until = () => {
      this.ended = performance.now();
    };
    window.addEventListener("pointerup", until, { once: true });
  }

  /** Give up, the thing goes back. */
  cancel() {
    if (this.active) this.chooser.stage.hold(this.id, null);
    this.#aim("");
    this.active = false;
    this.pointer = -1;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || this.chooser.asking || this.pointer !== -1) return;
    const sprite = this.chooser.stage.at(event.target);
    if (!sprite || !this.chooser.movable(sprite.id)) return;
    this.pointer = event.pointerId;
    this.id = sprite.id;
    this.from = { x: event.clientX, y: event.clientY };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (event.pointerId !== this.pointer) return;
    const way = Math.hypot(event.clientX - this.from.x, event.clientY - this.from.y);
    if (!this.active) {
      if (way < START) return;
      this.active = true;
      if (this.chooser.touched[0] !== this.id || this.chooser.touched.length > 1) {
        this.chooser.touched = [];
        this.chooser.touch(this.id);
      }
    }
    this.chooser.stage.hold(this.id, { x: event.clientX, y: event.clientY });
    this.#aim(this.#nearest(event.clientX, event.clientY));
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (event.pointerId !== this.pointer) return;
    this.pointer = -1;
    if (!this.active) return;
    this.active = false;
    this.ended = performance.now();
    const { target } = this;
    this.#aim("");
    // It stays where it was let go until the table says where it lies.
    if (target) this.chooser.touch(target);
    else {
      this.chooser.stage.hold(this.id, null);
      this.chooser.back();
    }
  }

  /**
   * The target that a thing let go here would go to.
   * @param {number} x
   * @param {number} y
   */
  #nearest(x, y) {
    let best = "";
    let least = Infinity;
    for (const id of this.chooser.nexts()) {
      const place = this.chooser.stage.place(id);
      if (!place) continue;
      const dx = Math.abs(x - place.x) / place.width;
      const dy = Math.abs(y - place.y) / place.height;
      const far = Math.hypot(dx, dy);
      if (Math.max(dx, dy) < NEAR && far < least) [best, least] = [id, far];
    }
    return best;
  }

  /** @param {string} id */
  #aim(id) {
    if (id === this.target) return;
    this.chooser.stage.node(this.target)?.classList.remove("over");
    this.chooser.stage.node(id)?.classList.add("over");
    this.target = id;
  }
}
