// What happened, on small screens: a drawer over the table, put away by a tap beside it or Escape.

import { byId } from "./dom.js";

/** The drawer of the log. */
export class Drawer {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    document.addEventListener("pointerdown", ({ target }) => {
      const beside = target instanceof Node && !root.contains(target) && !document.getElementById("do-log")?.contains(target);
      if (beside) this.toggle(false);
    });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.open || document.querySelector("dialog[open]")) return;
      event.stopPropagation();
      this.toggle(false);
      document.getElementById("do-log")?.focus();
    }, true);
  }

  get open() {
    return this.root.classList.contains("shown");
  }

  /** @param {boolean} [open] */
  toggle(open = !this.open) {
    this.root.classList.toggle("shown", open);
    // What happened last is at the end.
    const log = byId("told");
    log.scrollTop = log.scrollHeight;
    this.mark();
  }

  /** Say on the button whether it is open. */
  mark() {
    document.getElementById("do-log")?.setAttribute("aria-expanded", String(this.open));
  }
}
