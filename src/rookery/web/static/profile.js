// One's own page: name and face, the people of this device, what one has played and how well.

import { NAME, beCalled, get, post, request } from "./api.js";
import { fillWith, h, icon } from "./dom.js";
import { FACES, faceOf } from "./faces.js";
import { ago, attempt, openDialog, sure } from "./head.js";
import { LEVELS } from "./room.js";
import { gameTitle } from "./signs.js";
import { language, t, tn } from "./text.js";
import { notices, switchOff, switchOn, switchedOn } from "./turns.js";

/** @typedef {import("../wire").PastMatch} PastMatch */
/** @typedef {import("../wire").GameStatistics} GameStatistics */
/** @typedef {import("../wire").Opponent} Opponent */
/** @typedef {import("../wire").Profile} Profile */
/** @typedef {import("../wire").FamilyMember} Member */

/** So many are in the lists at first. */
const FEW = 8;

/**
 * Choose a name and a face.
 * @param {string} heading
 * @param {{name: string, face: string}} now
 * @param {(name: string, face: string) => Promise<unknown>} work
 */
function askWho(heading, now, work) {
  const field = h("input", { type: "text", maxlength: 24, value: now.name, id: "name-field", autocomplete: "nickname", required: true });
  openDialog(heading, () => {
    const faces = FACES.map((face) =>
      h("label", { title: faceName(face) }, h("input", { type: "radio", name: "face", value: face, checked: face === now.face, "aria-label": faceName(face) }), icon(`face-${face}`, "face")),
    );
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const chosen = new FormData(/** @type {HTMLFormElement} */ (event.target)).get("face");
      void attempt(async () => {
        await work(field.value, String(chosen ?? ""));
        location.reload();
      });
    };
    return [
      h(
        "form",
        { class: "who-am-i", onsubmit: submit },
        h("label", { for: "name-field" }, t("Your name")),
        field,
        h("fieldset", { class: "choose-face" }, h("legend", {}, t("Your face")), ...faces),
        h("p", { class: "soft" }, t("At tables where you sit already you keep the name you had.")),
        h("div", { class: "buttons" }, h("button", { class: "main" }, t("Save"))),
      ),
    ];
  });
  field.select();
}

/** @param {string} face */
function faceName(face) {
  /** @type {Record<string, string>} */
  const names = {
    bobble: t("bobble hat"),
    scarf: t("scarf"),
    bowtie: t("bow tie"),
    glasses: t("glasses"),
    earmuffs: t("earmuffs"),
    flower: t("flower"),
    captain: t("captain's cap"),
    chef: t("chef's hat"),
    pirate: t("eye patch"),
    wizard: t("wizard's hat"),
    headphones: t("headphones"),
    snorkel: t("snorkel"),
  };
  return names[face] ?? face;
}

/** @param {string} name @returns {[string, string]} what a badge is called and for what it is */
function badgeText(name) {
  switch (name) {
    case "first-match":
      return [t("First match"), t("played a match to its end")];
    case "first-win":
      return [t("First win"), t("won a match")];
    case "ten-matches":
      return [t("Regular guest"), t("played ten matches")];
    case "every-game":
      return [t("All-rounder"), t("played every game")];
    case "three-in-a-row":
      return [t("Hat-trick"), t("won three matches of a game in a row")];
    case "beat-an-emperor":
      return [t("Emperor beaten"), t("won against a bot of the highest level")];
    default:
      return [t("Good company"), t("played with three different people")];
  }
}

/**
 * The people of this device: a tap on a face changes who one is.
 * @param {Member[]} people
 */
