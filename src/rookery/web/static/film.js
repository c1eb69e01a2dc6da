// A match as a film: its events through somebody's eyes, fetched part by part.

import { request } from "./api.js";
import { frames } from "./frames.js";
import { language } from "./text.js";

/** @typedef {import("./api.js").Happening} Happening */
/** @typedef {import("./scene.js").Backdrop} Backdrop */
/** @typedef {import("../wire").ReplayAnswer} Part */

/** How many events are fetched at once: the first ones are there soon. */
const PART = 60;

/** The bots that one plays on against. */
const LEVEL = "adult";

/** Whose eyes: a seat's number, a spectator's, or with everything open. */
export const WATCH = "watch";
export const ALL = "all";

/** The events of a match through one pair of eyes. */
export class Film {
  /**
   * @param {string} match the saved match
   * @param {string[] | null} names
   * @param {string} eyes
   */
  constructor(match, names, eyes) {
    this.match = match;
    this.names = names;
    this.eyes = eyes;
    this.game = "";
    this.players = 0;
    this.count = 0;
    /** @type {Backdrop | null} */
    this.backdrop = null;
    /** @type {Map<number, Happening>} by number, from 1 */
    this.events = new Map();
    /** @type {Map<number, Promise<void>>} */
    this.parts = new Map();
    /** @type {Promise<Happening[]> | null} */
    this.whole = null;
  }

  /**
   * An event; fetched if need be.
   * @param {number} number from 1
   * @returns {Promise<Happening | undefined>}
   */
  async event(number) {
    await this.#part(Math.floor((Math.max(1, number) - 1) / PART));
    return this.events.get(number);
  }

  /**
   * The frames of an event.
   * @param {number} number from 1
   */
  async frames(number) {
    const event = await this.event(number);
    return event ? frames(event) : [];
  }

  /**
   * What happened in the whole match, without scenes.
   * @returns {Promise<Happening[]>}
   */
  outline() {
    this.whole ??= this.#ask({ scenes: false }).then(({ events }) => events);
    this.whole.catch(() => {
      this.whole = null;
    });
    return this.whole;
  }

  /** Everything that is not there yet, in order. */
  async rest() {
    for (let part = 0; part * PART < this.count; part++) await this.#part(part);
  }

  /** @param {number} part */
  #part(part) {
    let known = this.parts.get(part);
    if (!known) {
      known = this.#fetch(part);
      this.parts.set(part, known);
      known.catch(() => this.parts.delete(part));
    }
    return known;
  }

  /** @param {number} part */
  async #fetch(part) {
    const found = await this.#ask({ after: part * PART, limit: PART });
    this.game = found.game;
    this.players = found.players;
    this.count = found.count;
    this.backdrop = found.backdrop;
    for (const event of found.events) this.events.set(event.number, event);
  }

  /**
   * @param {Record<string, unknown>} what
   * @returns {Promise<Part>}
   */
  #ask(what) {
    const seat = this.eyes === ALL || this.eyes === WATCH ? null : Number(this.eyes);
    const body = { match: this.match, seat, everything: this.eyes === ALL, names: this.names, ...what };
    return request("POST", `/replay?language=${language}`, body);
  }

  /**
   * A new table that begins after an event: we have the seat we look through, or else the one that
   * is to decide; bots have the others.
   * @param {Happening} event
   * @returns {Promise<string>} its id
   */
  async playOn({ at, turn }) {
    const seat = this.eyes === ALL || this.eyes === WATCH ? turn : Number(this.eyes);
    const seats = Array.from({ length: this.players }, (_, it) =>
      it === seat ? { kind: "me" } : { kind: "bot", level: LEVEL },
    );
    const from = { match: this.match, ply: at };
    return (await request("POST", "/tables", { game: this.game, from, seats, start: true })).id;
  }

  /**
   * The last event that was not after a number of actions: the same moment in other eyes.
   * @param {number} ply
   */
  numberAt(ply) {
    let best = 1;
    for (const { number, at } of this.events.values()) if (at <= ply && number > best) best = number;
    return best;
  }
}
