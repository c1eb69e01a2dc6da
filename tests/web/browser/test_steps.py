"""Steps at a table: each is seen before the next one, and heard once."""

import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import rookery
from tests.helpers import short
from tests.web.browser.conftest import (
    CAN,
    LONG,
    against_bots,
    axe,
    click,
    expect,
    ready,
)

Visit = Callable[..., Any]
Shot = Callable[[Any, str], None]

#: Notes what comes to pass on the page, however short it is: what is read aloud, what flies, what
#: happens to things, what is on the board when a summary comes, and whether anybody could choose
#: while something was played.
NOTES = """
const notes = (window.notes = { said: [], flown: [], marks: [], summaries: [], early: 0 });
const ids = (zone) =>
  [...document.querySelectorAll(`.zone[data-zone=${zone}] .sprite:not(.leaving)`)]
    .map((it) => it.dataset.id);
new MutationObserver((changes) => {
  for (const { target, addedNodes, attributeName } of changes) {
    if (attributeName === "data-mark") notes.marks.push(target.dataset.mark);
    for (const node of addedNodes) {
      if (target.id === "live") notes.said.push(node.textContent);
      if (!(node instanceof Element)) continue;
      const mark = node.dataset.mark;
      if (mark) notes.marks.push(mark);
      if (node.matches(".gains")) {
        for (const pill of node.children) notes.flown.push(pill.textContent);
      }
      if (node.matches(".summary")) {
        const status = document.querySelector("#status").textContent;
        notes.summaries.push({ board: ids("board"), hand: ids("hand"), status });
      }
    }
  }
  if (document.querySelector("#stage.playing .can")) notes.early += 1;
}).observe(document, {
  childList: true, subtree: true, attributes: true, attributeFilter: ["data-mark", "class"],
});
"""
#: A summary goes by itself after a while; where it is looked at, it stays as under a pointer.
STAYS = """
new MutationObserver(() => {
  const panel = document.querySelector(".summary:not(.stays)");
  panel?.dispatchEvent(new PointerEvent("pointermove"));
}).observe(document, { childList: true, subtree: true });
"""
MOVING = {"reduced_motion": "no-preference"}


def notes(page: Any) -> Any:
    return page.evaluate("window.notes")


def play_until(page: Any, wanted: str) -> None:
    """Play on until something is on the page, or a condition holds."""
    begun = time.monotonic()
    found = f"() => {wanted}"
    for turn in range(5000):
        page.wait_for_function(
            f"() => {wanted} || document.querySelector({CAN!r}) || document.querySelector('dialog')"
        )
        if page.evaluate(found):
            return
        assert time.monotonic() - begun < LONG
        click(page, turn)
    raise AssertionError("it never comes")


SUMMARY = "document.querySelector('.summary')"


# ---------------------------------------------------------------- the end of a round


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_finished_pyramid_and_a_summary_are_seen_before_the_next_deal(
    visit: Visit, shot: Shot, motion: str
) -> None:
    page = visit(reduced_motion=motion)
    page.context.add_init_script(NOTES)
    page.context.add_init_script(STAYS)
    against_bots(page, "party", players=3, rounds=2)
    play_until(page, SUMMARY)
    shot(page, "summary")
    panel = page.get_by_role("region", name="Round 1 is over.")
    expect(panel).to_contain_text("Greedy bot 1")
    expect(panel).to_contain_text("penalty points so far")
    expect(page.locator("#status")).to_contain_text("Round 1 of 2")
    # 36 cards, of which nobody can place many any more.
    cards = page.locator(".zone[data-zone=board] .sprite[data-id^='card-1-']")
    assert cards.count() > 10
    expect(page.locator(".sprite[data-id^='hand-2-']")).to_have_count(0)
    expect(page.locator(CAN)).to_have_count(0)
    page.keyboard.press("Enter")
    expect(panel).to_have_count(0)
    expect(page.locator(".zone[data-zone=hand] .sprite[data-id^='hand-2-']")).not_to_have_count(0)
    expect(page.locator("#status")).to_contain_text("Round 2 of 2")
    ready(page)
    (seen,) = notes(page)["summaries"]
    assert all(name.startswith("card-1-") for name in seen["board"])
    assert notes(page)["early"] == 0
    # Who comes later gets the end at once. What was told before is in the log, not said again.
    page.reload()
    ready(page)
    expect(page.locator("#status")).to_contain_text("Round 2 of 2")
    assert notes(page)["summaries"] == []
    expect(page.locator("#told")).to_contain_text("Round 1 is over.")
    assert max(Counter(notes(page)["said"]).values()) == 1


def test_a_summary_fits_a_phone_and_everybody_can_read_it(visit: Visit, shot: Shot) -> None:
    page = visit(locale="de", viewport={"width": 360, "height": 640})
    page.context.add_init_script(STAYS)
    against_bots(page, "party", players=6, rounds=2)
    play_until(page, SUMMARY)
    panel = page.locator(".summary")
    expect(panel).to_be_in_viewport(ratio=0.99)
    expect(panel.get_by_role("button")).to_be_in_viewport(ratio=0.99)
    # The board is not covered.
    board = page.locator(".zone[data-zone=board]").bounding_box()
    assert board["height"] > 60
    assert board["y"] + board["height"] <= panel.bounding_box()["y"] + 1
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        shot(page, f"summary-{scheme}")
        assert axe(page) == []


# ---------------------------------------------------------------- shows and dice


