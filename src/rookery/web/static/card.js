// The picture of a finished match, to be shared or kept: the server draws it, the browser makes
// pixels of it.

import { get, invited, withQuery } from "./api.js";
import { h } from "./dom.js";
import { language } from "./text.js";

/**
 * A drawing as pixels.
 * @param {string} drawing SVG
 * @returns {Promise<Blob>}
 */
async function pixels(drawing) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
  await image.decode();
  const canvas = h("canvas", { width: image.naturalWidth, height: image.naturalHeight });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error("no picture"))), "image/png");
  });
}

/**
 * Share a drawing where the device can, or else keep it as a file.
 * @param {string} drawing SVG
 * @param {string} name of the file
 */
export async function keepPicture(drawing, name) {
  const made = await pixels(drawing);
  const files = [new File([made], name, { type: "image/png" })];
  if (navigator.canShare?.({ files }) && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ files }).catch(() => {});
    return;
  }
  const address = URL.createObjectURL(made);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * The picture of a match.
 * @param {import("./api.js").TableInfo} table
 */
export async function savePicture(table) {
  const drawing = await get(withQuery(`/tables/${table.id}/picture`, { language, invitation: invited() }));
  await keepPicture(drawing, `${table.game}-${table.id}.png`);
}
