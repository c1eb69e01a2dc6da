// A finished match again: step by step, through any eyes, at any speed. What is seen is a state;
// `render` draws it.

import { ensureGuest, get, invited, withQuery } from "./api.js";
import { byId, calm, fillWith, h, icon } from "./dom.js";
import { reckoning } from "./end.js";
import { ALL, Film, WATCH } from "./film.js";
import { fly } from "./gains.js";
import { attempt, toast } from "./head.js";
import { Moves, beside, jump, rounds, turns } from "./moves.js";
import { Players } from "./players.js";
import { Stage } from "./scene.js";
import { summaryRows } from "./summary.js";
import { t } from "./text.js";

/** @typedef {import("./api.js").Happening} Happening */
/** @typedef {import("./api.js").SeatInfo} SeatInfo */
/** @typedef {import("./frames.js").Frame} Frame */
/** @typedef {import("./moves.js").Spot} Spot */
/**
 * @typedef {object} State what is seen
 * @property {Film} film through whose eyes
 * @property {Spot} spot
 * @property {Happening} event
 * @property {Frame[]} list the frames of the event
 * @property {SeatInfo[]} seats
 */
/** @typedef {{text: string, seats: SeatInfo[] | null, file: string, own: boolean}} Match to be seen; own: one may play on from here */

/** How long a frame is shown at speed 1, in ms; a summary takes longer to read. */
const PACE = 1100;
const SUMMARY = 3;
const SPEEDS = [0.5, 1, 2, 4, 8];

const stage = new Stage(byId("stage"));
const people = new Players(byId("seated"));
const moves = new Moves(byId("moves"), (spot) => go(spot));
const slider = /** @type {HTMLInputElement} */ (byId("moment"));
const eyeList = /** @type {HTMLSelectElement} */ (byId("eyes"));
const speedList = /** @type {HTMLSelectElement} */ (byId("speed"));

/** @type {Map<string, Film>} */
const films = new Map();
/** @type {Match} */
let match;
/** @type {State} */
let state;
/** Done when it is seen through the eyes that were chosen last. */
let looking = Promise.resolve();
/** Not 0 while it runs by itself. */
let timer = 0;
/** Ends what flies. */
let land = () => {};

// ------------------------------------------------------------ drawing

/**
 * Show a state.
 * @param {State} now
 * @param {{glide: boolean, forward: boolean}} how forward: it happens now
 */
function render({ film, spot, event, list, seats }, { glide, forward }) {
  const { kind, told, scene } = list[spot.step];
  land();
  people.show(scene.players, seats, []);
  stage.draw(scene, film.backdrop, { glide, step: forward && kind !== "" });
  for (const [id, { section, zone }] of stage.zones) {
    if (id !== "board" && film.eyes === ALL) section.dataset.name = zone.label;
    else delete section.dataset.name;
  }
  if (forward && !calm() && scene.gains?.length) {
    land = fly(scene.gains, (id) => stage.place(id), (seat) => people.chip(seat)).end;
  }
  const said = [...event.told, ...(told.length ? told : [scene.prompt])];
  fillWith(byId("told"), ...said.map((text) => h("span", {}, `${text} `)));
  fillWith(byId("status"), scene.status);
  fillWith(byId("count"), `${spot.number} / ${film.count}`);
  fillWith(byId("part"), list.length > 1 ? `${spot.step + 1} / ${list.length}` : "");
  slider.max = String(film.count);
  slider.value = String(spot.number);
  slider.setAttribute("aria-valuetext", said.join(" "));
  eyeList.value = film.eyes;
  moves.mark(spot);
  /** @type {HTMLButtonElement} */ (byId("play-on")).disabled = event.turn === null;
  renderResult(scene);
}

/** @param {import("./scene.js").Scene} scene */
function renderResult({ result, summary, players }) {
  const names = players.map(({ name }) => name);
  byId("result").hidden = !result && !summary;
  if (result) fillWith(byId("result"), h("h2", {}, result.text), reckoning(result, names, []));
  else if (summary) fillWith(byId("result"), h("h2", {}, summary.title), summaryRows(summary, names, []));
}

function renderRun() {
  const text = timer ? t("Pause") : t("Play");
  const button = byId("run");
  button.setAttribute("aria-label", text);
  button.title = text;
  fillWith(button, icon(timer ? "pause" : "play"));
}

// ------------------------------------------------------------ going somewhere

/**
 * Look through some eyes; wrong ones are everybody's.
 * @param {string} eyes
 * @returns {Promise<Film>}
 */
