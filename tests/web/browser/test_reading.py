"""Rule books, lessons and replays in the browser."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rookery
from tests.web.browser.conftest import CAN, against_bots, expect, play_out, result
from tests.web.helpers import node_modules

Visit = Callable[..., Any]
Shot = Callable[[Any, str], None]

GOLDEN = Path(__file__).parents[2] / "golden"
PHONE = {"viewport": {"width": 360, "height": 640}}


def fits(page: Any) -> None:
    """Nothing to be scrolled sideways."""
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0


# ---------------------------------------------------------------- rule books


@pytest.mark.parametrize("game", rookery.games())
def test_a_rule_can_be_linked_to_and_stands_out(visit: Visit, shot: Shot, game: str) -> None:
    rule = {"party": "P13", "ultimatum": "U22", "pengqueen": "Q15"}[game]
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


@pytest.mark.parametrize("game", rookery.games())
@pytest.mark.parametrize("language", ["en-GB", "fr-FR", "de-DE"])
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


@pytest.mark.parametrize(
    "name", ["party-3-round.txt", "ultimatum-3-small.txt", "pengqueen-3-players.txt"]
)
def test_a_saved_match_is_shown_again(visit: Visit, shot: Shot, name: str) -> None:
    page = visit("/replay", **PHONE)
    match = upload(page, name)
    count = page.locator("#count")
    expect(count).to_have_text(f"1 / {match.ply + 1}")
    fits(page)
    page.locator("#go-next").click()
    expect(count).to_have_text(f"2 / {match.ply + 1}")
    expect(page.locator("#told")).not_to_be_empty()
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text(f"3 / {match.ply + 1}")
    shot(page, "begin")
    page.locator("#go-last").click()
    expect(page.locator("#result")).to_be_visible()
    shot(page, "end")
    page.locator("#go-first").click()
    page.locator("#speed").select_option("8")
    page.locator("#run").click()
    expect(count).to_have_text(re.compile(r"^[4-9] / "))
    page.locator("#run").click()


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
    page.locator("#eyes").select_option("watch")
    expect(page.locator(".zone")).to_have_count(1)


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
    expect(page.locator("#people")).to_contain_text(name)
    page.locator("#go-next").click()
    page.locator("#go-next").click()
    expect(page.locator("#count")).to_have_text(re.compile("^3 / "))
    told = page.locator("#told").inner_text()
    shot(page, "open")
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator("#told")).to_have_text(told)
    with page.expect_download() as waiting:
        page.locator("#download").click()
    saved = rookery.load(Path(waiting.value.path()).read_text("utf-8"))
    assert saved.over


def test_a_table_that_is_played_is_shown_instead_of_a_replay(visit: Visit) -> None:
    page = visit("/")
    table = against_bots(page, "party", rounds=1)
    page.goto(f"/replay/{table}")
    page.wait_for_url(f"**/t/{table}")


# ---------------------------------------------------------------- access


@pytest.mark.parametrize("path", ["/rules/pengqueen", "/learn/ultimatum", "/replay", "film"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(visit: Visit, path: str, scheme: str) -> None:
    axe = (node_modules() / "axe-core/axe.min.js").read_text("utf-8")
    page = visit("/replay" if path == "film" else path, color_scheme=scheme)
    if path == "film":
        upload(page, "party-3-round.txt")
        page.locator("#go-last").click()
        expect(page.locator("#result")).to_be_visible()
    elif path.startswith("/learn"):
        expect(page.locator(CAN)).not_to_have_count(0)
    page.evaluate(axe)
    found = page.evaluate("axe.run()")
    serious = [
        (it["id"], [node["html"][:200] for node in it["nodes"]][:3])
        for it in found["violations"]
        if it["impact"] in ("serious", "critical")
    ]
    assert serious == []


@pytest.mark.parametrize("path", ["/rules/party", "/rules/ultimatum", "/rules/pengqueen"])
@pytest.mark.parametrize("width", [360, 768, 1440])
def test_rule_books_fit_every_screen(visit: Visit, shot: Shot, path: str, width: int) -> None:
    page = visit(path, viewport={"width": width, "height": 800}, locale="de-DE")
    expect(page.locator("figure").first).to_be_visible()
    fits(page)
    shot(page, "page")
