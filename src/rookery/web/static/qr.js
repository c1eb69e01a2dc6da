// QR codes: bytes, error correction level M, versions 1 to 40, after ISO/IEC 18004.

/** Codewords for correction in each block, and number of blocks, for level M by version. */
const PER_BLOCK = [
  0, 10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28,
  28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
];
const BLOCKS = [
  0, 1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25,
  26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
];
const LEVEL_M = 0;

/** @type {number[]} powers of 2 in GF(256), and their logarithms */
const EXP = [];
/** @type {number[]} */
const LOG = [];
for (let power = 0, value = 1; power < 255; power += 1) {
  EXP[power] = value;
  LOG[value] = power;
  value <<= 1;
  if (value & 256) value ^= 0x11d;
}

/**
 * @param {number} a
 * @param {number} b
 */
const times = (a, b) => (a && b ? EXP[(LOG[a] + LOG[b]) % 255] : 0);

/**
 * The remainder of a message, which corrects it.
 * @param {number[]} data
 * @param {number} count
 */
export function correction(data, count) {
  let divisor = [1];
  for (let i = 0; i < count; i += 1) {
    const next = new Array(divisor.length + 1).fill(0);
    divisor.forEach((value, at) => {
      next[at] ^= value;
      next[at + 1] ^= times(value, EXP[i]);
    });
    divisor = next;
  }
  const rest = [...data, ...new Array(count).fill(0)];
  for (let at = 0; at < data.length; at += 1) {
    const lead = rest[at];
    if (lead) divisor.forEach((value, k) => (rest[at + k] ^= times(value, lead)));
  }
  return rest.slice(data.length);
}

/**
 * How many modules hold data in a version.
 * @param {number} version
 */
function room(version) {
  let count = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const marks = Math.floor(version / 7) + 2;
    count -= (25 * marks - 10) * marks - 55;
    if (version >= 7) count -= 36;
  }
  return count;
}

/** @param {number} version */
function capacity(version) {
  return Math.floor(room(version) / 8) - PER_BLOCK[version] * BLOCKS[version];
}

/**
 * The codewords of a text, corrected and interleaved.
 * @param {Uint8Array} bytes
 * @param {number} version
 */
