// The lobby: play at once, invite, join, watch, and find one's own tables again.

import { beCalled, ensureGuest, get } from "./api.js";
import { byId, fillWith, h, icon } from "./dom.js";
import { faceOf } from "./faces.js";
import { ago, attempt, openDialog } from "./head.js";
import { showMyLink } from "./links.js";
import { myTables, showMine } from "./mine.js";
import { askRole, askSetup, playNow } from "./setup.js";
import { t, tn } from "./text.js";
import { showWaiting, watchTurns } from "./turns.js";

/** @typedef {import("./api.js").Guest} Guest */
/** @typedef {import("./api.js").Listed} Listed */
/** @typedef {import("./setup.js").GameData} GameData */

const REFRESH = 8_000;
/** What takes longer is worth a word, in ms. */
const PATIENCE = 300;
const LEVEL = "rookery.level";

/** @type {Guest | null} */
let guest = null;
/** @type {Map<string, GameData>} */
const games = new Map();

/** @param {Guest} me */
function showMe({ name, face }) {
  byId("my-name").textContent = name;
  if (face) fillWith(byId("my-face"), faceOf({ face: `face-${face}` }));
}

/** Whoever wants to play becomes somebody first. */
async function somebody() {
  guest ??= await ensureGuest();
  showMe(guest);
  return guest;
}

function chosenLevel() {
  const found = document.querySelector("input[name=level]:checked");
  return found instanceof HTMLInputElement ? found.value : "fledgling";
}

function setUpLevels() {
  const kept = localStorage.getItem(LEVEL);
  for (const input of document.querySelectorAll("input[name=level]")) {
    if (!(input instanceof HTMLInputElement)) continue;
    if (input.value === kept) input.checked = true;
    input.addEventListener("change", () => localStorage.setItem(LEVEL, input.value));
  }
}

/**
 * Say why it takes so long: the first time, rules are compiled for the machine.
 * @param {HTMLButtonElement} button
 */
async function tellWaiting(button) {
  button.textContent = t("One moment…");
  const found = await get("/games").catch(() => null);
  const prepared = found?.games.every((/** @type {{ready: boolean}} */ { ready }) => ready) ?? true;
  if (!prepared && button.disabled) button.textContent = t("Preparing the rules…");
}

/**
 * @param {Element} card
 * @param {string} kind
 * @param {() => Promise<unknown>} work
 */
function onButton(card, kind, work) {
  const button = card.querySelector(kind);
  if (!(button instanceof HTMLButtonElement)) return;
  const label = button.textContent;
  button.addEventListener("click", async () => {
    button.disabled = true;
    const timer = setTimeout(() => void tellWaiting(button), PATIENCE);
    await attempt(work);
    clearTimeout(timer);
    button.textContent = label;
    button.disabled = false;
  });
}

/**
 * Fields for the options of a game; the page has them.
 * @param {HTMLElement} card
 * @returns {DocumentFragment}
 */
function optionsOf(card) {
  const found = /** @type {HTMLTemplateElement} */ (card.querySelector("template.options"));
  return /** @type {DocumentFragment} */ (found.content.cloneNode(true));
}

function setUpGames() {
  for (const card of document.querySelectorAll(".game")) {
    if (!(card instanceof HTMLElement)) continue;
    const { game: name = "", title = "", players = "" } = card.dataset;
    const { aids = "" } = card.dataset;
    /** @type {GameData} */
    const game = { name, title, aids, players: players.split(" ").map(Number), options: () => optionsOf(card) };
    games.set(name, game);
    onButton(card, ".play", async () => {
      await somebody();
      const options = await askRole(game);
      if (options) await playNow(game, chosenLevel(), options);
    });
    onButton(card, ".invite", async () => {
      const me = await somebody();
      askSetup(game, me.name, true);
    });
    onButton(card, ".more", async () => {
      const me = await somebody();
      askSetup(game, me.name, false);
    });
  }
}

/** @param {Listed} table */
function said(table) {
  if (table.status === "open") {
    return tn("{count} free seat", "{count} free seats", table.free);
  }
  return table.status === "over" ? t("over") : t("being played");
}

/**
 * @param {string} id
 * @param {Listed[]} tables
 */
function list(id, tables) {
  fillWith(
    byId(id),
    ...tables.slice(0, 12).map((table) =>
      h(
        "li",
        {},
        h(
          "a",
          { href: `/t/${table.id}` },
          h("strong", {}, games.get(table.game)?.title ?? table.game),
          h("span", {}, tn("{count} player", "{count} players", table.players)),
          h("span", {}, said(table)),
          h("span", { class: "soft" }, ago(table.changed)),
        ),
      ),
    ),
  );
}

async function refresh() {
  const [open, running] = await Promise.all([get("/tables?status=open"), get("/tables?status=running")]);
  list("open", open.tables);
  list("running", running.tables);
  if (!guest) return;
  const { tables, waiting } = await myTables();
  showMine(byId("mine"), tables, (game) => games.get(game)?.title ?? game);
  await showWaiting(waiting);
}

/** Refresh while somebody looks. */
async function keepFresh() {
  if (!document.hidden) await refresh().catch(() => {});
  setTimeout(keepFresh, REFRESH);
}

function askName() {
  const field = h("input", { type: "text", maxlength: 24, value: guest?.name ?? "", id: "name-field", autocomplete: "nickname" });
  openDialog(t("Your name"), (close) => {
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      void attempt(async () => {
        guest = await beCalled(field.value);
        showMe(guest);
        close();
      });
    };
    return [
      h(
        "form",
        { class: "link", onsubmit: submit },
        h("label", { for: "name-field", class: "unseen" }, t("Your name")),
        field,
        h("button", { class: "main" }, t("Save")),
      ),
      h("p", { class: "soft" }, t("At tables where you sit already you keep the name you had.")),
      h("button", { type: "button", onclick: () => void attempt(showMyLink) }, icon("link"), t("Your tables on another device")),
      h("a", { class: "button", href: "/me" }, icon("person"), t("Your page: face, matches, people of this device")),
    ];
  });
  field.select();
}

setUpLevels();
setUpGames();
byId("me").addEventListener("click", () => void attempt(async () => {
  await somebody();
  askName();
}));
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) void refresh().catch(() => {});
});
await attempt(somebody);
void keepFresh();
void watchTurns("");
