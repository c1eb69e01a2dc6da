// The bar of what one can do besides playing.

import { post } from "./api.js";
import { byId, fillWith, h, icon } from "./dom.js";
import { showMenu } from "./panels.js";
import { t } from "./text.js";

/** @typedef {import("./table.js").Table} Table */

/**
 * @param {string} id
 * @param {string} sign
 * @param {string} label
 * @param {() => unknown} act
 * @param {boolean} [off]
 */
function button(id, sign, label, act, off = false) {
  return h(
    "button",
    { type: "button", id: `do-${id}`, title: label, disabled: off, onclick: () => act() },
    icon(sign),
    h("span", {}, label),
  );
}

/**
 * Show what a strong bot would do.
 * @param {Table} page
 */
async function hint(page) {
  const { seat, chooser, stage } = page;
  const button = byId("do-hint");
  button.classList.add("thinking");
  await page.attempt(async () => {
    const { action } = await post(`/tables/${page.id}/hint`, { seat });
    const choice = chooser.hint(action);
    const words = choice?.label || choice?.touch.map((id) => stage.drawn.get(id)?.data.label).join(" → ");
    if (words) {
      page.tip(t("Hint: {what}", { what: words }));
      page.log.say(t("Hint: {what}", { what: words }));
    }
  });
  button.classList.remove("thinking");
}

/**
 * Show what can be done now.
 * @param {Table} page
 */
export function drawBar(page) {
  const { table } = page;
  const playing = page.seat !== null && table?.status === "running";
  const focused = document.activeElement?.id ?? "";
  const turn = playing && Boolean(page.scene?.choices.length) && !page.busy;
  const ask = button("ask", "question", t("Explain"), () => page.toggleAsking());
  ask.setAttribute("aria-pressed", String(page.chooser.asking));
  const log = button("log", "log", t("Log"), () => {
    const shown = byId("side").classList.toggle("shown");
    log.setAttribute("aria-expanded", String(shown));
  });
  log.setAttribute("aria-expanded", String(byId("side").classList.contains("shown")));
  fillWith(
    byId("actions"),
    playing && button("hint", "hint", t("Hint"), () => hint(page), !turn),
    playing && button("undo", "undo", t("Take back"), () => page.takeBack(), !page.canTakeBack),
    table?.status === "over" && button("result", "crown", t("Result"), () => page.showEnd()),
    page.scene !== null && ask,
    log,
    button("menu", "menu", t("Menu"), () => showMenu(page)),
  );
  if (focused.startsWith("do-")) document.getElementById(focused)?.focus();
}
