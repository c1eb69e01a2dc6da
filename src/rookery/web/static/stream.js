// A stream of events that heals: after a lost network, a restarted server, a sleeping laptop.
// Read with fetch, not EventSource: that gives up for good on any answer but 200, tells nothing
// of the reason, and does not notice a connection that died in its sleep.

import { Refusal, refusalOf } from "./api.js";

/** @typedef {import("./api.js").Happening} Happening */
/** @typedef {"connecting" | "open" | "lost"} Connection */

/** The server gives a sign of life every 15 seconds. */
const SILENCE = 40_000;
const STALE = 18_000;
/** How long to wait before trying again: longer and longer, up to this, in ms. */
const FIRST_WAIT = 400;
const LONGEST_WAIT = 8_000;
/** A browser has few connections to a site, shared by all tabs: those out of sight only look in. */
const UNSEEN = 20_000;
const LOOK_IN = 8_000;

/** One stream, for one pair of eyes. */
export class Stream {
  /**
   * @param {string} path with its query
   * @param {(event: Happening) => void} onEvent
   * @param {(state: Connection) => void} onState
   * @param {(refusal: Refusal) => void} onRefused it will not get better by trying again
   * @param {(news: import("./company.js").Beside) => void} [onBeside] what goes on beside the match
   */
  constructor(path, onEvent, onState, onRefused, onBeside = () => {}) {
    this.path = path;
    this.onEvent = onEvent;
    this.onState = onState;
    this.onRefused = onRefused;
    this.onBeside = onBeside;
    /** @type {(info: import("./api.js").ClockInfo) => void} players' clocks stood meanwhile */
    this.onClock = () => {};
    this.last = 0;
    /** When the last event came: how long somebody has thought is counted from there. */
    this.at = performance.now();
    this.closed = false;
    /** @type {AbortController | null} */
    this.running = null;
    /** @type {() => void} */
    this.wakeUp = () => {};
    this.hiddenSince = document.hidden ? Date.now() : 0;
    this.lastLife = Date.now();
    this.onSight = () => {
      this.hiddenSince = document.hidden ? Date.now() : 0;
      if (!document.hidden) this.#stir();
    };
    this.onNetwork = () => this.#stir();
    document.addEventListener("visibilitychange", this.onSight);
    window.addEventListener("online", this.onNetwork);
    window.addEventListener("pageshow", this.onNetwork);
    this.#run();
  }

  /** End it. */
  close() {
    this.closed = true;
    this.running?.abort();
    this.wakeUp();
    document.removeEventListener("visibilitychange", this.onSight);
    window.removeEventListener("online", this.onNetwork);
    window.removeEventListener("pageshow", this.onNetwork);
  }

  async #run() {
    let wait = FIRST_WAIT;
    this.onState("connecting");
    while (!this.closed) {
      try {
        await this.#read(() => {
          wait = FIRST_WAIT;
          this.lastLife = Date.now();
        });
        if (this.closed) return;
        if (this.#unseen()) {
          await this.#pause(LOOK_IN);
          continue;
        }
      } catch (error) {
        if (this.closed) return;
        if (error instanceof Refusal && error.status < 500 && error.status !== 429) {
          this.closed = true;
          this.onRefused(error);
          return;
        }
      }
      this.onState("lost");
      await this.#pause(wait * (0.7 + 0.6 * Math.random()));
      wait = Math.min(LONGEST_WAIT, wait * 1.7);
    }
  }

  /** Try at once; a connection that was silent for too long died in its sleep. */
  #stir() {
    if (Date.now() - this.lastLife > STALE) this.running?.abort();
    this.wakeUp();
  }

  #unseen() {
    return this.hiddenSince > 0 && Date.now() - this.hiddenSince > UNSEEN;
  }

  /** @param {() => void} onLife */
  async #read(onLife) {
    const running = new AbortController();
    this.running = running;
    /** @type {Record<string, string>} */
    const headers = { accept: "text/event-stream" };
    if (this.last) headers["last-event-id"] = String(this.last);
    let guard = setTimeout(() => running.abort(), SILENCE);
    try {
      // Nobody is at the table whose page is out of sight.
      const glance = this.#unseen() ? "&glance=true" : "";
      const answer = await fetch(`/api/v1${this.path}${glance}`, {
        headers,
        credentials: "same-origin",
        cache: "no-store",
        signal: running.signal,
      });
      if (!answer.ok || !answer.body) throw await refusalOf(answer);
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      this.onState("open");
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        onLife();
        clearTimeout(guard);
        guard = setTimeout(() => running.abort(), SILENCE);
        const parts = (rest + value).split("\n\n");
        rest = parts.pop() ?? "";
        for (const part of parts) this.#take(part);
        if (this.#unseen()) return;
      }
    } finally {
      clearTimeout(guard);
      running.abort();
    }
  }

  /** @param {string} part */
  #take(part) {
    const line = part.split("\n").find((it) => it.startsWith("data: "));
    if (!line || this.closed) return;
    if (part.startsWith("event: beside")) {
      this.onBeside(JSON.parse(line.slice(6)));
      return;
    }
    if (part.startsWith("event: clock")) {
      this.onClock(JSON.parse(line.slice(6)));
      return;
    }
    /** @type {Happening} */
    const event = JSON.parse(line.slice(6));
    this.last = event.number;
    this.at = performance.now();
    this.onEvent(event);
  }

  /** @param {number} ms */
  #pause(ms) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve(undefined);
      };
    });
  }
}
