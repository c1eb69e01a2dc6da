// Plays the frames of an event one after the other, at a pace that people follow. A tap, a key or
// the sign skips what is left, up to a summary that is to be read; who comes late, looks elsewhere
// or is far behind gets the last frame at once. No sentence is ever lost.

import { calm, h, icon } from "./dom.js";
import { fly } from "./gains.js";
import { showSummary } from "./summary.js";
import { t } from "./text.js";

/** @typedef {import("./frames.js").Frame} Frame */
/** @typedef {import("./scene.js").Stage} Stage */
/** @typedef {import("./scene.js").Scene} Scene */
/**
 * @typedef {object} Ears
 * @property {() => number} pace how long a frame is to be seen, in ms; 0: no time for it
 * @property {(seat: number) => HTMLElement | undefined} chip of a player
 * @property {() => number[]} mine the own seats
 */
/** @typedef {"follow" | "skip" | "jump" | "stop"} Way */

/** With fewer frames than this, a sign to skip them would only flash. */
const WORTH_A_SIGN = 3;
/** How much longer than usual a frame is seen that tells a lot. */
const LONGEST = 3;
const KEYS = new Set(["Escape", "Enter", " "]);
/** What keys are for that are pressed there. */
const BUSY = "button, a, input, select, textarea, summary";

/** One thing after the other on a stage. */
export class Playing {
  /**
   * @param {Stage} stage
   * @param {Ears} ears
   */
  constructor(stage, ears) {
    this.stage = stage;
    this.ears = ears;
    this.active = false;
    /** @type {Way} */
    this.way = "follow";
    /** Ends the wait for the next frame. */
    this.wake = () => {};
    /** Whether the finger that is down came down while something was played. */
    this.pressed = false;
    /** The key that skipped, as long as it is held. */
    this.held = "";
    this.sign = h("button", { type: "button", class: "onward", hidden: true }, t("Skip"), icon("last"));
    const { root } = stage;
    root.append(this.sign);
    // Before anything else hears of it: a tap that skips touches no card.
    root.addEventListener("pointerdown", (event) => this.#press(event), true);
    root.addEventListener("click", (event) => this.#click(event), true);
    document.addEventListener("keydown", (event) => this.#key(event), true);
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#hurry("jump");
    });
  }

  /**
   * Show frames, one after the other.
   * @param {Frame[]} list
   * @param {(frame: Frame, seen: boolean) => void} show tells a frame, and draws it if it is seen
   * @param {boolean} late only the last one is to be seen
   * @returns {Promise<boolean>} whether the last one was shown
   */
  async play(list, show, late) {
    this.way = late ? "jump" : this.#usual();
    this.#set(true);
    this.sign.hidden = this.way !== "follow" || list.length < WORTH_A_SIGN;
    for (const [at, frame] of list.entries()) {
      const last = at === list.length - 1;
      if (!this.ears.pace() && this.way !== "stop") this.way = "jump";
      const summary = this.way === "jump" ? null : frame.scene.summary;
      if (this.way === "stop") break;
      const seen = last || Boolean(summary) || this.way === "follow";
      show(frame, seen);
      if (summary) await this.#read(frame.scene);
      else if (seen && this.way === "follow") await this.#linger(frame, last);
    }
    this.#set(false);
    this.sign.hidden = true;
    return this.way !== "stop";
  }

  /** Skip what is left, up to a summary. */
  skip() {
    this.#hurry("skip");
  }

  /** Show nothing more: there are other eyes now. */
  stop() {
    this.#hurry("stop");
  }

  /**
   * Wait, unless somebody skips that.
   * @param {number} ms
   * @returns {Promise<void>}
   */
  pause(ms) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** @returns {Way} */
  #usual() {
    return calm() ? "skip" : "follow";
  }

  /** @param {Way} way */
  #hurry(way) {
    if (!this.active) return;
    this.way = way;
    this.sign.hidden = true;
    this.wake();
  }

  /** @param {boolean} active */
  #set(active) {
    this.active = active;
    this.stage.root.classList.toggle("playing", active);
  }

  /**
   * Leave time to see a frame; more of it where more is told.
   * @param {Frame} frame
   * @param {boolean} last what flies then flies on while somebody chooses
   */
  async #linger({ scene, told }, last) {
    const gains = scene.gains?.length ? fly(scene.gains, (id) => this.stage.place(id), this.ears.chip) : null;
    if (last && !scene.result) return;
    const wait = this.pause(this.ears.pace() * Math.min(LONGEST, Math.max(1, (told.length + 1) / 2)));
    const { wake } = this;
    this.wake = () => {
      wake();
      gains?.end();
    };
    await Promise.all([wait, gains?.done]);
  }

  /**
   * Leave a summary until it is put away.
   * @param {Scene} scene
   */
  async #read(scene) {
    const { summary } = scene;
    if (!summary) return;
    const names = scene.players.map(({ name }) => name);
    this.sign.hidden = true;
    const { closed, close } = showSummary(this.stage.root, summary, names, this.ears.mine());
    this.wake = close;
    await closed;
    if (this.way === "skip") this.way = this.#usual();
  }

  /** @param {PointerEvent} event */
  #press(event) {
    this.pressed = this.active;
    if (this.active) event.stopPropagation();
  }

  /** @param {MouseEvent} event */
  #click(event) {
    // Also where the last frame came while the finger was down.
    if (!this.active && !this.pressed) return;
    this.pressed = false;
    event.stopPropagation();
    event.preventDefault();
    this.skip();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (this.held && event.repeat && event.key === this.held) {
      event.stopPropagation();
      event.preventDefault();
      return;
    }
    this.held = "";
    if (!this.active || !KEYS.has(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    const { target } = event;
    const elsewhere = target instanceof Element && target.closest(BUSY) && !this.stage.root.contains(target);
    if (elsewhere && event.key !== "Escape") return;
    event.stopPropagation();
    event.preventDefault();
    this.held = event.key;
    this.skip();
  }
}
