// The host's page: what `rookery admin` does, by buttons. The token stays in this tab.

import { Refusal, refusalOf } from "./api.js";
import { byId, fillWith, h } from "./dom.js";
import { openDialog, toast } from "./head.js";
import { language, t } from "./text.js";

const KEY = "rookery.admin";

/** @typedef {{id: string, game: string, status: string, changed: number, people: string[]}} TableRow */
/** @typedef {{guest: string, names: string[], tables: number, changed: number}} GuestRow */
/** @typedef {{kind: string, who: string, why: string, until: number | null}} BanRow */
/** @typedef {{at: number, who: string, what: string, about: string, data: string}} LogRow */

/**
 * Ask as the host.
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function ask(path, body) {
  /** @type {Record<string, string>} */
  const headers = { "x-rookery-admin": sessionStorage.getItem(KEY) ?? "", "accept-language": language };
  if (body !== undefined) headers["content-type"] = "application/json";
  const method = body === undefined ? "GET" : "POST";
  const answer = await fetch(`/api/v1/admin/${path}`, { method, headers, body: JSON.stringify(body), cache: "no-store" });
  if (!answer.ok) throw await refusalOf(answer);
  return answer.json();
}

/**
 * Decide something, then look again.
 * @param {string} what
 * @param {unknown} body
 */
async function decide(what, body) {
  try {
    await ask(what, body);
    toast(t("Done."));
  } catch (error) {
    toast(String(error), "bad");
  }
  await look();
}

/** @param {number} at */
const moment = (at) => new Date(at).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });

const STATUS = { open: t("open"), running: t("running"), over: t("over") };

/**
 * A list as a table.
 * @param {string} id
 * @param {string[]} head
 * @param {(Node | string)[][]} rows
 */
function list(id, head, rows) {
  if (!rows.length) {
    fillWith(byId(id), h("p", { class: "none" }, t("Nothing here.")));
    return;
  }
  const first = h("tr", {}, ...head.map((word) => h("th", { scope: "col" }, word)));
  // On a narrow screen a row is a block, and each cell says what it is.
  const lines = rows.map((cells) => h("tr", {}, ...cells.map((cell, at) => h("td", { "data-head": head[at] }, cell))));
  fillWith(byId(id), h("table", {}, h("thead", {}, first), h("tbody", {}, ...lines)));
}

/**
 * A button that asks before it does something.
 * @param {string} word
 * @param {string} question
 * @param {(why: string) => Promise<void>} act
 */
function risky(word, question, act) {
  const ask = () =>
    openDialog(question, (close) => {
      const why = h("input", { type: "text", id: "why", maxlength: "500" });
      const go = async () => {
        close();
        await act(why.value.trim());
      };
      return [h("label", { for: "why" }, t("Why? People at the table read it.")), why, h("button", { type: "button", class: "bad", onclick: go }, word)];
    });
  return h("button", { type: "button", onclick: ask }, word);
}

/** Look at everything again. */
async function look() {
  const [status, tables, guests, log] = await Promise.all([ask("status"), ask("tables"), ask("guests"), ask("log")]);
  byId("house").hidden = false;
  byId("enter").hidden = true;
  /** @type {HTMLInputElement} */ (byId("host-text")).value = status.announcement;
  /** @type {HTMLInputElement} */ (byId("maintenance")).checked = status.maintenance;
  list(
    "tables",
    [t("Table"), t("Game"), t("State"), t("Last change"), t("People"), ""],
    tables.rows.map((/** @type {TableRow} */ it) => [
      h("a", { href: `/t/${it.id}` }, h("code", {}, it.id)),
      it.game,
      STATUS[/** @type {keyof STATUS} */ (it.status)] ?? it.status,
      moment(it.changed),
      it.people.join(", "),
      it.status === "over" ? "" : risky(t("Close"), t("Close this table?"), (why) => decide("close", { table: it.id, why })),
    ]),
  );
  list(
    "guests",
    [t("Name"), t("Guest"), t("Tables"), t("Last change"), ""],
    guests.rows.map((/** @type {GuestRow} */ it) => [
      it.names.join(", "),
      h("code", {}, it.guest),
      String(it.tables),
      moment(it.changed),
      risky(t("Shut out"), t("Shut this guest out?"), (why) => decide("ban", { kind: "guest", who: it.guest, why })),
    ]),
  );
  list(
    "bans",
    [t("Who"), t("Why"), t("Until"), ""],
    status.bans.map((/** @type {BanRow} */ it) => [
      h("code", {}, it.who),
      it.why,
      it.until ? moment(it.until) : t("for good"),
      h("button", { type: "button", onclick: () => decide("lift", { kind: it.kind, who: it.who }) }, t("Let in again")),
    ]),
  );
  list(
    "host-log",
    [t("When"), t("What"), t("About"), t("Why")],
    log.rows.map((/** @type {LogRow} */ it) => [moment(it.at), it.what, h("code", {}, it.about), it.data]),
  );
}

/** Come in with the token of this tab, if it is the right one. */
async function enter() {
  try {
    await look();
  } catch (error) {
    if (error instanceof Refusal && error.code === "not_host") sessionStorage.removeItem(KEY);
    toast(String(error), "bad");
  }
}

byId("enter").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (byId("host-token"));
  sessionStorage.setItem(KEY, field.value.trim());
  field.value = "";
  void enter();
});
byId("announce").addEventListener("submit", (event) => {
  event.preventDefault();
  void decide("announce", { text: /** @type {HTMLInputElement} */ (byId("host-text")).value.trim() });
});
byId("ban").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (byId("host-address"));
  void decide("ban", { kind: "address", who: field.value.trim() });
  field.value = "";
});
byId("maintenance").addEventListener("change", (event) => {
  void decide("maintenance", { on: /** @type {HTMLInputElement} */ (event.target).checked });
});
if (sessionStorage.getItem(KEY)) void enter();
