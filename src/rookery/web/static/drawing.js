// An edition's text as a drawing: every spot is a few characters, and a touch writes others there.

/** @typedef {import("./sprite.js").SpriteData} SpriteData */
/** @typedef {{kind: string, label: string, art: string, texts: string[], once?: boolean}} Brush */
/** @typedef {{id: string, kind: string, line: number, at: number}} Spot */
/**
 * @typedef {object} Sketch as core/sketch.py has it
 * @property {string} text
 * @property {number} width
 * @property {number} height
 * @property {Brush[]} brushes
 * @property {Spot[]} spots
 * @property {SpriteData[]} sprites
 * @property {{label: string, text: string}[]} changes
 */

/** A text that can be drawn on. */
export class Drawing {
  /** @param {Sketch} sketch */
  constructor(sketch) {
    this.sketch = sketch;
    this.lines = sketch.text.split("\n");
    this.spots = new Map(sketch.spots.map((it) => [it.id, it]));
    /** @type {Map<string, Brush[]>} */
    this.kinds = new Map();
    for (const it of sketch.brushes) this.kinds.set(it.kind, [...(this.kinds.get(it.kind) ?? []), it]);
    /** The brush in hand, for the kinds that need one: the first that is not the plain one. */
    this.brush = this.palette()[2] ?? null;
  }

  get text() {
    return this.lines.join("\n");
  }

  /** The brushes one can take in hand. */
  palette() {
    return [...this.kinds.values()].filter((it) => it.length > 2).flat();
  }

  /** @param {Spot} spot */
  #read(spot) {
    const width = this.#brushes(spot)[0].texts[0].length;
    return this.lines[spot.line].slice(spot.at, spot.at + width).trim();
  }

  /**
   * @param {Spot} spot
   * @param {string} text
   */
  #write(spot, text) {
    const line = this.lines[spot.line];
    this.lines[spot.line] = line.slice(0, spot.at) + text + line.slice(spot.at + text.length);
  }

  /** @param {Spot} spot */
  #brushes(spot) {
    return /** @type {Brush[]} */ (this.kinds.get(spot.kind));
  }

  /**
   * What was drawn in a spot, if it is known.
   * @param {Spot} spot
   */
  #drawn(spot) {
    const now = this.#read(spot);
    return this.#brushes(spot).find(({ texts }) => texts.some((it) => it.trim() === now));
  }

  /**
   * Draw in a spot; false if there is nothing left of what was in hand.
   * @param {string} id
   */
  touch(id) {
    const spot = this.spots.get(id);
    if (!spot) return true;
    const brushes = this.#brushes(spot);
    const [plain, other] = brushes;
    const now = this.#drawn(spot);
    const brush = brushes.length > 2 ? this.brush : now === plain ? other : plain;
    if (!brush || now === brush) return true;
    const taken = new Map(this.sketch.spots.filter(({ kind }) => kind === spot.kind).map((it) => [this.#read(it), it]));
    let text = brush.texts[0];
    if (brush.once) {
      const free = brush.texts.find((it) => !taken.has(it.trim()));
      if (!free && brush.texts.length > 1) return false;
      const old = free ? null : taken.get(text.trim());
      if (old) this.#write(old, plain.texts[0]);
      text = free ?? text;
    }
    this.#write(spot, text);
    return true;
  }

  /** Everything as it is drawn now. */
  sprites() {
    return this.sketch.sprites.map((sprite) => {
      const spot = this.spots.get(sprite.id);
      if (!spot) return sprite;
      const drawn = this.#drawn(spot);
      const number = drawn?.once ? this.#read(spot).replace(/\D/g, "") : "";
      const label = [sprite.label, [drawn?.label ?? "?", number].filter(Boolean).join(" ")].join(": ");
      return { ...sprite, art: drawn?.art ?? sprite.art, text: drawn ? number : "?", label };
    });
  }
}
