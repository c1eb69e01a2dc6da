// A table: what comes from the stream and what somebody does change the state; the screen draws it.

import { ensureGuest, get, invited, post, withQuery } from "./api.js";
import { Company } from "./company.js";
import { byId } from "./dom.js";
import { showEnd } from "./end.js";
import { frames } from "./frames.js";
import { attempt, toast } from "./head.js";
import { Log } from "./log.js";
import { paced } from "./pace.js";
import { showMenu } from "./panels.js";
import { Playing } from "./playing.js";
import { momentsOf } from "./ranking.js";
import { offerRematch, showEarlyEnd } from "./rematch.js";
import { Screen } from "./screen.js";
import { gameTitle, showConnection, showTitle } from "./signs.js";
import * as sound from "./sound.js";
import { activeSeat, asked, begin, choices, decisions, hasCompany, heirOf } from "./state.js";
import { Stream } from "./stream.js";
import { openTalk } from "./talk.js";
import { language, t } from "./text.js";
import { notify, offerNotices, watchTurns } from "./turns.js";
import { watchBots } from "./waking.js";
import { whyHint } from "./why.js";

/** @typedef {import("./api.js").Happening} Happening */
/** @typedef {import("./api.js").TableInfo} TableInfo */
/** @typedef {import("./frames.js").Frame} Frame */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./choosing.js").Choice} Choice */

/** So much time has each frame to be seen, in ms; less when events wait, none when many do. */
const PACE = 400;
const SOME = 2;
const MANY = 6;
/** How many events of the past are told in the log. */
const PAST = 60;
/** How long the last thing that happened is seen before the result, or a cover, in ms. */
const LAST_LOOK = 900;
/** Who came by this event has missed nothing that matters. */
const SOON = 12;
const HANDING = 1_600;

/** @type {{event: Happening, came: number}[]} what came and is not shown yet, and when it came */
let waiting = [];
let working = false;
/** The newest event that came, and the first one. */
let newest = 0;
let first = 0;
/** @type {import("./ranking.js").Moment[]} what the events that came brought to whom */
let moments = [];
/** @type {Stream | null} */
let stream = null;
let byKey = false;
/** @type {string[]} what is to be played next, as long as nothing unexpected happens */
let then = [];
let ended = false;

const state = begin(decodeURIComponent(location.pathname.split("/")[2] ?? ""), invited());
const log = new Log();
const screen = new Screen({
  play: (choice) => void play(choice),
  say: (text) => log.say(text),
  hint: () => void attempt(hint),
  undo: () => void attempt(undo),
  result: () => result(),
  ask: () => change({ asking: !state.asking }),
  menu: () => showMenu(state),
  talk: () => state.table && state.seat !== null && openTalk(state.table, state.seat),
  comeBack: () => void attempt(() => post(at("/return"), { seat: state.seat })),
  reveal,
  seated: (seat) => void look().then(() => listen(seat)),
});
const playing = new Playing(screen.stage, {
  pace,
  chip: (seat) => screen.players.chip(seat),
  mine: () => state.mine,
});

const company = new Company(state, screen.players, log);

/** A path of this table. @param {string} path */
const at = (path) => `/tables/${state.id}${path}`;

/** @param {Partial<import("./state.js").State>} news */
function change(news) {
  Object.assign(state, news);
  screen.render(state);
  company.render();
}

/** Ask who sits where. */
async function look() {
  const { invitation } = state;
  const { table, mine } = await get(withQuery(at(""), { invitation, language }));
  Object.assign(state, { table, mine });
  if (mine.length && !invitation && table.status === "open") {
    state.invitation = (await get(at("/invitation"))).key;
  }
}

/**
 * Look through a seat's eyes from now on.
 * @param {number | null} seat
 */
function listen(seat) {
  stream?.close();
  playing.stop();
  waiting = [];
  newest = first = 0;
  moments = [];
  log.clear();
  Object.assign(state, { seat, frame: null, scene: null, decided: 0 });
  const { invitation } = state;
  const query = { seat, invitation, language, beside: "true" };
  stream = new Stream(withQuery(at("/events"), query), arrived, showConnection, (refusal) => void refused(refusal), (news) => company.heard(news));
  stream.onClock = (info) => change({ clock: { info, came: performance.now() } });
}

