// What the host says to everybody, on every page.

import { h } from "./dom.js";
import { t } from "./text.js";

/** How often to ask, in ms: a notice is not urgent, and there may be many of us. */
const EVERY = 60_000;

/** @type {HTMLElement | null} */
let banner = null;

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch("/api/v1/notice", { cache: "no-store" });
    if (answer.ok) show(await answer.json());
  } catch {
    // Whoever cannot be reached says nothing.
  }
}

/** @param {{announcement: string, maintenance: boolean}} notice */
function show({ announcement, maintenance }) {
  const words = maintenance ? t("The server is being looked after: no new tables for now, and clocks stand.") : "";
  const text = [words, announcement].filter(Boolean).join(" ");
  if (!text) {
    banner?.remove();
    banner = null;
  } else if (banner?.textContent !== text) {
    banner ??= h("p", { class: "notice", id: "notice", role: "status" });
    if (!banner.isConnected) document.querySelector("header")?.before(banner);
    // Put in afterwards, so that it is also read aloud.
    banner.textContent = text;
  }
  document.documentElement.style.setProperty("--notice", `${banner?.offsetHeight ?? 0}px`);
}

void look();
setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
