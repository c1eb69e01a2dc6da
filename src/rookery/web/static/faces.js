// Faces of people and bots: symbols of the art, shown round.

import { icon } from "./dom.js";

/** What people can look like; the server has the same list. */
export const FACES = ["bobble", "scarf", "bowtie", "glasses", "earmuffs", "flower", "captain", "chef", "pirate", "wizard", "headphones", "snorkel"];

/**
 * The face of a seat, or a plain sign for somebody who has none.
 * @param {{face?: string, kind?: string}} somebody
 */
export function faceOf({ face, kind }) {
  return face ? icon(face, "face") : icon(kind === "bot" ? "bot" : "person");
}