/** @param {import("./api.js").Refusal} refusal */
async function refused(refusal) {
  // The seat may be played on another device by now.
  const had = state.seat;
  await look().catch(() => {});
  if (refusal.code === "not_yours" && had !== null && !state.mine.includes(had)) {
    toast(t("This seat is played on another device now."));
    listen(state.mine[0] ?? null);
  } else change({ trouble: String(refusal) });
}

// ------------------------------------------------------------ events

/** @param {Happening} event */
function arrived(event) {
  first ||= event.number;
  if (!newest && event.number > 1) void past(event.number);
  newest = event.number;
  waiting.push({ event, came: performance.now() });
  if (!working) void work();
}

async function work() {
  working = true;
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    await show(next.event, next.came).catch((error) => change({ trouble: String(error) }));
    if (waiting.length) await playing.pause(pace());
  }
  working = false;
}

/** How long a frame is seen now. */
function pace() {
  const { length } = waiting;
  if (document.hidden || length >= MANY) return 0;
  return paced(length >= SOME ? PACE / 2 : PACE);
}

/**
 * What was told before we came.
 * @param {number} number of the first event we saw
 */
async function past(number) {
  const { seat, invitation } = state;
  const eyes = stream;
  const query = { seat, invitation, language, after: Math.max(0, number - PAST), limit: PAST, scenes: "false" };
  const { events } = await get(withQuery(at("/told"), query)).catch(() => ({ events: [] }));
  if (eyes !== stream) return;
  // What has happened since is on its way, to be seen and heard.
  const before = events.filter((/** @type {Happening} */ it) => it.number <= number);
  log.remember(before);
  // In a long match we have certainly decided something.
  change({ decided: state.decided + (number > PAST ? 1 : decisions(before, seat)) });
}

/**
 * Play an event, step by step; then it is somebody's turn.
 * @param {Happening} event
 * @param {number} came when
 */
async function show(event, came) {
  const eyes = stream;
  const { number, scene } = event;
  const news = log.begin(number);
  if (news) log.tell(number, event.told);
  const table = event.table ?? state.table;
  if (!table) return;
  void watchBots(table);
  Object.assign(state, { table, clock: { info: event.clock, came } });
  offerRematch(table, state.mine);
  if (!scene) return change({ shown: number });
  if (scene.backdrop && scene.backdrop !== state.backdrop?.digest) {
    state.backdrop = await get(withQuery(at("/backdrop"), { invitation: state.invitation, language }));
  }
  if (eyes !== stream) return;
  const before = state.scene;
  const next = heirOf(state, scene);
  const covered = next !== null && (state.revealed === null || state.heir !== null);
  const one = (/** @type {Frame} */ frame, /** @type {boolean} */ seen) => {
    if (news) log.tell(number, frame.told);
    const brought = frame.kind ? momentsOf(frame) : [];
    moments.push(...brought);
    if (brought.length) then = [];
    if (!seen || covered) return;
    if (frame.kind && state.scene) sound.happened(frame.scene);
    change({ frame, scene: frame.scene, settled: false, heir: null, hint: "" });
  };
  const done = await playing.play(frames(event), one, !before || covered);
  if (!done || eyes !== stream) return;
  state.shown = number;
  if (next !== null) await handOver(next, !covered);
  else settle(before, scene);
}

/**
 * All is shown: who is to decide now can do so.
 * @param {Scene | null} before what was seen before the event
 * @param {Scene} scene
 */
function settle(before, scene) {
  const actor = activeSeat(before);
  const canTakeBack = state.canTakeBack && (actor === undefined || actor === state.seat);
  change({ scene, settled: true, busy: false, canTakeBack });
  const next = then.length ? choices(state).find(({ action }) => action === then[0]) : undefined;
  if (next) void play({ ...next, then: then.slice(1) });
  else if (asked(state) && !before?.choices.length) called(scene.prompt);
  if ((!scene.result && state.table?.status !== "over") || ended) return;
  ended = true;
  if (before) sound.ended();
  setTimeout(result, before ? LAST_LOOK : 0);
}

