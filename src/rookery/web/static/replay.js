// A finished match again: step by step, through any eyes, at any speed.

import { Refusal, get } from "./api.js";
import { byId, fillWith, h, icon } from "./dom.js";
import { reckoning } from "./end.js";
import { ALL, Film, WATCH } from "./film.js";
import { toast } from "./head.js";
import { Players } from "./players.js";
import { Stage } from "./scene.js";
import { t } from "./text.js";

/** @typedef {import("./api.js").Happening} Happening */
/** @typedef {import("./api.js").SeatInfo} SeatInfo */

/** How long an event is shown at speed 1, in ms. */
const PACE = 1600;
const SPEEDS = [0.5, 1, 2, 4, 8];

class Replay {
  /**
   * @param {string} match
   * @param {SeatInfo[] | null} seats null: nobody knows who they were
   * @param {string} file the name for a download
   */
  constructor(match, seats, file) {
    this.match = match;
    this.seats = seats;
    this.file = file;
    /** @type {Map<string, Film>} */
    this.films = new Map();
    this.eyes = ALL;
    this.number = 1;
    this.timer = 0;
    this.stage = new Stage(byId("stage"));
    this.people = new Players(byId("people"));
    this.slider = /** @type {HTMLInputElement} */ (byId("moment"));
    this.eyeList = /** @type {HTMLSelectElement} */ (byId("eyes"));
    this.speedList = /** @type {HTMLSelectElement} */ (byId("speed"));
  }

  get film() {
    return /** @type {Film} */ (this.films.get(this.eyes));
  }

  async begin() {
    const { eyes, number } = fromAddress();
    await this.#open(eyes);
    this.#furnish();
    byId("choose").hidden = true;
    byId("film").hidden = false;
    await this.show(number ?? 1, false);
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
    void film.rest().catch(() => undefined); // what is missing is fetched when it is wanted
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
    this.slider.addEventListener("input", () => void this.#attempt(() => this.show(Number(this.slider.value))));
    /** @type {[string, () => number][]} */
    const keys = [
      ["go-first", () => 1],
      ["go-previous", () => this.number - 1],
      ["go-next", () => this.number + 1],
      ["go-last", () => this.film.count],
    ];
    for (const [id, where] of keys) {
      byId(id).addEventListener("click", () => {
        this.pause();
        void this.#attempt(() => this.show(where()));
      });
    }
    byId("run").addEventListener("click", () => (this.timer ? this.pause() : this.run()));
    byId("copy").addEventListener("click", () => void this.#copyLink());
    byId("download").addEventListener("click", () => this.#download());
    document.addEventListener("keydown", (event) => this.#key(event));
    this.pause();
  }

  /**
   * The same moment through other eyes.
   * @param {string} eyes
   */
  async #look(eyes) {
    const now = await this.film.event(this.number);
    await this.#open(eyes);
    await this.film.rest();
    await this.show(this.film.numberAt(now?.at ?? 0), false);
  }

  /**
   * Show an event.
   * @param {number} wanted
   * @param {boolean} [glide]
   */
  async show(wanted, glide = true) {
    const { film } = this;
    const number = Math.max(1, Math.min(wanted, film.count));
    const event = await film.event(number);
    if (!event?.scene || film !== this.film) return;
    const near = glide && Math.abs(number - this.number) === 1;
    this.number = number;
    this.stage.draw(event.scene, film.backdrop, { glide: near });
    for (const [id, { section, zone }] of this.stage.zones) {
      if (id !== "board" && this.eyes === ALL) section.dataset.name = zone.label;
      else delete section.dataset.name;
    }
    this.people.show(event.scene.players, this.seats ?? [], [], null);
    const told = event.told.length ? event.told : [event.scene.prompt];
    fillWith(byId("told"), ...told.map((text) => h("span", {}, `${text} `)));
    fillWith(byId("status"), event.scene.status);
    fillWith(byId("count"), `${number} / ${film.count}`);
    this.slider.max = String(film.count);
    this.slider.value = String(number);
    this.slider.setAttribute("aria-valuetext", told.join(" "));
    this.eyeList.value = this.eyes;
    const { result } = event.scene;
    byId("result").hidden = !result;
    if (result) {
      const names = event.scene.players.map(({ name }) => name);
      fillWith(byId("result"), h("h2", {}, result.text), reckoning(result, names, []));
    }
    history.replaceState(null, "", `#seat=${this.eyes}&event=${number}`);
    if (number === film.count) this.pause();
  }

  run() {
    if (this.number >= this.film.count) this.number = 0;
    this.#setRun(true);
    const step = async () => {
      await this.#attempt(() => this.show(this.number + 1));
      if (this.timer) this.timer = window.setTimeout(step, PACE / Number(this.speedList.value));
    };
    this.timer = window.setTimeout(step, 0);
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
    const { eyes, number } = fromAddress();
    await this.#attempt(async () => {
      if (eyes !== this.eyes) await this.#open(eyes);
      await this.show(number ?? 1, false);
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    const button = event.target instanceof HTMLButtonElement;
    const ids = { ArrowLeft: "go-previous", ArrowRight: "go-next", Home: "go-first", End: "go-last", " ": "run" };
    const id = ids[/** @type {keyof typeof ids} */ (event.key)];
    if (!id || (button && event.key === " ")) return;
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

/** Whose eyes and which event the address names. */
function fromAddress() {
  const said = new URLSearchParams(location.hash.slice(1));
  const seat = said.get("seat") ?? ALL;
  const number = Number(said.get("event")) || null;
  return { eyes: /^(\d|all|watch)$/.test(seat) ? seat : ALL, number };
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
    await new Replay(await file.text(), null, file.name).begin();
  } catch (error) {
    toast(error instanceof Refusal ? error.message : String(error), "bad");
  }
}

/** @param {string} id of a table */
async function showTable(id) {
  const { table } = await get(`/tables/${encodeURIComponent(id)}`);
  if (table.status !== "over") {
    location.replace(`/t/${id}`);
    return;
  }
  const match = await get(`/tables/${encodeURIComponent(id)}/save`);
  await new Replay(match, table.seats, `${table.game}-${id}.txt`).begin();
}

const id = location.pathname.split("/")[2];
if (id) {
  await showTable(id).catch((error) => {
    offerFiles(error instanceof Refusal ? error.message : String(error));
  });
} else offerFiles();
