"""How fast the tables are in a browser: what a first visit loads, draws, answers and animates.

python bench/browser.py [--browser /usr/bin/chromium] [--gpu]

Starts a server of its own and a Chromium without a window. Without ``--gpu`` the processor draws
the pictures, so frames say as much about the machine as about the client: "bare" is the same
number of symbols moved by the browser alone, and "draw" is what the client's own code takes.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

LOADS = 5
TAPS = 24
SPRITES = 100
CAN = ".sprite.can:not(.other):not(.chosen)"

#: Runs before the page: notes when a table is drawn, when taps are answered, what shifts.
WATCH = """
const found = (window.bench = { drawn: 0, shift: 0, touched: [], played: [], at: 0 });
new PerformanceObserver((list) => {
  for (const it of list.getEntries()) if (!it.hadRecentInput) found.shift += it.value;
}).observe({ type: "layout-shift", buffered: true });
const shown = (act) => requestAnimationFrame(() => setTimeout(act));
addEventListener("pointerup", (event) => {
  found.at = event.timeStamp;
  found.waits = found.told = true;
}, true);
new MutationObserver((changes) => {
  if (!found.drawn && document.querySelector(".zone .sprite")) {
    found.drawn = 1;
    shown(() => (found.drawn = performance.now()));
  }
  const { at } = found;
  const of = (id) => changes.some(({ target }) => target.closest?.(id));
  if (found.waits && of("#stage")) {
    found.waits = false;
    shown(() => found.touched.push(performance.now() - at));
  }
  if (found.told && of("#told")) {
    found.told = false;
    shown(() => found.played.push(performance.now() - at));
  }
}).observe(document, {
  childList: true, subtree: true, attributes: true, attributeFilter: ["class"],
});
"""

#: Things that glide, all at once, from place to place; by the client or by the browser alone.
GLIDE = """async ([count, seconds, bare]) => {
  const base = document.querySelector("script[type=module]").src.replace(/[^/]*$/, "");
  const { Stage } = await import(base + "scene.js");
  document.body.replaceChildren(...document.querySelectorAll("body > svg"));
  const root = document.createElement("div");
  root.className = "stage";
  Object.assign(root.style, { position: "fixed", inset: "0", display: "flex" });
  document.body.append(root);
  const stage = new Stage(root);
  const art = ["party-red", "party-green", "party-blue", "party-yellow", "party-purple"];
  const sprites = Array.from({ length: count }, (_, it) => ({
    id: `s${it}`, art: art[it % art.length], label: `${it}`, x: 0, y: 0, layer: it,
  }));
  const zones = [{ id: "board", label: "Board", width: 20, height: 12 }];
  const scene = { game: "", zones, choices: [], players: [], prompt: "", status: "" };
  const spread = () => {
    for (const it of sprites) {
      it.x = 1 + Math.random() * 18;
      it.y = 1 + Math.random() * 10;
    }
  };
  spread();
  stage.draw({ ...scene, sprites: sprites.map((it) => ({ ...it })) }, null);
  const frame = () => new Promise(requestAnimationFrame);
  for (let it = 0; it < 10; it += 1) await frame();
  const begun = performance.now();
  const frames = [];
  const draws = [];
  let next = begun;
  let last = begun;
  while (last - begun < seconds * 1000) {
    if (last >= next) {
      next = last + 300;
      spread();
      const from = performance.now();
      if (!bare) stage.draw({ ...scene, sprites: sprites.map((it) => ({ ...it })) }, null);
      else for (const it of sprites) {
        const to = `translate(${it.x * 100}px, ${it.y * 100}px)`;
        const { node } = stage.drawn.get(it.id);
        node.animate({ transform: [it.was ?? to, to] }, { duration: 300, fill: "forwards" });
        it.was = to;
      }
      draws.push(performance.now() - from);
    }
    await frame();
    const now = performance.now();
    frames.push(now - last);
    last = now;
  }
  return { frames, draws, rate: (1000 * frames.length) / (last - begun) };
}"""


@contextmanager
def serving() -> Iterator[str]:
    """The address of a server that lives as long as this."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "rookery", "serve", "--port", "0", "--pace", "0"]
        command += ["--db", f"{folder}/tables.db", "--limit=rate=0", "--limit=address_rate=0"]
        command += ["--limit=quotas=0"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            yield server.stdout.readline().split(" at ")[1].split("/ ")[0]
        finally:
            server.terminate()
            server.wait()


class Wire:
    """Counts what comes over the wire, also of streams that never end."""

    def __init__(self, page: Page) -> None:
        self._sizes: dict[str, float] = {}
        session: CDPSession = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.dataReceived", self._came)
        session.on("Network.loadingFinished", self._finished)

    @property
    def bytes(self) -> float:
        """All of them so far."""
        return sum(self._sizes.values())

    def _came(self, event: dict[str, Any]) -> None:
        name = event["requestId"]
        self._sizes[name] = self._sizes.get(name, 0.0) + event["encodedDataLength"]

    def _finished(self, event: dict[str, Any]) -> None:
        self._sizes[event["requestId"]] = event["encodedDataLength"]  # with the headers


class Visitor:
    """A new visitor with an empty cache."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.context = browser.new_context(
            base_url=address, locale="en-GB", viewport={"width": 1280, "height": 800}
        )
        self.context.add_init_script(WATCH)
        self.page = self.context.new_page()
        self.wire = Wire(self.page)

    def table(self, address: str, game: str) -> str:
        """A table against a bot; nothing of the page's files is fetched for that."""
        api = self.context.request
        head = {"origin": address}
        assert api.post("/api/v1/guests", data={"name": "Mira"}, headers=head).ok
        seats = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]
        body = {"game": game, "seats": seats, "start": True}
        return str(api.post("/api/v1/tables", data=body, headers=head).json()["id"])

    def noted(self) -> dict[str, Any]:
        """What the page noted."""
        found: dict[str, Any] = self.page.evaluate("window.bench")
        return found


