"""Clocks, and what else is chosen when a table is set up."""

from collections.abc import Callable
from typing import Any

import pytest

from rookery.core.language import LANGUAGES
from tests.web.browser.conftest import CAN, against_bots, expect, make_table, ready

Visit = Callable[..., Any]
Shot = Callable[[Any, str], None]


def test_a_clock_counts_down_and_a_bot_plays_on(visit: Visit, shot: Shot) -> None:
    page = visit()
    seats = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]
    # One that thinks for a second: the match must not be over before the way back is found.
    body = {"game": "party", "seats": seats, "options": {"first": 0}, "start": True}
    body["substitute"] = "emperor"
    make_table(page, {**body, "clock": {"action": 8, "late": "bot"}})
    chip = page.locator(".chip.me")
    # Each second is seen, one after the other, whatever of it a slow machine misses.
    page.wait_for_function(
        """() => {
            const text = document.querySelector(".chip.me .clock")?.textContent ?? "";
            const seen = (window.seen ??= []);
            if (/^0:0[0-3]$/.test(text) && seen.at(-1) !== text) seen.push(text);
            window.pressed ||= document.querySelector(".chip.me .clock.pressing") !== null;
            return seen.length >= 2 && window.pressed;
        }"""
    )
    seen = page.evaluate("window.seen")
    assert seen == sorted(seen, reverse=True)
    expect(chip).to_contain_text("a bot plays")
    expect(page.locator("#prompt-text")).to_contain_text("A bot plays for you")
    expect(page.locator("#told")).to_contain_text("is up")
    expect(page.locator(CAN)).to_have_count(0)
    expect(page.get_by_role("button", name="I am back")).to_be_in_viewport(ratio=1)
    shot(page, "away")
    page.get_by_role("button", name="I am back").click()
    expect(chip).not_to_contain_text("a bot plays")
    expect(page.locator(f"{CAN}, body[data-status=over]")).not_to_have_count(0)


def test_the_sound_switch_stays_over_a_reload(visit: Visit) -> None:
    page = visit()
    against_bots(page, "party", first=0)
    for before, after in (("Sound off", "Sound on"), ("Sound on", "Sound off")):
        ready(page)
        page.locator("#do-menu").click()
        page.get_by_role("button", name=before).click()
        page.reload()
        ready(page)
        page.locator("#do-menu").click()
        expect(page.get_by_role("button", name=after)).to_be_visible()
        page.keyboard.press("Escape")


def test_a_table_is_as_it_was_set_up(visit: Visit, shot: Shot) -> None:
    page = visit()
    expect(page.locator("#my-name")).not_to_have_text("…")
    page.locator(".game[data-game=pengqueen] .more").click()
    form = page.locator("form.setup")
    late = form.locator("#setup-late")
    expect(late).to_be_hidden()
    form.locator("#setup-clock").select_option("90")
    form.locator("#setup-match").select_option("1200")
    late.select_option("forfeit")
    form.get_by_label("Others").select_option("120")
    form.get_by_label("Show where hunters may be").uncheck()
    form.get_by_text("Rules of this table").click()
    form.get_by_label("Edition").select_option("small")
    shot(page, "setup")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    ready(page)
    table = page.request.get(f"/api/v1/tables/{page.url.rpartition('/')[2]}").json()["table"]
    assert table["clock"] == {"action": 90.0, "match": 1200.0, "late": "forfeit"}
    assert table["delay"] == 120
    assert table["spectators"] is True
    assert table["aids"] is False
    assert table["edition"] == "small"


def test_nobody_may_watch_and_no_clock_runs_where_that_was_chosen(visit: Visit) -> None:
    page = visit()
    expect(page.locator("#my-name")).not_to_have_text("…")
    page.locator(".game[data-game=party] .more").click()
    form = page.locator("form.setup")
    expect(form.get_by_label("Show where hunters may be")).to_have_count(0)
    form.get_by_label("Others").select_option("may not watch")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    ready(page)
    table = page.request.get(f"/api/v1/tables/{page.url.rpartition('/')[2]}").json()["table"]
    assert table["spectators"] is False
    assert table["clock"] is None
    assert table["edition"] == "iello-2024"


@pytest.mark.parametrize("language", LANGUAGES)
def test_setting_up_fits_a_phone_in_every_language(visit: Visit, shot: Shot, language: str) -> None:
    page = visit(locale=language, viewport={"width": 360, "height": 640})
    expect(page.locator("#my-name")).not_to_have_text("…")
    page.locator(".game[data-game=pengqueen] .more").click()
    form = page.locator("form.setup")
    form.locator("#setup-clock").select_option("30")
    form.locator("details summary").click()
    expect(form.locator("#setup-late")).to_be_visible()
    wide = "document.querySelector('dialog[open]').scrollWidth"
    assert page.evaluate(wide) <= page.evaluate("innerWidth")
    form.locator("button.main").scroll_into_view_if_needed()
    shot(page, "setup")