def test_points_fly_in_a_show(visit: Visit, shot: Shot) -> None:
    page = visit(**MOVING)
    page.context.add_init_script(NOTES)
    against_bots(page, "ultimatum", width=6, height=6)
    play_until(page, "window.notes.flown.some((it) => it.startsWith('+'))")
    shot(page, "show")
    expect(page.locator("#told")).to_contain_text("is amused")
    assert {"amused", "performed"} <= set(notes(page)["marks"])
    expect(page.locator(".gains")).to_have_count(0)
    assert notes(page)["early"] == 0


def test_dice_roll_and_the_announced_one_stands_out(visit: Visit, shot: Shot) -> None:
    page = visit(**MOVING)
    page.context.add_init_script(NOTES)
    against_bots(page, "pengqueen", players=3)
    play_until(page, "window.notes.marks.includes('announced')")
    shot(page, "announced")
    marks = notes(page)["marks"]
    assert marks.index("rolled") < marks.index("announced")
    assert notes(page)["early"] == 0


# ---------------------------------------------------------------- for those who listen


def caught_up(page: Any, asked: str) -> tuple[list[str], list[str], list[str]]:
    """All that was told; what the page has said and what is in its log, once it has told it all.

    Just after a click its choices are still there, and what comes of it may be on its way.
    """
    begun = time.monotonic()
    while time.monotonic() < begun + LONG:
        ready(page)
        said, log = page.evaluate(
            "() => [window.notes.said, Array.from(told.children, (it) => it.textContent)]"
        )
        events = page.request.get(asked).json()["events"]
        assert not any(event["scene"] for event in events)
        steps = [step for it in events for step in ({"told": it["told"]}, *it["steps"])]
        everything = [text for step in steps for text in step["told"]]
        if len(log) == len(everything):
            return everything, said, log
        page.wait_for_timeout(100)
    raise AssertionError("the page never told everything")


@pytest.mark.parametrize(
    ("game", "motion"),
    [("party", "no-preference"), *((game, "reduce") for game in rookery.games())],
)
def test_each_sentence_is_heard_once(visit: Visit, game: str, motion: str) -> None:
    page = visit(reduced_motion=motion)
    page.context.add_init_script(NOTES)
    rounds = {"rounds": 2} if "rounds" in rookery.game(game).options else {}
    table = against_bots(page, game, **{**short(game), **rounds})
    ready(page)
    for turn in range(10):
        play_until(page, f"document.querySelector({CAN!r}) || document.querySelector('dialog')")
        click(page, turn)
    asked = f"/api/v1/tables/{table}/told?seat=0&limit=500&scenes=false&language=en"
    everything, said, log = caught_up(page, asked)
    # We came to one of the first events; from there on everything is said, in order.
    known = set(everything[-len(said) :])
    heard = [text for text in said if text in known]
    assert len(heard) > min(10, len(everything) // 2)
    assert heard == everything[-len(heard) :]
    # The log has the same, and what was before.
    assert log == everything


def test_what_comes_while_the_past_is_asked_for_is_not_taken_for_the_past(visit: Visit) -> None:
    """The past may be told up to an event that we have not seen yet: that one is to be heard."""
    page = visit(reduced_motion="reduce")

    def ahead(route: Any) -> None:
        answer = route.fetch()
        told = answer.json()
        last = told["events"][-1]
        early = {**last, "number": last["number"] + 1, "told": ["Too early."], "steps": []}
        route.fulfill(response=answer, json={**told, "events": [*told["events"], early]})

    page.route("**/told?*", ahead)
    with page.expect_response("**/told?*"):
        against_bots(page, "party", rounds=1)
    ready(page)
    click(page, 0)
    ready(page)
    expect(page.locator("#told li")).not_to_have_count(0)
    expect(page.locator("#told")).not_to_contain_text("Too early.")


# ---------------------------------------------------------------- only moves


def test_one_who_plays_alone_can_have_only_moves_played(visit: Visit) -> None:
    page = visit()
    expect(page.locator("#my-name")).not_to_have_text("…")
    page.locator(".game[data-game=party] .more").click()
    form = page.locator("form.setup")
    wish = form.get_by_label("no choice")
    expect(wish).to_be_visible()
    expect(wish).not_to_be_checked()
    wish.check()
    # With somebody else at the table, it would tell what one holds.
    form.locator("#setup-seat-1").select_option("open")
    expect(wish).to_be_hidden()
    form.locator("#setup-seat-1").select_option("me")
    expect(wish).to_be_hidden()
    form.locator("#setup-seat-1").select_option("fledgling")
    expect(wish).to_be_visible()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    ready(page)
    name = page.url.rpartition("/")[2]
    assert page.request.get(f"/api/v1/tables/{name}").json()["table"]["automatic"] is True


def test_who_has_played_waits_for_what_comes_of_it(visit: Visit) -> None:
    """At a table of bots alone one could play again in the old scene, and was refused (409)."""
    page = visit()
    against_bots(page, "party", players=2, rounds=1)
    ready(page)
    answered: list[str] = []

    def answer(route: Any) -> None:  # that it was played, though nothing ever comes of it
        answered.append(route.request.url)
        route.fulfill(status=200, json={"event": 1})

    page.route("**/actions", answer)
    for turn in range(10):  # a card, and perhaps a place for it
        if answered:
            break
        click(page, turn)
    expect(page.locator("#do-undo")).to_be_enabled()
    assert page.locator(CAN).count() == 0
