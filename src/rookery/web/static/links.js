// Links to hand on: an invitation, a seat on another device, oneself on another device.

import { get, post } from "./api.js";
import { h, s } from "./dom.js";
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
 * The address of an invitation.
 * @param {string} table
 * @param {string} invitation
 */
export function invitationAddress(table, invitation) {
  return `${location.origin}/t/${encodeURIComponent(table)}?invite=${encodeURIComponent(invitation)}`;
}

/**
 * @param {string} title
 * @param {string} text
 * @param {string} address
 */
function showLink(title, text, address) {
  openDialog(title, () => [h("p", {}, text), linkField(address, title), qrCode(address)]);
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
    invitationAddress(table, key),
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
    `${location.origin}/seat/${encodeURIComponent(table)}#${encodeURIComponent(key)}`,
  );
}

/** Show how to be the same guest on another device. */
export async function showMyLink() {
  const { key } = await get("/guests/me/key");
  showLink(
    t("Your tables on another device"),
    t("This link is you: open it on your phone within a day, and all your tables are there. It works once. Do not give it to others."),
    `${location.origin}/me#${encodeURIComponent(key)}`,
  );
}
