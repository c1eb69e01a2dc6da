"""Reviews over HTTP: never before the end, whole after it; puzzles that keep their secrets."""

import asyncio
import json
import random
from types import SimpleNamespace
from typing import Any

import pytest

import rookery
from rookery.core.kernel import COMPILED
from rookery.review.puzzles import of_day, shipped
from rookery.review.reviewing import figures_of
from rookery.server.reviewing import show_puzzle
from rookery.server.reviews import BEGINNER, Reviews, answered, fitting, puzzling_of, rated, today
from tests.server.api.client import Guest

pytestmark = pytest.mark.skipif(not COMPILED, reason="searches need compiled rules")


def whole(guest: Guest, news: dict[str, Any]) -> dict[str, Any]:
    """The review, when it is done."""
    seen = []
    while not news["review"]:
        seen.append(news["done"])
        news = guest.get(f"/reviews/{news['id']}")
    assert seen == sorted(seen)
    return dict(news["review"])


def test_during_a_match_there_is_no_review_for_anybody(mira: Guest, noor: Guest) -> None:
    table = mira.hot_seat("party", 2, public=True)
    for who in (mira, noor):
        for depth in ("quick", "deep"):
            found = who.cannot_get(f"/tables/{table}/review", depth=depth)
            assert (found.status, found.code) == (409, "wrong_time")
        # Nor the text that everything else is asked with.
        assert who.cannot_get(f"/tables/{table}/save").code == "wrong_time"
    unfinished = rookery.game("party").start(players=2, seed=1).save()
    for path, more in (
        ("/review", {}),
        ("/review/moment", {"ply": 0, "known": True}),
        ("/review/answer", {"ply": 0, "action": "r>"}),
    ):
        found = mira.cannot_post(path, match=unfinished, **more)
        assert (found.status, found.code) == (409, "wrong_time"), path


def test_a_finished_match_is_reviewed_once_and_kept(mira: Guest) -> None:
    table = mira.hot_seat("party", 2, options={"rounds": 1})
    mira.play(table, 2, random.Random(3).choice)
    review = whole(mira, mira.get(f"/tables/{table}/review", depth="quick"))
    for it in review["seats"]:
        parts = it["before"] + it["own"] + it["others"] + it["hidden"] + it["luck"]
        assert parts == pytest.approx(it["result"], abs=1e-5)
    again = mira.get(f"/tables/{table}/review", depth="quick")
    assert again["review"] == review
    text = mira.http.get(f"/tables/{table}/save").text
    decision = next(it for it in review["decisions"] if it["legal"] > 2)
    other = next(it for it in decision["alternatives"] if it != decision["action"])
    asked = {"match": text, "ply": decision["ply"], "names": ["Ada", "Bo"]}
    moment = mira.post("/review/moment", **asked, actions=[other], best=other, known=True)
    assert moment["seat"] == decision["seat"]
    assert moment["why"]
    assert moment["options"][0]["text"]
    assert moment["known"][0]["name"] == f"In the hand of {['Ada', 'Bo'][1 - moment['seat']]}"
    verdict = mira.post("/review/answer", **asked, action=other)
    assert verdict["right"] == (verdict["best"] == other)
    assert 0 <= verdict["chance"] <= verdict["best_chance"] + 0.1
    assert verdict["told"]
    assert mira.cannot_post("/review/moment", match=text, ply=10_000).code == "invalid_option"


