// What lies over board and hand: a message, or the screen that hides a hand.

import { byId, fillWith, h, icon } from "./dom.js";
import { t } from "./text.js";

/**
 * Cover the stage.
 * @param {string} kind a class
 * @param {string} text
 * @param {HTMLElement} way what to do now
 */
export function coverWith(kind, text, way) {
  fillWith(byId("cover"), h("div", { class: `alone ${kind}` }, icon("penguin", "big"), h("p", {}, text), way));
  byId("stage").classList.add("covered");
}

/** Take away what lies over the stage. */
export function uncover() {
  byId("stage").classList.remove("covered");
  fillWith(byId("cover"));
}

/**
 * Hide everything until the right one has the device.
 * @param {string} name
 * @param {() => void} show
 */
export function passDevice(name, show) {
  const button = h("button", { type: "button", class: "main", onclick: show }, t("I am {name}", { name }));
  coverWith("pass", t("Pass the device to {name}.", { name }), button);
  button.focus();
}
