// A review: a finished match weighed decision by decision, to look at and to learn from.

import { Refusal, get, invited, post, withQuery } from "./api.js";
import { byId, fillWith, h, s } from "./dom.js";
import { Exercise, percent, signed } from "./exercise.js";
import { ALL, Film } from "./film.js";
import { attempt, toast } from "./head.js";
import { beside } from "./moves.js";
import { Curve, DASHES, lessonsOf } from "./reviewcurve.js";
import { compared, showDecision, showHeat } from "./reviewpanel.js";
import { sharePicture, summary } from "./reviewpicture.js";
import { Stage } from "./scene.js";
import { gameTitle } from "./signs.js";
import { language, t } from "./text.js";

/** @typedef {import("./reviewcurve.js").Review} Review */
/** @typedef {import("./reviewcurve.js").Decision} Decision */
/** @typedef {import("../wire").ReviewMoment} Moment */
/** @typedef {{id: string, done: number, of: number, review: Review | null}} News */
/** @typedef {{text: string, names: string[] | null, mine: number[], table: string}} Match table: its id, if it was played here */

const slider = /** @type {HTMLInputElement} */ (byId("moment"));
const stage = new Stage(byId("stage"));
const exercise = new Exercise(stage);
const curve = new Curve(byId("curve"), (ply) => go(ply));

/** @type {Match} */
let match;
/** @type {Review} */
let review;
/** @type {Film} */
let film;
/** @type {string[]} */
let names = [];
/** @type {Decision[]} */
let lessons = [];
let now = 0;
/** The step on the way to this moment that is seen, of how many; the last one is the moment. */
let [step, steps] = [0, 1];
/** Whether the board shows what could be known, and whether by what a reader of the actions believes. */
let [known, read] = [false, false];
/** @type {Map<string, Promise<Moment | null>>} */
const moments = new Map();
/** The last question about a moment: however fast somebody leafs through them, one is asked at a time. @type {Promise<unknown>} */
let asked = Promise.resolve();

// ------------------------------------------------------------ asking

/**
 * Ask for a review until it is there.
 * @param {() => Promise<News>} ask
 */
async function wait(ask) {
  byId("choose").hidden = true;
  byId("waiting").hidden = false;
  let news = await ask();
  while (!news.review) {
    const bar = /** @type {HTMLProgressElement} */ (byId("progress"));
    [bar.max, bar.value] = [news.of, news.done];
    fillWith(byId("progress-text"), t("{done} of {of}", { done: news.done, of: news.of }));
    news = await get(`/reviews/${news.id}`).catch((error) => {
      // Another server may have been asked than the one that works on it.
      if (error instanceof Refusal && error.code === "not_found") return ask();
      throw error;
    });
  }
  return news.review;
}

/** @param {string} depth */
function fetchReview(depth) {
  const path = `/tables/${encodeURIComponent(match.table)}/review`;
  if (match.table) return wait(() => get(withQuery(path, { depth, invitation: invited() })));
  return wait(() => post("/review", { match: match.text, depth }));
}

/**
 * Ask about a decision, if it is still looked at when its turn comes.
 * @param {Decision} decision
 * @param {boolean} wanted whether also to say what could be known
 * @param {() => boolean} current
 */
function ask(decision, wanted, current) {
  const { ply, best, cost } = decision;
  const key = `${ply} ${wanted}`;
  let found = moments.get(key);
  if (!found) {
    const actions = compared(decision).map(({ action }) => action);
    const body = { match: match.text, names: match.names, ply, actions, best: cost > 0 ? best : null, known: wanted };
    found = asked.then(() => (current() ? post(`/review/moment?language=${language}`, body) : null));
    moments.set(key, found);
    asked = found.then((moment) => moment ?? moments.delete(key), () => moments.delete(key));
  }
  return found;
}

/**
 * A decision as its seat saw it; null if it is no longer looked at.
 * @param {Decision} decision
 * @param {boolean} wanted whether also to say what could be known
 * @param {() => boolean} [current]
 */
async function momentOf(decision, wanted, current = () => true) {
  /** @type {Moment | null} */
  let moment = null;
  // Whoever asked before may have gone on and let the question go.
  while (!moment && current()) moment = await ask(decision, wanted, current);
  return current() ? moment : null;
}

// ------------------------------------------------------------ showing

/**
 * Show a moment: after so many actions.
 * @param {number} ply
 * @param {number} [part] a step on the way there; the last one is the moment itself
 */
function go(ply, part = Infinity) {
  now = Math.max(0, Math.min(ply, review.decisions.length));
  if (exercise.task) leaveTask();
  curve.mark(now);
  slider.value = String(now);
  const { length } = review.decisions;
  fillWith(byId("count"), now < length ? `${now + 1} / ${length}` : t("The end"));
  history.replaceState(null, "", `#ply=${now}`);
  void attempt(() => draw(now, part));
}

/** One step on or back; what somebody could know is seen at decisions only. @param {1 | -1} way */
function walk(way) {
  if (known) return go(now + way);
  const next = beside({ number: now + 1, step }, steps, way, review.decisions.length + 1);
  return go(next.number - 1, next.step);
}

