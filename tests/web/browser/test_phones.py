"""On a phone: in sight, large enough, whole; and what is asked, noted and explained at a table."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from rookery.core.language import LANGUAGES
from rookery.games import names as game_names
from tests.web.browser.conftest import CAN, against_bots, click, expect, make_table, ready, status

Visit = Callable[..., Any]
Shot = Callable[[Any, str], None]

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
SIDEWAYS = {**PHONE, "viewport": {"width": 740, "height": 360}}
FINGER = 40


def box(page: Any, selector: str) -> dict[str, float]:
    found: dict[str, float] = page.locator(selector).first.bounding_box()
    return found


def middle(place: dict[str, float]) -> tuple[float, float]:
    return place["x"] + place["width"] / 2, place["y"] + place["height"] / 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_button_that_begins_is_in_sight(visit: Visit, language: str) -> None:
    page = visit(locale=language, **PHONE)
    place = box(page, ".play")
    assert place["y"] + place["height"] <= 640


@pytest.mark.parametrize("game", game_names())
def test_prompts_are_whole_in_german(visit: Visit, game: str) -> None:
    page = visit(locale="de-DE", **PHONE)
    against_bots(page, game, 3)
    # What is pointed at is told in a line below; that line is there whole.
    fits = """() => { const a = document.querySelector("#prompt").getBoundingClientRect();
        const [text, tip, waking] = document.querySelectorAll("#prompt > p");
        [tip.textContent, waking.hidden] = ["k8; Wege: unten, links, rechts", true];
        const whole = (part) => { const b = part.getBoundingClientRect();
            return part.scrollHeight <= part.clientHeight + 1 && b.height > 0
                && b.top >= a.top && b.bottom <= a.bottom && b.right <= a.right; };
        return whole(text) && whole(tip) && document.body.scrollWidth <= 360; }"""
    for turn in range(5):
        ready(page)
        if status(page) == "over":
            break
        assert page.evaluate(fits), page.locator("#prompt-text").inner_text()
        click(page, turn)


@pytest.mark.parametrize("players", [2, 4])
def test_facts_of_players_are_there_whole_or_not_at_all(visit: Visit, players: int) -> None:
    page = visit(locale="de-DE", **PHONE)
    against_bots(page, "ultimatum", players)
    ready(page)
    expect(page.locator(".chip .state")).to_have_count(1)
    seen = """facts => facts.map(fact => {
        const [a, b] = [fact, fact.parentNode].map(it => it.getBoundingClientRect());
        return a.width === 0 || a.top >= b.bottom ? "no"
            : a.left >= b.left && a.right <= b.right && fact.scrollWidth <= fact.clientWidth
            ? "whole" : fact.textContent; })"""
    for chip in page.locator(".chip").all():
        first, *others = chip.locator(".fact").evaluate_all(seen)
        assert first == "whole"
        assert {*others} <= {"whole", "no"}


def test_a_board_of_small_cells_can_be_seen_larger(visit: Visit, shot: Shot) -> None:
    page = visit(**PHONE)
    against_bots(page, "pengqueen", 3, mummy_seat=0)
    ready(page)
    cell = f"{CAN}[data-id^=cell]"
    place = box(page, cell)
    assert place["width"] < FINGER
    # Several things are under a finger: it sees them larger first.
    page.touchscreen.tap(*middle(place))
    expect(page.locator(".zone.near")).to_have_count(1)
    shot(page, "near")
    assert page.locator(CAN).count() > 1
    assert box(page, cell)["width"] >= FINGER
    page.get_by_role("button", name="See the whole board").click()
    expect(page.locator(".zone.near")).to_have_count(0)
    assert box(page, cell)["width"] < FINGER


#: The middle of a cell in sight that cannot be played.
FREE = """() => {
  const board = document.querySelector(".zone.near").getBoundingClientRect();
  for (const cell of document.querySelectorAll(".zone.near .sprite[data-id^='cell-']")) {
    const { x, y, width, height } = cell.getBoundingClientRect();
    const [across, down] = [x + width / 2, y + height / 2];
    if (across < board.left || across > board.right) continue;
    if (down < board.top || down > board.bottom) continue;
    const found = document.elementFromPoint(across, down);
    if (found?.closest(".zone.near") && !found.closest(".sprite.can")) return [across, down];
  }
}"""


def test_fingers_pinch_and_double_tap(visit: Visit) -> None:
    page = visit(**PHONE)
    against_bots(page, "pengqueen", 3, mummy_seat=1)
    ready(page)
    x, y = middle(box(page, ".sprite[data-id='cell-e8']"))
    hand = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": px, "y": py, "id": at} for at, (px, py) in enumerate(points)]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    wide = box(page, ".sprite[data-id='cell-e8']")["width"]
    touch("touchStart", (x - 10, y))
    touch("touchStart", (x - 10, y), (x + 10, y))
    for far in (16, 24, 32):
        touch("touchMove", (x - far, y), (x + far, y))
    touch("touchEnd")
    expect(page.locator(".zone.near")).to_have_count(1)
    now = box(page, ".sprite[data-id='cell-e8']")
    assert now["width"] > 2 * wide
    assert abs(middle(now)[0] - x) < wide  # it stays under the fingers
    # One finger moves what is larger than its window.
    touch("touchStart", (x, y))
    for far in (20, 40, 60):
        touch("touchMove", (x + far, y))
    touch("touchEnd")
    assert abs(box(page, ".sprite[data-id='cell-e8']")["x"] - now["x"] - 60) < 8
    ready(page)  # and none of it played anything
    # Twice where there is nothing to play.
    x, y = page.evaluate(FREE)
    for _ in range(20):  # on a busy machine the second one may come too late
        page.touchscreen.tap(x, y)
        page.wait_for_timeout(100)  # as fast as a finger: faster ones are taken for one tap
        page.touchscreen.tap(x, y)
        if not page.locator(".zone.near").count():
            break
    expect(page.locator(".zone.near")).to_have_count(0)


@pytest.mark.parametrize("how", [PHONE, SIDEWAYS], ids=["upright", "sideways"])
def test_the_log_opens_at_its_end_and_is_put_away(visit: Visit, how: Any) -> None:
    page = visit(**how)
    against_bots(page, "ultimatum", 4)
    ready(page)
    side = page.locator("#side")
    page.locator("#do-log").tap()
    expect(side).to_be_visible()
    page.wait_for_function("(told.scrollHeight - told.clientHeight - told.scrollTop) < 2")
    page.keyboard.press("Escape")
    expect(side).to_be_hidden()
    page.locator("#do-log").tap()
    expect(side).to_be_visible()
    page.touchscreen.tap(60, 150)
    expect(side).to_be_hidden()


def test_every_fact_of_a_player_can_be_reached(visit: Visit) -> None:
    page = visit(**PHONE)
    against_bots(page, "ultimatum", 4)
    ready(page)
    told = page.evaluate("[...document.querySelectorAll('.chip .fact')].map(it => it.title)")
    page.locator(".chip").first.tap()
    shown = page.locator("dialog dt").all_inner_texts()
    assert sorted(shown) == sorted(told)
    assert "Activity" in shown


def test_what_somebody_wants_to_be_is_asked(visit: Visit) -> None:
    page = visit(**PHONE)
    card = page.locator("[data-game=pengqueen]")
    card.locator(".play").tap()
    roles = page.locator("dialog .roles button")
    expect(roles).to_have_text(["hunter", "mummy"])
    expect(page.locator("dialog .roles .main")).to_have_text("hunter")
    roles.last.tap()
    page.wait_for_url("**/t/*")
    ready(page)
    expect(page.locator("#prompt-text")).to_contain_text("step")
    page.goto("/")
    card.locator(".play").tap()
    expect(page.locator("dialog .roles .main")).to_have_text("mummy")


def test_only_seats_that_are_there_can_be_chosen(visit: Visit) -> None:
    page = visit()
    page.locator("[data-game=pengqueen] .more").click()
    page.locator("details.rules summary").click()
    seats = page.locator("select[name=mummy_seat]")
    seats.select_option("2")
    page.locator("#setup-players").select_option("2")
    assert seats.locator("option:not([disabled])").count() == 2
    expect(seats).to_have_value("0")


def test_what_is_refused_is_said_beside_it_in_the_readers_language(visit: Visit) -> None:
    page = visit(locale="de-DE", alarm=False)
    page.locator("[data-game=party] .more").click()
    refusal = {
        "error": {"code": "invalid_option", "message": "english", "text": "Das passt nicht."}
    }
    page.route("**/api/v1/tables", lambda route: route.fulfill(status=422, json=refusal))
    page.locator("dialog .setup .main").click()
    line = page.locator("dialog .trouble[role=alert]")
    expect(line).to_have_text("Das passt nicht.")
    expect(line).to_be_in_viewport()


def test_the_mummy_walks_to_where_it_is_sent(visit: Visit, shot: Shot) -> None:
    page = visit()
    against_bots(page, "pengqueen", 3, mummy_seat=0)
    ready(page)
    expect(page.locator(".sprite[data-art=button].quiet")).to_have_text("Stop here")
    cells = page.locator(f"{CAN}[data-id^=cell]")
    far = cells.last.get_attribute("data-id").removeprefix("cell-")
    shot(page, "ways")
    cells.last.click()
    there = re.compile(rf"on {far}\b")
    expect(page.locator(".sprite[data-id=mummy]")).to_have_attribute("aria-label", there)


def test_explaining_quotes_the_rule_and_says_why(visit: Visit) -> None:
    page = visit()
    bot = {"kind": "bot", "level": "greedy"}
    options = {"first": 0}
    seats = [{"kind": "me"}, bot]
    make_table(page, {"game": "party", "seats": seats, "options": options, "start": True})
    ready(page)
    page.locator("#do-ask").click()
    page.locator(f".zone[data-zone=hand] {CAN}").first.click()
    dialog = page.locator("dialog")
    expect(dialog).to_contain_text("You can touch it now")
    expect(dialog.locator("blockquote")).to_contain_text("On your turn you place one card")


def test_a_hint_says_why_and_anything_can_be_taken_back_alone(visit: Visit) -> None:
    page = visit()
    against_bots(page, "party", 2, first=0)
    ready(page)
    before = page.locator(".zone[data-zone=hand] .sprite").count()
    page.locator("#do-hint").click()
    expect(page.locator("#prompt-text")).to_contain_text(
        re.compile(r"Hint: .* of 100 such matches")
    )
    for zone in ("hand", "board"):
        page.locator(f".zone[data-zone={zone}] .sprite.hinted").click()
    expect(page.locator(".zone[data-zone=hand] .sprite:not(.leaving)")).to_have_count(before - 1)
    ready(page)
    page.locator("#do-undo").click()
    expect(page.locator(".zone[data-zone=hand] .sprite:not(.leaving)")).to_have_count(before)
    expect(page.locator("#told")).to_contain_text("this match counts nowhere")


def test_the_fee_of_a_cell_is_seen_before_it_is_touched(visit: Visit) -> None:
    page = visit(**PHONE)
    against_bots(page, "ultimatum", 3, first=0)
    ready(page)
    ids = "[...document.querySelectorAll('.zone[data-zone=hand] .can')].map(it => it.dataset.id)"
    for turn in range(12):
        for name in page.evaluate(ids):
            page.locator(f".sprite[data-id='{name}']").tap()
            notes = page.locator(".sprite.can .note")
            if notes.count():
                assert re.fullmatch(r"\u2212\d+", notes.first.text_content())
                return
        click(page, turn)
        ready(page)
    pytest.fail("no cell had a fee")
