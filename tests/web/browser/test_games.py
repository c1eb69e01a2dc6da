"""Whole games in the browser, by clicking and by key, alone and together."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest

import rookery
from tests.helpers import short
from tests.web.browser.conftest import (
    CAN,
    LONG,
    PATIENCE,
    against_bots,
    click,
    expect,
    make_table,
    play_out,
    put_away,
    ready,
    result,
    status,
)
from tests.web.helpers import Server

Visit = Callable[..., Any]
Shot = Callable[[Any, str], None]

every_game = pytest.mark.parametrize("game", rookery.games())


@every_game
def test_one_click_in_the_lobby_begins_a_game_against_bots(
    visit: Visit, shot: Shot, game: str
) -> None:
    page = visit()
    # Where one seat plays something else, that is asked first; else the table opens at once.
    roles = f"document.querySelector('.game[data-game={game}] template').content"
    asked = page.evaluate(f"{roles}.querySelector('[data-roles]') !== null")
    page.locator(f".game[data-game={game}] .play").click()
    if asked:
        page.locator(".roles .main").click()
    page.wait_for_url("**/t/*")
    ready(page)
    # The bots have done what they could: from here on nothing is told unless the hand plays.
    told = page.locator("#told").inner_text()
    for turn in range(8):
        ready(page)
        click(page, turn)
    ready(page)
    assert page.locator("#told").inner_text() != told
    shot(page, "middle")


@every_game
def test_a_whole_game_by_clicking(visit: Visit, shot: Shot, game: str) -> None:
    page = visit()
    against_bots(page, game, **short(game))
    touches = play_out(page)
    assert touches > 2
    dialog = result(page)
    shot(page, "end")
    dialog.get_by_text("Was it fair?").click()
    dialog.get_by_role("button", name="Check it").click()
    expect(dialog.locator(".good")).to_contain_text("All fits")
    assert page.locator("#told li").count() > 5


@every_game
def test_a_game_by_keys_alone(visit: Visit, game: str) -> None:
    page = visit()
    against_bots(page, game, **short(game))

    def key(page: Any, turn: int) -> None:
        on = page.evaluate("(can) => document.activeElement?.matches(can) ?? false", CAN)
        page.keyboard.press(("Enter", " ")[turn % 2] if on else "Tab")

    play_out(page, key)
    result(page)


def test_the_tab_key_leads_through_the_hand_from_left_to_right(visit: Visit) -> None:
    page = visit()
    against_bots(page, "party", first=0)
    ready(page)
    cards = page.locator(f".zone[data-zone=hand] {CAN}")
    cards.first.focus()
    seen = []
    for _ in range(cards.count()):
        box = page.locator(".sprite:focus .frame").bounding_box()
        seen.append(box["x"])
        page.keyboard.press("Tab")
    assert len(seen) > 1
    assert seen == sorted(set(seen))


def test_arrows_lead_from_thing_to_thing(visit: Visit) -> None:
    page = visit()
    against_bots(page, "party", first=0)
    ready(page)
    page.locator(CAN).first.focus()
    before = page.evaluate("document.activeElement.dataset.id")
    page.keyboard.press("ArrowRight")
    after = page.evaluate("document.activeElement.dataset.id")
    assert before != after
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.id") == before
    page.keyboard.press("Enter")
    expect(page.locator(".sprite.chosen")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".sprite.chosen")).to_have_count(0)


def test_a_card_can_be_dragged_to_its_place(visit: Visit) -> None:
    page = visit()
    against_bots(page, "party", first=0)
    ready(page)
    card = page.locator(CAN).first
    box = card.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"], box["y"] - 40, steps=3)
    expect(page.locator(".sprite.held")).to_have_count(1)
    goal = page.locator(".sprite[data-art=place]").first.bounding_box()
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=3)
    expect(page.locator(".sprite.over")).to_have_count(1)
    page.mouse.up()
    expect(page.locator("#told")).to_contain_text("You start the base")


def test_what_is_dropped_beside_every_place_goes_back(visit: Visit) -> None:
    page = visit()
    against_bots(page, "party", first=0)
    ready(page)
    name = page.locator(CAN).first.get_attribute("data-id")
    card = page.locator(f".sprite[data-id='{name}'] .frame")
    before = card.bounding_box()
    page.mouse.move(before["x"] + 20, before["y"] + 20)
    page.mouse.down()
    page.mouse.move(5, 200, steps=4)
    page.mouse.up()
    expect(page.locator(".sprite.held")).to_have_count(0)
    assert card.bounding_box() == before
    assert page.locator("#told").get_by_text("the base").count() == 0


def test_two_browsers_meet_by_an_invitation(visit: Visit, shot: Shot) -> None:
    host = visit()
    expect(host.locator("#my-name")).not_to_have_text("…")
    host.locator(".game[data-game=party] .invite").click()
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url("**/t/*")
    link = host.locator(".invitation input").input_value()
    expect(host.locator(".qr path")).to_have_attribute("d", re.compile("^M"))
    shot(host, "room")
    assert "invite=" in link
    guest = visit(link, viewport={"width": 390, "height": 780})
    guest.get_by_label("Your name").fill("Mira")
    shot(guest, "invited")
    guest.get_by_role("button", name="Sit down").click()
    expect(host.locator(".seats")).to_contain_text("Mira")
    host.get_by_role("button", name="Start", exact=True).click()
    pages = [host, guest]
    begun = time.monotonic()
    turn = 0
    while not all(status(page) == "over" for page in pages):
        assert time.monotonic() - begun < LONG
        turn += 1
        for page in pages:
            put_away(page)
            click(page, turn)
    for page in pages:
        expect(page.locator("body")).to_have_attribute("data-status", "over", timeout=PATIENCE)
        result(page)
    expect(guest.locator(".players")).to_contain_text("Mira")
    host.locator("dialog.end").get_by_role("button", name="Play again").click()
    host.wait_for_url(lambda address: link.split("?")[0] not in address)
    guest.locator("dialog.rematch .main").click()
    for page in pages:
        expect(page.locator("body[data-status=running]")).to_have_count(1, timeout=PATIENCE)


def test_a_table_survives_the_servers_restart(visit: Visit, server: Server, shot: Shot) -> None:
    # The console tells of connections that fail; that is what this is about.
    page = visit(alarm=False)
    against_bots(page, "party", rounds=1)
    for turn in range(4):
        ready(page)
        click(page, turn)
    ready(page)
    server.stop()
    expect(page.locator("#connection")).to_be_visible()
    shot(page, "lost")
    server.start()
    expect(page.locator("#connection")).to_be_hidden(timeout=PATIENCE)
    play_out(page)
    result(page)


#: At one and the same moment: the device is passed on, and somebody's hand can be seen.
BOTH_SEEN = """() => {
  const hand = document.querySelector(".zone[data-zone=hand]");
  return document.querySelector(".pass") && hand?.checkVisibility({ visibilityProperty: true });
}"""


def test_one_device_for_two_hides_the_hands(visit: Visit, shot: Shot) -> None:
    page = visit()
    # Bots have most of the cards: to pass the device on takes its time.
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Ben"}]
    seats += [{"kind": "bot", "level": "greedy"}] * 3
    body = {"game": "party", "seats": seats, "options": {"rounds": 1, "first": 1}, "start": True}
    make_table(page, body)
    expect(page.get_by_role("button", name="I am Ben")).to_be_visible()
    expect(page.locator(".zone[data-zone=hand]")).to_be_hidden()
    shot(page, "pass")

    cover = page.locator(".pass button")
    for turn in range(400):
        expect(page.locator(f"{CAN}, .pass button, body[data-status=over]")).not_to_have_count(0)
        if status(page) == "over":
            break
        if cover.count():
            assert not page.evaluate(BOTH_SEEN)
            cover.click()
            expect(cover).to_have_count(0)  # it stays until the hand is drawn
        else:
            click(page, turn)
    assert turn > 10
    result(page)


def test_a_private_link_takes_the_seat_along(visit: Visit) -> None:
    # The console tells of the refusal that the first device gets.
    page = visit(alarm=False)
    against_bots(page, "party", first=0)
    ready(page)
    page.locator("#do-menu").click()
    page.get_by_role("button", name="This seat on another device").click()
    link = page.locator(".link input[readonly]").input_value()
    assert "#" in link
    phone = visit(link, viewport={"width": 360, "height": 640})
    phone.locator("#claim-yes").click()
    phone.wait_for_url("**/t/*")
    ready(phone)
    assert "#" not in phone.url
    expect(page.locator("#prompt-text")).to_contain_text("watching", timeout=PATIENCE)


def test_my_tables_come_along_with_my_link(visit: Visit) -> None:
    page = visit()
    table = against_bots(page, "party", first=0)
    ready(page)
    page.goto("/")
    page.locator("#me").click()
    page.get_by_role("button", name="Your tables on another device").click()
    link = page.locator(".link input[readonly]").input_value()
    phone = visit(link)
    phone.locator("#claim-yes").click()
    expect(phone.locator(f"#mine a[href='/t/{table}']")).to_be_visible()


def test_hint_take_back_and_resignation(visit: Visit) -> None:
    page = visit()
    seats = [{"kind": "me"}, {"kind": "open"}]
    host = page
    table = make_table(host, {"game": "party", "seats": seats, "options": {"first": 0}})
    link = host.locator(".invitation input").input_value()
    guest = visit(link)
    guest.get_by_role("button", name="Sit down").click()
    host.get_by_role("button", name="Start", exact=True).click()
    ready(host)
    host.locator("#do-hint").click()
    expect(host.locator(".sprite.hinted")).not_to_have_count(0)
    expect(host.locator("#prompt-text")).to_contain_text("Hint")
    host.locator(".sprite.hinted.can").first.click()
    host.locator(".sprite.hinted.can:not(.chosen)").first.click()
    expect(guest.locator(".prompt.mine")).to_be_visible()
    host.locator("#do-undo").click()
    expect(host.locator(".prompt.mine")).to_be_visible()
    expect(guest.locator("#told")).to_contain_text("takes the last action back")
    # As long as it is played, it is for those who were invited.
    watcher = visit(f"/t/{table}", alarm=False)
    expect(watcher.locator("#cover")).to_contain_text("Ask somebody who plays there for the link")
    host.locator("#do-menu").click()
    host.get_by_role("button", name="Give up").click()
    host.get_by_role("button", name="Give up").click()
    expect(guest.locator("#told")).to_contain_text("gives up")
