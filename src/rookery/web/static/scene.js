// Draws any scene: zones scale to the room they have, sprites keep their ids and glide.
// It knows no game; see docs/scenes.md for what a scene is.

import { calm, s, h } from "./dom.js";
import { FEW, differences, twins } from "./differences.js";
import { fade, put, shifted, wake } from "./motion.js";
import { UNIT, looks, picture, whole } from "./sprite.js";

/** @typedef {import("./sprite.js").SpriteData} SpriteData */
/** @typedef {import("./sprite.js").Sprite} Sprite */
/** @typedef {import("../wire").Zone} Zone */
/** @typedef {import("../wire").Choice} Choice */
/** @typedef {import("../wire").Fact} Fact */
/** @typedef {import("../wire").ScenePlayer} Player */
/** @typedef {import("../wire").Line} Line */
/** @typedef {import("../wire").Result} Result */
/** @typedef {import("../wire").Gain} Gain */
/** @typedef {import("../wire").Summary} Summary */
/** @typedef {import("../wire").Scene} Scene */
/** @typedef {import("../wire").BackdropAnswer} Backdrop */

/** How long a thing glides, in ms, by how far: short ways are quick. */
const QUICK = 170;
const SLOW = 300;

/** @typedef {{data: Sprite, node: SVGGElement, looks: string, back: boolean, flight: Animation | null}} Drawn */
/** @typedef {{x: number, y: number, size: number}} Spot on the screen, with the width there */

/** A table as it is drawn. */
export class Stage {
  /** @param {HTMLElement} root holds the zones, one section each */
  constructor(root) {
    this.root = root;
    /** @type {Map<string, {section: HTMLElement, svg: SVGSVGElement, zone: Zone}>} */
    this.zones = new Map();
    /** @type {Map<string, Drawn>} */
    this.drawn = new Map();
    /** @type {Map<string, Drawn[]>} of each zone, as the scene lists them */
    this.order = new Map();
    /** @type {Scene | null} */
    this.scene = null;
    /** What lets the board be seen larger, where that is possible. @type {{fit(): void} | null} */
    this.zoom = null;
  }

  /**
   * Show a scene.
   * @param {Scene} scene
   * @param {Backdrop | null} backdrop
   * @param {{glide?: boolean, origin?: DOMRect | null, step?: boolean}} [how] whether things glide
   *   to their places, where things come from that nobody saw before, and whether something
   *   happened: then all marks are shown anew
   */
  draw(scene, backdrop, how = {}) {
    const glide = how.glide !== false && this.scene !== null && !calm();
    const back = (backdrop?.sprites ?? []).map(whole);
    const front = scene.sprites.map(whole);
    const was = new Map([...this.drawn].map(([id, { data }]) => [id, data]));
    const { fresh, gone, again } = differences(was, [...back, ...front]);
    const left = gone.map(({ id }) => /** @type {Drawn} */ (this.drawn.get(id)));
    const before = glide ? this.#spots() : new Map();
    this.#setZones(scene.zones);
    this.zoom?.fit();
    const focused = document.activeElement;
    const { order } = this;
    order.clear();
    for (const [at, it] of [...back, ...front].entries()) {
      const drawn = this.drawn.get(it.id) ?? this.#make(it, at < back.length);
      this.#update(drawn, it);
      const list = order.get(it.zone);
      if (list) list.push(drawn);
      else order.set(it.zone, [drawn]);
    }
    for (const [zone, list] of order) this.#arrange(zone, list);
    for (const it of left) this.#remove(it, glide);
    if (focused instanceof SVGElement && focused.isConnected && document.activeElement !== focused) {
      focused.focus({ preventScroll: true });
    }
    if (how.step) this.#markAgain(again);
    if (glide) this.#glide(before, fresh, left, how.origin ?? null);
    this.scene = scene;
  }

  /**
   * The node of a sprite.
   * @param {string} id
   */
  node(id) {
    return this.drawn.get(id)?.node;
  }

  /**
   * The sprite that a node, or something in it, belongs to.
   * @param {EventTarget | null} target
   * @returns {Sprite | undefined}
   */
  at(target) {
    const node = target instanceof Element ? target.closest(".sprite") : null;
    const id = node instanceof SVGElement ? node.dataset.id : undefined;
    return id === undefined ? undefined : this.drawn.get(id)?.data;
  }

  /**
   * Where a sprite is on the screen.
   * @param {string} id
   * @returns {{x: number, y: number, width: number, height: number} | null}
   */
  place(id) {
    const it = this.drawn.get(id);
    const matrix = it && this.zones.get(it.data.zone)?.svg.getScreenCTM();
    if (!it || !matrix) return null;
    const point = new DOMPoint(it.data.x * UNIT, it.data.y * UNIT).matrixTransform(matrix);
    const scale = matrix.a * UNIT;
    return { x: point.x, y: point.y, width: it.data.width * scale, height: it.data.height * scale };
  }