async function open(eyes) {
  const names = match.seats?.map(({ name }) => name) ?? null;
  const film = films.get(eyes) ?? new Film(match.text, names, eyes);
  try {
    await film.event(1);
  } catch (error) {
    if (eyes === ALL) throw error;
    return open(ALL);
  }
  films.set(eyes, film);
  void film.rest().catch(() => undefined); // what is missing is fetched when it is wanted
  return film;
}

/**
 * Fill the list of moves.
 * @param {Film} film
 */
async function fillMoves(film) {
  const events = await film.outline();
  if (film !== state.film) return;
  moves.fill(events);
  moves.mark(state.spot);
  byId("by-round").hidden = !rounds(events).length;
}

/**
 * Show a frame of an event.
 * @param {Spot} wanted
 * @param {boolean} [glide]
 * @param {Film} [film]
 */
async function show(wanted, glide = true, film = state.film) {
  const number = Math.max(1, Math.min(wanted.number, film.count));
  const [event, list] = [await film.event(number), await film.frames(number)];
  if (!event || !list.length) return;
  const spot = { number, step: Math.max(0, Math.min(wanted.step, list.length - 1)) };
  const was = state?.film === film ? state : null;
  const follows = was && beside(was.spot, was.list.length, 1, film.count);
  const forward = follows?.number === number && follows.step === spot.step;
  const near = was !== null && Math.abs(number - was.spot.number) < 2;
  state = { film, spot, event, list, seats: match.seats ?? strangers(film.players) };
  render(state, { glide: glide && near, forward: glide && forward });
  if (!was) void fillMoves(film).catch(() => undefined);
  const last = spot.step === list.length - 1;
  history.replaceState(null, "", `#seat=${film.eyes}&event=${number}${last ? "" : `&step=${spot.step + 1}`}`);
  if (last && number === film.count) pause();
}

/**
 * Nobody knows who they were.
 * @param {number} players
 * @returns {SeatInfo[]}
 */
function strangers(players) {
  const name = (/** @type {number} */ seat) => t("Seat {number}", { number: seat + 1 });
  return Array.from({ length: players }, (_, seat) => ({
    seat, kind: "person", name: name(seat), level: "", away: false, lost: false,
  })); // prettier-ignore
}

/**
 * Do something; what goes wrong ends the running.
 * @param {() => Promise<unknown>} work
 */
async function tryTo(work) {
  if (!(await attempt(work))) pause();
}

/**
 * Somebody wants to be there.
 * @param {Spot | Promise<Spot>} spot
 */
function go(spot) {
  pause();
  void tryTo(async () => show(await spot));
}

/** The frame before or after this one. @param {1 | -1} way */
const next = (way) => beside(state.spot, state.list.length, way, state.film.count);

/**
 * @param {(events: Happening[]) => Spot[]} find what jumps lead to
 * @param {1 | -1} way
 */
async function far(find, way) {
  const { film, spot, list } = state;
  // The last frame of an event is as late as any.
  const late = way > 0 && spot.step === list.length - 1;
  return jump(find(await film.outline()), late ? { ...spot, step: Infinity } : spot, way, film.count);
}

/**
 * The same moment through other eyes.
 * @param {string} eyes
 */
async function look(eyes) {
  const film = await open(eyes);
  state = { ...state, film };
  void fillMoves(film).catch(() => undefined);
  await film.rest();
  // Somebody may have gone on in the meantime.
  await show({ number: film.numberAt(state.event.at), step: Infinity }, false, film);
}

function run() {
  const { film, spot, list } = state;
  const over = spot.number >= film.count && spot.step >= list.length - 1;
  let wanted = over ? { number: 1, step: 0 } : next(1);
  const on = async () => {
    await tryTo(() => show(wanted));
    if (!timer) return;
    wanted = next(1);
    const slow = state.list[state.spot.step].scene.summary ? SUMMARY : 1;
    timer = window.setTimeout(on, (slow * PACE) / Number(speedList.value));
  };
  timer = window.setTimeout(on, 0);
  renderRun();
}

function pause() {
  clearTimeout(timer);
  timer = 0;
  renderRun();
}

// ------------------------------------------------------------ what one can do

/** Play the match on, from here. */
async function playOn() {
  await Promise.all([ensureGuest(), looking]);
  location.assign(`/t/${await state.film.playOn(state.event)}`);
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    toast(t("The link is copied."));
  } catch {
    toast(location.href);
  }
}

