// Drawing one's own edition of a game: touched, typed or pasted, and checked while it grows.

import { ensureGuest, post } from "./api.js";
import { Chooser } from "./choose.js";
import { byId, fillWith, h, icon } from "./dom.js";
import { Drawing } from "./drawing.js";
import { attempt, toast } from "./head.js";
import { forgetEdition, keepEdition, ownEditions, pack, unpack } from "./own.js";
import { Stage } from "./scene.js";
import { makeTable } from "./setup.js";
import { language, t } from "./text.js";

/** How long nothing is changed before it is checked, in ms. */
const PAUSE = 250;
/** The smaller side of the smallest thing to be touched, in pixels. */
const LEAST = 20;

/** @typedef {{faults: string[], remarks: string[], data: Record<string, unknown> | null, sketch: import("./drawing.js").Sketch | null}} Verdict */

const { game = "", title = "", players = "" } = byId("own").dataset;
const field = /** @type {HTMLTextAreaElement} */ (byId("text"));
const nameField = /** @type {HTMLInputElement} */ (byId("name"));
const begin = /** @type {HTMLSelectElement} */ (byId("begin"));
const file = /** @type {HTMLInputElement} */ (byId("file"));

class Editor {
  constructor() {
    this.text = "";
    /** @type {Drawing | null} */
    this.drawing = null;
    /** @type {Verdict | null} */
    this.verdict = null;
    /** Counts what was asked, so that a late answer to an older question is known. */
    this.asked = 0;
    /** Whether the text has changed since it was drawn, other than by the drawing itself. */
    this.behind = false;
    this.timer = 0;
    this.stage = new Stage(byId("stage"));
    this.chooser = new Chooser(this.stage, {
      play: ({ action }) => void this.#touch(action),
      tip: (text) => fillWith(byId("tip"), text),
      ask: () => {},
      chosen: () => {},
    });
  }

  /**
   * Take another text.
   * @param {string} text
   */
  async open(text) {
    this.#set(text);
    this.behind = true;
    await this.#check(true);
  }

