// What happened, a sentence each: to be read, and to be heard.

import { byId, h } from "./dom.js";
import { sentences } from "./frames.js";

/** How many sentences are kept on the page. */
const MOST = 400;
/** How many of them are left to be read aloud: more than one event ever tells. */
const SAID = 40;

/** The told log, and the live region that screen readers read aloud. */
export class Log {
  constructor() {
    this.list = byId("told");
    this.live = byId("live");
    /** @type {Set<number>} the numbers of the events that are in it */
    this.known = new Set();
  }

  /** Begin anew, for other eyes. */
  clear() {
    this.known.clear();
    this.list.replaceChildren();
  }

  /**
   * Begin with an event.
   * @param {number} number
   * @returns {boolean} whether it is a new one
   */
  begin(number) {
    if (this.known.has(number)) return false;
    this.known.add(number);
    for (const old of this.list.querySelectorAll(".new")) old.classList.remove("new");
    return true;
  }

  /**
   * Something that an event told: to be read, and to be heard.
   * @param {number} number
   * @param {string[]} told
   */
  tell(number, told) {
    this.say(...told);
    this.list.append(...told.map((text) => h("li", { "data-number": number, class: "new" }, text)));
    this.#trim();
  }

  /**
   * What was told before that which is in the log already; nobody has to hear it.
   * @param {import("./api.js").Happening[]} events
   */
  remember(events) {
    for (const event of events) {
      const { number } = event;
      if (this.known.has(number)) continue;
      this.known.add(number);
      const after = [...this.list.children].find(
        (it) => it instanceof HTMLElement && Number(it.dataset.number) > number,
      );
      for (const text of sentences(event)) {
        this.list.insertBefore(h("li", { "data-number": number }, text), after ?? null);
      }
    }
    this.#trim();
  }

  #trim() {
    while (this.list.children.length > MOST) this.list.firstElementChild?.remove();
    this.list.scrollTop = this.list.scrollHeight;
  }

  /**
   * Say something aloud to those who listen.
   * @param {...string} texts
   */
  say(...texts) {
    const said = texts.filter(Boolean).map((text) => h("p", {}, text));
    if (!said.length) return;
    this.live.append(...said);
    while (this.live.children.length > SAID) this.live.firstElementChild?.remove();
  }
}
