// Setting up a table: who sits where, who may come, how long one may think.

import { post } from "./api.js";
import { fillWith, h } from "./dom.js";
import { attempt, openDialog } from "./head.js";
import { ownEditions } from "./own.js";
import { LEVELS } from "./room.js";
import { t, tn } from "./text.js";

/** @typedef {{kind: string, level?: string, name?: string}} Plan */
/**
 * @typedef {object} GameData
 * @property {string} name
 * @property {string} title
 * @property {number[]} players
 * @property {string} aids what a table can show that could also be worked out, if anything
 * @property {() => DocumentFragment} options
 */

/** The clocks one can choose, in seconds for one decision, and for all decisions of a match. */
const CLOCKS = [0, 30, 90, 86_400, 3 * 86_400];
const MATCH_CLOCKS = [0, 300, 600, 1_200, 3_600];
/** How much later than the players spectators may be shown everything, in seconds. */
const DELAYS = [0, 30, 120, 600];

/** @param {number} seconds */
function clockName(seconds) {
  if (!seconds) return t("no clock");
  if (seconds < 86_400) return t("{count} seconds for each decision", { count: seconds });
  return tn("{count} day for each decision", "{count} days for each decision", seconds / 86_400);
}

/** @param {number} seconds */
function matchClockName(seconds) {
  if (!seconds) return t("no clock for the match");
  return t("{count} minutes each for the whole match", { count: seconds / 60 });
}

/** @param {number} seconds */
function delayName(seconds) {
  if (!seconds) return t("may watch");
  if (seconds < 60) return t("may watch, {count} seconds later", { count: seconds });
  return tn("may watch, {count} minute later", "may watch, {count} minutes later", seconds / 60);
}

/**
 * A field to choose one of some values.
 * @param {string} id
 * @param {[string | number, string][]} choices values and what they are called
 * @param {string} [label] where no other element is its label
 */
function picker(id, choices, label) {
  const options = choices.map(([value, text]) => h("option", { value }, text));
  return h("select", { id, "aria-label": label }, ...options);
}

/**
 * Make a table and go there.
 * @param {Record<string, unknown>} body
 */
export async function makeTable(body) {
  const { id } = await post("/tables", body);
  location.assign(`/t/${id}`);
}

/**
 * A table against bots that begins at once.
 * @param {GameData} game
 * @param {string} level
 * @param {Record<string, unknown>} [options]
 */
export function playNow(game, level, options = {}) {
  const players = game.players.includes(3) ? 3 : game.players[0];
  const bots = Array.from({ length: players - 1 }, () => ({ kind: "bot", level }));
  return makeTable({ game: game.name, players, seats: [{ kind: "me" }, ...bots], options, start: true });
}

/**
 * Where one seat plays something else than the others: what does somebody want to be? At first one
 * of the many, later what it was the last time.
 * @param {GameData} game
 * @returns {Promise<Record<string, unknown> | null>} the options of that; null: rather not
 */
export async function askRole(game) {
  const field = [...game.options().querySelectorAll("select")].find((it) => it.dataset.roles);
  if (!field) return {};
  const kept = `rookery.role.${game.name}`;
  const last = Number(localStorage.getItem(kept) ?? 1);
  const roles = (field.dataset.roles ?? "").split("|").map((role, at) => ({ role, at }));
  if (last) roles.reverse();
  /** @type {Record<string, unknown> | null} */
  let chosen = null;
  const { closed } = openDialog(t("What do you want to be?"), (close) => {
    const buttons = roles.map(({ role, at }) => {
      const take = () => {
        localStorage.setItem(kept, String(at));
        chosen = { [field.name]: at };
        close();
      };
      return h("button", { type: "button", class: at === last ? "main" : "", onclick: take }, h("span", {}, role));
    });
    return [h("div", { class: "buttons roles" }, ...buttons)];
  });
  await closed;
  return chosen;
}

/**
 * The rules that were chosen; what was left empty is as usual.
 * @param {HTMLElement} fields
 */
function chosenOptions(fields) {
  /** @type {Record<string, unknown>} */
  const found = {};
  for (const field of fields.querySelectorAll("input, select")) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) || !field.value) continue;
    const { kind } = field.dataset;
    if (kind === "edition") continue;
    found[field.name] = kind === "number" || kind === "seat" ? Number(field.value) : kind === "switch" ? true : field.value;
  }
  return found;
}

/**
 * Offer one's own editions beside those of the house.
 * @param {HTMLElement} fields
 * @param {string} game
 */
function offerOwn(fields, game) {
  const own = ownEditions(game).map(({ name }) => h("option", { value: `own ${name}` }, name));
  fields.querySelector("select[data-kind=edition]")?.append(...own);
}

/**
 * The edition that was chosen, where there are several: its name, or the data of one's own.
 * @param {HTMLElement} fields
 * @param {string} game
 */
function chosenEdition(fields, game) {
  const field = fields.querySelector("select[data-kind=edition]");
  if (!(field instanceof HTMLSelectElement)) return {};
  const own = ownEditions(game).find(({ name }) => field.value === `own ${name}`);
  return { edition: own?.data ?? field.value };
}

/** Fields for how long one may think, and what happens then. */
function clockFields() {
  const action = picker("setup-clock", CLOCKS.map((it) => [it, clockName(it)]));
  const match = picker("setup-match", MATCH_CLOCKS.map((it) => [it, matchClockName(it)]), t("Clock for the match"));
  const late = picker(
    "setup-late",
    [
      ["bot", t("When time is up, a bot plays on until they return")],
      ["forfeit", t("When time is up, they have lost")],
    ],
    t("When time is up"),
  );
  const show = () => {
    late.hidden = !Number(action.value) && !Number(match.value);
  };
  for (const field of [action, match]) field.addEventListener("change", show);
  show();
  const chosen = () => {
    const clock = { action: Number(action.value) || null, match: Number(match.value) || null, late: late.value };
    return clock.action || clock.match ? clock : null;
  };
  return { node: h("div", { class: "setup-clocks" }, action, match, late), chosen };
}

