"""The processes' side of a bot's decision: what it is set to, and what it answers."""

import pytest

from rookery.bots.levels import LEVELS
from rookery.core.seen import seen_by
from rookery.games import find
from rookery.server.bot_pool import ROOM, BotTask, think


@pytest.mark.parametrize(("level", "cores"), [("emperor", 1), ("king", 2)])
def test_only_the_king_thinks_on_more_than_one_core(level: str, cores: int) -> None:
    assert LEVELS[level].all_cores == (cores > 1)
    game = find("party")
    match = game.start(2, seed=1)
    assert match.turn is not None
    task = BotTask(
        game=game.name,
        edition=game.default_edition,
        seat=match.turn,
        seen=seen_by(match, match.turn),
        legal=tuple(match.legal()),
        level=level,
        seed=b"12345678",
        milliseconds=1.0,
        cores=2,
    )
    choice = think(task)
    assert choice.action in match.legal()
    assert choice.figures["room"] == cores * ROOM
