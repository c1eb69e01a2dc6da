// Why: what the rule says, whether something can be done here, and what speaks for a hint.

import { t } from "./text.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./sprite.js").Sprite} Sprite */

/** @type {Map<string, Promise<Document>>} rule books, by their games */
const books = new Map();

/** @param {string} game */
async function openBook(game) {
  const answer = await fetch(`/rules/${encodeURIComponent(game)}`);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/**
 * What a rule says, in the words of the rule book.
 * @param {string} game
 * @param {string} rule
 * @returns {Promise<string>} empty where it is not to be had
 */
export async function quoteRule(game, rule) {
  const book = books.get(game) ?? openBook(game);
  books.set(game, book);
  book.catch(() => books.delete(game));
  const found = (await book.catch(() => null))?.getElementById(rule);
  found?.querySelector(".number")?.remove();
  return found?.textContent?.trim() ?? "";
}

/**
 * Whether a thing can be touched now, and why not.
 * @param {State} state
 * @param {Sprite} sprite
 * @param {import("./choosing.js").Mark | undefined} mark
 * @param {import("./scene.js").Choice[]} choices
 */
export function whyNow({ scene, table, seat }, { id }, mark, choices) {
  if (table?.status === "over") return t("The match is over.");
  if (mark?.can) return mark.label ? t("You can touch it now: {what}", { what: mark.label }) : t("You can touch it now.");
  const active = scene?.players.find((it) => it.active);
  if (active && active.seat !== seat) return t("Nothing can be done with it now: it is the turn of {name}.", { name: active.name });
  const later = choices.some(({ touch }) => touch.includes(id));
  if (later) return t("It can be touched after something else: {what}", { what: scene?.prompt ?? "" });
  return t("It is not among what can be done now: {what}", { what: scene?.prompt ?? "" });
}

/**
 * What speaks for a hint, in one sentence.
 * @param {{action: string, figures: Record<string, any>}} hint
 */
export function whyHint({ action, figures }) {
  /** @type {Record<string, number>} */
  const rewards = figures.rewards ?? {};
  const own = Math.round(100 * (rewards[action] ?? 0));
  const others = Object.entries(rewards).filter(([other]) => other !== action).map(([, reward]) => Math.round(100 * reward));
  if (!others.length) return t("There is nothing else to do.");
  const next = Math.max(...others);
  if (next >= own) return t("It wins about {own} of 100 such matches; another way is as good.", { own });
  return t("It wins about {own} of 100 such matches; the next best way wins {next}.", { own, next });
}
