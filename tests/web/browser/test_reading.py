"""Rule books, lessons and replays in the browser."""

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import rookery
from rookery.core.folder import file_of
from rookery.web.books import book
from tests.web.browser.conftest import (
    CAN,
    against_bots,
    axe,
    expect,
    make_table,
    play_out,
    ready,
    result,
)

Visit = Callable[..., Any]
Shot = Callable[[Any, str], None]

GOLDEN = Path(__file__).parents[2] / "golden"
PHONE = {"viewport": {"width": 360, "height": 640}}
BOOKS = [game for game in rookery.games() if book(game, "en")]
LESSONS = [game for game in rookery.games() if file_of(game, "lessons/en.json")]


def fits(page: Any) -> None:
    """Nothing to be scrolled sideways."""
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0


# ---------------------------------------------------------------- rule books


@pytest.mark.parametrize("game", BOOKS)
def test_a_rule_can_be_linked_to_and_stands_out(visit: Visit, shot: Shot, game: str) -> None:
    text = book(game, "en")
    assert text is not None
    rules = [name for part in text.sections for kind, name, _ in part.blocks if kind == "rule"]
    rule = rules[len(rules) * 2 // 3]
    page = visit(f"/rules/{game}#{rule}", **PHONE)
    expect(page.locator(f"#{rule}")).to_be_in_viewport()
    plain = page.locator(".rule").first.evaluate("it => getComputedStyle(it).backgroundColor")
    target = page.locator(f"#{rule}").evaluate("it => getComputedStyle(it).backgroundColor")
    assert plain != target
    fits(page)
    shot(page, "phone")
    for figure in page.locator("figure svg").all():
        box = figure.bounding_box()
        assert 0 < box["width"] <= 360
    if game in LESSONS:
        page.get_by_role("link", name="Learn by playing").click()
        page.wait_for_url(f"**/learn/{game}*")


def test_a_rule_book_speaks_the_chosen_language(visit: Visit) -> None:
    page = visit("/rules/party", locale="fr-FR")
    expect(page.get_by_role("heading", name="Placer un pingouin")).to_be_visible()
    page.locator("#languages summary").click()
    page.locator('#languages a[hreflang="de"]').click()
    expect(page.get_by_role("heading", name="Einen Pinguin legen")).to_be_visible()


# ---------------------------------------------------------------- lessons


def take(page: Any, wrong: bool = False) -> None:
    """Do what the step asks for, as the hint shows it, or something else that is allowed."""
    if wrong:
        hinted = page.locator(".sprite.hinted")
        ids = hinted.evaluate_all("list => list.map(it => it.dataset.id)")
        for _ in range(3):
            others = page.locator(CAN)
            names = others.evaluate_all("list => list.map(it => it.dataset.id)")
            free = [at for at, name in enumerate(names) if name not in ids] or [0]
            others.nth(free[0]).click(force=True)
            if page.locator("#answer").inner_text():
                return
        return
    for _ in range(3):
        if "main" in (page.locator("#on").get_attribute("class") or ""):
            return
        page.locator(f".sprite.hinted:is({CAN})").first.click(force=True)


# Words are longest in German; tests/web/test_lessons.py proves the steps of all languages alike.
@pytest.mark.parametrize(
    ("game", "language"),
    [*((game, "de-DE") for game in LESSONS), (LESSONS[0], "en-GB"), (LESSONS[-1], "fr-FR")],
)
def test_a_lesson_leads_to_its_end(visit: Visit, shot: Shot, game: str, language: str) -> None:
    page = visit(f"/learn/{game}", locale=language, **PHONE)
    expect(page.locator(CAN)).not_to_have_count(0)
    count = int(re.findall(r"\d+", page.locator("#progress").inner_text())[-1])
    for number in range(1, count + 1):
        expect(page.locator("#progress")).to_contain_text(str(number))
        fits(page)
        page.locator("#show").click()
        expect(page.locator(".sprite.hinted")).not_to_have_count(0)
        take(page)
        expect(page.locator("#answer")).to_have_class(re.compile("well"))
        expect(page.locator("#on")).to_be_focused()
        shot(page, f"{number}")
        if number < count:
            page.keyboard.press("Enter")
    page.locator("#on").click()
    page.wait_for_url(lambda url: "/learn/" not in url)


def test_another_action_is_answered_kindly_and_can_be_tried_again(visit: Visit) -> None:
    page = visit("/learn/party#step=2")
    expect(page.locator("#step-title")).to_have_text("One row higher")
    page.locator("#show").click()
    take(page, wrong=True)
    expect(page.locator("#answer")).to_have_class(re.compile("not"))
    page.locator("#show").click()
    take(page)
    expect(page.locator("#answer")).to_have_class(re.compile("well"))
    page.locator("#back").click()
    expect(page.locator("#step-title")).to_have_text("The base")
    assert page.url.endswith("#step=1")


# ---------------------------------------------------------------- replays


def upload(page: Any, name: str) -> rookery.Match:
    text = (GOLDEN / name).read_text("utf-8")
    page.locator("#file").set_input_files(GOLDEN / name)
    expect(page.locator("#film")).to_be_visible()
    return rookery.load(text)


MATCHES = ["party-3-round.txt", "ultimatum-3-small.txt", "pengqueen-3-players.txt"]


def moment(page: Any) -> tuple[int, int]:
    """The event that is shown, and which of its frames, from 1."""
    part = page.locator("#part").inner_text()
    return (
        int(page.locator("#count").inner_text().split(" / ")[0]),
        int(part.split(" / ")[0]) if part else 1,
    )


@pytest.mark.parametrize("name", MATCHES)
def test_a_saved_match_is_shown_again(visit: Visit, shot: Shot, name: str) -> None:
    page = visit("/replay", **PHONE)
    match = upload(page, name)
    count = page.locator("#count")
    expect(count).to_have_text(f"1 / {match.ply + 1}")
    fits(page)
    expect(page.locator("#told")).not_to_be_empty()
    page.locator("#go-first").click()
    seen = [moment(page)]
    for turn in range(12):
        address = page.url
        if turn % 2:
            page.locator("#go-next").click()
        else:
            page.keyboard.press("ArrowRight")
        page.wait_for_function("(old) => location.href !== old", arg=address)
        seen.append(moment(page))
    # One frame after the other: those of an event, then the next event.
    for before, after in pairwise(seen):
        assert after in ((before[0], before[1] + 1), (before[0] + 1, 1))
    shot(page, "begin")
    for wanted in reversed(seen[:-1]):
        address = page.url
        page.keyboard.press("ArrowLeft")
        page.wait_for_function("(old) => location.href !== old", arg=address)
        assert moment(page) == wanted
    page.locator("#go-last").click()
    expect(page.locator("#result")).to_be_visible()
    shot(page, "end")
    page.locator("#go-first").click()
    page.locator("#speed").select_option("8")
    page.locator("#run").click()
    expect(count).to_have_text(re.compile(r"^[4-9] / "))
    page.locator("#run").click()


@pytest.mark.parametrize("name", MATCHES)
def test_a_list_of_moves_leads_to_each_of_them(visit: Visit, shot: Shot, name: str) -> None:
    page = visit("/replay", viewport={"width": 1440, "height": 900})
    upload(page, name)
    moves = page.locator("#moves button")
    expect(moves).not_to_have_count(0)
    current = page.locator("#moves [aria-current]")
    for at in (9, 3, moves.count() - 1):
        text = moves.nth(at).inner_text()
        moves.nth(at).click()
        expect(page.locator("#told")).to_have_text(text)
        expect(current).to_have_count(1)
        expect(current).to_have_text(text)
    # Stepping brings the current one into sight.
    page.locator("#go-first").click()
    expect(current).to_have_text(moves.first.inner_text())
    expect(current).to_be_in_viewport()
    shot(page, "list")
    # By keys: one of them is in the order of the Tab key, arrows lead on.
    expect(page.locator("#moves button[tabindex='0']")).to_have_count(1)
    current.focus()
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    text = moves.nth(4).inner_text()
    expect(moves.nth(4)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#told")).to_have_text(text)


def test_replays_can_be_jumped_through_by_turn_and_round(visit: Visit) -> None:
    page = visit("/replay")
    match = upload(page, "party-3-match.txt")
    expect(page.locator("#moves button")).not_to_have_count(0)
    told = page.locator("#told")
    page.locator("#next-round").click()
    expect(told).to_contain_text("Round 2 of 3 begins")
    begun = moment(page)
    page.locator("#next-round").click()
    expect(told).to_contain_text("Round 3 of 3 begins")
    page.locator("#previous-round").click()
    expect(told).to_contain_text("Round 2 of 3 begins")
    # One step before that, the round that is over is summed up.
    page.locator("#go-previous").click()
    expect(told).to_contain_text("Round 1 is over.")
    expect(page.locator("#result")).to_contain_text("penalty points so far")
    page.locator("#previous-round").click()
    expect(page.locator("#count")).to_have_text(f"1 / {match.ply + 1}")
    # Each turn of the first cards is one action.
    page.locator("#next-turn").click()
    expect(page.locator("#count")).to_have_text(f"2 / {match.ply + 1}")
    page.locator("#run").focus()
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#count")).to_have_text(f"3 / {match.ply + 1}")
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator("#count")).to_have_text(f"2 / {match.ply + 1}")
    assert begun[0] > 10


def test_a_game_without_rounds_offers_no_jumps_by_round(visit: Visit) -> None:
    page = visit("/replay")
    upload(page, "ultimatum-3-small.txt")
    expect(page.locator("#moves button")).not_to_have_count(0)
    expect(page.locator("#next-turn")).to_be_visible()
    expect(page.locator("#next-round")).to_be_hidden()


@pytest.mark.parametrize("eyes", ["all", "2"])
def test_a_saved_match_is_played_on_from_any_moment(visit: Visit, eyes: str) -> None:
    page = visit("/replay")
    match = upload(page, "party-3-match.txt")
    # Other eyes may take a while to come: who plays on meanwhile has the seat that was chosen.
    held: list[Any] = []

    def hold(route: Any) -> None:
        seat = route.request.post_data_json["seat"]
        if seat is None or held:
            route.continue_()
        else:
            held.append(route)

    page.route("**/api/v1/replay?*", hold)
    page.locator("#eyes").select_option(eyes)
    page.locator("#moment").fill("9")
    expect(page.locator("#count")).to_have_text(f"9 / {match.ply + 1}")
    while match.ply > 8:
        match.undo()
    page.get_by_role("button", name="Play on from here").click()
    for route in held:
        route.continue_()
    page.wait_for_url("**/t/*")
    ready(page)
    table = page.url.rpartition("/")[2]
    answer = page.request.get(f"/api/v1/tables/{table}").json()
    assert answer["mine"] == [match.turn if eyes == "all" else 2]
    kinds = [seat["kind"] for seat in answer["table"]["seats"]]
    assert sorted(kinds) == ["bot", "bot", "person"]
    # The cards that were placed by then lie there.
    placed = len([it for it in match.everything().scene([]).sprites if it.zone == "board"])
    cards = page.locator(".zone[data-zone=board] .sprite[data-id^='card-']")
    assert cards.count() >= placed


def test_at_the_end_there_is_nothing_to_play_on(visit: Visit) -> None:
    page = visit("/replay")
    upload(page, "party-3-round.txt")
    on = page.get_by_role("button", name="Play on from here")
    expect(on).to_be_enabled()
    page.locator("#go-last").click()
    expect(on).to_be_disabled()


def test_eyes_can_be_changed_at_any_moment(visit: Visit) -> None:
    page = visit("/replay", viewport={"width": 1440, "height": 900})
    match = upload(page, "party-3-round.txt")
    expect(page.locator(".zone")).to_have_count(match.players + 1)
    page.locator("#moment").fill("12")
    expect(page.locator("#count")).to_have_text(f"12 / {match.ply + 1}")
    page.locator("#eyes").select_option("1")
    expect(page.locator(".zone")).to_have_count(2)
    # Everybody sees every action of this game, so the moment has the same number.
    expect(page.locator("#count")).to_have_text(f"12 / {match.ply + 1}")
    assert page.url.endswith("#seat=1&event=12")
    # The list tells what these eyes saw.
    expect(page.locator("#moves")).to_contain_text("You ")
    page.locator("#eyes").select_option("watch")
    expect(page.locator(".zone")).to_have_count(1)
    expect(page.locator("#moves")).not_to_contain_text("You ")


def test_what_is_no_match_is_refused(visit: Visit) -> None:
    page = visit("/replay", alarm=False)
    file = {"name": "x.txt", "mimeType": "text/plain", "buffer": b"nothing"}
    page.locator("#file").set_input_files(file)
    expect(page.locator(".toast.bad")).to_be_visible()
    expect(page.locator("#choose")).to_be_visible()


def test_a_finished_table_has_its_replay_with_a_link_to_each_moment(
    visit: Visit, shot: Shot
) -> None:
    page = visit("/")
    table = against_bots(page, "party", rounds=1)
    play_out(page)
    result(page).get_by_role("link", name="Replay").click()
    page.wait_for_url(f"**/replay/{table}*")
    expect(page.locator("#film")).to_be_visible()
    name = page.locator("#eyes option").nth(1).inner_text()
    expect(page.locator("#seated")).to_contain_text(name)
    page.locator("#go-next").click()
    page.locator("#go-next").click()
    expect(page.locator("#count")).to_have_text(re.compile("^3 / "))
    shot(page, "open")
    # Also to a moment in the middle of an event.
    page.locator("#go-last").click()
    page.locator("#go-previous").click()
    expect(page).to_have_url(re.compile("&step="))
    told = page.locator("#told").inner_text()
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator("#told")).to_have_text(told)
    with page.expect_download() as waiting:
        page.locator("#download").click()
    saved = rookery.load(Path(waiting.value.path()).read_text("utf-8"))
    assert saved.over
    # Whoever sat there can play on; others cannot.
    page.locator("#go-first").click()
    expect(page.locator("#play-on")).to_be_enabled()
    page.locator("#play-on").click()
    page.wait_for_url("**/t/*")
    ready(page)


