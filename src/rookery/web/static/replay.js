// A finished match again: step by step, through any eyes, at any speed.

import { Refusal, ensureGuest, get, invited, withQuery } from "./api.js";
import { byId, calm, fillWith, h, icon } from "./dom.js";
import { reckoning } from "./end.js";
import { ALL, Film, WATCH } from "./film.js";
import { fly } from "./gains.js";
import { toast } from "./head.js";
import { Moves, jump, rounds, turns } from "./moves.js";
import { Players } from "./players.js";
import { Stage } from "./scene.js";
import { summaryRows } from "./summary.js";
import { t } from "./text.js";

/** @typedef {import("./api.js").Happening} Happening */
/** @typedef {import("./api.js").SeatInfo} SeatInfo */
/** @typedef {import("./frames.js").Frame} Frame */
/** @typedef {import("./moves.js").Spot} Spot */

/** How long a frame is shown at speed 1, in ms; a summary takes longer to read. */
const PACE = 1100;
const SUMMARY = 3;
const SPEEDS = [0.5, 1, 2, 4, 8];

class Replay {
  /**
   * @param {string} match
   * @param {SeatInfo[] | null} seats null: nobody knows who they were
   * @param {string} file the name for a download
   * @param {boolean} own whether one may play on from here
   */
  constructor(match, seats, file, own) {
    this.match = match;
    this.seats = seats;
    this.file = file;
    this.own = own;
    /** @type {Map<string, Film>} */
    this.films = new Map();
    this.eyes = ALL;
    /** What is shown. @type {Spot} */
    this.spot = { number: 1, step: 0 };
    /** @type {Happening | undefined} */
    this.event = undefined;
    /** How many frames the event has. */
    this.steps = 1;
    this.timer = 0;
    this.land = () => {};
    this.stage = new Stage(byId("stage"));
    this.people = new Players(byId("people"));
    this.moves = new Moves(byId("moves"), (spot) => this.#go(spot));
    this.slider = /** @type {HTMLInputElement} */ (byId("moment"));
    this.eyeList = /** @type {HTMLSelectElement} */ (byId("eyes"));
    this.speedList = /** @type {HTMLSelectElement} */ (byId("speed"));
  }

  get film() {
    return /** @type {Film} */ (this.films.get(this.eyes));
  }

  async begin() {
    const { eyes, spot } = fromAddress();
    await this.#open(eyes);
    this.#furnish();
    byId("choose").hidden = true;
    byId("film").hidden = false;
    await this.show(spot, false);
    window.addEventListener("hashchange", () => void this.#follow());
  }

  /**
   * Look through other eyes; wrong ones are everybody's.
   * @param {string} eyes
   */
  async #open(eyes) {
    const names = this.seats?.map(({ name }) => name) ?? null;
    const film = this.films.get(eyes) ?? new Film(this.match, names, eyes);
    try {
      await film.event(1);
    } catch (error) {
      if (eyes === ALL) throw error;
      await this.#open(ALL);
      return;
    }
    this.films.set(eyes, film);
    this.eyes = eyes;
    void this.#list(film).catch(() => undefined);
    void film.rest().catch(() => undefined); // what is missing is fetched when it is wanted
  }

  /**
   * Fill the list of moves.
   * @param {Film} film
   */
  async #list(film) {
    const events = await film.outline();
    if (film !== this.film) return;
    this.moves.fill(events);
    this.moves.mark(this.spot);
    byId("by-round").hidden = !rounds(events).length;
  }