function codewords(bytes, version) {
  /** @type {number[]} */
  const bits = [];
  /**
   * @param {number} value
   * @param {number} length
   */
  const push = (value, length) => {
    for (let at = length - 1; at >= 0; at -= 1) bits.push((value >> at) & 1);
  };
  push(0b0100, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  const size = capacity(version);
  push(0, Math.min(4, size * 8 - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  /** @type {number[]} */
  const data = [];
  for (let at = 0; at < bits.length; at += 8) {
    data.push(parseInt(bits.slice(at, at + 8).join(""), 2));
  }
  for (let pad = 0xec; data.length < size; pad ^= 0xec ^ 0x11) data.push(pad);
  const count = BLOCKS[version];
  const short = Math.floor(size / count);
  const long = size % count;
  /** @type {number[][]} */
  const blocks = [];
  for (let block = 0, at = 0; block < count; block += 1) {
    const length = short + (block < count - long ? 0 : 1);
    blocks.push(data.slice(at, at + length));
    at += length;
  }
  const checks = blocks.map((block) => correction(block, PER_BLOCK[version]));
  /** @type {number[]} */
  const mixed = [];
  for (let at = 0; at <= short; at += 1) {
    for (const block of blocks) if (at < block.length) mixed.push(block[at]);
  }
  for (let at = 0; at < PER_BLOCK[version]; at += 1) for (const check of checks) mixed.push(check[at]);
  return mixed;
}

/** The conditions of the eight masks. @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** A square of modules, some of which are fixed by its version. */
class Square {
  /** @param {number} version */
  constructor(version) {
    this.version = version;
    this.size = 17 + 4 * version;
    /** @type {boolean[][]} */
    this.dark = Array.from({ length: this.size }, () => new Array(this.size).fill(false));
    /** @type {boolean[][]} */
    this.fixed = Array.from({ length: this.size }, () => new Array(this.size).fill(false));
    this.#patterns();
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {boolean} dark
   */
  fix(x, y, dark) {
    this.dark[y][x] = dark;
    this.fixed[y][x] = true;
  }

  #patterns() {
    const { size, version } = this;
    for (let at = 0; at < size; at += 1) {
      this.fix(6, at, at % 2 === 0);
      this.fix(at, 6, at % 2 === 0);
    }
    for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]]) {
      for (let dy = -4; dy <= 4; dy += 1) {
        for (let dx = -4; dx <= 4; dx += 1) {
          const far = Math.max(Math.abs(dx), Math.abs(dy));
          const [x, y] = [cx + dx, cy + dy];
          if (x >= 0 && x < size && y >= 0 && y < size) this.fix(x, y, far !== 2 && far !== 4);
        }
      }
    }
    const marks = this.#marks();
    const last = marks.length - 1;
    marks.forEach((cx, i) =>
      marks.forEach((cy, k) => {
        if ((i === 0 && k === 0) || (i === 0 && k === last) || (i === last && k === 0)) return;
        for (let dy = -2; dy <= 2; dy += 1) {
          for (let dx = -2; dx <= 2; dx += 1) {
            this.fix(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
          }
        }
      }),
    );
    this.format(0);
    if (version >= 7) {
      let rest = version;
      for (let i = 0; i < 12; i += 1) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
      const bits = (version << 12) | rest;
      for (let at = 0; at < 18; at += 1) {
        const dark = ((bits >> at) & 1) === 1;
        const [a, b] = [size - 11 + (at % 3), Math.floor(at / 3)];
        this.fix(a, b, dark);
        this.fix(b, a, dark);
      }
    }
  }

  /** @returns {number[]} the middles of the alignment patterns */
  #marks() {
    if (this.version === 1) return [];
    const count = Math.floor(this.version / 7) + 2;
    const step = Math.floor((this.version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
    const found = [6];
    for (let at = this.size - 7; found.length < count; at -= step) found.splice(1, 0, at);
    return found;
  }

  /** @param {number} mask */
  format(mask) {
    const { size } = this;
    const data = (LEVEL_M << 3) | mask;
    let rest = data;
    for (let i = 0; i < 10; i += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
    const bits = ((data << 10) | rest) ^ 0x5412;
    /** @param {number} at */
    const dark = (at) => ((bits >> at) & 1) === 1;
    for (let at = 0; at <= 5; at += 1) this.fix(8, at, dark(at));
    this.fix(8, 7, dark(6));
    this.fix(8, 8, dark(7));
    this.fix(7, 8, dark(8));
    for (let at = 9; at < 15; at += 1) this.fix(14 - at, 8, dark(at));
    for (let at = 0; at < 8; at += 1) this.fix(size - 1 - at, 8, dark(at));
    for (let at = 8; at < 15; at += 1) this.fix(8, size - 15 + at, dark(at));
    this.fix(8, size - 8, true);
  }

  /** @param {number[]} words */
  write(words) {
    const { size } = this;
    let at = 0;
    for (let right = size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < size; step += 1) {
        for (let k = 0; k < 2; k += 1) {
          const x = right - k;
          const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
          if (this.fixed[y][x] || at >= words.length * 8) continue;
          this.dark[y][x] = ((words[at >> 3] >> (7 - (at & 7))) & 1) === 1;
          at += 1;
        }
      }
    }
  }

  /** @param {number} mask */
  turn(mask) {
    for (let y = 0; y < this.size; y += 1) {
      for (let x = 0; x < this.size; x += 1) {
        if (!this.fixed[y][x] && MASKS[mask](x, y)) this.dark[y][x] = !this.dark[y][x];
      }
    }
  }

  /** How hard it is to read: the standard's four penalties. */
  penalty() {
    const { size, dark } = this;
    let sum = 0;
    let count = 0;
    for (let a = 0; a < size; a += 1) {
      for (const line of [dark[a], dark.map((row) => row[a])]) {
        const text = line.map((on) => (on ? "1" : "0")).join("");
        for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
        for (let at = 0; at + 11 <= size; at += 1) {
          const part = text.slice(at, at + 11);
          if (part === "10111010000" || part === "00001011101") sum += 40;
        }
      }
      for (let b = 0; b < size; b += 1) {
        if (dark[a][b]) count += 1;
        if (!a || !b) continue;
        const one = dark[a][b];
        if (dark[a - 1][b] === one && dark[a][b - 1] === one && dark[a - 1][b - 1] === one) sum += 3;
      }
    }
    return sum + 10 * Math.floor(Math.abs((count * 20) / (size * size) - 10));
  }
}

/**
 * The modules of a text's QR code, row by row; true is dark.
 * @param {string} text
 * @param {number} [mask] one of the eight; by default the one that reads best
 * @returns {boolean[][]}
 */
export function encode(text, mask) {
  const bytes = new TextEncoder().encode(text);
  let version = 1;
  while (version <= 40 && bytes.length + (version < 10 ? 2 : 3) > capacity(version)) version += 1;
  if (version > 40) throw new RangeError("the text is too long for a QR code");
  const square = new Square(version);
  square.write(codewords(bytes, version));
  let best = mask ?? 0;
  if (mask === undefined) {
    let least = Infinity;
    for (let each = 0; each < 8; each += 1) {
      square.format(each);
      square.turn(each);
      const penalty = square.penalty();
      square.turn(each);
      if (penalty < least) [best, least] = [each, penalty];
    }
  }
  square.format(best);
  square.turn(best);
  return square.dark;
}

/**
 * A QR code as the path of an SVG, with the quiet margin of 4 that readers need.
 * @param {string} text
 * @returns {{size: number, path: string}}
 */
export function drawn(text) {
  const rows = encode(text);
  const parts = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : "")));
  return { size: rows.length + 8, path: parts.join("") };
}
