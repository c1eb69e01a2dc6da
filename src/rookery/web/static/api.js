// The tables' interface: requests, what is refused, and who we are.

import { someName } from "./names.js";
import { language, t } from "./text.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {{seat: number, kind: "free" | "person" | "bot", name: string, level: string, away: boolean, lost: boolean, face?: string, kept?: string}} SeatInfo */
/** @typedef {{action: number | null, match: number | null, late: string}} Clock */
/**
 * @typedef {object} TableInfo
 * @property {string} id
 * @property {string} game
 * @property {"open" | "running" | "over"} status
 * @property {number} players
 * @property {Record<string, unknown>} options
 * @property {string} edition
 * @property {boolean} public
 * @property {Clock | null} clock
 * @property {boolean} spectators
 * @property {number} delay
 * @property {boolean} aids
 * @property {SeatInfo[]} seats
 * @property {string} commitment
 * @property {string | null} secret
 * @property {number[]} winners
 * @property {string} rematch
 * @property {"none" | "phrases" | "free"} talk what people may say to each other
 * @property {number | null} kept_until until when seats are kept for those of the match before
 * @property {number} created
 */
/** @typedef {{left: (number | null)[], running: number | null, mine: number | null, waits?: number}} ClockInfo */
/**
 * @typedef {object} Happening one event of a stream
 * @property {number} number
 * @property {number} at
 * @property {string[]} told what concerns the table itself
 * @property {import("./frames.js").Step[]} steps what happened, one thing at a time
 * @property {TableInfo | null} table
 * @property {ClockInfo | null} clock
 * @property {Scene | null} scene what is so after it
 * @property {number | null} [turn] in replays: who is to decide after it
 */
/** @typedef {{id: string, name: string, language: string | null}} Guest */
/** @typedef {{id: string, game: string, status: string, players: number, free: number, created: number, changed: number}} Listed */

/** Where this browser notes what we are called. */
export const NAME = "rookery.name";

/** Something the server refused, or that it could not be reached; its text is the server's own. */
export class Refusal extends Error {
  /**
   * @param {string} code
   * @param {string} text in the page's language
   * @param {number} status 0: no answer came
   */
  constructor(code, text, status) {
    super(text);
    this.code = code;
    this.status = status;
  }

  toString() {
    return this.message;
  }
}

/**
 * Ask the server.
 * @param {string} method
 * @param {string} path under /api/v1
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function request(method, path, body, signal) {
  /** @type {RequestInit} */
  const init = { method, credentials: "same-origin", cache: "no-store", signal };
  // Also somebody who is not known yet is refused in the page's language.
  init.headers = { "accept-language": language };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers["content-type"] = "application/json";
  }
  let answer;
  try {
    answer = await fetch(`/api/v1${path}`, init);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal("offline", t("The server cannot be reached."), 0);
  }
  if (!answer.ok) throw await refusalOf(answer);
  const kind = answer.headers.get("content-type") ?? "";
  return kind.startsWith("application/json") ? answer.json() : answer.text();
}

/**
 * What a refused answer says.
 * @param {Response} answer
 */
export async function refusalOf(answer) {
  const body = await answer.json().catch(() => null);
  // What is not from our server comes from something in between.
  const { code, text } = body?.error ?? { code: "internal", text: t("Something is wrong with the server. Try again in a moment.") };
  return new Refusal(code, text, answer.status);
}

/** @param {string} path */
export const get = (path) => request("GET", path);
/**
 * @param {string} path
 * @param {unknown} [body]
 */
export const post = (path, body) => request("POST", path, body);

/**
 * Who we are; null if the server does not know us yet.
 * @returns {Promise<Guest | null>}
 */
export async function whoAmI() {
  // The server's cookie cannot be read here; a note of our own spares first visitors a refusal.
  if (!localStorage.getItem(NAME)) return null;
  try {
    return await get("/guests/me");
  } catch (error) {
    if (error instanceof Refusal && (error.status === 401 || error.status === 403)) return null;
    throw error;
  }
}

/**
 * Choose a name: become a guest, or be called differently from now on.
 * @param {string} name
 * @returns {Promise<Guest>}
 */
export async function beCalled(name) {
  const guest = await post("/guests", { name, language });
  localStorage.setItem(NAME, guest.name);
  return guest;
}

/**
 * A guest, in any case: a friendly name is given to those who have none.
 * @returns {Promise<Guest>}
 */
export async function ensureGuest() {
  const known = await whoAmI();
  if (known && known.language === language) return known;
  return beCalled(known?.name ?? localStorage.getItem(NAME) ?? someName());
}

/** The invitation that this page was opened with, for tables that are not for everybody. */
export function invited() {
  return new URLSearchParams(location.search).get("invite");
}

/**
 * A path with a query; what is undefined or null is left out.
 * @param {string} path
 * @param {Record<string, string | number | null | undefined>} query
 */
export function withQuery(path, query) {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text ? `${path}?${text}` : path;
}
