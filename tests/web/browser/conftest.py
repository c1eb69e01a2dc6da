"""A server, a browser, and hands that play."""

import os
import re
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.web.helpers import Server, chromium, node_modules

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
Browser, Page, expect = sync_api.Browser, sync_api.Page, sync_api.expect

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
#: Rules may have to be compiled first.
PATIENCE = 120_000
# A busy machine is no fault: only what never comes is.
expect.set_options(timeout=PATIENCE)
#: A whole game, on a slow machine.
LONG = 300.0
CAN = ".sprite.can:not(.other):not(.chosen)"


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder:
        found = Server(Path(folder) / "tables.db")
        yield found
        found.stop()


@contextmanager
def opened(program: str) -> Iterator[Any]:
    """A browser."""
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield running
        running.close()


# Not for the whole session: while Playwright runs, no other test can run an event loop.
@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with opened(chromium()) as found:
        yield found


@pytest.fixture
def visit(browser: Any, server: Server) -> Iterator[Callable[..., Any]]:
    """Opens a page as a new visitor; nothing may go wrong in it unnoticed."""
    contexts = []
    faults: list[str] = []

    def open_page(path: str = "/", *, alarm: bool = True, **how: Any) -> Any:
        # What a browser keeps for later would be fetched anew by every visitor of a test.
        usual = {"locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block"}
        context = browser.new_context(base_url=server.address, **{**usual, **how})
        context.set_default_timeout(PATIENCE)  # of its requests, too
        contexts.append(context)
        page = context.new_page()
        if alarm:
            page.on("pageerror", lambda error: faults.append(str(error)))
            page.on(
                "console",
                lambda said: faults.append(said.text) if said.type == "error" else None,
            )
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def shot(request: pytest.FixtureRequest) -> Callable[[Any, str], None]:
    """Keeps a picture, where a folder for pictures is given."""
    folder = os.environ.get("ROOKERY_SHOTS")

    def take(page: Any, name: str) -> None:
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            test = re.sub(r"\W+", "-", request.node.name).strip("-")
            page.screenshot(path=Path(folder) / f"{test}-{name}.png")

    return take


# ---------------------------------------------------------------- hands


def make_table(page: Any, body: dict[str, Any]) -> str:
    """A table by the interface, as the page's guest; the page goes there."""
    expect(page.locator("#my-name")).not_to_have_text("…")
    answer = page.request.post(
        "/api/v1/tables", data=body, headers={"origin": page.evaluate("location.origin")}
    )
    assert answer.ok, answer.text()
    table: str = answer.json()["id"]
    page.goto(f"/t/{table}")
    return table


def against_bots(
    page: Any, game: str, players: int = 2, level: str = "greedy", **options: Any
) -> str:
    bots = [{"kind": "bot", "level": level}] * (players - 1)
    seats = [{"kind": "me"}, *bots]
    return make_table(page, {"game": game, "seats": seats, "options": options, "start": True})


def status(page: Any) -> str:
    found: str = page.evaluate("document.body.dataset.status ?? ''")
    return found


def ready(page: Any) -> None:
    """Wait until there is something to do, or nothing ever again; summaries are put away."""
    some = page.locator(f"{CAN}, .summary, body[data-status=over]")
    expect(some).not_to_have_count(0, timeout=PATIENCE)
    put_away(page)
    expect(page.locator(f"{CAN}, body[data-status=over]")).not_to_have_count(0, timeout=PATIENCE)


def put_away(page: Any) -> None:
    """Put a summary away, if there is one."""
    if page.locator(".summary").count():
        # It may go by itself in the meantime.
        with suppress(sync_api.TimeoutError):
            page.locator(".summary button").click(timeout=3000)


def click(page: Any, turn: int) -> None:
    """Touch one of the things that can be touched."""
    things = page.locator(CAN)
    count = things.count()
    if count:
        # If the table goes on in the meantime, the next look will see.
        with suppress(sync_api.TimeoutError):
            things.nth(turn * 7 % count).click(timeout=3000)


def play_out(page: Any, touch: Callable[[Any, int], None] = click) -> int:
    """Play to the end; how many touches it took."""
    begun = time.monotonic()
    for turn in range(5000):
        ready(page)
        if status(page) == "over":
            return turn
        assert time.monotonic() - begun < LONG
        touch(page, turn)
    raise AssertionError("the match does not end")


def axe(page: Any) -> list[tuple[str, list[str]]]:
    """What axe finds fault with, of any weight: the rule, and where."""
    if not page.evaluate("'axe' in window"):
        page.evaluate((node_modules() / "axe-core/axe.min.js").read_text("utf-8"))
    found = page.evaluate("axe.run({rules: {'label-content-name-mismatch': {enabled: true}}})")
    return [
        (it["id"], [node["html"][:200] for node in it["nodes"]][:3]) for it in found["violations"]
    ]


def result(page: Any) -> Any:
    """The dialogue at the end."""
    dialog = page.locator("dialog.end")
    expect(dialog).to_be_visible(timeout=PATIENCE)
    return dialog
