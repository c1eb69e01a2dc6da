// What a thing is.

import { h } from "./dom.js";
import { openDialog } from "./head.js";
import { t } from "./text.js";
import { quoteRule } from "./why.js";

/** @typedef {import("./sprite.js").Sprite} Sprite */

/**
 * What a thing is, what the rule about it says, and why something can be done with it or not.
 * @param {Sprite} sprite
 * @param {string} game
 * @param {string} [why]
 */
export function explainThing({ label, rule }, game, why) {
  const book = `/rules/${encodeURIComponent(game)}#${rule}`;
  const quote = h("blockquote", { hidden: true });
  openDialog(label, () => [
    why ? h("p", {}, why) : null,
    rule ? quote : null,
    rule
      ? h("p", {}, h("a", { href: book, target: "_blank" }, t("Rule {rule} in the rule book", { rule })))
      : h("p", { class: "soft" }, t("No rule is about this alone.")),
  ]);
  if (!rule) return;
  void quoteRule(game, rule).then((text) => {
    quote.textContent = text;
    quote.hidden = !text;
  });
}
