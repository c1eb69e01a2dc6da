// Who one is: what a private link would make of one, asked before it does; and one's devices.

import { NAME, get, post, whoAmI } from "./api.js";
import { byId, fillWith, h, icon } from "./dom.js";
import { ago, attempt } from "./head.js";
import { showMyLink } from "./links.js";
import { showProfile } from "./profile.js";
import { t, tn } from "./text.js";

/** @typedef {{name: string, face: string, tables: number}} Somebody */
/** @typedef {{become: Somebody, lose: Somebody | null, same: boolean}} Claim */
/** @typedef {{id: string, device: string, created: number, seen: number, current: boolean}} Session */

const title = byId("me-title");
const body = byId("me-body");
const key = decodeURIComponent(location.hash.slice(1));
// Nobody who looks over the shoulder, or at the history, is to find it.
history.replaceState(null, "", location.pathname);

/** @param {number} count */
function tables(count) {
  if (count === 0) return t("no unfinished table");
  return tn("{count} unfinished table", "{count} unfinished tables", count);
}

/**
 * A link asks: who would one become, and who would one not be any more?
 * @param {Claim} claim
 */
function ask({ become, lose }) {
  const { name } = become;
  title.textContent = t("Be {name} on this device?", { name });
  const go = () => attempt(async () => {
    const guest = await post("/guests/claim", { key });
    localStorage.setItem(NAME, guest.name);
    location.replace("/");
  });
  const stay = lose ? t("No, stay {name}", { name: lose.name }) : t("No, to the lobby");
  fillWith(
    body,
    h("p", {}, t("This private link makes you {name} here, with {tables}.", { name, tables: tables(become.tables) })),
    lose &&
      h(
        "p",
        { class: "warning" },
        t("At the moment you are {name} here, with {tables}. {name} would be gone from this device, seats and all.", {
          name: lose.name,
          tables: tables(lose.tables),
        }),
      ),
    h("p", { class: "soft" }, t("Go on only if you made this link yourself. It works once.")),
    h(
      "p",
      { class: "answers" },
      h("button", { type: "button", class: "main", id: "claim-yes", onclick: () => void go() }, t("Yes, be {name}", { name })),
      h("a", { class: "button", href: "/", id: "claim-no" }, stay),
    ),
  );
}

/** @param {Session} session */
function device(session) {
  const end = () => attempt(async () => {
    await post("/guests/me/sessions/end", { session: session.id });
    await showDevices();
  });
  const name = session.device || t("A device");
  return h(
    "li",
    {},
    h(
      "span",
      { class: "device" },
      h("strong", {}, name),
      h("span", { class: "soft" }, session.current ? t("this device") : t("last used {when}", { when: ago(session.seen) })),
    ),
    !session.current &&
      h("button", { type: "button", onclick: () => void end(), "aria-label": t("Sign out {device}", { device: name }) }, t("Sign out")),
  );
}

/** The devices on which one is the same guest. */
async function showDevices() {
  const me = await whoAmI();
  if (!me) {
    title.textContent = t("Nobody yet");
    fillWith(body, h("p", {}, t("You have no name here yet. Choose one in the lobby.")));
    return;
  }
  const { sessions } = /** @type {{sessions: Session[]}} */ (await get("/guests/me/sessions"));
  const endOthers = () => attempt(async () => {
    await post("/guests/me/sessions/end", {});
    await showDevices();
  });
  title.textContent = t("Your devices");
  byId("profile").hidden = false;
  byId("me-page").classList.add("devices-of");
  await showProfile(byId("profile"));
  fillWith(
    body,
    h("p", {}, t("On these devices you are the same person, with the same tables.")),
    h("ul", { class: "devices" }, ...sessions.map(device)),
    h(
      "p",
      { class: "answers" },
      h("button", { type: "button", class: "main", onclick: () => void attempt(showMyLink) }, icon("link"), t("Your tables on another device")),
      sessions.length > 1 && h("button", { type: "button", id: "end-others", onclick: () => void endOthers() }, t("Sign out all others")),
    ),
  );
}

async function begin() {
  if (!key) return showDevices();
  // Whether we are somebody is the server's to know: this page may be the first of ours to be open.
  const claim = /** @type {Claim} */ (await post("/guests/claim/look", { key }));
  return claim.same ? showDevices() : ask(claim);
}

begin().catch((error) => {
  title.textContent = t("Your private link");
  fillWith(body, h("p", {}, error.message));
});
