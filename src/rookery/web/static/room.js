// Before the match: who sits where, who is still to come.

import { beCalled, post } from "./api.js";
import { fillWith, h } from "./dom.js";
import { faceOf } from "./faces.js";
import { attempt } from "./head.js";
import { invitationPath, linkForOthers } from "./links.js";
import { t, tn } from "./text.js";

/** @typedef {import("./api.js").TableInfo} TableInfo */
/** @typedef {import("./api.js").Guest} Guest */

/**
 * @typedef {object} RoomState
 * @property {TableInfo} table
 * @property {number[]} mine
 * @property {Guest} guest
 * @property {string | null} invitation
 * @property {(seat: number) => void} seated we sit down
 */

/** The levels of bots and how each plays, in words; the page has them. @type {Map<string, string>} */
export const LEVELS = new Map([...document.querySelectorAll("[data-level]")].map((it) => [it.getAttribute("data-level") ?? "", it.textContent ?? ""]));

/** Whether free seats are still kept for those of the match before. @param {TableInfo} table */
function keepsSeats({ kept_until: until, seats }) {
  return Date.now() < (until ?? 0) && seats.some(({ kind, kept }) => kind === "free" && kept);
}

/**
 * What the room is about, in one line that is true.
 * @param {RoomState} state
 * @param {number} free how many seats are
 */
function headingOf({ table, mine }, free) {
  if (mine.length) {
    if (!free) return t("Everybody is here");
    return keepsSeats(table) ? t("A rematch: waiting for the others") : t("Waiting for players");
  }
  return free ? t("There is a seat for you") : t("All seats are taken");
}

/**
 * How long seats are still kept; afterwards anybody may have them.
 * @param {TableInfo} table
 * @param {() => void} after
 */
function countdown({ kept_until: until }, after) {
  const line = h("p", { class: "soft", role: "timer" });
  const tick = () => {
    const left = Math.ceil(((until ?? 0) - Date.now()) / 1000);
    line.textContent = tn("The match begins when all have tapped; seats are kept for {count} more second.", "The match begins when all have tapped; seats are kept for {count} more seconds.", Math.max(0, left));
    if (left > 0) setTimeout(tick, 1000);
    else after();
  };
  tick();
  return line;
}

/**
 * Show the waiting room.
 * @param {HTMLElement} root
 * @param {RoomState} state
 */
export function showRoom(root, state) {
  const { table, mine, guest } = state;
  const free = table.seats.filter(({ kind }) => kind === "free");
  const keeping = keepsSeats(table);
  const host = mine.length > 0;
  const name = h("input", {
    type: "text",
    maxlength: 24,
    value: guest.name,
    autocomplete: "nickname",
    id: "room-name",
  });
  const level = h(
    "select",
    { "aria-label": t("Level of the bots") },
    ...[...LEVELS].map(([it, name]) => h("option", { value: it, selected: it === "fledgling" }, name)),
  );
  const sit = async () => {
    const called = name.value.trim();
    if (called && called !== guest.name) await beCalled(called);
    const { seat } = await post(`/tables/${table.id}/join`, { invitation: state.invitation });
    state.seated(seat);
  };
  const addBot = (/** @type {number} */ seat) =>
    post(`/tables/${table.id}/bots`, { seat, level: level.value });
  const startNow = async () => {
    for (const { seat } of free) await addBot(seat);
    await post(`/tables/${table.id}/start`);
  };
  const seats = h(
    "ol",
    { class: "seats" },
    ...table.seats.map((it) =>
      h(
        "li",
        { class: it.kind },
        faceOf(it),
        h("span", {}, it.name || (it.kept && keeping ? t("kept for {name}", { name: it.kept }) : t("still free"))),
        it.kind === "free" && host && !(it.kept && keeping)
          ? h("button", { type: "button", onclick: () => void attempt(() => addBot(it.seat)) }, t("Put a bot here"))
          : null,
      ),
    ),
  );
  const invitation =
    host && state.invitation ? invitationPath(table.id, state.invitation) : "";
  fillWith(
    root,
    h(
      "section",
      { class: "room" },
      h("h2", {}, headingOf(state, free.length)),
      keeping && free.length > 0 ? countdown(table, () => root.contains(seats) && showRoom(root, state)) : null,
      seats,
      !host && free.length > 0
        ? h(
            "form",
            {
              class: "join",
              onsubmit: (/** @type {Event} */ event) => {
                event.preventDefault();
                void attempt(sit);
              },
            },
            h("label", { for: "room-name" }, t("Your name")),
            name,
            h("button", { class: "main" }, t("Sit down")),
          )
        : null,
      !host && free.length === 0 ? h("p", {}, t("You can watch from here as soon as it begins.")) : null,
      host && free.length > 0 && !keeping
        ? h(
            "div",
            { class: "join" },
            h("button", { type: "button", class: "main", onclick: () => void attempt(startNow) }, t("Start with bots")),
            level,
          )
        : null,
      host && free.length === 0
        ? h("button", { type: "button", class: "main", onclick: () => void attempt(startNow) }, t("Start"))
        : null,
      invitation && free.length > 0 && !keeping
        ? h(
            "div",
            { class: "invitation" },
            h("p", {}, t("Send this link to your friends, or let their phones scan it:")),
            linkForOthers(invitation, t("Invitation")),
          )
        : null,
    ),
  );
}