function family(people) {
  const change = (/** @type {Member} */ { id, name }) => attempt(async () => {
    await post("/guests/family/switch", { id });
    localStorage.setItem(NAME, name);
    location.reload();
  });
  const add = () =>
    askWho(t("Somebody else on this device"), { name: "", face: "" }, async (name, face) => {
      await post("/guests/family", { name, face: face || null, language });
      localStorage.setItem(NAME, name);
    });
  const remove = async (/** @type {Member} */ { id, name }) => {
    const text = t("{name} is taken off this device only. Without a private link to another device, nobody can be {name} again.", { name });
    if (await sure(t("Take {name} off this device?", { name }), text, t("Take off"))) {
      await attempt(() => post("/guests/family/leave", { id }));
      location.reload();
    }
  };
  return h(
    "section",
    { class: "family", "aria-labelledby": "family-title" },
    h("h2", { id: "family-title" }, t("On this device")),
    h(
      "ul",
      {},
      ...people.map((it) =>
        h(
          "li",
          {},
          h("button", { type: "button", class: "member", "aria-pressed": String(it.current), onclick: () => !it.current && change(it) }, faceOf(it), h("bdi", {}, it.name)),
          !it.current && h("button", { type: "button", class: "round off", "aria-label": t("Take {name} off this device", { name: it.name }), onclick: () => void remove(it) }, icon("close")),
        ),
      ),
      h("li", {}, h("button", { type: "button", class: "member add", onclick: add }, icon("people", "face"), t("Somebody else"))),
    ),
  );
}

/** @param {GameStatistics} game */
function statistics({ game, matches = 0, wins = 0, streak = 0, longest = 0, rating = null, deviation = 0, rated = 0 }) {
  const share = matches ? Math.round((100 * wins) / matches) : 0;
  const facts = [
    [t("Matches"), String(matches)],
    [t("Won"), `${wins} (${share} %)`],
    [t("In a row"), streak > 1 ? t("{count} now, {most} at most", { count: streak, most: longest }) : String(longest)],
    rating !== null && [t("Rating"), `${rating.toFixed(1)} ± ${(2 * (deviation ?? 0)).toFixed(1)} (${tn("{count} public match", "{count} public matches", rated)})`],
  ];
  const rows = facts.filter((it) => it !== false);
  return h("section", { class: "statistics" }, h("h3", {}, gameTitle(game)), h("dl", {}, ...rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])));
}

/** @param {Opponent} opponent */
function opponent({ name, level, face, matches, before, after }) {
  // "Emperor: plays as well as it can": the name is enough here.
  const kind = LEVELS.get(level)?.split(/\s*:/)[0];
  const called = kind ? t("Bot: {level}", { level: kind }) : name;
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, faceOf({ face, kind: level ? "bot" : "person" }), h("bdi", {}, called)),
    h("td", {}, String(matches)),
    h("td", {}, String(before)),
    h("td", {}, String(after)),
  );
}

/** @param {import("../wire").Puzzling[]} games */
function puzzling(games) {
  const line = (/** @type {import("../wire").Puzzling} */ { game, rating = 0, streak = 0, longest = 0 }) =>
    h(
      "li",
      {},
      h("a", { href: `/puzzles/${game}` }, gameTitle(game)),
      ": ",
      [t("Rating {rating}", { rating }), tn("{count} day in a row", "{count} days in a row", streak), t("at most {longest}", { longest })].join(" · "),
    );
  const list = games.length ? h("ul", {}, ...games.map(line)) : h("p", {}, h("a", { href: "/puzzles" }, t("Try the puzzle of the day.")));
  return h("section", { class: "my-puzzles" }, h("h2", {}, t("Puzzles")), list);
}

/** @param {PastMatch} match */
function past({ table, game, ended, players, counts }) {
  const mine = players.filter(({ me }) => me);
  const best = Math.min(...mine.map(({ place }) => place));
  const outcome = mine.some(({ won }) => won) ? t("won") : t("place {place} of {count}", { place: best, count: players.length });
  return h(
    "li",
    {},
    h("span", { class: "faces", "aria-hidden": "true" }, ...players.filter(({ me }) => !me).slice(0, 5).map((it) => faceOf({ face: it.face, kind: it.level ? "bot" : "person" }))),
    h("span", { class: "against" }, h("strong", {}, gameTitle(game)), h("bdi", {}, players.filter(({ me }) => !me).map(({ name }) => name || t("somebody")).join(", "))),
    h("span", { class: "standing" }, h("b", {}, outcome, !counts && h("small", { class: "soft" }, " ", t("does not count"))), h("span", { class: "soft" }, ago(ended))),
    h("a", { class: "button", href: `/replay/${table}` }, icon("play"), t("Replay")),
    h("a", { class: "button", href: `/review/${table}` }, icon("hint"), t("Review")),
  );
}

