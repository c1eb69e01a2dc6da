// Draws a table's state: `render(state)` makes the page show it, whatever it showed before.

import { drawBar } from "./bar.js";
import { Chooser } from "./choose.js";
import { coverWith, passDevice, uncover } from "./cover.js";
import { byId, fillWith, h } from "./dom.js";
import { Drawer } from "./drawer.js";
import { explainThing } from "./explain.js";
import { Players } from "./players.js";
import { showRoom } from "./room.js";
import { Stage } from "./scene.js";
import { showTitle, gameTitle } from "./signs.js";
import { choices, deeds, promptOf } from "./state.js";
import { t, tn } from "./text.js";
import { whyNow } from "./why.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("./state.js").State} State */
/**
 * @typedef {object} Does what the page does when somebody wants it
 * @property {(choice: import("./choosing.js").Choice) => void} play
 * @property {(text: string) => void} say aloud
 * @property {() => void} hint
 * @property {() => void} undo
 * @property {() => void} result
 * @property {() => void} ask
 * @property {() => void} menu
 * @property {() => void} talk
 * @property {() => void} comeBack
 * @property {(seat: number) => void} reveal somebody has the device now
 * @property {(seat: number) => void} seated we sit down
 */

/** The page of a table. */
export class Screen {
  /** @param {Does} does */
  constructor(does) {
    this.does = does;
    this.stage = new Stage(byId("stage"));
    this.zoom = new Zoom(this.stage);
    this.players = new Players(byId("players"));
    this.drawer = new Drawer(byId("side"));
    const { hint, undo, result, ask, menu, talk } = does;
    this.deeds = { hint, undo, result, ask, menu, talk, log: () => this.drawer.toggle() };
    this.game = "";
    this.chooser = new Chooser(this.stage, {
      play: does.play,
      tip: (text) => this.tip(text),
      closer: (at) => this.zoom.closer(at),
      ask: (sprite) => explainThing(sprite, this.game, this.#why(sprite)),
      chosen: (sprite, targets) => {
        const gaps = { thing: sprite.label };
        does.say(tn("{thing} chosen; {count} place for it.", "{thing} chosen; {count} places for it.", targets, gaps));
      },
    });
    /** What is drawn. @type {State | null} */
    this.drawn = null;
    /** What can be chosen there. @type {import("./choosing.js").Choice[]} */
    this.choices = [];
  }

  /** @param {State} now */
  render(now) {
    const { table, scene, frame } = now;
    const was = this.drawn;
    this.drawn = { ...now };
    this.game = table?.game ?? "";
    document.body.dataset.status = table?.status ?? "";
    fillWith(byId("game"), gameTitle(this.game));
    fillWith(byId("status"), scene?.status);
    const news = frame !== was?.frame;
    // What others play comes from them; where they are is read before anything changes.
    const other = frame && frame.seat !== null && frame.seat !== now.seat ? this.players.chip(frame.seat) : null;
    const origin = news ? other?.getBoundingClientRect() : null;
    if (table) this.players.show(scene?.players ?? [], table.seats, now.mine, now.clock);
    if (news && frame && scene) {
      const step = frame.kind !== "" && was?.scene !== null;
      this.chooser.set([]);
      this.choices = [];
      this.stage.draw(scene, scene.backdrop ? now.backdrop : null, { glide: was?.scene !== null, origin, step });
    }
    this.#cover(now, was);
    this.#choose(choices(now));
    this.#prompt(now, news);
    this.chooser.asking = now.asking;
    byId("stage").classList.toggle("asking", now.asking);
    drawBar(deeds(now), this.deeds);
    this.drawer.mark();
    showTitle(now);
  }

  /** @param {import("./sprite.js").Sprite} sprite */
  #why(sprite) {
    return this.drawn ? whyNow(this.drawn, sprite, this.chooser.marked.get(sprite.id), this.chooser.choices) : "";
  }

  /** @param {string} text */
  tip(text) {
    byId("tip").textContent = text;
  }

  /** @param {import("./choosing.js").Choice[]} list */
  #choose(list) {
    // After a touch that plays, what was touched stays marked until something comes of it.
    if (list !== this.choices && (list.length || this.chooser.choices.length)) this.chooser.set(list);
    this.choices = list;
  }

  /**
   * @param {State} now
   * @param {boolean} news
   */
  #prompt(now, news) {
    const { text, kind, away, watching } = promptOf(now);
    const line = byId("prompt");
    line.classList.toggle("mine", kind === "mine");
    line.classList.toggle("telling", kind === "telling");
    const back = away && h("button", { type: "button", class: "main", onclick: this.does.comeBack }, t("I am back"));
    fillWith(byId("prompt-text"), text, watching && h("span", { class: "soft" }, " ", t("You are watching.")), back);
    if (news) this.tip("");
    if (now.asking) this.tip(t("Touch anything to read what it is."));
  }

  /**
   * What lies over the board: trouble, the waiting room, or a screen between two players.
   * @param {State} now
   * @param {State | null} was
   */
  #cover(now, was) {
    const { trouble, heir, table, scene, guest } = now;
    if (trouble) {
      if (trouble !== was?.trouble) coverWith("", trouble, h("a", { class: "main", href: "/" }, t("To the lobby")));
    } else if (heir !== null && table) {
      if (heir !== was?.heir) passDevice(table.seats[heir].name, () => this.does.reveal(heir));
    } else if (!scene && table?.status === "open" && guest) {
      if (table !== was?.table) {
        byId("stage").classList.add("covered");
        showRoom(byId("cover"), { table, guest, mine: now.mine, invitation: now.invitation, seated: this.does.seated });
      }
    } else uncover();
  }
}
