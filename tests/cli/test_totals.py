"""Figures of many games, gathered chunk by chunk."""

import numpy as np
import pytest

import rookery
from rookery.cli.simulate import Totals
from rookery.core.simulate import Outcomes


@pytest.mark.parametrize("games", [1, 2, 7, 100, 101])
def test_figures_are_those_of_all_games_at_once(games: int) -> None:
    game = rookery.game("party")
    chance = np.random.default_rng(games)
    decisions = chance.integers(3, 30, games)
    scores = chance.integers(-9, 40, (games, 3))
    shares = chance.random((games, 3))
    endings = chance.integers(0, len(game.endings), games)
    tally = Totals(3, len(game.endings))
    for part in np.array_split(np.arange(games), min(games, 5)):
        tally.add(Outcomes(decisions[part], scores[part], shares[part], endings[part]))
    found = tally.figures(game)
    assert found["games"] == games
    lengths = found["decisions"]
    assert lengths["total"] == decisions.sum()
    assert lengths["mean"] == pytest.approx(decisions.mean())
    assert lengths["median"] == np.median(decisions)
    assert (lengths["shortest"], lengths["longest"]) == (decisions.min(), decisions.max())
    assert found["scores"]["mean"] == pytest.approx(scores.mean(axis=0))
    assert found["scores"]["lowest"] == scores.min(axis=0).tolist()
    assert found["scores"]["highest"] == scores.max(axis=0).tolist()
    assert found["win_share"] == pytest.approx(shares.mean(axis=0))
    assert (
        list(found["endings"].values())
        == np.bincount(endings, minlength=len(game.endings)).tolist()
    )
