"""Pages in the browser: languages, sizes, access, what is fetched."""

from collections.abc import Callable
from typing import Any

import pytest

from rookery.core.language import LANGUAGES
from rookery.games import find
from rookery.games import names as game_names
from tests.web.browser.conftest import against_bots, axe, click, expect, ready, status

Visit = Callable[..., Any]
Shot = Callable[[Any, str], None]

SIZES = {"phone": (360, 640), "tablet": (768, 1024), "desk": (1440, 900), "sideways": (740, 360)}
PLAY = {"en": "Play now", "fr": "Jouer", "de": "Jetzt spielen"}
TAKE_BACK = {"en": "Take back", "fr": "Reprendre", "de": "Zurücknehmen"}
TURN = {"en": "Your turn", "fr": "À vous", "de": "Du bist"}


#: By how much the words of some elements are larger than their boxes.
CUT = """(nodes) => nodes.map(
  (it) => Math.max(it.scrollHeight - it.clientHeight, it.scrollWidth - it.clientWidth)
)"""


def no_sideways_scroll(page: Any) -> None:
    widths = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_in_the_visitors_language(visit: Visit, shot: Shot, language: str) -> None:
    page = visit(locale=f"{language}-{language.upper()}")
    shot(page, "lobby")
    page.get_by_role("button", name=PLAY[language]).first.click()
    page.wait_for_url("**/t/*")
    ready(page)
    shot(page, "table")
    expect(page.locator("#prompt-text")).to_contain_text(TURN[language])
    expect(page.locator("#do-undo")).to_have_text(TAKE_BACK[language])


def test_the_language_can_be_switched_in_mid_game(visit: Visit) -> None:
    page = visit()
    against_bots(page, "party", first=0)
    ready(page)
    # Green and yellow begin with the same letter in German.
    letters = "[...document.querySelectorAll('#party-green > [data-letter]')]"
    seen = "filter((it) => getComputedStyle(it).display !== 'none')"
    shown = f"{letters}.{seen}.map((it) => it.dataset.letter)"
    assert page.evaluate(shown) == ["en"]
    page.locator("#languages summary").click()
    page.get_by_role("link", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    ready(page)
    expect(page.locator("#prompt-text")).to_contain_text("Du bist")
    assert page.evaluate(shown) == ["de"]


def test_the_lobby_fits(visit: Visit, shot: Shot) -> None:
    page = visit()
    expect(page.locator("#my-name")).not_to_have_text("…")
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        no_sideways_scroll(page)
        shot(page, size)


@pytest.mark.parametrize("game", game_names())
def test_a_table_fits(visit: Visit, shot: Shot, game: str) -> None:
    page = visit()
    against_bots(page, game, players=4)
    for turn in range(6):
        ready(page)
        click(page, turn)
    ready(page)
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        no_sideways_scroll(page)
        # Board, hand and buttons are on one screen.
        for part in (".zone[data-zone=board]", ".zone[data-zone=hand]", "#actions", "#prompt"):
            box = page.locator(part).bounding_box()
            assert box["height"] > 30, (size, part)
            assert box["y"] + box["height"] <= height + 1, (size, part)
        # No word in the bar is cut off.
        cut = page.locator("#actions span").evaluate_all(CUT)
        assert max(cut) <= 1, size
        shot(page, size)


#: What is left of 1280 x 800 when everything is shown at twice its size.
ZOOMED = {"viewport": {"width": 640, "height": 400}, "device_scale_factor": 2}


def test_the_lobby_can_be_zoomed(visit: Visit, shot: Shot) -> None:
    page = visit(**ZOOMED)
    expect(page.locator("#my-name")).not_to_have_text("…")
    no_sideways_scroll(page)
    for name in game_names():
        page.locator(f".game[data-game={name}] .play").scroll_into_view_if_needed()
        expect(page.locator(f".game[data-game={name}] .play")).to_be_in_viewport(ratio=1)
    shot(page, "lobby")
    page.locator(".more").first.click()
    page.get_by_role("button", name="Open the table").scroll_into_view_if_needed()
    shot(page, "setup")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")


@pytest.mark.parametrize("game", game_names())
def test_a_table_can_be_zoomed(visit: Visit, shot: Shot, game: str) -> None:
    page = visit(**ZOOMED)
    for touches in (4, 1, 0):  # a match may be over after a decision of each
        page.goto("/")
        against_bots(page, game, players=min(4, find(game).players[-1]))
        for turn in range(touches):
            ready(page)
            click(page, turn)
        ready(page)
        if status(page) != "over":
            break
    shot(page, "table")
    no_sideways_scroll(page)
    for part in ("#prompt", ".zone[data-zone=board]", ".zone[data-zone=hand]", "#do-menu"):
        page.locator(part).scroll_into_view_if_needed()
        expect(page.locator(part)).to_be_in_viewport(ratio=0.99)
        box = page.locator(part).bounding_box()
        assert min(box["width"], box["height"]) > 30, part
    # Nothing of the line that says what to do is cut off.
    assert max(page.locator("#prompt, #actions span").evaluate_all(CUT)) <= 1
    # The least size of a target that the accessibility guidelines (WCAG 2.2) allow.
    sizes = "(all) => all.map((it) => it.getBoundingClientRect().height)"
    assert max(page.locator(".zone[data-zone=hand] .frame").evaluate_all(sizes)) >= 24
    page.locator("#do-menu").click()
    page.get_by_role("link", name="To the lobby").scroll_into_view_if_needed()
    expect(page.get_by_role("link", name="To the lobby")).to_be_in_viewport(ratio=1)


def test_the_theme_can_be_switched_and_stays(visit: Visit) -> None:
    page = visit(color_scheme="light")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    before = page.evaluate(ground)
    page.locator("#theme").click()
    assert page.evaluate(ground) != before
    page.reload()
    assert page.evaluate(ground) != before


def test_nothing_moves_while_the_page_builds_up(visit: Visit) -> None:
    page = visit(reduced_motion="no-preference")
    against_bots(page, "party", first=0)
    ready(page)
    shift = page.evaluate(
        """() => new Promise((resolve) => {
            let sum = 0;
            new PerformanceObserver((list) => {
                for (const entry of list.getEntries()) sum += entry.value;
                resolve(sum);
            }).observe({ type: "layout-shift", buffered: true });
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
        })"""
    )
    assert shift < 0.05


#: How pages are judged: each scheme at one size.
SCHEMES = {"light": "phone", "dark": "desk"}


def everybody_can_use(page: Any) -> None:
    for scheme, size in SCHEMES.items():
        width, height = SIZES[size]
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": height})
        assert axe(page) == [], scheme


def test_axe_finds_nothing_in_the_lobby(visit: Visit) -> None:
    page = visit()
    expect(page.locator("#my-name")).not_to_have_text("…")
    everybody_can_use(page)
    for button in (page.locator("#me"), page.locator(".more").first):
        button.click()
        expect(page.locator("dialog[open]")).to_be_visible()
        everybody_can_use(page)
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
    page.locator(".invite").first.click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".seats")).to_be_visible()
    everybody_can_use(page)


def test_axe_finds_nothing_at_a_table(visit: Visit) -> None:
    page = visit()
    against_bots(page, "ultimatum", first=0)
    ready(page)
    everybody_can_use(page)
    page.locator("#do-menu").click()
    expect(page.locator("dialog[open]")).to_be_visible()
    everybody_can_use(page)