def test_a_damaged_file_is_refused_clearly(mira: Guest) -> None:
    match = rookery.game("party").start(players=2, seed=5, rounds=1)
    while not match.over:
        match.play(match.legal()[0])
    text = match.save()
    for damaged in ("hello", text[: len(text) // 2], text.replace("party", "chess", 1)):
        found = mira.cannot_post("/review", match=damaged)
        assert found.status in (409, 422)
        assert found.code in ("broken_save", "unknown_game", "wrong_time")
        assert "Traceback" not in found.message
    assert mira.cannot_post("/review", match=text, depth="endless").code == "invalid_body"
    assert mira.cannot_get(f"/reviews/{'0' * 32}").code == "not_found"


# ---------------------------------------------------------------- puzzles


@pytest.mark.parametrize("name", rookery.games())
def test_a_puzzle_shows_what_its_seat_sees_and_nothing_else(name: str) -> None:
    game = rookery.game(name)
    for puzzle in shipped(game)[::60]:
        match = puzzle.match(game)
        world = match.redeal(match.turn, seed=3)
        names = [f"Seat {seat + 1}" for seat in range(match.players)]
        seen = world.hidden(match.turn).scene(match.legal(), names)
        assert show_puzzle(name, puzzle.number, "en").scene == seen


def test_puzzles_are_asked_answered_and_counted_once(mira: Guest) -> None:
    game = rookery.game("party")
    first = of_day(game, today())
    assert first is not None
    asked = mira.get("/puzzles/party/today")
    assert asked["number"] == first.number
    assert mira.get("/guests/me/puzzles")["games"] == []
    said = mira.post("/puzzles/party/answer", number=first.number, action=first.best)
    assert said["judgement"]["right"]
    now = said["puzzling"]
    assert now["rating"] > BEGINNER
    assert (now["tried"], now["solved"], now["streak"], now["today"]) == (1, 1, 1, True)
    wrong = next(it for it in asked["scene"]["choices"] if it["action"] != first.best)["action"]
    said = mira.post("/puzzles/party/answer", number=first.number, action=wrong)
    judgement = said["judgement"]
    assert not judgement["right"]
    assert judgement["best"] == first.best
    assert judgement["best_chance"] > judgement["chance"]
    assert judgement["why"]
    assert said["puzzling"] == now  # it was answered before
    assert mira.get("/guests/me/puzzles")["games"] == [now]
    assert mira.get("/puzzles/party", grade=1)["grade"] == 1
    assert mira.cannot_get("/puzzles/party", grade=9).code == "invalid_body"
    assert mira.cannot_get("/puzzles/chess/today").code == "unknown_game"
    found = mira.cannot_post("/puzzles/party/answer", number=1, action="r>")
    assert found.code == "not_found"


class Row:
    """What is kept of a guest, as the database gives it."""

    def __init__(self, **values: Any) -> None:
        vars(self).update(values)


def test_a_rating_goes_to_the_grade_that_somebody_solves() -> None:
    game = rookery.game("party")
    row: Any = None
    chance = random.Random(1)
    for _ in range(60):  # solves all up to grade 3, and none above
        puzzle = fitting(game, row, None)
        kept = answered("me", puzzle, game, row, puzzle.grade <= 3 and chance.random() < 0.9)
        row = Row(**kept) if kept else row
    assert rated(2) < row.rating < rated(5)
    assert 2 <= fitting(game, row, None).grade <= 4


def test_a_streak_is_of_days_and_ends_with_a_day_without() -> None:
    game = rookery.game("party")
    first = of_day(game, today())
    assert first is not None
    kept = {"rating": BEGINNER, "tried": 3, "solved": 3, "longest": 4, "recent": "[]"}
    yesterday = Row(**kept, day=today() - 1, streak=4)
    assert answered("me", first, game, yesterday, True)["streak"] == 5
    assert answered("me", first, game, yesterday, False)["streak"] == 4
    assert puzzling_of("party", yesterday).streak == 4
    long_ago = Row(**kept, day=today() - 3, streak=4)
    assert puzzling_of("party", long_ago).streak == 0
    assert answered("me", first, game, long_ago, True)["streak"] == 1


class Busy(Exception):
    """Raised where a review would be made."""


def test_a_kept_review_is_made_anew_once_figures_are_made_in_another_way() -> None:
    match = rookery.game("party").start(players=2, seed=5, rounds=1)
    while not match.over:
        match.play(match.legal()[0])

    class Stub:
        """A store that has a review, and a process that makes none."""

        kept = ""

        async def review(self, table: str, depth: str) -> str:
            return self.kept

        async def run(self, *given: object, seconds: float) -> None:
            raise Busy

    stub = Stub()
    hub = SimpleNamespace(store=SimpleNamespace(people=stub))

    def ask(kept: dict[str, Any]) -> Any:
        stub.kept = json.dumps(kept)
        found = Reviews(hub, stub).of_table("t", match, "quick", "here")  # type: ignore[arg-type]
        return json.loads(asyncio.run(found).review or b"")

    current = {"figures": figures_of(match.game), "players": 2}
    assert ask(current) == current
    for old in ({"players": 2}, {**current, "figures": "of before"}):
        with pytest.raises(Busy):
            ask(old)
