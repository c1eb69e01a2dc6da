// The link of a seat: the key stands behind the # of the address, so it is in no server's log.

import { ensureGuest, post } from "./api.js";
import { byId, fillWith, h } from "./dom.js";
import { attempt } from "./head.js";
import { t } from "./text.js";

const state = byId("claim-state");
const key = decodeURIComponent(location.hash.slice(1));
// Nobody who looks over the shoulder, or at the history, is to find it.
history.replaceState(null, "", location.pathname);

const sitDown = () => attempt(async () => {
  const table = encodeURIComponent(location.pathname.split("/")[2]);
  await ensureGuest();
  await post(`/tables/${table}/claim`, { key });
  location.replace(`/t/${table}`);
});

if (key) {
  fillWith(
    state,
    h("span", {}, t("Somebody hands a seat over to you. The link works once.")),
    h("button", { type: "button", class: "main", id: "claim-yes", onclick: () => void sitDown() }, t("Sit down")),
  );
} else {
  state.textContent = t("This link is not complete: copy the whole of it.");
}
