"""Drawing one's own edition: by touch and by keys, with a mistake, then a match on it."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rookery
from tests.web.browser.conftest import PATIENCE, expect, make_table, play_out, ready

Visit = Callable[..., Any]
Shot = Callable[[Any, str], None]

FINGER = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def faults(path: Path) -> list[str]:
    """What ``rookery edition check`` says."""
    with pytest.raises(rookery.InvalidEdition) as caught:
        rookery.game("pengqueen").edition(path)
    return caught.value.faults


def fit(page: Any) -> None:
    expect(page.locator(".verdict.good")).to_be_visible(timeout=PATIENCE)


def brush(page: Any, name: str) -> None:
    page.locator(".brush", has_text=re.compile(f"^{name}$")).click()


def spot(page: Any, name: str) -> Any:
    return page.locator(f'[data-id="{name}"]')


def test_a_map_by_touch_with_a_mistake_then_a_match_on_it_and_its_proof(
    visit: Visit, shot: Shot, tmp_path: Path
) -> None:
    page = visit("/edition/pengqueen", **FINGER)
    fit(page)
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0
    page.select_option("#begin", label="a copy of “small”")
    expect(page.locator("#name")).to_have_value("small 2")  # else it would come over ours
    page.fill("#name", "Grandma's pyramid")
    fit(page)
    # A mistake: the only way out of the sarcophagus is walled up, as it has one exit here.
    spot(page, "side-e6").tap()
    spot(page, "floor-e5").tap()
    expect(page.locator(".verdict.bad li")).to_have_count(1)
    text = page.input_value("#text")
    (tmp_path / "mine.txt").write_text(text, "utf-8")
    said = page.locator(".verdict li").all_inner_texts()
    assert said == faults(tmp_path / "mine.txt") == ["the sarcophagus e6 has no exit"]
    expect(page.locator("#own-play")).to_be_disabled()
    shot(page, "mistake")
    # Put right again, with a treasure moved to another cell.
    spot(page, "floor-e5").tap()
    fit(page)
    brush(page, "cell")
    spot(page, "cell-f5").tap()
    expect(page.locator(".verdict.bad li")).to_have_text("treasure r1 is missing")
    brush(page, "red treasure")
    spot(page, "cell-f6").tap()
    fit(page)
    assert "red treasure 1" in (spot(page, "cell-f6").get_attribute("aria-label") or "")
    shot(page, "good")
    page.locator("#own-play").tap()
    page.wait_for_url("**/t/*")
    ready(page)
    table = page.url.rpartition("/")[2]
    info = page.request.get(f"/api/v1/tables/{table}").json()["table"]
    assert info["edition"] == "Grandma's pyramid"
    # A whole match on it, but a short one, with what the browser has kept.
    (kept,) = page.evaluate("JSON.parse(localStorage['rookery.editions']).pengqueen")
    page.goto("/")
    seats = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]
    options = {"edition": kept["data"], "options": {"limit": 1}, "start": True}
    table = make_table(page, {"game": "pengqueen", "seats": seats, **options})
    play_out(page)
    saved = page.request.get(f"/api/v1/tables/{table}/save").text()
    match = rookery.load(saved)
    match.verify()
    assert match.edition.data["treasures"]["r1"] == "f6"
    assert page.request.get(f"/api/v1/tables/{table}/verify").json()["faults"] == []


def test_dots_by_keys_kept_shared_and_chosen_at_a_table(visit: Visit, shot: Shot) -> None:
    page = visit("/edition/ultimatum", permissions=["clipboard-read", "clipboard-write"])
    fit(page)
    page.focus('[data-id="Gj-0"]')
    page.keyboard.press("Enter")
    expect(spot(page, "Gj-0")).to_have_attribute("aria-label", re.compile("golden dot"))
    page.keyboard.press("ArrowRight")
    expect(spot(page, "Gj-1")).to_be_focused()
    page.keyboard.press("Space")
    expect(spot(page, "Gj-1")).to_have_attribute("aria-label", re.compile("no dot"))
    fit(page)
    shot(page, "desk")
    page.fill("#name", "mine")
    fit(page)
    page.locator("#own-keep").press("Enter")
    expect(page.locator("#begin")).to_have_value("own mine")
    page.locator("#own-share").press("Enter")
    page.wait_for_url("**/edition/ultimatum#*")
    text = page.input_value("#text")
    assert rookery.game("ultimatum").edition_from_text(text).data["dots"]["Gj"][0] == "nw"
    other = visit(page.url)
    fit(other)
    assert other.input_value("#text") == text
    # Somebody without the editor chooses it in the lobby.
    page.goto("/")
    page.locator('.game[data-game="ultimatum"] .more').click()
    page.locator("details.rules summary").click()
    page.select_option("select[data-kind=edition]", label="mine")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    table = page.url.rpartition("/")[2]
    assert page.request.get(f"/api/v1/tables/{table}").json()["table"]["edition"] == "mine"


def test_a_pasted_text_is_checked_like_a_file(visit: Visit) -> None:
    page = visit("/edition/party", locale="de")
    fit(page)
    page.locator("details summary").last.click()
    page.fill("#text", "game: party\nname: zu viele\nred 36\ngreen 1\n")
    expect(page.locator(".verdict.bad li")).to_have_count(1)
    expect(page.locator("#paper")).to_be_hidden()
