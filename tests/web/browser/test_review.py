"""Reviews and puzzles: the curve, the sentences, exercises, in three languages."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import rookery
from tests.web.browser.conftest import CAN, PATIENCE, against_bots, expect

WORDS = {
    "en": ("Chances to win", "could know", "choose again", "of 5", "without"),
    "fr": ("Chances de gagner", "pouvait savoir", "choisissez à nouveau", "sur 5", "sans"),
    "de": ("Gewinnchancen", "wissen konnte", "Entscheide noch einmal", "von 5", "ohne"),
}


@pytest.fixture(scope="module", autouse=True)
def patience() -> Iterator[None]:
    """Everything here is thought about, by a process that stands back behind all others."""
    expect.set_options(timeout=PATIENCE)
    yield
    expect.set_options(timeout=None)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match in which nobody thought."""
    match = rookery.game("party").start(players=2, seed=7, rounds=1)
    while not match.over:
        match.play(match.legal()[0])
    path = tmp_path_factory.mktemp("saved") / "match.txt"
    path.write_text(match.save(), "utf-8")
    return path


def touch(page: Any) -> None:
    """Choose something in an exercise, whatever it is."""
    for _ in range(3):
        if not page.locator(CAN).count():
            break
        page.locator(CAN).first.click()


@pytest.mark.parametrize("language", WORDS)
def test_a_saved_match_is_reviewed_and_learned_from(
    language: str, saved: Path, visit: Callable[..., Any], shot: Callable[[Any, str], None]
) -> None:
    curve, knows, again, _, without = WORDS[language]
    page = visit("/review", locale=language, viewport={"width": 360, "height": 740})
    page.locator("#file").set_input_files(saved)
    expect(page.locator("#curve-title")).to_have_text(curve)
    # Lines differ by more than colour, and what was costly is marked.
    lines = page.locator("#curve .line")
    expect(lines).to_have_count(2)
    assert lines.nth(0).get_attribute("stroke-dasharray") != lines.nth(1).get_attribute(
        "stroke-dasharray"
    )
    expect(page.locator("#seats li").first).to_contain_text(" 1")  # people count from one
    marks = page.locator("#curve .lesson")
    assert 1 <= marks.count() <= 3
    expect(page.locator("#panel .answer")).to_contain_text(knows)
    expect(page.locator("#panel .why")).not_to_be_empty()
    expect(page.locator("#panel .bars li.played")).to_have_count(1)
    shot(page, "review")
    # Keys lead from decision to decision.
    before = page.locator("#count").inner_text()
    page.locator("#go-next").click()
    expect(page.locator("#count")).not_to_have_text(before)
    page.locator("#go-next").press("ArrowLeft")
    expect(page.locator("#count")).to_have_text(before)
    page.locator("#views [value=known]").check()
    expect(page.locator("#panel .known h3")).to_contain_text(knows)
    # What the others did can be read as well; what is known without it stands beside.
    page.locator("#read").check()
    expect(page.locator("#panel .known li").first).to_contain_text(without)
    # The board then shows one hand only.
    expect(page.locator("#stage .zone[data-name]")).to_have_count(0)
    # A moment to learn from: choose again, and see what comes of it.
    # Figures are not cut off on a phone.
    assert page.evaluate(
        "((it) => it.scrollWidth <= it.clientWidth)(document.querySelector('.scroll'))"
    )
    page.locator("#lessons button").first.click()
    expect(page.locator("#try-again")).to_be_hidden()
    expect(page.locator("#task-title")).to_contain_text(again)
    touch(page)
    expect(page.locator("#answer .answer")).to_be_visible()
    shot(page, "exercise")
    page.locator("#try-again").click()
    expect(page.locator("#answer .answer")).to_have_count(0)
    page.locator("#to-review").click()
    expect(page.locator("#panel")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    with page.expect_download() as kept:
        page.locator("#share-picture").click()
    assert Path(kept.value.path()).read_bytes().startswith(b"\x89PNG")


def test_arrows_lead_through_steps(visit: Callable[..., Any], tmp_path: Path) -> None:
    """On the way to a decision it is told what happens; the curve stays where it is."""
    match = rookery.game("pengqueen").start(players=2, seed=3, limit=1, asks_all=True)
    while not match.over:
        match.play(match.legal()[0])
    file = tmp_path / "match.txt"
    file.write_text(match.save(), "utf-8")
    page = visit("/review#ply=0")
    # However fast one leafs, moments are asked about one at a time.
    held: list[Any] = []
    page.route("**/review/moment?*", lambda route: held.append(route))
    page.locator("#file").set_input_files(file)
    told = set()
    for _ in range(200):
        expect(page.locator("#count")).to_contain_text(f"/ {match.ply}")
        before = page.locator("#count, #tip").all_inner_texts()
        if before[0].startswith(f"{match.ply} "):
            break
        told.add(before[1])
        page.locator("#go-next").click()
        page.wait_for_function(
            "was => ['count', 'tip'].map(it => document.getElementById(it).innerText).join()"
            " !== was",
            arg=",".join(before),
        )
    assert len(told) > 2
    assert any("announces" in it for it in told)
    assert len(held) == 1
    page.locator("#go-first").click()
    with page.expect_response("**/review/moment?*"):
        page.unroute_all()  # lets what is held go on


def test_a_damaged_file_is_refused_where_it_was_chosen(
    saved: Path, tmp_path: Path, visit: Callable[..., Any]
) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_text(saved.read_text("utf-8")[:200], "utf-8")
    page = visit("/review", alarm=False)  # a refusal is an error in a browser's log
    page.locator("#file").set_input_files(broken)
    expect(page.locator("#choose-text")).to_have_text(
        "This saved match is damaged or has been changed."
    )


def test_no_page_reviews_a_running_match(visit: Callable[..., Any]) -> None:
    page = visit("/", alarm=False)
    table = against_bots(page, "party")
    page.goto(f"/review/{table}")
    expect(page.locator("#choose-text")).to_have_text(
        "That is not possible at this point of the match."
    )
    assert page.locator("#review").is_hidden()


@pytest.mark.parametrize("language", WORDS)
def test_the_puzzle_of_the_day_is_answered_and_counted(
    language: str, visit: Callable[..., Any], shot: Callable[[Any, str], None]
) -> None:
    page = visit("/puzzles/ultimatum", locale=language)
    expect(page.locator("#task-text")).to_contain_text(WORDS[language][3])
    touch(page)
    expect(page.locator("#answer .answer")).to_be_visible()
    expect(page.locator("#rating")).to_contain_text("1")
    shot(page, "puzzle")
    page.locator("#another").click()
    expect(page.locator("#answer .answer")).to_have_count(0)
    expect(page.locator(CAN).first).to_be_visible()
