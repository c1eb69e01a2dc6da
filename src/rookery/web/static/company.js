// Who is at the table, what they say, and what to do about somebody who is gone.

import { post } from "./api.js";
import { byId, fillWith, h, icon } from "./dom.js";
import { ago, attempt, toast } from "./head.js";
import { gameTitle } from "./signs.js";
import * as sound from "./sound.js";
import { activeSeat } from "./state.js";
import { inBubble, inWords, isMuted, mute } from "./talk.js";
import { t } from "./text.js";
import { notify } from "./turns.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./talk.js").Said} Said */
/** @typedef {{seat: number, here: boolean, since: number}} Presence */
/** @typedef {{people: Presence[] | null, said: Said[], fresh: boolean, gone: number}} Beside */

/** How long what somebody says is seen, in ms. */
const SEEN = 6_000;
/** How often the words about who is away are made anew. */
const TICK = 3_000;

/** The people at a table. */
export class Company {
  /**
   * @param {State} state of the page
   * @param {import("./players.js").Players} players
   * @param {import("./log.js").Log} log
   */
  constructor(state, players, log) {
    this.state = state;
    this.players = players;
    this.log = log;
    /** @type {Map<number, Presence>} */
    this.people = players.people;
    /** Somebody who is away for so long is gone, in ms: a bot may stand in. */
    this.gone = Infinity;
    players.extras = (seat) => this.extras(seat);
    setInterval(() => this.render(), TICK);
  }

  /** @param {Beside} news */
  heard({ people, said, fresh, gone }) {
    if (people) {
      this.gone = gone;
      this.people.clear();
      for (const it of people) this.people.set(it.seat, it);
      this.players.again();
    }
    for (const it of said) this.#say(it, fresh);
    this.render();
  }

  /**
   * @param {Said} said
   * @param {boolean} fresh whether it was said just now
   */
  #say(said, fresh) {
    const { table, mine } = this.state;
    const name = table?.seats[said.seat]?.name ?? "";
    if (said.kind === "nudge") {
      if (!fresh || !mine.includes(Number(said.what))) return;
      sound.called();
      const text = t("{name} is waiting for you.", { name });
      toast(text);
      if (document.hidden) void notify(text, gameTitle(table?.game ?? ""), location.pathname, table?.id ?? "");
      return;
    }
    if (!fresh || (isMuted(table?.id ?? "", said.seat) && !mine.includes(said.seat))) return;
    this.log.say(inWords(said, name));
    const chip = this.players.chip(said.seat);
    if (!chip) return;
    const bubble = h("span", { class: `bubble ${said.kind}`, "aria-hidden": "true" }, inBubble(said));
    document.querySelector(`.bubble[data-seat="${said.seat}"]`)?.remove();
    bubble.dataset.seat = String(said.seat);
    const { left, bottom, width } = chip.getBoundingClientRect();
    byId("bubbles").append(bubble);
    // Over the one who speaks, not over what is to be read and touched.
    const top = Math.max(4, bottom - bubble.offsetHeight);
    const middle = Math.min(innerWidth - bubble.offsetWidth / 2 - 6, Math.max(bubble.offsetWidth / 2 + 6, left + width / 2));
    bubble.style.left = `${middle}px`;
    bubble.style.top = `${top}px`;
    setTimeout(() => bubble.remove(), SEEN);
  }

  /** What there is to say and do about somebody, in the list of players. @param {number} seat */
  extras(seat) {
    const { table, mine } = this.state;
    if (!table || table.seats[seat].kind !== "person" || mine.includes(seat)) return [];
    const key = `${table.id}/${seat}`;
    const silence = h("input", { type: "checkbox", checked: isMuted(table.id, seat) });
    silence.addEventListener("change", () => mute(key, silence.checked));
    return [...this.#deeds(seat), h("label", { class: "row" }, silence, t("Mute"))];
  }

  /**
   * What can be done about somebody who is away.
   * @param {number} seat
   * @returns {Node[]}
   */
  #deeds(seat) {
    const { table, mine, scene } = this.state;
    const presence = this.people.get(seat);
    if (!table || !mine.length || table.status !== "running" || presence?.here !== false || table.seats[seat].away) return [];
    const ask = (/** @type {string} */ what) => () => attempt(() => post(`/tables/${table.id}/${what}`, { seat }));
    const nudge = async () => {
      if (await ask("nudge")()) toast(t("{name} gets a word from you.", { name: table.seats[seat].name }));
    };
    const gone = Date.now() - presence.since > this.gone;
    return [
      activeSeat(scene) === seat ? h("button", { type: "button", class: "nudge", onclick: nudge }, icon("bell"), t("Nudge")) : null,
      gone ? h("button", { type: "button", class: "stand-in", onclick: ask("stand-in") }, icon("bot"), t("Let a bot play for now")) : null,
    ].filter((it) => it !== null);
  }

  /** Say it beside the prompt if everybody waits for somebody who is not there. */
  render() {
    const { table, scene, mine, heir } = this.state;
    const line = byId("beside");
    const seat = activeSeat(scene);
    const presence = seat === undefined ? undefined : this.people.get(seat);
    const waits = table?.status === "running" && heir === null && seat !== undefined && !mine.includes(seat) && !table.seats[seat].away && presence?.here === false;
    line.hidden = !waits;
    if (!waits || !table || seat === undefined || !presence) {
      fillWith(line);
      return;
    }
    const { name } = table.seats[seat];
    const text = t("{name} is away ({since}).", { name, since: ago(presence.since) });
    const deeds = this.#deeds(seat);
    // What somebody is about to press must stay where it is.
    const drawn = `${text} ${deeds.length}`;
    if (line.dataset.drawn === drawn && line.firstChild) return;
    line.dataset.drawn = drawn;
    fillWith(line, h("span", {}, text), ...deeds);
  }
}
