// A table: brings together the stream, the scene, the choices and everything around them.

import { Refusal, ensureGuest, get, invited, post, withQuery } from "./api.js";
import { drawBar } from "./bar.js";
import { Chooser } from "./choose.js";
import { coverWith, uncover } from "./cover.js";
import { handOver, heirOf } from "./device.js";
import { byId, h } from "./dom.js";
import { showEnd } from "./end.js";
import { frames } from "./frames.js";
import { toast } from "./head.js";
import { Log } from "./log.js";
import { explainThing } from "./panels.js";
import { Players } from "./players.js";
import { Playing } from "./playing.js";
import { showRoom } from "./room.js";
import { Stage } from "./scene.js";
import { gameTitle, showConnection, showPrompt, showStep, showTitle } from "./signs.js";
import * as sound from "./sound.js";
import { Stream } from "./stream.js";
import { language, t, tn } from "./text.js";
import { watchBots } from "./waking.js";

/** @typedef {import("./api.js").Happening} Happening */
/** @typedef {import("./api.js").TableInfo} TableInfo */
/** @typedef {import("./api.js").Guest} Guest */
/** @typedef {import("./frames.js").Frame} Frame */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Choice} Choice */
/** @typedef {import("./scene.js").Backdrop} Backdrop */

/** So much time has each frame to be seen, in ms; less when events wait, none when many do. */
const PACE = 400;
const SOME = 2;
const MANY = 6;
/** How many events of the past are told in the log. */
const PAST = 60;
/** How long after the last move the result waits, so that the move is seen. */
const LAST_LOOK = 900;

class Table {
  constructor() {
    this.id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
    this.invitation = invited();
    /** @type {Guest | null} */
    this.guest = null;
    /** @type {number[]} */
    this.mine = [];
    /** Through whose eyes we look; null: a spectator's. @type {number | null} */
    this.seat = null;
    /** With several seats on one device: whose hand may be seen. @type {number | null} */
    this.revealed = null;
    /** @type {TableInfo | null} */
    this.table = null;
    /** @type {Scene | null} */
    this.scene = null;
    /** The newest event that came, and the one that is shown. */
    this.number = 0;
    this.shown = 0;
    /** @type {Backdrop | null} */
    this.backdrop = null;
    /** @type {Stream | null} */
    this.stream = null;
    /** @type {{event: Happening, came: number}[]} and when they came */
    this.waiting = [];
    this.working = false;
    this.busy = false;
    this.canTakeBack = false;
    this.ended = false;
    this.stage = new Stage(byId("stage"));
    this.players = new Players(byId("players"));
    this.log = new Log();
    this.playing = new Playing(this.stage, {
      pace: () => this.#pace(),
      chip: (seat) => this.players.chip(seat),
      mine: () => this.mine,
    });
    this.chooser = new Chooser(this.stage, {
      play: (choice) => void this.play(choice),
      tip: (text) => this.tip(text),
      ask: (sprite) => explainThing(sprite, this.table?.game ?? ""),
      chosen: (sprite, targets) => {
        this.log.say(
          tn("{thing} chosen; {count} place for it.", "{thing} chosen; {count} places for it.", targets, {
            thing: sprite.label,
          }),
        );
      },
    });
    document.addEventListener("keydown", (event) => this.#shortcut(event));
    document.addEventListener("visibilitychange", () => showTitle(this));
  }

  async start() {
    this.guest = await ensureGuest();
    await this.look();
    if (!this.table) return;
    this.seat = this.mine[0] ?? null;
    this.listen();
  }

  /** Ask who sits where. */
  async look() {
    const { invitation } = this;
    const answer = await get(withQuery(`/tables/${this.id}`, { invitation, language }));
    this.table = /** @type {TableInfo} */ (answer.table);
    this.mine = answer.mine;
    if (this.mine.length && !this.invitation && this.table.status === "open") {
      this.invitation = (await get(`/tables/${this.id}/invitation`)).key;
    }
  }

  /** Open the stream of our eyes, in place of the one before. */
  listen() {
    this.stream?.close();
    this.playing.stop();
    this.waiting = [];
    this.number = 0;
    this.log.clear();
    const { seat, invitation } = this;
    this.stream = new Stream(
      withQuery(`/tables/${this.id}/events`, { seat, invitation, language }),
      (event) => this.#arrived(event),
      showConnection,
      (refusal) => void this.#refused(refusal),
    );
  }

  /** @param {Refusal} refusal */
  async #refused(refusal) {
    // The seat may be played on another device by now.
    const had = this.seat;
    await this.look().catch(() => {});
    if (refusal.code === "not_yours" && had !== null && !this.mine.includes(had)) {
      toast(t("This seat is played on another device now."));
      this.seat = this.mine[0] ?? null;
      this.listen();
      return;
    }
    this.fail(refusal);
  }