  /**
   * Hold a sprite at a place of the screen, as if by a finger; null lets it go.
   * @param {string} id
   * @param {{x: number, y: number} | null} where
   */
  hold(id, where) {
    const it = this.drawn.get(id);
    if (!it) return;
    const matrix = this.zones.get(it.data.zone)?.svg.getScreenCTM();
    if (!where || !matrix) {
      it.node.classList.remove("held");
      put(it.node, it.data.x * UNIT, it.data.y * UNIT);
      this.#arrange(it.data.zone, this.order.get(it.data.zone) ?? []);
      return;
    }
    const point = new DOMPoint(where.x, where.y).matrixTransform(matrix.inverse());
    it.node.classList.add("held");
    it.node.parentElement?.append(it.node);
    put(it.node, point.x, point.y);
  }

  /** @param {Zone[]} zones */
  #setZones(zones) {
    const ids = new Set(zones.map(({ id }) => id));
    for (const [id, { section }] of this.zones) {
      if (ids.has(id)) continue;
      section.remove();
      this.zones.delete(id);
      for (const [key, it] of this.drawn) if (it.data.zone === id) this.drawn.delete(key);
    }
    for (const zone of zones) {
      let known = this.zones.get(zone.id);
      if (!known) {
        const svg = s("svg", { role: "group", focusable: "false" });
        const section = h("section", { class: "zone", "data-zone": zone.id }, svg);
        this.root.append(section);
        known = { section, svg, zone };
        this.zones.set(zone.id, known);
      }
      const resized = known.zone.width !== zone.width || known.zone.height !== zone.height;
      if (resized || !known.svg.hasAttribute("viewBox")) {
        known.svg.setAttribute("viewBox", `0 0 ${zone.width * UNIT} ${zone.height * UNIT}`);
      }
      known.zone = zone;
      known.svg.setAttribute("aria-label", zone.label);
      known.section.style.setProperty("--wide", String(zone.width));
      known.section.style.setProperty("--high", String(zone.height));
    }
  }

  /**
   * @param {Sprite} data
   * @param {boolean} back
   * @returns {Drawn}
   */
  #make(data, back) {
    const node = s("g", { class: "sprite", "data-id": data.id });
    /** @type {Drawn} */
    const drawn = { data, node, looks: "", back, flight: null };
    this.drawn.set(data.id, drawn);
    return drawn;
  }

  /**
   * @param {Drawn} drawn
   * @param {Sprite} it
   */
  #update(drawn, it) {
    const { node } = drawn;
    const now = looks(it);
    if (now !== drawn.looks) {
      node.replaceChildren(...picture(it));
      drawn.looks = now;
    }
    const art = it.art.split(" ", 1)[0];
    if (node.dataset.art !== art) node.dataset.art = art;
    const fresh = !node.hasAttribute("aria-label") && !node.hasAttribute("aria-hidden");
    if (fresh || it.label !== drawn.data.label) this.#name(node, it.label);
    node.classList.toggle("quiet", it.quiet);
    if (it.mark) node.dataset.mark = it.mark;
    else delete node.dataset.mark;
    node.classList.remove("held");
    put(node, it.x * UNIT, it.y * UNIT);
    drawn.data = it;
  }

  /**
   * @param {SVGGElement} node
   * @param {string} label
   */
  #name(node, label) {
    if (label) {
      node.setAttribute("role", "img");
      node.setAttribute("aria-label", label);
      node.removeAttribute("aria-hidden");
    } else {
      node.setAttribute("aria-hidden", "true");
      node.removeAttribute("role");
      node.removeAttribute("aria-label");
    }
    node.classList.toggle("silent", !label);
  }

  /**
   * Put the nodes of a zone in their order, moving as few as possible: a moved node loses focus.
   * @param {string} zone
   * @param {Drawn[]} list
   */
  #arrange(zone, list) {
    const svg = this.zones.get(zone)?.svg;
    if (!svg) return;
    const sorted = list
      .map((it, number) => ({ it, number }))
      .sort((a, b) => rank(a.it) - rank(b.it) || a.number - b.number);
    let cursor = svg.firstElementChild;
    for (const { it } of sorted) {
      while (cursor && !cursor.matches(".sprite:not(.leaving)")) cursor = cursor.nextElementSibling;
      if (cursor === it.node) cursor = cursor.nextElementSibling;
      else svg.insertBefore(it.node, cursor);
    }
  }

  /**
   * @param {Drawn} it
   * @param {boolean} glide
   */
  #remove(it, glide) {
    this.drawn.delete(it.data.id);
    const { node } = it;
    if (!glide || !node.isConnected) {
      node.remove();
      return;
    }
    node.classList.add("leaving");
    node.removeAttribute("tabindex");
    node.setAttribute("aria-hidden", "true");
    fade(node, 1, QUICK);
  }

  /**
   * Let marks be seen anew that were there before: the browser has to notice that they were gone.
   * @param {Sprite[]} list
   */
  #markAgain(list) {
    if (!list.length) return;
    for (const { id } of list) delete this.node(id)?.dataset.mark;
    void this.root.offsetWidth;
    for (const { id, mark } of list) this.node(id)?.setAttribute("data-mark", mark);
  }

  /**
   * Where everything is on the screen at this moment, even in mid-air.
   * @returns {Map<string, Spot>}
   */
  #spots() {
    /** @type {Map<string, Spot>} */
    const found = new Map();
    /** @type {Map<string, DOMMatrix | null>} */
    const matrices = new Map();
    for (const [id, { svg }] of this.zones) matrices.set(id, svg.getScreenCTM());
    for (const [id, { data, node, back, flight }] of this.drawn) {
      const matrix = matrices.get(data.zone);
      if (back || !matrix) continue;
      let x = data.x * UNIT;
      let y = data.y * UNIT;
      if (flight?.playState === "running" || node.classList.contains("held")) {
        const now = new DOMMatrix(getComputedStyle(node).transform);
        x = now.e;
        y = now.f;
      }
      const point = new DOMPoint(x, y).matrixTransform(matrix);
      found.set(id, { x: point.x, y: point.y, size: matrix.a * data.width * UNIT });
    }
    return found;
  }

  /**
   * Let things glide from where they were.
   * @param {Map<string, Spot>} before
   * @param {Sprite[]} fresh
   * @param {Drawn[]} gone
   * @param {DOMRect | null} origin
   */
  #glide(before, fresh, gone, origin) {
    const come = fresh.filter(({ id }) => !this.drawn.get(id)?.back);
    const found = twins(come, gone.map(({ data }) => data));
    /** @type {Map<string, Spot>} */
    const starts = new Map();
    for (const [id, old] of found.twins) {
      const spot = before.get(old);
      if (!spot) continue;
      gone.find(({ data }) => data.id === old)?.node.remove();
      starts.set(id, spot);
    }
    if (origin) {
      const middle = { x: origin.x + origin.width / 2, y: origin.y + origin.height / 2, size: 20 };
      for (const { id } of found.strangers) starts.set(id, middle);
    }
    this.#flyAll((id) => starts.get(id) ?? before.get(id));
    for (const { id } of come) {
      if (!starts.has(id)) this.node(id)?.animate({ opacity: [0, 1] }, { duration: QUICK });
    }
  }

  /**
   * Let everything glide from where it was. First all is read, then all is set: in turns, the
   * browser would have to work out the page anew for each thing.
   * @param {(id: string) => Spot | undefined} start
   */
  #flyAll(start) {
    const zones = new Map([...this.zones].map(([id, { svg }]) => [id, svg.getScreenCTM()]));
    /** @type {{it: Drawn, from: DOMPoint, way: number, scale: number, duration: number}[]} */
    const flights = [];
    for (const it of this.drawn.values()) {
      const { data, back } = it;
      const matrix = back ? null : zones.get(data.zone);
      const spot = matrix ? start(data.id) : undefined;
      if (!matrix || !spot) continue;
      const from = new DOMPoint(spot.x, spot.y).matrixTransform(matrix.inverse());
      const way = Math.hypot(from.x - data.x * UNIT, from.y - data.y * UNIT);
      const scale = spot.size / (matrix.a * data.width * UNIT);
      if (way < 2 && Math.abs(scale - 1) < 0.02) continue;
      flights.push({ it, from, way, scale, duration: Math.min(SLOW, QUICK + (way * matrix.a) / 3) });
    }
    /** @type {Map<string, number>} how long something is in the air, by zone */
    const times = new Map();
    const far = flights.filter(({ it, way }) => it.data.label && way > UNIT);
    for (const { it, from, scale, duration } of flights) {
      const { data, node } = it;
      const frames = [shifted(from.x, from.y, scale), shifted(data.x * UNIT, data.y * UNIT, 1)];
      it.flight?.cancel();
      it.flight = node.animate({ transform: frames }, { duration, easing: "cubic-bezier(.2,.7,.3,1)" });
      times.set(data.zone, Math.max(times.get(data.zone) ?? 0, duration));
    }
    // Where everything moves, a trail tells nothing.
    if (far.length <= FEW) {
      for (const { it, from } of far) wake(it.node, from, it.data.x * UNIT, it.data.y * UNIT);
    }
    for (const [zone, duration] of times) {
      const section = this.zones.get(zone)?.section;
      section?.classList.add("above");
      setTimeout(() => section?.classList.remove("above"), duration);
    }
  }
}

/** @param {Drawn} it */
const rank = ({ back, data }) => (back ? -1000 : 0) + data.layer;