def test_a_match_of_others_can_be_seen_but_not_played_on(visit: Visit) -> None:
    page = visit("/")
    seats = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]
    body = {"game": "party", "seats": seats, "options": {"rounds": 1}, "start": True}
    table = make_table(page, {**body, "public": True})
    play_out(page)
    other = visit(f"/replay/{table}")
    expect(other.locator("#film")).to_be_visible()
    expect(other.locator("#download")).to_be_visible()
    expect(other.locator("#play-on")).to_be_hidden()


def test_a_table_that_is_played_is_shown_instead_of_a_replay(visit: Visit) -> None:
    page = visit("/")
    table = against_bots(page, "party", rounds=1)
    page.goto(f"/replay/{table}")
    page.wait_for_url(f"**/t/{table}")


# ---------------------------------------------------------------- access


@pytest.mark.parametrize("path", ["/rules/pengqueen", "/learn/ultimatum", "/replay"])
def test_axe_finds_nothing(visit: Visit, path: str) -> None:
    page = visit(path)
    if path == "/replay":
        assert axe(page) == []
        upload(page, "party-3-round.txt")
        page.locator("#go-last").click()
        expect(page.locator("#result")).to_be_visible()
    elif path.startswith("/learn"):
        expect(page.locator(CAN)).not_to_have_count(0)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert axe(page) == [], scheme


@pytest.mark.parametrize("game", rookery.games())
def test_rule_books_fit_every_screen(visit: Visit, shot: Shot, game: str) -> None:
    page = visit(f"/rules/{game}", locale="de-DE")
    expect(page.locator("article.book h1")).to_be_visible()
    for width in (360, 768, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        fits(page)
        shot(page, f"{width}")


def test_a_replay_says_that_it_is_coming(visit: Visit) -> None:
    page = visit("/replay")
    expect(page.locator("#choose")).to_be_visible()
    expect(page.locator("#loading")).to_be_hidden()
    page.route("**/api/v1/tables/**", lambda _: None)  # no answer yet
    page.goto("/replay/0123456789")
    expect(page.locator("#loading")).to_have_text("One moment…")
    expect(page.locator("#loading")).to_be_visible()
