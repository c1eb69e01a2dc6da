// An exercise: a position, one decision, and what it is worth. Reviews and puzzles share it.

import { Chooser } from "./choose.js";
import { byId, fillWith, h, icon } from "./dom.js";
import { explainThing } from "./explain.js";
import { attempt } from "./head.js";
import { t } from "./text.js";

/** @typedef {import("./scene.js").Stage} Stage */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Backdrop} Backdrop */
/** @typedef {import("../wire").Judgement} Judgement */
/** @typedef {{scene: Scene, backdrop: Backdrop, judge: (action: string) => Promise<Judgement>}} Task */

/** A chance as people write it. @param {number} chance */
export const percent = (chance) => `${Math.round(100 * chance)}\u202f%`;

/** A change of a chance, with its sign. @param {number} change */
export function signed(change) {
  const points = Math.round(100 * change);
  return `${points > 0 ? "+" : points < 0 ? "\u2212" : "±"}${Math.abs(points)}\u202f%`;
}

/** Asks, and says what the answer is worth. */
export class Exercise {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    /** @type {Task | null} */
    this.task = null;
    this.chooser = new Chooser(stage, {
      play: ({ action }) => void attempt(() => this.#judge(action)),
      tip: (text) => fillWith(byId("tip"), text),
      ask: (sprite) => explainThing(sprite, this.task?.scene.game ?? ""),
      chosen: (sprite) => fillWith(byId("tip"), t("{thing}: where to?", { thing: sprite.label })),
    });
  }

  /** @param {Task} task */
  set(task) {
    this.task = task;
    this.again();
  }

  /** Ask once more. */
  again() {
    if (!this.task) return;
    const { scene, backdrop } = this.task;
    fillWith(byId("answer"));
    byId("task-keys").classList.remove("answered");
    this.stage.draw(scene, backdrop, { glide: false });
    this.chooser.set(scene.choices);
  }

  /** No more choices. */
  end() {
    this.task = null;
    this.chooser.set([]);
    fillWith(byId("answer"));
    fillWith(byId("tip"));
  }

  /** @param {string} action */
  async #judge(action) {
    const { task } = this;
    if (!task) return;
    fillWith(byId("answer"), h("p", { class: "soft" }, t("One moment…")));
    try {
      const found = await task.judge(action);
      if (task !== this.task) return;
      this.stage.draw(found.scene, task.backdrop, { glide: true, step: true });
      fillWith(byId("answer"), ...verdict(found));
      byId("task-keys").classList.add("answered");
      fillWith(byId("tip"));
      byId("answer").scrollIntoView({ block: "nearest" });
    } catch (error) {
      if (task === this.task) this.again();
      throw error;
    }
  }
}

/**
 * What an answer is worth, in words.
 * @param {Judgement} found
 */
function verdict({ right, chance, best_text, best_chance, why, told }) {
  const head = right ? t("Right: nothing is clearly better.") : t("Not quite.");
  const line = h("p", { class: `answer ${right ? "well" : "not"}` }, icon(right ? "check" : "warning"), h("span", {}, head));
  const promised = h("p", {}, t("It promises a chance of {chance}.", { chance: percent(chance) }));
  if (right) return [h("p", { class: "soft" }, told.join(" ")), line, promised];
  const better = t("Better, with {chance}:", { chance: percent(best_chance) });
  return [h("p", { class: "soft" }, told.join(" ")), line, promised, h("p", {}, better, " ", h("strong", {}, best_text)), h("p", { class: "why" }, why)];
}
