// How fast things happen at a table, as each likes it.

import { t } from "./text.js";

const KEY = "rookery.pace";
/** How long a frame is seen, against the usual. @type {Record<string, number>} */
const FACTORS = { calm: 2, normal: 1, fast: 0.4 };

/** The speeds, and what they are called. @returns {[string, string][]} */
export const paces = () => [["calm", t("calm")], ["normal", t("normal")], ["fast", t("fast")]];

/** The one that was chosen. */
export function pace() {
  const kept = localStorage.getItem(KEY) ?? "";
  return kept in FACTORS ? kept : "normal";
}

/** @param {string} name */
export const setPace = (name) => localStorage.setItem(KEY, name);

/** How long something is seen that usually takes so long. @param {number} ms */
export const paced = (ms) => ms * FACTORS[pace()];