  /** @param {unknown} error */
  fail(error) {
    const text = error instanceof Refusal ? error.message : String(error);
    coverWith("", text, h("a", { class: "main", href: "/" }, t("To the lobby")));
    byId("prompt-text").textContent = text;
  }

  // ------------------------------------------------------------ events

  /** @param {Happening} event */
  #arrived(event) {
    if (!this.number && event.number > 1) void this.#past(event.number);
    this.number = event.number;
    this.waiting.push({ event, came: performance.now() });
    if (!this.working) void this.#work();
  }

  async #work() {
    this.working = true;
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      await this.#show(next.event, next.came).catch((error) => this.fail(error));
      if (this.waiting.length) await this.playing.pause(this.#pace());
    }
    this.working = false;
  }

  /** How long a frame is seen now. */
  #pace() {
    const { length } = this.waiting;
    if (document.hidden || length >= MANY) return 0;
    return length >= SOME ? PACE / 2 : PACE;
  }

  /**
   * What was told before we came.
   * @param {number} number of the first event we saw
   */
  async #past(number) {
    const { seat, invitation, stream } = this;
    const after = Math.max(0, number - PAST);
    const query = { seat, invitation, language, after, limit: PAST, scenes: "false" };
    const { events } = await get(withQuery(`/tables/${this.id}/told`, query)).catch(() => ({ events: [] }));
    if (stream === this.stream) this.log.remember(events);
  }

  /**
   * Play an event, step by step; then it is somebody's turn.
   * @param {Happening} event
   * @param {number} came when
   */
  async #show(event, came) {
    const { stream } = this;
    const news = this.log.begin(event.number);
    if (news) this.log.tell(event.number, event.told);
    if (event.table) this.table = event.table;
    const { table } = this;
    const { scene } = event;
    if (!table) return;
    document.body.dataset.status = table.status;
    void watchBots(table);
    byId("game").textContent = gameTitle(table.game);
    if (!scene) {
      this.players.show([], table.seats, this.mine, event.clock);
      this.shown = event.number;
      this.#wait();
      return;
    }
    if (scene.backdrop && scene.backdrop !== this.backdrop?.digest) {
      const { invitation } = this;
      this.backdrop = await get(withQuery(`/tables/${this.id}/backdrop`, { invitation, language }));
    }
    if (stream !== this.stream) return;
    this.#uncoverRoom();
    const list = frames(event);
    const next = heirOf(this, scene);
    const covered = next !== null && (this.revealed === null || byId("stage").classList.contains("covered"));
    const before = this.scene;
    const show = (/** @type {Frame} */ frame, /** @type {boolean} */ seen) => {
      if (news) this.log.tell(event.number, frame.told);
      if (seen && !covered) this.#draw(frame, event, came);
    };
    if (event.steps.length) this.chooser.set([]);
    const done = await this.playing.play(list, show, !before || covered);
    if (!done || stream !== this.stream) return;
    this.scene = scene;
    this.shown = event.number;
    if (next !== null) await handOver(this, next, !covered);
    else this.#ask(before, scene);
  }

  /**
   * @param {Frame} frame
   * @param {Happening} event
   * @param {number} came when
   */
  #draw(frame, event, came) {
    const { kind, seat, scene } = frame;
    const first = !this.scene;
    // What others play comes from them; where they are is read before anything changes.
    const other = seat !== null && seat !== this.seat ? this.players.chip(seat) : null;
    const how = { glide: !first, origin: other?.getBoundingClientRect(), step: kind !== "" && !first };
    this.players.show(scene.players, this.table?.seats ?? [], this.mine, event.clock, came);
    this.stage.draw(scene, scene.backdrop ? this.backdrop : null, how);
    byId("status").textContent = scene.status;
    showStep(frame);
    if (how.step) sound.happened(scene);
    this.scene = scene;
  }

  /**
   * All is shown: who is to decide now can do so.
   * @param {Scene | null} before what was seen before the event
   * @param {Scene} scene
   */
  #ask(before, scene) {
    const active = scene.players.find((it) => it.active);
    const actor = before?.players.find((it) => it.active);
    const seat = this.table?.seats[this.seat ?? -1];
    const mine = active !== undefined && active.seat === this.seat && scene.choices.length > 0 && !seat?.away;
    if (actor && actor.seat !== this.seat) this.canTakeBack = false;
    this.busy = false;
    this.chooser.set(mine && !seat?.lost ? scene.choices : []);
    showPrompt(this, scene, mine);
    if (mine && !before?.choices.length) this.#called(scene.prompt);
    drawBar(this);
    showTitle(this);
    if (scene.result && !this.ended) {
      this.ended = true;
      if (before) sound.ended();
      setTimeout(() => this.showEnd(), before ? LAST_LOOK : 0);
    }
  }

  showEnd() {
    if (this.table && this.scene) showEnd(this.table, this.scene, this.mine);
  }

  /** @param {string} prompt */
  #called(prompt) {
    this.log.say(prompt);
    sound.called();
    // Who plays by key goes on without looking for the place.
    if (document.activeElement === document.body || document.activeElement === byId("main")) {
      if (this.keyboard) this.chooser.focusFirst();
    }
  }

  /** The waiting room, before the deal. */
  #wait() {
    const { table, guest } = this;
    if (!table || !guest) return;
    byId("prompt-text").textContent =
      table.status === "open" ? t("The match has not begun yet.") : t("The table is being prepared; the first time this takes a moment…");
    drawBar(this);
    if (table.status !== "open") return;
    byId("stage").classList.add("covered");
    showRoom(byId("cover"), {
      table,
      guest,
      mine: this.mine,
      invitation: this.invitation,
      attempt: (work) => void this.attempt(work),
      seated: (seat) => {
        void this.look().then(() => {
          this.seat = seat;
          this.listen();
        });
      },
    });
  }

  #uncoverRoom() {
    if (this.scene || !byId("cover").firstChild) return;
    uncover();
  }

  // ------------------------------------------------------------ what we do

  /** @param {Choice} choice */
  async play(choice) {
    this.busy = true;
    const { seat, shown } = this;
    try {
      await post(`/tables/${this.id}/actions`, { seat, action: choice.action, seen: shown });
      this.canTakeBack = true;
      drawBar(this);
    } catch (error) {
      this.busy = false;
      toast(error instanceof Refusal ? error.message : String(error), "bad");
      if (this.scene) {
        this.stage.draw(this.scene, this.backdrop, { glide: false });
        this.chooser.set(this.scene.choices);
      }
    }
  }

  /**
   * Do something, and say it if it did not work.
   * @param {() => Promise<unknown>} work
   */
  async attempt(work) {
    try {
      await work();
    } catch (error) {
      toast(error instanceof Refusal ? error.message : String(error), "bad");
    }
  }

  takeBack() {
    const { seat } = this;
    return this.attempt(() => post(`/tables/${this.id}/undo`, { seat }));
  }

  // ------------------------------------------------------------ around the table

  /** @param {string} text */
  tip(text) {
    byId("tip").textContent = text;
  }

  comeBack() {
    const { seat } = this;
    return this.attempt(() => post(`/tables/${this.id}/return`, { seat }));
  }

  toggleAsking() {
    this.chooser.asking = !this.chooser.asking;
    byId("stage").classList.toggle("asking", this.chooser.asking);
    byId("do-ask").setAttribute("aria-pressed", String(this.chooser.asking));
    this.tip(this.chooser.asking ? t("Touch anything to read what it is.") : "");
  }

  /** @param {KeyboardEvent} event */
  #shortcut(event) {
    this.keyboard = true;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLInputElement || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") this.chooser.back();
    const id = { h: "do-hint", u: "do-undo", "?": "do-ask", m: "do-menu" }[event.key];
    if (id) document.getElementById(id)?.click();
  }

  keyboard = false;
}

const table = new Table();
table.start().catch((error) => table.fail(error));

export { Table };
