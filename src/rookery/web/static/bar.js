// The bar of what one can do besides playing.

import { byId, fillWith, h, icon } from "./dom.js";

/** @typedef {ReturnType<typeof import("./state.js").deeds>} Deeds */

/**
 * Show what can be done now.
 * @param {Deeds} deeds
 * @param {Record<string, () => unknown>} does by the deed's id
 */
export function drawBar(deeds, does) {
  const focused = document.activeElement?.id ?? "";
  const buttons = deeds.map(({ id, sign, label, off, pressed }) =>
    h(
      "button",
      { type: "button", id: `do-${id}`, title: label, disabled: off, "aria-pressed": pressed?.toString(), onclick: () => does[id]() },
      icon(sign),
      h("span", {}, label),
    ),
  );
  fillWith(byId("actions"), ...buttons);
  if (focused.startsWith("do-")) document.getElementById(focused)?.focus();
}
