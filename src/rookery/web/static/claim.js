// Private links: the key stands behind the # of the address, so it is in no server's log.

import { NAME, ensureGuest, post } from "./api.js";
import { byId } from "./dom.js";
import "./head.js";
import { t } from "./text.js";

const state = byId("claim-state");
const key = decodeURIComponent(location.hash.slice(1));
// Nobody who looks over the shoulder, or at the history, is to find it.
history.replaceState(null, "", location.pathname);

async function claim() {
  if (!key) {
    state.textContent = t("This link is not complete: copy the whole of it.");
    return;
  }
  if (byId("claim").dataset.kind === "me") {
    const guest = await post("/guests/claim", { key });
    localStorage.setItem(NAME, guest.name);
    state.textContent = t("Welcome back, {name}!", { name: guest.name });
    location.replace("/");
    return;
  }
  await ensureGuest();
  const table = location.pathname.split("/")[2];
  await post(`/tables/${encodeURIComponent(table)}/claim`, { key });
  location.replace(`/t/${encodeURIComponent(table)}`);
}

claim().catch((error) => {
  state.textContent = String(error);
});
