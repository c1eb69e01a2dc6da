// A table: brings together the stream, the scene, the choices and everything around them.

import { Refusal, ensureGuest, get, post, withQuery } from "./api.js";
import { drawBar } from "./bar.js";
import { Chooser } from "./choose.js";
import { coverWith, passDevice, uncover } from "./cover.js";
import { byId, h } from "./dom.js";
import { showEnd } from "./end.js";
import { toast } from "./head.js";
import { Log } from "./log.js";
import { explainThing } from "./panels.js";
import { Players } from "./players.js";
import { showRoom } from "./room.js";
import { Stage } from "./scene.js";
import { gameTitle, showConnection, showPrompt, showTitle } from "./signs.js";
import * as sound from "./sound.js";
import { Stream } from "./stream.js";
import { language, t, tn } from "./text.js";

/** @typedef {import("./api.js").Happening} Happening */
/** @typedef {import("./api.js").TableInfo} TableInfo */
/** @typedef {import("./api.js").Guest} Guest */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Choice} Choice */
/** @typedef {import("./scene.js").Backdrop} Backdrop */

/** So much time has each event to be seen, in ms, while not too many wait. */
const PACE = 320;
const MANY = 6;
/** How many events of the past are told in the log. */
const PAST = 60;
/** How long after the last move the result waits, so that the move is seen. */
const LAST_LOOK = 900;

class Table {
  constructor() {
    this.id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
    this.invitation = new URLSearchParams(location.search).get("invite");
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
    /** @type {Happening[]} */
    this.waiting = [];
    this.working = false;
    this.busy = false;
    this.canTakeBack = false;
    this.ended = false;
    this.stage = new Stage(byId("stage"));
    this.players = new Players(byId("players"));
    this.log = new Log();
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
    this.waiting.push(event);
    if (!this.working) void this.#work();
  }

  async #work() {
    this.working = true;
    while (this.waiting.length) {
      const event = /** @type {Happening} */ (this.waiting.shift());
      await this.#show(event).catch((error) => this.fail(error));
      if (this.waiting.length && this.waiting.length < MANY && !document.hidden) {
        await new Promise((resolve) => setTimeout(resolve, PACE));
      }
    }
    this.working = false;
  }

  /**
   * What was told before we came.
   * @param {number} number of the first event we saw
   */
  async #past(number) {
    const { seat, invitation, stream } = this;
    const after = Math.max(0, number - PAST);
    const query = { seat, invitation, language, after, limit: PAST };
    const { events } = await get(withQuery(`/tables/${this.id}/told`, query)).catch(() => ({ events: [] }));
    if (stream !== this.stream) return;
    for (const event of events) this.log.add(event.number, event.told, true);
  }

  /** @param {Happening} event */
  async #show(event) {
    if (event.table) this.table = event.table;
    this.shown = event.number;
    const { table } = this;
    if (!table) return;
    const before = this.scene;
    const { scene } = event;
    const first = !before;
    if (scene?.backdrop && scene.backdrop !== this.backdrop?.digest) {
      this.backdrop = await get(withQuery(`/tables/${this.id}/backdrop`, { language }));
    }
    this.log.add(event.number, event.told);
    this.log.say(...event.told);
    this.players.show(scene?.players ?? [], table.seats, this.mine, event.clock);
    document.body.dataset.status = table.status;
    byId("game").textContent = gameTitle(table.game);
    if (!scene) {
      this.#wait();
      return;
    }
    this.#uncoverRoom();
    this.scene = scene;
    const active = scene.players.find((it) => it.active);
    const actor = before?.players.find((it) => it.active);
    const seat = table.seats[this.seat ?? -1];
    const mine = active !== undefined && active.seat === this.seat && scene.choices.length > 0 && !seat?.away;
    if (actor && actor.seat !== this.seat) this.canTakeBack = false;
    const origin = actor && actor.seat !== this.seat ? this.players.where(actor.seat) : null;
    if (this.#passDevice(active?.seat)) return;
    this.stage.draw(scene, scene.backdrop ? this.backdrop : null, { glide: !first, origin });
    this.busy = false;
    this.chooser.set(mine && !seat?.lost ? scene.choices : []);
    showPrompt(this, scene, mine);
    byId("status").textContent = scene.status;
    if (mine && !(before?.choices.length && !first)) this.#called(scene.prompt);
    else if (!first && event.told.length) this.#heard(before, scene);
    drawBar(this);
    showTitle(this);
    if (scene.result && !this.ended) {
      this.ended = true;
      if (!first) sound.ended();
      setTimeout(() => this.showEnd(), first ? 0 : LAST_LOOK);
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

  /**
   * @param {Scene | null} before
   * @param {Scene} scene
   */
  #heard(before, scene) {
    const dice = (/** @type {Scene | null} */ it) =>
      (it?.sprites ?? []).filter(({ art }) => art.startsWith("die-")).map(({ art }) => art).join();
    if (dice(before) !== dice(scene)) sound.rolled();
    else sound.placed();
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

  // ------------------------------------------------------------ one device for several

  /**
   * Hide the hand when the device goes to somebody else.
   * @param {number | undefined} active
   * @returns {boolean} whether it is hidden now
   */
  #passDevice(active) {
    if (this.mine.length < 2) return false;
    if (this.table?.status === "over") {
      uncover();
      return false;
    }
    const next = active !== undefined && this.mine.includes(active) ? active : null;
    if (next === null ? this.revealed !== null : next === this.revealed) return false;
    const seat = next ?? this.mine[0];
    const name = this.table?.seats[seat]?.name ?? "";
    const show = () => {
      this.revealed = seat;
      uncover();
      // Other eyes: everything is asked for anew, and the log is theirs.
      this.seat = seat;
      this.scene = null;
      this.stage.scene = null;
      this.listen();
    };
    this.chooser.set([]);
    byId("prompt").classList.remove("mine");
    byId("prompt-text").textContent = passDevice(name, show);
    this.log.say(t("Pass the device to {name}.", { name }));
    return true;
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

  async hint() {
    const { seat } = this;
    const button = byId("do-hint");
    button.classList.add("thinking");
    await this.attempt(async () => {
      const { action } = await post(`/tables/${this.id}/hint`, { seat });
      const choice = this.chooser.hint(action);
      const words = choice?.label || choice?.touch.map((id) => this.stage.drawn.get(id)?.data.label).join(" → ");
      if (words) {
        this.tip(t("Hint: {what}", { what: words }));
        this.log.say(t("Hint: {what}", { what: words }));
      }
    });
    button.classList.remove("thinking");
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