/**
 * A list that shows its beginning first.
 * @template T
 * @param {T[]} all
 * @param {(some: T[]) => HTMLElement} draw
 */
function first(all, draw) {
  const box = h("div", {});
  const show = (/** @type {number} */ count) =>
    fillWith(box, draw(all.slice(0, count)), all.length > count && h("button", { type: "button", class: "rest", onclick: () => show(all.length) }, tn("{count} more", "{count} more", all.length - count)));
  show(FEW);
  return box;
}

/** Being told when it is one's turn, on or off. */
function noticeSwitch() {
  const box = h("input", { type: "checkbox", checked: switchedOn(), disabled: notices() === "denied" });
  box.addEventListener("change", () => void attempt(async () => {
    if (!box.checked) await switchOff();
    else box.checked = await switchOn();
  }));
  const text = notices() === "denied" ? t("Tell me when it is my turn (your browser does not allow it)") : t("Tell me when it is my turn");
  return h("label", { class: "row" }, box, text);
}

/** Everything that is kept about one, as a file; or gone for good. */
function ownData() {
  const save = () => attempt(async () => {
    const text = JSON.stringify(await get("/guests/me/data"), null, 2);
    const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    h("a", { href: address, download: "rookery.json" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  });
  const forget = async () => {
    const text = t("Your name, matches, ratings and words are deleted, at tables that are being played bots take over. Nothing can be brought back.");
    if (!(await sure(t("Delete everything about you?"), text, t("Delete everything")))) return;
    await attempt(async () => {
      await request("DELETE", "/guests/me/data");
      localStorage.removeItem(NAME);
      location.assign("/");
    });
  };
  return h(
    "p",
    { class: "buttons" },
    h("button", { type: "button", id: "export", onclick: save }, t("Save all that is kept about you")),
    h("button", { type: "button", id: "forget", class: "bad", onclick: () => void forget() }, t("Delete everything")),
  );
}

/**
 * Show it all.
 * @param {HTMLElement} root
 */
export async function showProfile(root) {
  const [me, found, { people }, puzzles] = await Promise.all([get("/guests/me"), get("/guests/me/profile"), get("/guests/family"), get("/guests/me/puzzles")]);
  const { games, opponents, badges, matches } = /** @type {Profile} */ (found);
  const edit = () => askWho(t("Your name and face"), me, beCalled);
  fillWith(
    root,
    h("header", { class: "myself" }, faceOf({ face: `face-${me.face}` }), h("h1", {}, h("bdi", {}, me.name)), h("button", { type: "button", id: "edit-me", onclick: edit }, t("Change"))),
    family(people),
    games.length > 0 && h("section", {}, h("h2", {}, t("What you have played")), h("div", { class: "all-statistics" }, ...games.map(statistics))),
    puzzling(puzzles.games),
    badges.length > 0 &&
      h(
        "section",
        {},
        h("h2", {}, t("Badges")),
        h("ul", { class: "badges" }, ...badges.map(({ name, at }) => h("li", { title: ago(at) }, icon("award"), h("strong", {}, badgeText(name)[0]), h("span", { class: "soft" }, badgeText(name)[1])))),
      ),
    opponents.length > 0 &&
      h(
        "section",
        {},
        h("h2", {}, t("Against whom")),
        first(opponents, (some) =>
          h("table", { class: "opponents" }, h("thead", {}, h("tr", {}, ...[t("Who"), t("Matches"), t("You came before"), t("They came before")].map((it) => h("th", { scope: "col" }, it)))), h("tbody", {}, ...some.map(opponent))),
        ),
      ),
    h("section", {}, h("h2", {}, t("Matches")), matches.length ? first(matches, (some) => h("ul", { class: "tables past" }, ...some.map(past))) : h("p", { class: "soft" }, t("Matches that you finish will be here."))),
    h("section", { class: "wishes" }, h("h2", {}, t("Settings")), noticeSwitch(), ownData()),
  );
}
