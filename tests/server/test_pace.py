"""How long bots take: nothing about a decision can be told from the time it took."""

import inspect

import pytest

from rookery.bots.levels import LEVELS
from rookery.core.match import Match
from rookery.games import find, names
from rookery.server.bot_pool import thinking_time
from rookery.server.pacing import AMPLE, HALF, hides, pause
from tests.helpers import matches

PACE = 0.6


@pytest.mark.parametrize("level", ["random", "greedy", *LEVELS])
def test_every_action_of_a_level_comes_at_the_same_moment(level: str) -> None:
    """However long it thought, at an only action not at all: what counts is the pace."""
    longest = (thinking_time(level) or 0) / 1000
    moments = {round(spent + pause(PACE, level, spent), 9) for spent in (0, 0.01, longest)}
    assert len(moments) == 1
    (moment,) = moments
    assert moment == pytest.approx(max(PACE, AMPLE * longest))
    # On a machine so busy that the time is over, nobody waits any longer.
    assert pause(PACE, level, 60) == 0


def test_the_pause_knows_nothing_of_the_decision() -> None:
    """So times of only actions and of choices come from one distribution."""
    assert list(inspect.signature(pause).parameters) == ["pace", "level", "passed", "waited"]


def test_two_thoughts_fit_into_one_where_one_may_be_hidden() -> None:
    for level in LEVELS:
        part = thinking_time(level, HALF)
        assert part is None or 2 * part / 1000 < pause(PACE, level, 0)


def test_without_a_pace_nobody_waits() -> None:
    assert pause(0, "emperor", 0) == 0


def test_a_decision_that_nobody_may_notice_waits_for_the_one_that_follows() -> None:
    """Q18: to move onto a treasure whose card is held; the time is that of one decision."""
    seen: set[bool] = set()
    for match in matches("pengqueen", 3, 6, "hides", asks_all=True):
        while not match.over and match.ply < 400:
            action = match.legal()[match.ply % len(match.legal())]
            hidden = hides(match, action)
            match.play(action)
            assert hidden == (match.known_ply(None) < match.ply)
            assert not hidden or _decides_on_a_card(match)
            seen.add(hidden)
    assert seen == {True, False}
    for game in filter(lambda game: game.open_actions, map(find, names())):
        open_match = game.start(seed=1)
        assert not hides(open_match, open_match.legal()[0])


def _decides_on_a_card(match: Match) -> bool:
    return [match.notation(action) for action in match.legal()] == ["reveal", "hide"]
