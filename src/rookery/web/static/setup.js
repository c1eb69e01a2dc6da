// Setting up a table: who sits where, who may come, how long one may think.

import { post } from "./api.js";
import { fillWith, h } from "./dom.js";
import { openDialog } from "./head.js";
import { LEVELS, levelName } from "./room.js";
import { t, tn } from "./text.js";

/** @typedef {{kind: string, level?: string, name?: string}} Plan */
/** @typedef {{name: string, title: string, players: number[], options: () => Node}} GameData */

/** The clocks one can choose, in seconds for one decision. */
const CLOCKS = [0, 30, 90, 86_400, 3 * 86_400];

/** @param {number} seconds */
function clockName(seconds) {
  if (!seconds) return t("no clock");
  if (seconds < 86_400) return t("{count} seconds for each decision", { count: seconds });
  return tn("{count} day for each decision", "{count} days for each decision", seconds / 86_400);
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
 */
export function playNow(game, level) {
  const players = game.players.includes(3) ? 3 : game.players[0];
  const bots = Array.from({ length: players - 1 }, () => ({ kind: "bot", level }));
  return makeTable({ game: game.name, players, seats: [{ kind: "me" }, ...bots], start: true });
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
    found[field.name] = kind === "number" ? Number(field.value) : kind === "switch" ? true : field.value;
  }
  return found;
}

/**
 * Ask for everything that can be chosen.
 * @param {GameData} game
 * @param {string} myName
 * @param {(work: () => Promise<unknown>) => void} attempt
 * @param {boolean} inviting whether the other seats are for friends at first
 */
export function askSetup(game, myName, attempt, inviting) {
  const first = inviting ? Math.max(2, game.players[0]) : game.players.includes(3) ? 3 : game.players[0];
  const count = h(
    "select",
    { id: "setup-players" },
    ...game.players.map((it) => h("option", { value: it, selected: it === first }, String(it))),
  );
  const seats = h("div", { class: "setup-seats" });
  const open = h("input", { type: "checkbox" });
  const watch = h("input", { type: "checkbox", checked: true });
  const clock = h(
    "select",
    { id: "setup-clock" },
    ...CLOCKS.map((it) => h("option", { value: it }, clockName(it))),
  );
  const details = h("details", { class: "rules" }, h("summary", {}, t("Rules of this table")), game.options());
  /** @type {HTMLSelectElement[]} */
  let picks = [];
  /** @type {HTMLInputElement[]} the names of those who share this device */
  let shared = [];
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
          ...LEVELS.map((it) => [it, t("Bot: {level}", { level: levelName(it) })]),
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
        showName();
        picks.push(pick);
        shared.push(name);
        return h("div", { class: "setup-seat" }, h("label", { for: pick.id }, label), pick, name);
      }),
    );
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
      const seconds = Number(clock.value);
      await makeTable({
        game: game.name,
        players: plans.length,
        seats: plans,
        public: open.checked,
        spectators: watch.checked,
        clock: seconds ? { action: seconds } : null,
        options: chosenOptions(details),
        start: full,
      });
    };
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      attempt(async () => {
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
        clock,
        h("span", {}, t("Others")),
        h(
          "div",
          {},
          h("label", { class: "row" }, open, t("Show it in the lobby, anybody may join")),
          h("label", { class: "row" }, watch, t("Others may watch")),
        ),
        details,
        h("div", { class: "buttons" }, h("button", { class: "main" }, t("Open the table"))),
      ),
    ];
  });
}