def show(name: str, values: list[float], unit: str, digits: int = 0) -> None:
    """One line of the table."""
    middle, worst = statistics.median(values), max(values)
    print(f"{name:44} {middle:10.{digits}f} {worst:10.{digits}f}  {unit}", flush=True)


def lobby(browser: Browser, address: str) -> None:
    """First visits of the lobby."""
    sizes, shifts, times = [], [], []
    for _ in range(LOADS):
        visitor = Visitor(browser, address)
        visitor.page.goto("/", wait_until="networkidle")
        sizes.append(visitor.wire.bytes / 1000)
        shifts.append(visitor.noted()["shift"])
        paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
        times.append(visitor.page.evaluate(paint))
        visitor.context.close()
    show("lobby: first load over the wire", sizes, "kB")
    show("lobby: first contentful paint", times, "ms")
    show("lobby: layout shift", shifts, "(CLS)", 4)


def table(browser: Browser, address: str, game: str) -> None:
    """First visits of a table, and taps there."""
    sizes, shifts, times, touched, played = [], [], [], [], []
    for _ in range(LOADS):
        visitor = Visitor(browser, address)
        page = visitor.page
        page.goto(f"/t/{visitor.table(address, game)}")
        page.wait_for_function("() => window.bench.drawn > 1")
        page.locator(CAN).first.wait_for()
        sizes.append(visitor.wire.bytes / 1000)
        times.append(visitor.noted()["drawn"])
        shifts.append(visitor.noted()["shift"])
        for turn in range(TAPS // LOADS * 2):
            page.locator(f"{CAN}, body[data-status=over]").first.wait_for()
            things = page.locator(CAN)
            if not things.count():
                break
            things.nth(turn * 7 % things.count()).click(force=True)
            page.wait_for_function("() => !window.bench.waits")
        shifts.append(visitor.noted()["shift"])
        touched += visitor.noted()["touched"]
        played += visitor.noted()["played"]
        visitor.context.close()
    show(f"{game}: first load over the wire", sizes, "kB")
    show(f"{game}: drawn table after", times, "ms")
    show(f"{game}: layout shift, with play", shifts, "(CLS)", 4)
    show(f"{game}: tap to first change on screen", touched, "ms")
    show(f"{game}: tap to the server's answer on screen", played, "ms")


def frames(browser: Browser, address: str, seconds: float) -> None:
    """Many things glide at once."""
    for bare, name in ((True, "bare"), (False, "Stage")):
        visitor = Visitor(browser, address)
        visitor.page.goto(f"/t/{visitor.table(address, 'party')}")
        visitor.page.wait_for_function("() => window.bench.drawn > 1")
        found = visitor.page.evaluate(GLIDE, [SPRITES, seconds, bare])
        show(f"{SPRITES} gliding, {name}: frames", [found["rate"]], "a second", 1)
        show(f"{SPRITES} gliding, {name}: from frame to frame", found["frames"], "ms", 1)
        show(f"{SPRITES} gliding, {name}: one draw", found["draws"], "ms", 1)
        visitor.context.close()


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("--browser", type=Path, default=Path("/usr/bin/chromium"))
    parser.add_argument("--gpu", action="store_true", help="let the graphics card draw")
    parser.add_argument("--seconds", type=float, default=5.0, help="how long things glide")
    parser.add_argument("games", nargs="*", default=["party", "ultimatum", "pengqueen"])
    args = parser.parse_args()
    flags = ["--no-sandbox", "--no-first-run", "--disable-background-networking"]
    if not args.gpu:
        flags.append("--disable-gpu")
    load = os.getloadavg()[0]
    print(f"load {load:.1f} on {os.cpu_count()} cores\n{'':44} {'median':>10} {'worst':>10}")
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=args.browser, args=flags)
        for game in args.games:  # what has to be compiled is now
            visitor = Visitor(browser, address)
            visitor.page.goto(f"/t/{visitor.table(address, game)}")
            visitor.page.locator(CAN).first.wait_for(timeout=300_000)
            visitor.context.close()
        lobby(browser, address)
        for game in args.games:
            table(browser, address, game)
        frames(browser, address, args.seconds)
        browser.close()
    print(f"load {os.getloadavg()[0]:.1f} at the end")


if __name__ == "__main__":
    main()