function result() {
  if (!state.table || !state.scene) return;
  if (!state.scene.result) showEarlyEnd(state.table, state.mine);
  else showEnd(state.table, state.scene, state.mine, { recall, whole: first <= SOON });
}

/** All that brought or cost somebody something, from the beginning on. */
async function recall() {
  const { seat, invitation } = state;
  /** @type {import("./ranking.js").Moment[]} */
  const missed = [];
  for (let after = 0; after < first - 1; after += PAST) {
    const query = { seat, invitation, language, after, limit: Math.min(PAST, first - 1 - after) };
    const { events } = await get(withQuery(at("/told"), query));
    missed.push(...events.flatMap(frames).flatMap(momentsOf));
  }
  return [...missed, ...moments];
}

/** @param {string} prompt */
function called(prompt) {
  log.say(prompt);
  sound.called();
  if (document.hidden) void notify(t("It is your turn."), gameTitle(state.table?.game ?? ""), location.pathname, state.id);
  // Who plays by key goes on without looking for the place.
  const { activeElement } = document;
  if (byKey && (activeElement === document.body || activeElement === byId("main"))) screen.chooser.focusFirst();
}

/**
 * Hide the hand: the device goes to somebody else.
 * @param {number} heir
 * @param {boolean} look whether there is something to see before
 */
async function handOver(heir, look) {
  const eyes = stream;
  // One's own card is to be seen where it landed, also by those who want no motion.
  if (look) await playing.pause(HANDING);
  if (eyes !== stream) return;
  change({ heir });
  log.say(byId("prompt-text").textContent ?? "");
}

/** Somebody has the device now: everything is asked for anew, and the log is theirs. @param {number} seat */
function reveal(seat) {
  state.revealed = seat;
  // Until now nobody's clock ran; and whoever was away has their seat back.
  post(at("/hold"), { seat }).catch(() => {});
  // The cover stays until their scene is drawn: it still hides the hand of the one before.
  listen(seat);
}

// ------------------------------------------------------------ what we do

/** @param {Choice} choice */
async function play(choice) {
  then = choice.then ?? [];
  change({ busy: true, hint: "" });
  const { seat, shown, scene } = state;
  // The rest of the time was the network's.
  const thought = Math.max(0, Math.round(performance.now() - (stream?.at ?? 0)));
  const done = await attempt(() => post(at("/actions"), { seat, action: choice.action, seen: shown, thought }));
  if (done) {
    change({ canTakeBack: true, decided: state.decided + 1 });
    if (hasCompany(state)) offerNotices();
  } else if (scene) {
    // What was dragged goes back to its place.
    then = [];
    change({ busy: false, frame: { kind: "", seat: null, told: [], scene } });
  }
}

async function undo() {
  await post(at("/undo"), { seat: state.seat });
  const decided = Math.max(0, state.decided - 1);
  change({ decided, canTakeBack: state.canTakeBack && decided > 0 });
}

/** Show what a strong bot would do. */
async function hint() {
  byId("do-hint").classList.add("thinking");
  const given = await post(at("/hint"), { seat: state.seat }).finally(() => byId("do-hint").classList.remove("thinking"));
  const choice = screen.chooser.hint(given.action);
  const words = choice?.label || choice?.touch.map((id) => screen.stage.drawn.get(id)?.data.label).join(" → ");
  if (!words) return;
  const text = t("Hint: {what}. {why}", { what: words, why: whyHint(given) });
  change({ hint: text });
  log.say(text);
}

document.addEventListener("visibilitychange", () => showTitle(state));
document.addEventListener("keydown", (event) => {
  byKey = true;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof HTMLInputElement || document.querySelector("dialog[open]")) return;
  if (event.key === "Escape") screen.chooser.back();
  const id = { h: "do-hint", u: "do-undo", "?": "do-ask", m: "do-menu" }[event.key];
  if (id) document.getElementById(id)?.click();
});

try {
  state.guest = await ensureGuest();
  await look();
  listen(state.mine[0] ?? null);
  void watchTurns(state.id);
} catch (error) {
  change({ trouble: String(error) });
}
