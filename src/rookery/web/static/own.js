// Somebody's own editions: kept in this browser, and packed into links.

/** @typedef {{name: string, text: string, data: Record<string, unknown>}} OwnEdition */

const KEY = "rookery.editions";
/** More than a wall of games; the browser's store is small. */
const MOST = 30;

/** @returns {Record<string, OwnEdition[]>} by game */
function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * The editions of a game that are kept here, the latest first.
 * @param {string} game
 * @returns {OwnEdition[]}
 */
export function ownEditions(game) {
  return all()[game] ?? [];
}

/**
 * Keep one; it takes the place of another of its name.
 * @param {string} game
 * @param {OwnEdition} edition
 */
export function keepEdition(game, edition) {
  const others = ownEditions(game).filter(({ name }) => name !== edition.name);
  localStorage.setItem(KEY, JSON.stringify({ ...all(), [game]: [edition, ...others].slice(0, MOST) }));
}

/**
 * @param {string} game
 * @param {string} name
 */
export function forgetEdition(game, name) {
  const others = ownEditions(game).filter((it) => it.name !== name);
  localStorage.setItem(KEY, JSON.stringify({ ...all(), [game]: others }));
}

/**
 * Run bytes through a stream.
 * @param {BlobPart} bytes
 * @param {CompressionStream | DecompressionStream} stream
 */
async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/**
 * A text as a few characters for an address.
 * @param {string} text
 */
export async function pack(text) {
  const small = await through(text, new CompressionStream("deflate-raw"));
  const letters = btoa(String.fromCharCode(...small));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * The text of such characters; empty if they are none.
 * @param {string} packed
 */
export async function unpack(packed) {
  try {
    const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (it) => it.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  } catch {
    return "";
  }
}
