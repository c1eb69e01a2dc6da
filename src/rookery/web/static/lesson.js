// A lesson: positions with one thing to do each. Everything comes from one file, so it works
// without the tables; what is right is listed there.

import { Chooser } from "./choose.js";
import { byId, fillWith, h, icon } from "./dom.js";
import { toast } from "./head.js";
import { explainThing } from "./explain.js";
import { Stage } from "./scene.js";
import { base, language, t } from "./text.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Choice} Choice */
/** @typedef {import("./sprite.js").SpriteData} SpriteData */
/**
 * @typedef {object} Step as web/making.py writes it
 * @property {string} title
 * @property {string} text
 * @property {string} well said after a right action
 * @property {{text: string, actions: string[]}[]} not what is said after which other ones
 * @property {string} rule
 * @property {Scene} scene
 * @property {string[]} right the actions that are right
 * @property {Record<string, {scene: Scene, told: string[]}>} after
 */
/** @typedef {{game: string, steps: Step[], backdrops: Record<string, SpriteData[]>}} LessonData */

class Lesson {
  /** @param {LessonData} data */
  constructor(data) {
    this.data = data;
    this.at = 0;
    this.done = false;
    this.stage = new Stage(byId("stage"));
    this.chooser = new Chooser(this.stage, {
      play: (choice) => this.#play(choice),
      tip: (text) => fillWith(byId("tip"), text),
      ask: (sprite) => explainThing(sprite, data.game),
      chosen: (sprite) => fillWith(byId("tip"), t("{thing}: where to?", { thing: sprite.label })),
    });
    byId("back").addEventListener("click", () => this.go(this.at - 1));
    byId("on").addEventListener("click", () => this.#on());
    byId("show").addEventListener("click", () => this.#show());
    window.addEventListener("hashchange", () => this.#fromAddress());
    this.#fromAddress();
  }

  get step() {
    return this.data.steps[this.at];
  }

  #fromAddress() {
    const wanted = Number(new URLSearchParams(location.hash.slice(1)).get("step"));
    this.go(wanted >= 1 && wanted <= this.data.steps.length ? wanted - 1 : 0);
  }

  /** @param {number} at */
  go(at) {
    this.at = Math.max(0, Math.min(at, this.data.steps.length - 1));
    this.done = false;
    history.replaceState(null, "", `#step=${this.at + 1}`);
    const { title, text, scene } = this.step;
    const gaps = { number: this.at + 1, count: this.data.steps.length };
    fillWith(byId("progress"), t("Step {number} of {count}", gaps));
    fillWith(byId("step-title"), title);
    fillWith(byId("step-text"), text);
    this.#answer("");
    this.#draw(scene, false);
    this.chooser.set(scene.choices);
    this.#buttons();
  }

  /**
   * @param {Scene} scene
   * @param {boolean} glide
   */
  #draw(scene, glide) {
    const digest = scene.backdrop ?? "";
    const sprites = this.data.backdrops[digest];
    this.stage.draw(scene, sprites ? { digest, sprites } : null, { glide, step: glide });
  }

  /** @param {Choice} choice */
  #play(choice) {
    const { right, after, well, not, scene } = this.step;
    if (!right.includes(choice.action)) {
      this.#answer(not.find(({ actions }) => actions.includes(choice.action))?.text ?? "", "not");
      this.chooser.set(scene.choices);
      return;
    }
    this.done = true;
    const then = after[choice.action];
    if (then) this.#draw(then.scene, true);
    this.chooser.set([]);
    this.#answer(well, "well", then?.told ?? []);
    this.#buttons();
    byId("on").focus({ preventScroll: true });
  }

  /**
   * @param {string} text
   * @param {"" | "well" | "not"} [kind]
   * @param {string[]} [told]
   */
  #answer(text, kind = "", told = []) {
    const node = byId("answer");
    node.className = `answer ${kind}`;
    const sign = kind && icon(kind === "well" ? "check" : "warning");
    fillWith(node, sign, h("span", {}, ...told.map((it) => h("em", {}, `${it} `)), text));
    byId("step-text").hidden = kind === "well";
    fillWith(byId("tip"));
  }

  #buttons() {
    const last = this.at === this.data.steps.length - 1;
    /** @type {HTMLButtonElement} */ (byId("back")).disabled = this.at === 0;
    /** @type {HTMLButtonElement} */ (byId("show")).disabled = this.done;
    const on = byId("on");
    on.classList.toggle("main", this.done);
    const text = !this.done ? t("Skip") : last ? t("Play it now") : t("Next");
    fillWith(on, h("span", {}, text), icon("next"));
  }

  #on() {
    if (this.at < this.data.steps.length - 1) this.go(this.at + 1);
    else if (this.done) location.assign("/");
    else location.assign(`/rules/${this.data.game}`);
  }

  #show() {
    this.chooser.hint(this.step.right[0]);
    this.chooser.focusFirst();
  }
}

const { game } = byId("lesson").dataset;
try {
  const answer = await fetch(`${base}/lessons/${game}.${language}.json`);
  if (!answer.ok) throw new Error(answer.statusText);
  new Lesson(await answer.json());
} catch {
  toast(t("The lesson could not be loaded. Try again in a moment."), "bad");
}
