// Links to hand on: an invitation, a seat on another device, oneself on another device.

import { get, post } from "./api.js";
import { fillWith, h, s } from "./dom.js";
import { openDialog, toast } from "./head.js";
import { t } from "./text.js";

/**
 * A QR code as a picture. The server draws it: most who come need none.
 * @param {string} text
 */
export function qrCode(text) {
  const path = s("path", { fill: "currentColor", "shape-rendering": "crispEdges" });
  const code = s("svg", { class: "qr", role: "img", "aria-label": t("QR code of the link") }, path);
  const draw = async () => {
    const { size, path: lines } = await post("/qr", { text });
    code.setAttribute("viewBox", `0 0 ${size} ${size}`);
    path.setAttribute("d", lines);
  };
  draw().catch(() => code.remove()); // the link itself is there
  return code;
}

/**
 * A field with a link, a button that copies it, and one that shares it where that is known.
 * @param {string} address
 * @param {string} title
 */
export function linkField(address, title) {
  const field = h("input", { type: "text", readonly: true, value: address, "aria-label": title });
  field.addEventListener("focus", () => field.select());
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      toast(t("Copied."));
    } catch {
      // Without a secure connection there is no clipboard: the text is marked, to be copied.
      field.focus();
      field.select();
    }
  };
  const share = () => navigator.share({ title, url: address }).catch(() => {});
  return h(
    "div",
    {},
    h(
      "div",
      { class: "link" },
      field,
      h("button", { type: "button", class: "main", onclick: copy }, t("Copy")),
      "share" in navigator && h("button", { type: "button", onclick: share }, t("Share")),
    ),
  );
}

/**
 * The path of an invitation.
 * @param {string} table
 * @param {string} invitation
 */
export function invitationPath(table, invitation) {
  return `/t/${encodeURIComponent(table)}?invite=${encodeURIComponent(invitation)}`;
}

/** Names by which only this machine knows itself. */
const HOME = ["localhost", "127.0.0.1", "[::1]"];

/**
 * A link for others, and what it takes that it works on their devices: a page that was opened on
 * the server's own machine has an address that means something else everywhere else.
 * @param {string} path
 * @param {string} title
 * @returns {HTMLElement}
 */
export function linkForOthers(path, title) {
  const box = h("div", { class: "for-others" });
  const show = (/** @type {string} */ origin, /** @type {Node | null} */ note) =>
    fillWith(box, note, linkField(origin + path, title), qrCode(origin + path));
  show(location.origin, null);
  if (HOME.includes(location.hostname)) void adviseHome(show);
  return box;
}

/**
 * @param {(origin: string, note: Node | null) => void} show
 */
async function adviseHome(show) {
  const { local, addresses } = await get("/reach").catch(() => ({ local: false, addresses: [] }));
  if (!local && addresses.length) {
    show(addresses[0], h("p", {}, t("Phones and computers in your home network can open this link.")));
  } else if (local) {
    show(
      location.origin,
      h(
        "p",
        { class: "warning", role: "note" },
        t("This link works on this computer only. To let others in your home come, stop Rookery and start it with:"),
        " ",
        h("code", {}, "make play LAN=1"),
        " ",
        t("or"),
        " ",
        h("code", {}, "rookery serve --lan --open"),
      ),
    );
  }
}

/**
 * @param {string} title
 * @param {string} text
 * @param {string} path
 */
function showLink(title, text, path) {
  openDialog(title, () => [h("p", {}, text), linkForOthers(path, title)]);
}

/**
 * Show how to invite others to a table.
 * @param {string} table
 */
export async function showInvitation(table) {
  const { key } = await get(`/tables/${table}/invitation`);
  showLink(
    t("Invite"),
    t("Whoever has this link can sit down here or watch. Send it, or let a phone scan it."),
    invitationPath(table, key),
  );
}

/**
 * Show how to play a seat on another device.
 * @param {string} table
 * @param {number} seat
 */
export async function showSeatLink(table, seat) {
  const { key } = await get(`/tables/${table}/seats/${seat}/key`);
  showLink(
    t("This seat on another device"),
    t("Whoever opens this link within a day takes over your seat, once. Keep it for yourself or for the one who is to play on."),
    `/seat/${encodeURIComponent(table)}#${encodeURIComponent(key)}`,
  );
}

/** Show how to be the same guest on another device. */
export async function showMyLink() {
  const { key } = await get("/guests/me/key");
  showLink(
    t("Your tables on another device"),
    t("This link is you: open it on your phone within a day, and all your tables are there. It works once. Do not give it to others."),
    `/me#${encodeURIComponent(key)}`,
  );
}