/** @param {number} ply @param {number} part */
async function draw(ply, part) {
  const decision = review.decisions[ply];
  const name = decision ? names[decision.seat] : "";
  fillWith(byId("view-known"), name ? t("What {name} could know", { name }) : t("What could be known"));
  slider.setAttribute("aria-valuetext", name ? t("{name}, decision {number}", { name, number: ply + 1 }) : t("The end"));
  const list = await film.frames(ply + 1);
  if (ply !== now || exercise.task) return;
  [step, steps] = [Math.max(0, Math.min(part, list.length - 1)), list.length];
  const frame = list[step];
  // On the way to a decision it is told what happens, and what is said is said of the one before.
  const passing = step < steps - 1 && !known;
  fillWith(byId("tip"), passing ? frame.told.join(" ") : "");
  if (frame) fillWith(byId("status"), frame.scene.status);
  if (frame && !(known && decision)) paint(frame.scene, film.backdrop, true);
  await tell(passing ? review.decisions[ply - 1] : decision, () => ply === now && !exercise.task);
}

/**
 * Say all that is to be said of a decision.
 * @param {Decision | undefined} decision none: the match is over, or only beginning
 * @param {() => boolean} current whether it is still looked at
 */
async function tell(decision, current) {
  const reading = { read, change: (/** @type {boolean} */ wanted) => void attempt(() => ((read = wanted), tell(decision, current))) };
  if (!decision) {
    const results = names.map((it, seat) => `${it} ${percent(review.seats[seat].result)}`).join(", ");
    delete byId("panel").dataset.ply;
    fillWith(byId("panel"), now ? h("h2", {}, t("The end")) : null, now ? h("p", {}, results) : null);
    return;
  }
  const name = names[decision.seat];
  if (byId("panel").dataset.ply !== String(decision.ply)) showDecision(byId("panel"), decision, name, null, reading);
  byId("panel").dataset.ply = String(decision.ply);
  const moment = await momentOf(decision, known, current);
  if (!moment) return;
  showDecision(byId("panel"), decision, name, moment, reading);
  if (known) paint({ ...moment.scene, choices: [] }, { digest: moment.digest, sprites: moment.backdrop }, false, moment.known);
}

/**
 * @param {import("./scene.js").Scene} scene
 * @param {import("./scene.js").Backdrop | null} backdrop
 * @param {boolean} open
 * @param {import("../wire").Hidden[]} [hidden]
 */
function paint(scene, backdrop, open, hidden = []) {
  stage.draw(scene, backdrop, { glide: true });
  for (const [id, { section, zone }] of stage.zones) {
    if (id !== "board" && open) section.dataset.name = zone.label;
    else delete section.dataset.name;
  }
  showHeat(stage, hidden, read);
}

// ------------------------------------------------------------ exercises

/** @param {Decision} lesson @param {number} number */
async function startTask(lesson, number) {
  const { ply, seat, cost } = lesson;
  const moment = await momentOf(lesson, false);
  if (!moment) return;
  now = ply;
  curve.mark(ply);
  slider.value = String(ply);
  byId("panel").hidden = true;
  byId("views").hidden = true;
  byId("task").hidden = false;
  for (const { section } of stage.zones.values()) delete section.dataset.name;
  showHeat(stage, [], read);
  fillWith(byId("task-title"), t("Moment {number}: choose again", { number: number + 1 }));
  fillWith(byId("task-text"), t("You are {name}. What was played cost {cost}: what would you do?", { name: names[seat], cost: percent(cost) }));
  const body = { match: match.text, names: match.names, ply };
  exercise.set({
    scene: moment.scene,
    backdrop: { digest: moment.digest, sprites: moment.backdrop },
    judge: (action) => post(`/review/answer?language=${language}`, { ...body, action }),
  });
  const next = lessons[number + 1];
  fillWith(
    byId("task-keys"),
    h("button", { type: "button", id: "try-again", onclick: () => exercise.again() }, t("Try again")),
    next && h("button", { type: "button", onclick: () => void attempt(() => startTask(next, number + 1)) }, t("Next moment")),
    h("button", { type: "button", id: "to-review", onclick: () => go(ply) }, t("See it in the review")),
  );
  byId("task").scrollIntoView({ block: "nearest" });
}

function leaveTask() {
  exercise.end();
  byId("panel").hidden = false;
  byId("views").hidden = false;
  byId("task").hidden = true;
}

// ------------------------------------------------------------ the whole page

