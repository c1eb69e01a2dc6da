// The list of moves of a replay: every step's sentences, to be clicked, and where jumps lead.

import { h } from "./dom.js";

/** @typedef {import("./api.js").Happening} Happening */
/** @typedef {{number: number, step: number}} Spot an event, from 1, and one of its frames, from 0 */

/**
 * Below 0 where a moment is before another one, above 0 where it is after it.
 * @param {Spot} a
 * @param {Spot} b
 */
const before = (a, b) => a.number - b.number || (a.step === b.step ? 0 : a.step - b.step);

/**
 * Where turns begin: somebody else is to decide.
 * @param {Happening[]} events of the whole match
 * @returns {Spot[]}
 */
export function turns(events) {
  const found = events.filter(({ turn }, at) => at === 0 || turn !== events[at - 1].turn);
  return found.map(({ number }) => ({ number, step: Infinity }));
}

/**
 * Where rounds begin: with a deal, or where the one before is over.
 * @param {Happening[]} events of the whole match
 * @returns {Spot[]} none where a game has no rounds
 */
export function rounds(events) {
  const found = events.flatMap(({ number, steps }) =>
    steps.flatMap(({ kind }, step) => {
      if (kind !== "round") return [];
      return [{ number, step: steps[step + 1]?.kind === "deal" ? step + 1 : step }];
    }),
  );
  return found.length ? [{ number: 1, step: 0 }, ...found] : [];
}

/**
 * The next or previous one of some moments; the end or the beginning where there is none.
 * @param {Spot[]} list
 * @param {Spot} now
 * @param {1 | -1} way
 * @param {number} count of events
 * @returns {Spot}
 */
export function jump(list, now, way, count) {
  const ahead = list.filter((it) => way * before(it, now) > 0);
  const found = ahead.at(way > 0 ? 0 : -1);
  return found ?? (way > 0 ? { number: count, step: Infinity } : { number: 1, step: 0 });
}

/**
 * The frame before or after one.
 * @param {Spot} spot
 * @param {number} steps how many frames its event has
 * @param {1 | -1} way
 * @param {number} count of events
 * @returns {Spot}
 */
export function beside(spot, steps, way, count) {
  const { number, step } = spot;
  if (way > 0 && step < steps - 1) return { number, step: step + 1 };
  if (way > 0) return number < count ? { number: number + 1, step: 0 } : spot;
  if (step > 0) return { number, step: step - 1 };
  return number > 1 ? { number: number - 1, step: Infinity } : spot;
}

/** The list on the page. One item is in the order of the Tab key: arrows lead to the others. */
export class Moves {
  /**
   * @param {HTMLElement} root
   * @param {(spot: Spot) => void} go
   */
  constructor(root, go) {
    this.root = root;
    this.go = go;
    /** @type {{spot: Spot, button: HTMLButtonElement}[]} */
    this.items = [];
    this.current = -1;
    root.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {Happening[]} events of the whole match */
  fill(events) {
    this.items = [];
    this.current = -1;
    const list = events.map(({ number, steps }) => {
      const buttons = steps.flatMap(({ kind, told }, step) => {
        if (!told.length) return [];
        const spot = { number, step };
        const act = () => this.go(spot);
        const button = h("button", { type: "button", tabindex: -1, "data-kind": kind, onclick: act }, told.join(" "));
        this.items.push({ spot, button });
        return [button];
      });
      return buttons.length ? h("li", {}, ...buttons) : null;
    });
    this.root.replaceChildren(...list.filter((it) => it !== null));
  }

  /**
   * Mark the last thing that was told by then, and bring it into sight.
   * @param {Spot} spot
   */
  mark(spot) {
    const at = this.items.filter((it) => before(it.spot, spot) <= 0).length - 1;
    const old = this.items[this.current]?.button;
    old?.removeAttribute("aria-current");
    old?.setAttribute("tabindex", "-1");
    this.current = Math.max(0, at);
    const button = this.items[this.current]?.button;
    if (!button) return;
    button.setAttribute("tabindex", "0");
    if (at >= 0) button.setAttribute("aria-current", "step");
    // Only the list scrolls: the page stays where it is.
    const box = button.getBoundingClientRect();
    const room = this.root.getBoundingClientRect();
    if (box.top < room.top || box.bottom > room.bottom) {
      this.root.scrollTop += box.top - room.top - (room.height - box.height) / 2;
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = this.items.findIndex(({ button }) => button === document.activeElement);
    const next = way && this.items[at + way];
    if (!next) return;
    event.preventDefault();
    next.button.focus();
  }
}
