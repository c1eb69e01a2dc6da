// Words: the client's texts in the page's language, from a catalogue that the page names.

/** The page's language: "en", "fr" or "de". */
export const language = document.documentElement.lang || "en";

/** Where the static files of this version are. */
export const base = document.documentElement.dataset.base ?? "";

/** @type {Record<string, string | string[]>} */
let catalogue = {};
if (language !== "en") {
  try {
    catalogue = await (await fetch(`${base}/text/${language}.json`)).json();
  } catch {
    // English is better than nothing.
  }
}

/** @typedef {Record<string, string | number>} Gaps */

/**
 * Fill the {gaps} of a text.
 * @param {string} text
 * @param {Gaps} [gaps]
 */
export function fill(text, gaps = {}) {
  return text.replace(/\{(\w+)\}/g, (all, name) => String(gaps[name] ?? all));
}

/**
 * A text in the page's language.
 * @param {string} text
 * @param {Gaps} [gaps]
 */
export function t(text, gaps) {
  const found = catalogue[text];
  return fill(typeof found === "string" ? found : text, gaps);
}

/**
 * One of two texts by a number, which is the gap {count}.
 * @param {string} one
 * @param {string} many
 * @param {number} count
 * @param {Gaps} [gaps]
 */
export function tn(one, many, count, gaps = {}) {
  const found = catalogue[one];
  const forms = Array.isArray(found) ? found : [one, many];
  // French says "0 carte", English and German "0 cards".
  const single = language === "fr" ? count < 2 : count === 1;
  return fill(forms[single ? 0 : 1], { count, ...gaps });
}
