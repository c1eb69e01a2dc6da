// The players: names, facts, clocks, whose turn it is.

import { fillWith, h, icon } from "./dom.js";
import { faceOf } from "./faces.js";
import { ago, openDialog } from "./head.js";
import { LEVELS } from "./room.js";
import { t } from "./text.js";

/** @typedef {import("./scene.js").Player} Player */
/** @typedef {import("./scene.js").Fact} Fact */
/** @typedef {import("./api.js").SeatInfo} SeatInfo */
/** @typedef {import("./api.js").ClockInfo} ClockInfo */

/** So many facts are seen on a small screen; all of them are behind a tap. */
const AT_ONCE = 2;
/** Of longer ones, only their sign. */
const SHORT = 5;
/** The seconds from which on a clock is pressing. */
const PRESSING = 20;

/**
 * Milliseconds as people read them: 1:05, 2:10:00, 3 d.
 * @param {number} ms
 */
export function clockText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  if (seconds >= 2 * 86400) return t("{count} d", { count: Math.floor(seconds / 86400) });
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = two(seconds % 60);
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/**
 * A fact about a player: a sign for the eyes, words for the ears.
 * @param {Fact} fact
 * @param {number} at how many come before it
 */
function shown({ label, value, art }, at) {
  const kind = `fact${at < AT_ONCE ? "" : " further"}${value.length > SHORT ? " long" : ""}`;
  const words = h("span", { class: art ? "unseen" : "" }, `${label}: `);
  return h("span", { class: kind, title: label }, art && icon(art, "sign"), words, h("bdi", {}, value));
}

/** The panel of all players. */
export class Players {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {Player[]} */
    this.players = [];
    /** @type {SeatInfo[]} */
    this.seats = [];
    /** @type {number[]} */
    this.mine = [];
    /** @type {ClockInfo | null} */
    this.clock = null;
    this.since = 0;
    /** Who is here. @type {Map<number, import("./company.js").Presence>} */
    this.people = new Map();
    /** What else there is to say and do about somebody. @type {(seat: number) => Node[]} */
    this.extras = () => [];
    /** @type {Map<number, HTMLElement>} */
    this.chips = new Map();
    setInterval(() => this.#tick(), 250);
  }

  /**
   * @param {Player[]} players none before the deal
   * @param {SeatInfo[]} seats
   * @param {number[]} mine
   * @param {{info: ClockInfo | null, came: number}} [clock] and when it was so
   */
  show(players, seats, mine, { info, came } = { info: null, came: 0 }) {
    this.players = players;
    this.seats = seats;
    this.mine = mine;
    this.clock = info;
    this.since = came;
    for (const seat of seats) this.#fill(seat, players.find((it) => it.seat === seat.seat));
    this.#tick();
  }

  /** The same again: somebody has come or gone. */
  again() {
    for (const seat of this.seats) this.#fill(seat, this.players.find((it) => it.seat === seat.seat));
    this.#tick();
  }

  /**
   * A player's chip: what they play comes from there, what they gain goes there.
   * @param {number} seat
   */
  chip(seat) {
    return this.chips.get(seat);
  }

  /**
   * @param {SeatInfo} seat
   * @param {Player | undefined} player
   */
  #fill(seat, player) {
    let chip = this.chips.get(seat.seat);
    if (!chip) {
      chip = h("button", { type: "button", class: "chip", onclick: () => this.details() });
      this.chips.set(seat.seat, chip);
      this.root.append(chip);
    }
    const active = Boolean(player?.active);
    chip.classList.toggle("active", active);
    chip.classList.toggle("me", this.mine.includes(seat.seat));
    chip.classList.toggle("out", seat.lost);
    chip.classList.toggle("gone", this.people.get(seat.seat)?.here === false);
    const thinking = active && (seat.kind === "bot" || seat.away || seat.lost);
    chip.classList.toggle("thinking", thinking);
    const name = player?.name || seat.name || t("free");
    const facts = player?.facts ?? [];
    const state = this.#states(seat, player);
    fillWith(
      chip,
      h(
        "span",
        { class: "who" },
        faceOf(seat),
        this.#presence(seat),
        h("bdi", { class: "called" }, name),
        active && h("span", { class: "unseen" }, t("to decide")),
        thinking && h("span", { class: "dots", title: t("thinking") }, h("i"), h("i"), h("i")),
        h("span", { class: "clock" }),
      ),
      h(
        "span",
        { class: "facts" },
        ...facts.map((fact, at) => shown(fact, at)),
        ...state.map((text) => h("span", { class: "state" }, text)),
        // On a small screen the others are behind a tap.
        facts.length > AT_ONCE && h("span", { class: "more", "aria-hidden": "true" }, `+${facts.length - AT_ONCE}`),
      ),
    );
    if (active) chip.setAttribute("aria-current", "true");
    else chip.removeAttribute("aria-current");
  }

  /**
   * @param {SeatInfo} seat
   * @param {Player | undefined} player
   */
  #states(seat, player) {
    const found = player?.state ? [player.state] : [];
    if (seat.lost) found.push(t("gave up"));
    else if (seat.away) found.push(t("away, a bot plays"));
    return found;
  }

  /**
   * Whether somebody is here: a full dot, or an empty one.
   * @param {SeatInfo} seat
   */
  #presence({ seat, kind }) {
    const presence = this.people.get(seat);
    if (!presence || kind !== "person" || this.mine.includes(seat)) return null;
    const text = presence.here ? t("here") : t("away ({since})", { since: ago(presence.since) });
    return h("span", { class: presence.here ? "presence here" : "presence", title: text }, h("span", { class: "unseen" }, text));
  }

  #tick() {
    if (!this.clock) return;
    // While a shared device is handed over, no clock runs.
    const passed = Math.max(0, performance.now() - this.since - (this.clock.waits ?? 0));
    for (const [seat, chip] of this.chips) {
      const running = this.clock.running === seat;
      let left = this.clock.left[seat];
      if (running) {
        // What presses first: the decision's time or the match's.
        const mine = this.mine.includes(seat) ? this.clock.mine : null;
        if (left !== null) left -= passed;
        if (mine !== null) left = Math.min(left ?? Infinity, mine - passed);
      }
      const node = chip.querySelector(".clock");
      if (!node) continue;
      const text = left === null || left === undefined ? "" : clockText(left);
      if (node.textContent !== text) node.textContent = text;
      node.classList.toggle("pressing", running && left !== null && left < PRESSING * 1000);
    }
  }

  /** Everything about everybody, in words. */
  details() {
    openDialog(t("Players"), () =>
      this.seats.map((seat) => {
        const player = this.players.find((it) => it.seat === seat.seat);
        const name = player?.name || seat.name || t("free");
        return h(
          "section",
          { class: "detail" },
          h("h3", {}, faceOf(seat), h("bdi", {}, name), this.#presence(seat)),
          LEVELS.has(seat.level) && h("p", { class: "soft" }, t("Bot: {level}", { level: LEVELS.get(seat.level) ?? "" })),
          ...this.#states(seat, player).map((text) => h("p", { class: "soft" }, text)),
          ...this.extras(seat.seat),
          h(
            "dl",
            {},
            ...(player?.facts ?? []).flatMap(({ label, value, art }) => [
              h("dt", {}, art ? icon(art, "sign") : null, label),
              h("dd", {}, h("bdi", {}, value)),
            ]),
          ),
        );
      }),
    );
  }
}
