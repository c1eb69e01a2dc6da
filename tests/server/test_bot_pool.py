"""The processes' side of a bot's decision: what it is set to, and what it answers."""

from types import SimpleNamespace

import pytest

from rookery.bots.levels import LEVELS
from rookery.core.match import Match
from rookery.core.seen import seen_by
from rookery.games import find
from rookery.server.bot_pool import ROOM, BotTask, think
from rookery.server.pacing import AMPLE


def task_of(match: Match, level: str, milliseconds: float | None) -> BotTask:
    """What whoever is to move is asked."""
    assert match.turn is not None
    return BotTask(
        game=match.game.name,
        edition=match.game.default_edition,
        seat=match.turn,
        seen=seen_by(match, match.turn),
        legal=tuple(match.legal()),
        level=level,
        seed=b"12345678",
        milliseconds=milliseconds,
        cores=2,
    )


@pytest.mark.parametrize(("level", "cores"), [("emperor", 1), ("king", 2)])
def test_only_the_king_thinks_on_more_than_one_core(level: str, cores: int) -> None:
    assert LEVELS[level].all_cores == (cores > 1)
    match = find("party").start(2, seed=1)
    choice = think(task_of(match, level, 1.0))
    assert choice.action in match.legal()
    assert choice.figures["room"] == cores * ROOM


def test_no_decision_takes_what_another_one_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would come later than any pause covers, and tell that it was hard."""
    clock = SimpleNamespace(now=0.0)

    def look() -> float:
        clock.now += 0.005
        return clock.now

    monkeypatch.setattr("rookery.search.budget.time", SimpleNamespace(perf_counter=look))
    match = find("party").start(2, seed=1)
    took = []
    while not match.over and match.ply < 30:
        begun = clock.now
        match.play(think(task_of(match, "emperor", 100.0)).action)
        took.append(clock.now - begun)
    assert min(took) < 0.08
    assert max(took) < 0.1 * AMPLE