  /** @param {string} text */
  #set(text) {
    this.text = text;
    this.verdict = null;
    this.asked += 1;
    if (field.value !== text) field.value = text;
    const name = /^name:(.*)$/m.exec(text)?.[1].trim() ?? "";
    if (document.activeElement !== nameField) nameField.value = name;
    this.#tell();
  }

  /**
   * Check it soon, unless it changes again.
   * @param {string} text
   * @param {boolean} redraw
   */
  #later(text, redraw) {
    this.#set(text);
    this.behind ||= redraw;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.#check(redraw), PAUSE);
  }

  /** @param {boolean} redraw */
  async #check(redraw) {
    clearTimeout(this.timer);
    const mine = ++this.asked;
    try {
      /** @type {Verdict} */
      const found = await post(`/editions?language=${language}`, { game, text: this.text, sketch: redraw });
      if (mine !== this.asked) return;
      this.verdict = found;
      if (redraw) {
        this.behind = false;
        this.#sketch(found.sketch);
      }
    } catch (error) {
      if (mine === this.asked) toast(String(error), "bad");
    }
    this.#tell();
  }

  /** @param {import("./drawing.js").Sketch | null} sketch */
  #sketch(sketch) {
    const had = this.drawing?.brush?.label;
    this.drawing = sketch && new Drawing(sketch);
    byId("paper").hidden = !sketch;
    if (this.drawing && sketch) {
      if (had) this.drawing.brush = this.drawing.palette().find(({ label }) => label === had) ?? this.drawing.brush;
      const touchable = sketch.sprites.filter(({ id }) => this.drawing?.spots.has(id));
      const least = Math.min(...touchable.map(({ width = 1, height = 1 }) => Math.min(width, height)));
      byId("stage").style.setProperty("--unit", `${LEAST / least}px`);
      byId("stage").style.setProperty("--across", String(sketch.width));
      byId("stage").style.setProperty("--down", String(sketch.height));
      this.#draw();
    }
    this.#palette();
    const changes = sketch?.changes ?? [];
    fillWith(byId("changes"), ...changes.map(({ label, text }) => h("button", { type: "button", onclick: () => void this.open(text) }, `+ ${label}`)));
  }

  #draw() {
    const { drawing } = this;
    if (!drawing) return;
    const { width, height, spots } = drawing.sketch;
    const zones = [{ id: "board", label: title, width, height }];
    const choices = spots.map(({ id }) => ({ action: id, touch: [id] }));
    const scene = { game, zones, sprites: drawing.sprites(), choices, players: [], prompt: "", status: "" };
    this.stage.draw(scene, null, { glide: false });
    this.chooser.set(choices);
  }

  /** @param {string} id */
  async #touch(id) {
    if (this.behind) await this.#check(true); // else what was typed just now would be lost
    const { drawing } = this;
    if (this.behind || !drawing?.spots.has(id)) return;
    const done = drawing.touch(id);
    this.#draw();
    if (!done) toast(t("All of these are on the map already. Take one away first."));
    else this.#later(drawing.text, false);
  }

  /** The brushes, as a row of buttons of which one is down. */
  #palette() {
    const { drawing } = this;
    const brushes = drawing?.palette() ?? [];
    byId("brushes").hidden = !brushes.length;
    const pick = (/** @type {import("./drawing.js").Brush} */ it) =>
      h(
        "label",
        { class: "brush" },
        h("input", {
          type: "radio",
          name: "brush",
          checked: it === drawing?.brush,
          onchange: () => {
            if (drawing) drawing.brush = it;
          },
        }),
        icon(it.art, "sign"),
        h("span", {}, it.label),
      );
    fillWith(byId("brushes"), ...brushes.map(pick));
  }

  /** Say what is wrong, or that all is well. */
  #tell() {
    const { verdict } = this;
    const fit = Boolean(verdict?.data);
    const list = byId("verdict");
    list.className = `verdict ${verdict ? (fit ? "good" : "bad") : ""}`;
    const head = !verdict ? t("Checking…") : fit ? t("Fit to play!") : t("Not fit to play yet:");
    const remarks = fit && verdict?.remarks.length ? h("p", {}, t("Unlike what is known of the printed game:")) : null;
    const lines = (fit ? verdict?.remarks : verdict?.faults) ?? [];
    fillWith(
      list,
      h("p", { class: "head" }, verdict && icon(fit ? "check" : "warning"), head),
      remarks,
      lines.length > 0 && h("ul", {}, ...lines.slice(0, 12).map((it) => h("li", {}, it))),
    );
    for (const id of ["own-play", "own-keep"]) /** @type {HTMLButtonElement} */ (byId(id)).disabled = !fit;
  }

  /** @param {string} name */
  rename(name) {
    const text = /^name:.*$/m.test(this.text)
      ? this.text.replace(/^name:.*$/m, `name: ${name}`)
      : `game: ${game}\nname: ${name}\n${this.text}`;
    this.#later(text, true);
  }

  /** @param {string} text */
  typed(text) {
    this.#later(text, true);
  }

  keep() {
    if (!this.verdict?.data) return;
    const { data } = this.verdict;
    keepEdition(game, { name: String(data.name), text: this.text, data });
    listEditions(String(data.name));
    toast(t("Saved. You can choose it when you set up a table."));
  }

  async play() {
    if (!this.verdict?.data) return;
    this.keep();
    await ensureGuest();
    const seats = players.split(" ").map(Number);
    const count = seats.includes(3) ? 3 : seats[0];
    const bots = Array.from({ length: count - 1 }, () => ({ kind: "bot", level: "fledgling" }));
    await makeTable({ game, players: count, seats: [{ kind: "me" }, ...bots], edition: this.verdict.data, start: true });
  }

  async share() {
    const link = `${location.origin}/edition/${game}#${await pack(this.text)}`;
    history.replaceState(null, "", link);
    await navigator.clipboard.writeText(link);
    toast(t("The link is copied. Whoever opens it has your edition."));
  }

  save() {
    const href = URL.createObjectURL(new Blob([this.text], { type: "text/plain" }));
    h("a", { href, download: `${nameField.value || game}.txt` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  }
}

/** The texts one can begin with: those of the house, and one's own. @type {Map<string, string>} */
const texts = new Map();

/** @param {string} [chosen] the name of one's own edition */
function listEditions(chosen) {
  texts.clear();
  const own = ownEditions(game).map(({ name, text }) => {
    texts.set(`own ${name}`, text);
    return h("option", { value: `own ${name}`, selected: name === chosen }, name);
  });
  const shipped = [...document.querySelectorAll("template.shipped")].map((it) => {
    const { name = "" } = /** @type {HTMLElement} */ (it).dataset;
    texts.set(name, /** @type {HTMLTemplateElement} */ (it).content.textContent ?? "");
    return h("option", { value: name }, t("a copy of “{name}”", { name }));
  });
  fillWith(begin, ...own, ...shipped);
  byId("own-forget").hidden = !begin.value.startsWith("own ");
}

const editor = new Editor();
listEditions();
begin.addEventListener("change", () => {
  byId("own-forget").hidden = !begin.value.startsWith("own ");
  void editor.open(texts.get(begin.value) ?? "");
});
nameField.addEventListener("input", () => editor.rename(nameField.value));
field.addEventListener("input", () => editor.typed(field.value));
byId("own-play").addEventListener("click", () => void attempt(() => editor.play()));
byId("own-keep").addEventListener("click", () => editor.keep());
byId("own-share").addEventListener("click", () => void attempt(() => editor.share()));
byId("own-save").addEventListener("click", () => editor.save());
byId("own-load").addEventListener("click", () => file.click());
byId("own-forget").addEventListener("click", () => {
  forgetEdition(game, begin.value.slice("own ".length));
  listEditions();
  void editor.open(texts.get(begin.value) ?? "");
});
file.addEventListener("change", async () => {
  const [chosen] = file.files ?? [];
  if (chosen) await editor.open(await chosen.text());
  file.value = "";
});
const shared = location.hash.length > 1 ? await unpack(location.hash.slice(1)) : "";
await editor.open(shared || (texts.get(begin.value) ?? ""));
