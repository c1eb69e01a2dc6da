// Once for each game, at its table: what is our own, and where the rule book marks it.

import { byId, h } from "./dom.js";
import { toast } from "./head.js";
import { t } from "./text.js";

const KEY = "rookery.ours";

/** @returns {string[]} the games whose note was read */
function read() {
  return (localStorage.getItem(KEY) ?? "").split(" ").filter(Boolean);
}

/** Show the note of the game that the head names, unless it was read. */
function show() {
  const title = byId("game").textContent;
  const notes = [...document.querySelectorAll("template.ours-note")];
  const note = notes.find((it) => it instanceof HTMLTemplateElement && it.dataset.title === title);
  if (!(note instanceof HTMLTemplateElement)) return;
  const { game = "" } = note.dataset;
  if (read().includes(game)) return;
  const place = byId("ours");
  const close = () => {
    localStorage.setItem(KEY, [...new Set([...read(), game])].join(" "));
    place.hidden = true;
  };
  if (!place.hidden) return;
  place.replaceChildren(note.content.cloneNode(true), h("button", { type: "button", onclick: close }, t("Got it")));
  place.hidden = false;
  // Where the log is in a drawer, the note would not be seen.
  toast(place.querySelector("p")?.textContent ?? "");
}

new MutationObserver(show).observe(byId("game"), { childList: true, characterData: true, subtree: true });
show();
