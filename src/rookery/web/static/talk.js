// What people can say at a table: eight emotes, ready-made sentences that everybody reads in their
// own language, and free text where the table's host allows it.

import { post } from "./api.js";
import { h, icon } from "./dom.js";
import { attempt, openDialog } from "./head.js";
import { t } from "./text.js";

/** @typedef {{id: string, seat: number, kind: string, what: string, at: number}} Said */

const EMOTES = ["wave", "cheer", "laugh", "love", "wow", "think", "cry", "sleep"];
const PHRASES = ["hello", "good-luck", "well-played", "thanks", "sorry", "oops", "your-turn", "take-your-time", "one-moment", "right-back", "again", "see-you"];
/** Tables and seats one does not want to hear, in this browser. */
const MUTED = "rookery.muted";
const LONGEST = 200;

/** @param {string} name */
function emoteName(name) {
  switch (name) {
    case "wave":
      return t("waves");
    case "cheer":
      return t("cheers");
    case "laugh":
      return t("laughs");
    case "love":
      return t("loves it");
    case "wow":
      return t("is amazed");
    case "think":
      return t("is thinking");
    case "cry":
      return t("is sad");
    default:
      return t("has fallen asleep");
  }
}

/** @param {string} name */
function phraseText(name) {
  switch (name) {
    case "hello":
      return t("Hello!");
    case "good-luck":
      return t("Good luck!");
    case "well-played":
      return t("Well played!");
    case "thanks":
      return t("Thank you!");
    case "sorry":
      return t("Sorry!");
    case "oops":
      return t("Oops!");
    case "your-turn":
      return t("It is your turn.");
    case "take-your-time":
      return t("Take your time.");
    case "one-moment":
      return t("One moment, please.");
    case "right-back":
      return t("I will be right back.");
    case "again":
      return t("Shall we play again?");
    default:
      return t("See you soon!");
  }
}

/**
 * What was said, in the reader's language.
 * @param {Said} said
 * @param {string} name of whoever said it
 */
export function inWords({ kind, what }, name) {
  if (kind === "emote") return `${name} ${emoteName(what)}.`;
  if (kind === "phrase") return `${name}: ${phraseText(what)}`;
  return `${name}: ${what}`;
}

/**
 * What a bubble shows.
 * @param {Said} said
 */
export function inBubble({ kind, what }) {
  if (kind === "emote") return EMOTES.includes(what) ? icon(`emote-${what}`, "feeling") : "";
  return kind === "phrase" ? phraseText(what) : what;
}

/** @returns {string[]} */
function muted() {
  return JSON.parse(localStorage.getItem(MUTED) ?? "[]");
}

/**
 * Whether somebody is not to be heard.
 * @param {string} table
 * @param {number} seat
 */
export const isMuted = (table, seat) => muted().includes(`${table}/${seat}`) || muted().includes("all");

/**
 * @param {string} key
 * @param {boolean} on
 */
export function mute(key, on) {
  const others = muted().filter((it) => it !== key);
  localStorage.setItem(MUTED, JSON.stringify(on ? [...others, key].slice(-100) : others));
}

/**
 * Choose something to say.
 * @param {import("./api.js").TableInfo} table
 * @param {number} seat
 */
export function openTalk(table, seat) {
  openDialog(
    t("Say something"),
    (close) => {
      const say = (/** @type {string} */ kind, /** @type {string} */ what) => async () => {
        if (await attempt(() => post(`/tables/${table.id}/talk`, { seat, kind, what }))) close();
      };
      const field = h("input", { type: "text", maxlength: LONGEST, "aria-label": t("Your own words"), placeholder: t("Your own words") });
      const submit = (/** @type {Event} */ event) => {
        event.preventDefault();
        if (field.value.trim()) void say("text", field.value.trim())();
      };
      const silence = h("input", { type: "checkbox", checked: muted().includes("all") });
      silence.addEventListener("change", () => mute("all", silence.checked));
      return [
        h(
          "div",
          { class: "emotes" },
          ...EMOTES.map((it) => h("button", { type: "button", title: emoteName(it), "aria-label": emoteName(it), onclick: say("emote", it) }, icon(`emote-${it}`, "feeling"))),
        ),
        h("div", { class: "phrases" }, ...PHRASES.map((it) => h("button", { type: "button", onclick: say("phrase", it) }, phraseText(it)))),
        table.talk === "free" ? h("form", { class: "link", onsubmit: submit }, field, h("button", { class: "main" }, t("Say it"))) : h("p", { class: "soft" }, t("Everybody reads this in their own language.")),
        h("label", { class: "row" }, silence, t("I do not want to hear anybody at tables")),
      ];
    },
    "talk",
  );
}