  #furnish() {
    const { game, players } = this.film;
    const title = document.querySelector(`[data-game="${game}"]`)?.getAttribute("data-title");
    fillWith(byId("game"), title ?? game);
    document.title = `${title ?? game} · ${t("Replay")} · Rookery`;
    this.seats ??= Array.from({ length: players }, (_, seat) => ({
      seat,
      kind: "person",
      name: t("Seat {number}", { number: seat }),
      level: "",
      away: false,
      lost: false,
    }));
    const eyes = [
      h("option", { value: ALL }, t("All open")),
      ...this.seats.map(({ seat, name }) => h("option", { value: seat }, name)),
      h("option", { value: WATCH }, t("A spectator")),
    ];
    fillWith(this.eyeList, ...eyes);
    fillWith(this.speedList, ...SPEEDS.map((it) => h("option", { value: it, selected: it === 1 }, `${it}×`)));
    this.eyeList.addEventListener("change", () => void this.#attempt(() => this.#look(this.eyeList.value)));
    const end = (/** @type {number} */ number) => ({ number, step: Infinity });
    this.slider.addEventListener("input", () => this.#go(end(Number(this.slider.value))));
    /** @type {[string, () => Spot | Promise<Spot>][]} */
    const keys = [
      ["go-first", () => ({ number: 1, step: 0 })],
      ["go-previous", () => this.#beside(-1)],
      ["go-next", () => this.#beside(1)],
      ["go-last", () => end(this.film.count)],
      ["previous-turn", () => this.#jump(turns, -1)],
      ["next-turn", () => this.#jump(turns, 1)],
      ["previous-round", () => this.#jump(rounds, -1)],
      ["next-round", () => this.#jump(rounds, 1)],
    ];
    for (const [id, where] of keys) byId(id).addEventListener("click", () => this.#go(where()));
    const on = byId("play-on");
    on.hidden = !this.own;
    on.addEventListener("click", () => void this.#attempt(() => this.#playOn()));
    byId("run").addEventListener("click", () => (this.timer ? this.pause() : this.run()));
    byId("copy").addEventListener("click", () => void this.#copyLink());
    byId("download").addEventListener("click", () => this.#download());
    document.addEventListener("keydown", (event) => this.#key(event));
    this.pause();
  }

  /**
   * Somebody wants to be there.
   * @param {Spot | Promise<Spot>} spot
   */
  #go(spot) {
    this.pause();
    void this.#attempt(async () => this.show(await spot));
  }

  /**
   * The frame before or after this one.
   * @param {1 | -1} way
   * @returns {Spot}
   */
  #beside(way) {
    const { number, step } = this.spot;
    if (way > 0 && step < this.steps - 1) return { number, step: step + 1 };
    if (way > 0) return number < this.film.count ? { number: number + 1, step: 0 } : this.spot;
    if (step > 0) return { number, step: step - 1 };
    return number > 1 ? { number: number - 1, step: Infinity } : this.spot;
  }

  /**
   * @param {(events: Happening[]) => Spot[]} find what jumps lead to
   * @param {1 | -1} way
   */
  async #jump(find, way) {
    const { film } = this;
    // The last frame of an event is as late as any.
    const now = this.spot.step === this.steps - 1 ? { ...this.spot, step: Infinity } : this.spot;
    const list = find(await film.outline());
    return jump(list, way > 0 ? now : this.spot, way, film.count);
  }

  /**
   * The same moment through other eyes.
   * @param {string} eyes
   */
  async #look(eyes) {
    await this.#open(eyes);
    await this.film.rest();
    // Somebody may have gone on in the meantime.
    const number = this.film.numberAt(this.event?.at ?? 0);
    await this.show({ number, step: Infinity }, false);
  }

  /**
   * Show a frame of an event.
   * @param {Spot} wanted
   * @param {boolean} [glide]
   */
  async show(wanted, glide = true) {
    const { film } = this;
    const number = Math.max(1, Math.min(wanted.number, film.count));
    const [event, list] = [await film.event(number), await film.frames(number)];
    if (!event || !list.length || film !== this.film) return;
    const step = Math.max(0, Math.min(wanted.step, list.length - 1));
    const follows = { ...this.#beside(1) };
    const forward = follows.number === number && follows.step === step;
    const near = Math.abs(number - this.spot.number) < 2;
    this.spot = { number, step };
    this.event = event;
    this.steps = list.length;
    this.#draw(list[step], glide && near, glide && forward);
    this.#sign(list[step]);
    const last = step === list.length - 1;
    history.replaceState(null, "", `#seat=${this.eyes}&event=${number}${last ? "" : `&step=${step + 1}`}`);
    if (last && number === film.count) this.pause();
  }

  /**
   * @param {Frame} frame
   * @param {boolean} glide
   * @param {boolean} forward it happens now
   */
  #draw({ kind, scene }, glide, forward) {
    this.land();
    this.people.show(scene.players, this.seats ?? [], [], null);
    this.stage.draw(scene, this.film.backdrop, { glide, step: forward && kind !== "" });
    for (const [id, { section, zone }] of this.stage.zones) {
      if (id !== "board" && this.eyes === ALL) section.dataset.name = zone.label;
      else delete section.dataset.name;
    }
    if (!forward || calm() || !scene.gains?.length) return;
    const flight = fly(scene.gains, (id) => this.stage.place(id), (seat) => this.people.chip(seat));
    this.land = flight.end;
  }

  /**
   * What is said around the stage.
   * @param {Frame} frame
   */
  #sign({ told, scene }) {
    const { film, event, spot, steps } = this;
    const said = [...(event?.told ?? []), ...(told.length ? told : [scene.prompt])];
    fillWith(byId("told"), ...said.map((text) => h("span", {}, `${text} `)));
    fillWith(byId("status"), scene.status);
    fillWith(byId("count"), `${spot.number} / ${film.count}`);
    fillWith(byId("part"), steps > 1 ? `${spot.step + 1} / ${steps}` : "");
    this.slider.max = String(film.count);
    this.slider.value = String(spot.number);
    this.slider.setAttribute("aria-valuetext", said.join(" "));
    this.eyeList.value = this.eyes;
    this.moves.mark(spot);
    /** @type {HTMLButtonElement} */ (byId("play-on")).disabled = event?.turn === null;
    const { result, summary } = scene;
    const names = scene.players.map(({ name }) => name);
    byId("result").hidden = !result && !summary;
    if (result) fillWith(byId("result"), h("h2", {}, result.text), reckoning(result, names, []));
    else if (summary) fillWith(byId("result"), h("h2", {}, summary.title), summaryRows(summary, names, []));
  }

  /** Play the match on, from here. */
  async #playOn() {
    if (!this.event) return;
    await ensureGuest();
    const id = await this.film.playOn(this.event);
    location.assign(`/t/${id}`);
  }

  run() {
    const { film, spot, steps } = this;
    let next = spot.number >= film.count && spot.step >= steps - 1 ? { number: 1, step: 0 } : this.#beside(1);
    this.#setRun(true);
    const go = async () => {
      await this.#attempt(() => this.show(next));
      if (!this.timer) return;
      next = this.#beside(1);
      const slow = this.stage.scene?.summary ? SUMMARY : 1;
      this.timer = window.setTimeout(go, (slow * PACE) / Number(this.speedList.value));
    };
    this.timer = window.setTimeout(go, 0);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.#setRun(false);
  }

  /** @param {boolean} running */
  #setRun(running) {
    const text = running ? t("Pause") : t("Play");
    const button = byId("run");
    button.setAttribute("aria-label", text);
    button.title = text;
    fillWith(button, icon(running ? "pause" : "play"));
  }

  async #follow() {
    const { eyes, spot } = fromAddress();
    await this.#attempt(async () => {
      if (eyes !== this.eyes) await this.#open(eyes);
      await this.show(spot, false);
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    const button = event.target instanceof HTMLButtonElement;
    const { key, shiftKey } = event;
    const ids = { ArrowLeft: "go-previous", ArrowRight: "go-next", Home: "go-first", End: "go-last", " ": "run" };
    const far = { ArrowLeft: "previous-turn", ArrowRight: "next-turn" };
    const id = shiftKey ? far[/** @type {keyof typeof far} */ (key)] : ids[/** @type {keyof typeof ids} */ (key)];
    if (!id || (button && key === " ")) return;
    event.preventDefault();
    byId(id).click();
  }

  async #copyLink() {
    try {
      await navigator.clipboard.writeText(location.href);
      toast(t("The link is copied."));
    } catch {
      toast(location.href);
    }
  }

  #download() {
    const address = URL.createObjectURL(new Blob([this.match], { type: "text/plain" }));
    h("a", { href: address, download: this.file }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }

  /** @param {() => Promise<void>} work */
  async #attempt(work) {
    try {
      await work();
    } catch (error) {
      this.pause();
      toast(error instanceof Refusal ? error.message : String(error), "bad");
    }
  }
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
  if (file.size > 900_000) {
    toast(t("That file is too large for a match."), "bad");
    return;
  }
  try {
    await new Replay(await file.text(), null, file.name, true).begin();
  } catch (error) {
    toast(error instanceof Refusal ? error.message : String(error), "bad");
  }
}

/** @param {string} id of a table */
async function showTable(id) {
  const path = `/tables/${encodeURIComponent(id)}`;
  const { table, mine } = await get(withQuery(path, { invitation: invited() }));
  if (table.status !== "over") {
    location.replace(withQuery(`/t/${id}`, { invite: invited() }));
    return;
  }
  const match = await get(withQuery(`${path}/save`, { invitation: invited() }));
  await new Replay(match, table.seats, `${table.game}-${id}.txt`, mine.length > 0).begin();
}

const id = location.pathname.split("/")[2];
if (id) {
  await showTable(id).catch((error) => {
    offerFiles(error instanceof Refusal ? error.message : String(error));
  });
} else offerFiles();