function furnish() {
  const title = gameTitle(review.game);
  fillWith(byId("game"), title);
  document.title = `${title} · ${t("Review")} · Rookery`;
  const key = (/** @type {number} */ seat) =>
    s("svg", { class: `key line-${seat}`, viewBox: "0 0 36 8", "aria-hidden": "true" }, s("line", { x1: 0, x2: 36, y1: 4, y2: 4, "stroke-dasharray": DASHES[seat % 6] }));
  fillWith(byId("seats"), ...names.map((name, seat) => h("li", {}, key(seat), h("bdi", {}, name))));
  const heads = [t("Player"), t("Accuracy"), t("At the start"), t("Own decisions"), t("Others' decisions"), t("Hidden things"), t("Luck"), t("Result")];
  const row = (/** @type {string} */ name, /** @type {number} */ seat) => {
    const { before, own, others, hidden, luck, result, accuracy } = review.seats[seat];
    return h("tr", {}, h("th", { scope: "row" }, key(seat), h("bdi", {}, name)), ...[percent(accuracy), percent(before), signed(own), signed(others), signed(hidden), signed(luck), percent(result)].map((it, at) => h("td", { "data-head": heads[at + 1] }, it)));
  };
  fillWith(byId("table"), h("thead", {}, h("tr", {}, ...heads.map((it) => h("th", { scope: "col" }, it)))), h("tbody", {}, ...names.map(row)));
  const lesson = (/** @type {Decision} */ it, /** @type {number} */ number) =>
    h("li", {}, h("button", { type: "button", onclick: () => void attempt(() => startTask(it, number)) }, h("b", {}, String(number + 1)), h("span", {}, t("{name}, decision {number}", { name: names[it.seat], number: it.ply + 1 })), h("span", { class: "cost" }, `\u2212${percent(it.cost)}`)));
  fillWith(byId("lessons"), ...(lessons.length ? lessons.map(lesson) : [h("li", {}, t("No decision was a clear mistake. Well played!"))]));
  slider.max = String(review.decisions.length);
  const replay = /** @type {HTMLAnchorElement} */ (byId("to-replay"));
  replay.hidden = !match.table;
  if (match.table) replay.href = withQuery(`/replay/${match.table}`, { invite: invited() });
  byId("deeper").hidden = review.depth === "deep";
}

/** What can be pressed, once. */
function listen() {
  slider.addEventListener("input", () => go(Number(slider.value)));
  /** @type {[string, () => unknown][]} */
  const keys = [
    ["go-first", () => go(0)],
    ["go-previous", () => walk(-1)],
    ["go-next", () => walk(1)],
    ["go-last", () => go(review.decisions.length)],
    ["share-picture", () => attempt(() => sharePicture(summary(review, gameTitle(review.game), names, lessons), `${review.game}-review.png`))],
    ["deeper", () => attempt(() => show("deep"))],
  ];
  for (const [id, act] of keys) byId(id).addEventListener("click", () => void act());
  byId("views").addEventListener("change", () => {
    known = /** @type {HTMLInputElement} */ (byId("views").querySelector("[value=known]")).checked;
    go(now);
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || exercise.task) return;
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    const id = { ArrowLeft: "go-previous", ArrowRight: "go-next", Home: "go-first", End: "go-last" }[event.key];
    if (!id || byId("review").hidden) return;
    event.preventDefault();
    byId(id).click();
  });
}

/** @param {string} depth */
async function show(depth) {
  byId("review").hidden = true;
  try {
    review = await fetchReview(depth);
  } finally {
    byId("waiting").hidden = true;
    byId("review").hidden = !review;
  }
  film = new Film(match.text, match.names, ALL);
  await film.event(1);
  names = match.names ?? review.seats.map((_, seat) => t("Seat {number}", { number: seat + 1 }));
  lessons = lessonsOf(review, match.mine);
  moments.clear();
  furnish();
  curve.set(review, names, lessons);
  const said = new URLSearchParams(location.hash.slice(1)).get("ply");
  go(said === null ? (lessons[0]?.ply ?? 0) : Number(said) || 0);
}

/** @param {Match} wanted */
async function begin(wanted) {
  match = wanted;
  try {
    await show("normal");
  } catch (error) {
    offerFiles(String(error));
    return;
  }
  listen();
}

/** @param {string} [trouble] */
function offerFiles(trouble) {
  byId("choose").hidden = false;
  if (trouble) fillWith(byId("choose-text"), trouble);
}

/** @param {File | undefined} file */
async function take(file) {
  if (!file || byId("choose").hidden) return;
  if (file.size > 900_000) toast(t("That file is too large for a match."), "bad");
  else await begin({ text: await file.text(), names: null, mine: [], table: "" });
}

/** @param {string} id of a table */
async function showTable(id) {
  const path = `/tables/${encodeURIComponent(id)}`;
  const { table, mine } = await get(withQuery(path, { invitation: invited() }));
  const text = await get(withQuery(`${path}/save`, { invitation: invited() }));
  const called = table.seats.map((/** @type {import("./api.js").SeatInfo} */ { name }) => name);
  await begin({ text, names: called, mine, table: id });
}

const input = /** @type {HTMLInputElement} */ (byId("file"));
input.addEventListener("change", () => void take(input.files?.[0]));
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  void take(event.dataTransfer?.files[0]);
});
const id = location.pathname.split("/")[2];
if (id) await showTable(id).catch((error) => offerFiles(String(error)));
else offerFiles();
