// The tables' interface: requests, what is refused, and who we are.

import { someName } from "./names.js";
import { language, t } from "./text.js";

/** @typedef {import("../wire").SeatInfo} SeatInfo */
/** @typedef {import("../wire").Clock} Clock */
/** @typedef {import("../wire").TableInfo} TableInfo */
/** @typedef {import("../wire").ClockInfo} ClockInfo */
/** @typedef {import("../wire").Happening} Happening */
/** @typedef {import("../wire").Listed} Listed */
/** @typedef {import("../wire").GuestAnswer} Guest */

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
 * @param {string} [face] none: as before
 * @returns {Promise<Guest>}
 */
export async function beCalled(name, face) {
  const guest = await post("/guests", { name, language, face: face || null });
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
