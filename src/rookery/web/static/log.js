// What happened, a sentence each: to be read, and to be heard.

import { byId, h } from "./dom.js";

/** How many sentences are kept on the page. */
const MOST = 400;

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
   * What an event told.
   * @param {number} number
   * @param {string[]} told
   * @param {boolean} [past] it was before what is in the log already
   */
  add(number, told, past = false) {
    if (this.known.has(number)) return;
    this.known.add(number);
    const items = told.map((text) => h("li", { "data-number": number }, text));
    if (past) {
      const after = [...this.list.children].find(
        (it) => it instanceof HTMLElement && Number(it.dataset.number) > number,
      );
      for (const item of items) this.list.insertBefore(item, after ?? null);
    } else {
      for (const old of this.list.querySelectorAll(".new")) old.classList.remove("new");
      for (const item of items) item.classList.add("new");
      this.list.append(...items);
    }
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
    while (this.live.children.length > 12) this.live.firstElementChild?.remove();
  }
}
