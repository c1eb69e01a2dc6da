"""The table: from results with known answers."""

import random

import pytest

import rookery
from rookery.arena import Result, Setting, contest, standings
from rookery.arena.ratings import mean_places, rate
from rookery.arena.results import Forfeit

GAME = rookery.game("party")


def setting(*bots: str, players: int = 2) -> Setting:
    return contest(GAME, bots, players, 1)


def won_by(table: Setting, match: int, bot: str) -> Result:
    seats = table.seats(match)
    winners = tuple(seat for seat, name in enumerate(seats) if name == bot)[:1]
    scores = tuple(0 if seat in winners else 4 for seat in range(len(seats)))
    return Result(match, seats, scores, winners, "won outright", 9)


def test_a_contest_of_known_results() -> None:
    table = setting("random", "greedy")
    results = [won_by(table, match, "greedy" if match % 8 else "random") for match in range(80)]
    random.Random(1).shuffle(results)
    found = standings(table, results)
    assert (found.played, found.deals) == (80, 40)
    best, last = found.rows
    assert (best.bot, last.bot) == ("greedy", "random")
    assert best.share.mean == pytest.approx(7 / 8)
    assert [place.mean for place in last.places] == pytest.approx([1 / 8, 7 / 8])
    assert best.score.mean == pytest.approx(0.5)
    assert best.duels["random"].mean == pytest.approx(7 / 8)
    assert best.share.low < 7 / 8 < best.share.high
    assert best.rating is not None
    assert last.rating is not None
    assert best.rating.mean > last.rating.mean
    assert found.to_dict() == standings(table, sorted(results, key=lambda r: r.match)).to_dict()


def test_only_whole_deals_count() -> None:
    table = setting("random", "greedy")
    results = [won_by(table, match, "greedy") for match in (0, 1, 2, 5, 7)]
    found = standings(table, results)
    assert (found.played, found.deals) == (5, 1)
    nothing = standings(table, results[2:])
    assert nothing.deals == 0
    assert nothing.to_dict()["bots"][0]["win_share"] == [None, None, None]


def test_forfeits_have_no_score_and_are_listed() -> None:
    table = setting("random", "greedy")
    results = [won_by(table, match, "greedy") for match in range(4)]
    seats = table.seats(2)
    forfeit = Forfeit(seats.index("greedy"), "greedy", "crashed")
    results[2] = Result(2, seats, None, (), "forfeit", 1, forfeit)
    found = standings(table, results)
    row = next(row for row in found.rows if row.bot == "greedy")
    assert row.share.mean == pytest.approx(3 / 4)
    assert row.score.mean == pytest.approx(0)
    assert row.forfeits == 1
    assert found.to_dict()["forfeits"] == [
        {"match": 2, "seat": forfeit.seat, "bot": "greedy", "reason": "crashed"}
    ]


def test_two_seats_of_a_bot_share_its_fate() -> None:
    table = setting("random", "greedy", players=3)
    results = [won_by(table, match, "greedy") for match in range(20)]
    best, last = standings(table, results).rows
    assert (best.bot, best.share.mean, last.share.mean) == ("greedy", 1.0, 0.0)
    for row in (best, last):
        assert sum(place.mean for place in row.places) == pytest.approx(1)
    tied = Result(0, ("a", "b", "a"), (0, 3, 3), (0,), "end", 5)
    assert mean_places(tied, fewest_wins=True) == {"a": (1 + 2.5) / 2, "b": 2.5}


def test_ratings_find_known_strengths_again() -> None:
    pytest.importorskip("openskill")
    truth = {"random": 20.0, "greedy": 25.0, "a": 27.0, "b": 30.0}
    table = Setting(GAME, 4, tuple(truth), 1, GAME.edition(), {})
    chance = random.Random(3)
    results = []
    for match in range(2000):
        seats = table.seats(match)
        shown = [chance.gauss(truth[bot], 25 / 6) for bot in seats]
        order = sorted(range(4), key=lambda seat: -shown[seat])
        scores = tuple(order.index(seat) for seat in range(4))
        results.append(Result(match, seats, scores, (order[0],), "end", 5))
    rated = rate(table, results)
    middle = sum(rating.mean for rating in rated.values()) / 4 - sum(truth.values()) / 4
    for bot, rating in rated.items():
        assert rating.mean - middle == pytest.approx(truth[bot], abs=1.2)
        assert 0.1 < rating.deviation < 1


def test_without_openskill_there_are_no_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rookery.arena.ratings._model", lambda: None)
    table = setting("random", "greedy")
    found = standings(table, [won_by(table, match, "greedy") for match in range(4)])
    assert [row["rating"] for row in found.to_dict()["bots"]] == [None, None]
