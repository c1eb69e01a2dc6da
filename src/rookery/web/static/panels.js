// Behind one tap: the menu of a table.

import { post } from "./api.js";
import { fairDeal } from "./end.js";
import { h, icon } from "./dom.js";
import { attempt, openDialog, sure } from "./head.js";
import { showInvitation, showMyLink, showSeatLink } from "./links.js";
import * as sound from "./sound.js";
import { pace, paces, setPace } from "./pace.js";
import { t } from "./text.js";


/**
 * @param {string} sign
 * @param {string} text
 * @param {() => unknown} act
 * @param {string} [kind]
 */
function item(sign, text, act, kind = "") {
  return h("li", {}, h("button", { type: "button", class: kind, onclick: () => act() }, icon(sign), text));
}

/**
 * A speed to choose.
 * @param {[string, string]} pair its name, and what it is called
 */
function speed([name, label]) {
  const input = h("input", { type: "radio", name: "pace", value: name, checked: name === pace() });
  input.addEventListener("change", () => setPace(name));
  return h("label", {}, input, h("span", {}, label));
}

/**
 * The menu of a table.
 * @param {import("./state.js").State} state
 */
export function showMenu({ table, seat, mine }) {
  if (!table) return;
  const seated = mine.length > 0;
  const playing = seat !== null && table.status === "running" && !table.seats[seat].lost;
  openDialog(t("Menu"), (close) => {
    /** @param {() => Promise<unknown>} work */
    const doing = (work) => () => {
      close();
      void attempt(work);
    };
    const resign = async () => {
      const text = t("You cannot win any more then; a bot plays your seat to the end.");
      if (await sure(t("Give up?"), text, t("Give up"))) await post(`/tables/${table.id}/resign`, { seat });
    };
    const leave = async () => {
      await post(`/tables/${table.id}/leave`, { seat });
      location.assign("/");
    };
    const switchSound = () => {
      sound.setSound(!sound.audible());
      close();
    };
    return [
      h("fieldset", { class: "paces" }, h("legend", {}, t("Bots and steps are")), h("div", { class: "choice" }, ...paces().map(speed))),
      h(
        "ul",
        { class: "menu" },
        seated && item("link", t("Invite players or spectators"), doing(() => showInvitation(table.id))),
        seat !== null && table.status !== "over"
          ? item("link", t("This seat on another device"), doing(() => showSeatLink(table.id, seat)))
          : null,
        item("person", t("Your tables on another device"), doing(showMyLink)),
        item(sound.audible() ? "sound-on" : "sound-off", sound.audible() ? t("Sound off") : t("Sound on"), switchSound),
        playing && !table.seats[seat].away
          ? item("previous", t("Leave: a bot plays on until you return"), doing(leave))
          : null,
        playing && item("flag", t("Give up"), doing(resign), "bad"),
        h("li", {}, h("a", { class: "button", href: `/rules/${table.game}`, target: "_blank" }, icon("question"), t("Rule book"))),
        h("li", {}, h("a", { class: "button", href: "/" }, icon("logo"), t("To the lobby"))),
      ),
      h("p", { class: "soft shortcuts" }, t("Keys: arrows or Tab to move, Enter to touch, Escape to go back, h for a hint, u to take back, ? to ask.")),
      !table.practice && fairDeal(table),
    ];
  });
}
