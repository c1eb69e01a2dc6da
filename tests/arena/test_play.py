"""Single matches, forfeits, and what a result is worth."""

import pytest

import rookery
from rookery.arena import Result, Setting, contest
from rookery.arena.play import play
from rookery.arena.results import Forfeit, from_line
from rookery.arena.schedule import solo
from rookery.core.match import Match
from rookery.errors import BrokenResults

GAME = rookery.game("party")


def setting(*bots: str, players: int = 3) -> Setting:
    return contest(GAME, bots, players, 1, options={"rounds": 1})


def strange(name: str) -> str:
    return f"tests.arena.strange:{name}"


def test_a_match_depends_on_its_number_alone() -> None:
    one, other = setting("random", "greedy"), setting("random", "greedy")
    backwards = [play(other, number) for number in reversed(range(8))]
    assert [play(one, number) for number in range(8)] == backwards[::-1]
    assert len({play(one, number).scores for number in range(8)}) > 1


@pytest.mark.parametrize("name", rookery.games())
def test_every_game_is_played_to_its_end(name: str) -> None:
    game = rookery.game(name)
    for players in game.players:
        result = play(contest(game, ("greedy", "random"), players, 3), 1)
        assert result.forfeit is None
        assert result.scores is not None
        assert len(result.scores) == players
        assert result.ending in game.endings
        assert result.plies > 0
        assert from_line(result.to_line()) == result


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Crasher", "crashed: ZeroDivisionError: one over nothing"),
        ("Cheat", "illegal action: action 149"),
        ("Dreamer", "illegal action: an action is a whole number or a text, not None"),
        ("Quitter", "crashed: SystemExit: 0"),
        ("Stillborn", "crashed: RuntimeError: no room"),
    ],
)
def test_a_fault_is_a_forfeit(name: str, reason: str) -> None:
    bot = strange(name)
    table = setting("random", bot)
    for number in range(4):
        result = play(table, number)
        assert result.forfeit is not None
        assert result.forfeit.bot == bot == result.seats[result.forfeit.seat]
        assert result.forfeit.reason.startswith(reason)
        assert "\n" not in result.forfeit.reason
        assert (result.scores, result.winners, result.ending) == (None, (), "forfeit")
        assert from_line(result.to_line()) == result
        assert result.plies < 12


def test_a_broken_rule_is_nobodys_forfeit(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Match, action: object) -> None:
        raise KeyError("a fault of the rules")

    monkeypatch.setattr(Match, "play", broken)
    with pytest.raises(KeyError):
        play(setting("random", "greedy"), 0)


def test_bots_are_told_what_they_may_know_and_whose_turn_it_is() -> None:
    seats: list[int] = []
    result = play(setting("random", "greedy"), 0, seats.append)
    assert seats[:3] == [0, 1, 2]
    assert seats[-1] == -1
    assert len(seats) == 3 + result.plies + 1


def test_settings_reach_the_bot() -> None:
    deep, flat = strange("Settable") + "@depth=3", strange("Settable") + "@depth=0"
    results = {name: play(solo(GAME, (name,), 3, 1), 0) for name in (deep, flat)}
    assert all(result.forfeit is None for result in results.values())
    assert results[deep].scores != results[flat].scores
    wrong = play(setting("random", strange("Settable") + "@width=3"), 0)
    assert wrong.forfeit is not None
    assert "TypeError" in wrong.forfeit.reason


def result(scores: tuple[int, ...] | None, winners: tuple[int, ...], seats: str = "abcd") -> Result:
    return Result(0, tuple(seats), scores, winners, "end", 5)


def test_shares_and_places_of_ties() -> None:
    shared = result((3, 7, 3, 9), (0, 2))
    assert shared.shares() == [0.5, 0, 0.5, 0]
    assert shared.ranking(fewest_wins=True) == [[0, 2], [1], [3]]
    # A tie-break beyond the score: the winner stands before its equal.
    broken = result((3, 7, 3, 9), (2,))
    assert broken.ranking(fewest_wins=True) == [[2], [0], [1], [3]]
    assert result((3, 7, 3, 9), (3,)).ranking(fewest_wins=False) == [[3], [1], [0, 2]]
    draw = result((0, 0, 0, 0), ())
    assert draw.shares() == [0, 0, 0, 0]
    assert draw.ranking(fewest_wins=False) == [[0, 1, 2, 3]]


def test_a_forfeit_costs_all_seats_of_the_bot_and_the_others_share() -> None:
    faulty = Result(0, ("a", "b", "a", "c"), None, (), "forfeit", 2, Forfeit(0, "a", "crashed"))
    assert faulty.shares() == [0, 0.5, 0, 0.5]
    assert faulty.ranking(fewest_wins=True) == [[1, 3], [0, 2]]
    alone = Result(0, ("a", "a"), None, (), "forfeit", 2, Forfeit(0, "a", "crashed"))
    assert alone.shares() == [0, 0]
    assert alone.ranking(fewest_wins=True) == [[0, 1]]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "[]",
        "{}",
        "null",
        '{"match": -1}',
        result((1, 2, 3, 4), (0,)).to_line()[:-9],
        result((1, 2, 3, 4), (0,)).to_line().replace('"match": 0', '"match": "0"'),
        result((1, 2, 3, 4), (0,)).to_line().replace('"plies"', '"more": 1, "plies"'),
        result((1, 2, 3, 4), (0,)).to_line().replace('"forfeit": null', '"forfeit": {"a": 1}'),
    ],
)
def test_a_line_that_is_no_result_is_refused(line: str) -> None:
    with pytest.raises(BrokenResults, match="not a match result"):
        from_line(line)