function download() {
  const address = URL.createObjectURL(new Blob([match.text], { type: "text/plain" }));
  h("a", { href: address, download: match.file }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @param {KeyboardEvent} event */
function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
  const button = event.target instanceof HTMLButtonElement;
  const { key, shiftKey } = event;
  /** @type {Record<string, string>} */
  const ids = { ArrowLeft: "go-previous", ArrowRight: "go-next", Home: "go-first", End: "go-last", " ": "run" };
  /** @type {Record<string, string>} */
  const shifted = { ArrowLeft: "previous-turn", ArrowRight: "next-turn" };
  const id = (shiftKey ? shifted : ids)[key];
  if (!id || (button && key === " ")) return;
  event.preventDefault();
  byId(id).click();
}

function furnish() {
  const { film, seats } = state;
  const title = document.querySelector(`[data-game="${film.game}"]`)?.getAttribute("data-title") ?? film.game;
  fillWith(byId("game"), title);
  document.title = `${title} · ${t("Replay")} · Rookery`;
  fillWith(
    eyeList,
    h("option", { value: ALL }, t("All open")),
    ...seats.map(({ seat, name }) => h("option", { value: seat }, name)),
    h("option", { value: WATCH }, t("A spectator")),
  );
  eyeList.value = film.eyes;
  fillWith(speedList, ...SPEEDS.map((it) => h("option", { value: it, selected: it === 1 }, `${it}×`)));
  eyeList.addEventListener("change", () => {
    const eyes = eyeList.value;
    // One after the other: of two choices the last one counts, whichever is fetched sooner.
    looking = looking.then(() => tryTo(() => look(eyes)));
  });
  const end = (/** @type {number} */ number) => ({ number, step: Infinity });
  slider.addEventListener("input", () => go(end(Number(slider.value))));
  /** @type {[string, () => unknown][]} */
  const keys = [
    ["go-first", () => go({ number: 1, step: 0 })],
    ["go-previous", () => go(next(-1))],
    ["go-next", () => go(next(1))],
    ["go-last", () => go(end(state.film.count))],
    ["previous-turn", () => go(far(turns, -1))],
    ["next-turn", () => go(far(turns, 1))],
    ["previous-round", () => go(far(rounds, -1))],
    ["next-round", () => go(far(rounds, 1))],
    ["play-on", () => tryTo(playOn)],
    ["run", () => (timer ? pause() : run())],
    ["copy", copyLink],
    ["download", download],
  ];
  for (const [id, act] of keys) byId(id).addEventListener("click", () => void act());
  byId("play-on").hidden = !match.own;
  document.addEventListener("keydown", press);
  window.addEventListener("hashchange", () => {
    const { eyes, spot } = fromAddress();
    void tryTo(async () => show(spot, false, await open(eyes)));
  });
  pause();
}

/** @param {Match} wanted */
async function watch(wanted) {
  match = wanted;
  const { eyes, spot } = fromAddress();
  const film = await open(eyes);
  byId("loading").hidden = true;
  byId("choose").hidden = true;
  byId("film").hidden = false;
  await show(spot, false, film);
  furnish();
}

/** Whose eyes and which moment the address names. */
function fromAddress() {
  const said = new URLSearchParams(location.hash.slice(1));
  const seat = said.get("seat") ?? ALL;
  const spot = { number: Number(said.get("event")) || 1, step: (Number(said.get("step")) || Infinity) - 1 };
  return { eyes: /^(\d|all|watch)$/.test(seat) ? seat : ALL, spot };
}

/** @param {string} [trouble] */
function offerFiles(trouble) {
  byId("loading").hidden = true;
  byId("choose").hidden = false;
  byId("film").hidden = true;
  if (trouble) fillWith(byId("choose-text"), trouble);
  const input = /** @type {HTMLInputElement} */ (byId("file"));
  input.addEventListener("change", () => void take(input.files?.[0]));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    void take(event.dataTransfer?.files[0]);
  });
}

/** @param {File | undefined} file */
async function take(file) {
  if (!file || !byId("film").hidden) return;
  if (file.size > 900_000) toast(t("That file is too large for a match."), "bad");
  else await attempt(async () => watch({ text: await file.text(), seats: null, file: file.name, own: true }));
}

/** @param {string} id of a table */
async function showTable(id) {
  const path = `/tables/${encodeURIComponent(id)}`;
  const { table, mine } = await get(withQuery(path, { invitation: invited() }));
  if (table.status !== "over") {
    location.replace(withQuery(`/t/${id}`, { invite: invited() }));
    return;
  }
  const text = await get(withQuery(`${path}/save`, { invitation: invited() }));
  const review = /** @type {HTMLAnchorElement} */ (byId("to-review"));
  review.href = withQuery(`/review/${id}`, { invite: invited() });
  review.hidden = false;
  await watch({ text, seats: table.seats, file: `${table.game}-${id}.txt`, own: mine.length > 0 });
}

const id = location.pathname.split("/")[2];
if (id) await showTable(id).catch((error) => offerFiles(String(error)));
else offerFiles();