/**
 * Ask for everything that can be chosen.
 * @param {GameData} game
 * @param {string} myName
 * @param {boolean} inviting whether the other seats are for friends at first
 */
export function askSetup(game, myName, inviting) {
  const first = inviting ? Math.max(2, game.players[0]) : game.players.includes(3) ? 3 : game.players[0];
  const count = h(
    "select",
    { id: "setup-players" },
    ...game.players.map((it) => h("option", { value: it, selected: it === first }, String(it))),
  );
  const seats = h("div", { class: "setup-seats" });
  const open = h("input", { type: "checkbox" });
  const write = h("input", { type: "checkbox", id: "setup-talk" });
  // Strangers say what is ready-made.
  open.addEventListener("change", () => {
    write.disabled = open.checked;
  });
  const aids = h("input", { type: "checkbox", checked: true });
  const automatic = h("input", { type: "checkbox" });
  const automaticRow = h("label", { class: "row wide" }, automatic, t("Play for me where I have no choice"));
  const watch = picker(
    "setup-watch",
    [...DELAYS, null].map((it) => [it ?? "", it === null ? t("may not watch") : delayName(it)]),
  );
  const clock = clockFields();
  const details = h("details", { class: "rules" }, h("summary", {}, t("Rules of this table")), game.options());
  offerOwn(details, game.name);
  /** @type {HTMLSelectElement[]} */
  let picks = [];
  /** @type {HTMLInputElement[]} the names of those who share this device */
  let shared = [];
  // Others could tell by it what somebody holds; bots do not mind.
  const alone = () => picks.every(({ value }, seat) => (seat === 0) === (value === "me") && value !== "open");
  const showAutomatic = () => {
    automaticRow.hidden = !alone();
  };
  // Who is not there cannot be chosen.
  const fitSeats = () => {
    for (const field of details.querySelectorAll("select")) {
      if (field.dataset.kind !== "seat") continue;
      for (const option of field.options) option.hidden = option.disabled = Number(option.value) >= Number(count.value);
      if (field.selectedOptions[0]?.disabled) field.selectedIndex = 0;
    }
  };
  const lay = () => {
    const had = picks.map(({ value }) => value);
    const called = shared.map(({ value }) => value);
    picks = [];
    shared = [];
    fillWith(
      seats,
      ...Array.from({ length: Number(count.value) }, (_, seat) => {
        const usual = seat === 0 ? "me" : inviting ? "open" : "fledgling";
        const kinds = [
          ["me", seat === 0 ? t("me ({name})", { name: myName }) : t("somebody at this device")],
          ["open", t("a friend, by link")],
          ...[...LEVELS].map(([it, name]) => [it, t("Bot: {level}", { level: name })]),
        ];
        const pick = h(
          "select",
          { id: `setup-seat-${seat}` },
          ...kinds.map(([value, text]) => h("option", { value, selected: value === (had[seat] ?? usual) }, text)),
        );
        const label = t("Seat {number}", { number: seat + 1 });
        const other = t("Player {number}", { number: seat + 1 });
        const name = h("input", { type: "text", maxlength: 24, value: called[seat] ?? other, "aria-label": t("Name") });
        const showName = () => {
          name.hidden = seat === 0 || pick.value !== "me";
        };
        pick.addEventListener("change", showName);
        pick.addEventListener("change", showAutomatic);
        showName();
        picks.push(pick);
        shared.push(name);
        return h("div", { class: "setup-seat" }, h("label", { for: pick.id }, label), pick, name);
      }),
    );
    showAutomatic();
    fitSeats();
  };
  count.addEventListener("change", lay);
  lay();
  openDialog(game.title, (close) => {
    const make = async () => {
      /** @type {Plan[]} */
      const plans = picks.map(({ value }, seat) => {
        if (value === "open") return { kind: "open" };
        if (value !== "me") return { kind: "bot", level: value };
        const name = seat === 0 ? "" : shared[seat].value.trim();
        return name ? { kind: "me", name } : { kind: "me" };
      });
      const full = plans.every(({ kind }) => kind !== "open");
      await makeTable({
        game: game.name,
        players: plans.length,
        seats: plans,
        public: open.checked,
        talk: write.checked && !open.checked ? "free" : "phrases",
        spectators: watch.value !== "",
        delay: Number(watch.value),
        aids: aids.checked,
        automatic: automatic.checked && alone(),
        clock: clock.chosen(),
        options: chosenOptions(details),
        ...chosenEdition(details, game.name),
        start: full,
      });
    };
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      void attempt(async () => {
        await make();
        close();
      });
    };
    return [
      h(
        "form",
        { class: "setup", onsubmit: submit },
        h("label", { for: "setup-players" }, t("Players")),
        count,
        h("span", {}, t("Who plays")),
        seats,
        h("label", { for: "setup-clock" }, t("Clock")),
        clock.node,
        h("label", { for: "setup-watch" }, t("Others")),
        h("div", {}, watch, h("label", { class: "row" }, open, t("Show it in the lobby, anybody may join")), h("label", { class: "row" }, write, t("People may write their own words to each other"))),
        game.aids && h("label", { class: "row wide" }, aids, game.aids),
        automaticRow,
        details,
        h("div", { class: "buttons" }, h("button", { class: "main" }, t("Open the table"))),
      ),
    ];
  });
}
