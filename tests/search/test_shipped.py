"""The nets that come with games: whole, small, and better than the rules of thumb they correct."""

from pathlib import Path

import numpy as np
import pytest

import rookery
from rookery.core import rng
from rookery.core.folder import file_of
from rookery.errors import BrokenNet
from rookery.search import net
from rookery.search.net import FILE, edition_key, read, shipped
from rookery.train.learning import Learner, fresh_weights
from rookery.train.selfplay import Task, self_play

WITH_NET = [name for name in rookery.games() if file_of(name, FILE)]


def path_of(name: str) -> Path:
    path = file_of(name, FILE)
    assert path is not None
    return path


@pytest.mark.parametrize("name", WITH_NET)
def test_it_is_small_and_says_how_it_was_trained(name: str) -> None:
    game, data = rookery.game(name), path_of(name).read_bytes()
    assert len(data) < 4_000_000
    _, about = read(game, data)
    assert about["editions"] == [edition_key(game.edition())]
    assert about["plan"]["game"] == name
    assert about["plan"]["players"] == [*game.players]


@pytest.mark.parametrize("name", WITH_NET)
def test_it_knows_better_than_the_estimate_how_matches_end(name: str) -> None:
    """On deals that it was not trained on, all numbers of players together."""
    game = rookery.game(name)
    weights, _ = shipped(game)
    assert weights is not None
    learned = Learner.of(game, weights)
    plain = Learner.of(game, fresh_weights(game, 1, 1, seed=1))
    task = Task(name, (), matches=48, iterations=32, seed=900_000_000)
    samples = np.concatenate(
        [self_play(game, players, task, task.seed + players) for players in game.players]
    )
    assert learned.losses(samples)[0] < plain.losses(samples)[0] - 0.05


@pytest.mark.parametrize("name", WITH_NET)
def test_the_champion_goes_by_it_and_other_levels_do_not(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = rookery.game(name).start(seed=3)

    def values(level: str) -> tuple[float, ...]:
        bot = rookery.bot(level, match.game, iterations=60)
        bot.choose(match.informed(match.turn), match.legal(), rng.generator(1))
        return tuple(bot.explain()["values"])

    levels = ("adult", "emperor-1", "emperor")
    with_net = [values(level) for level in levels]
    monkeypatch.setitem(net._shipped, name, (None, ()))
    without = [values(level) for level in levels]
    assert with_net[:2] == without[:2]
    assert with_net[2] != without[2]


def test_a_damaged_net_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = rookery.game("party")
    (tmp_path / FILE).write_bytes(np.arange(9, dtype=np.uint8).tobytes())
    monkeypatch.setattr(net, "file_of", lambda *_: tmp_path / FILE)
    monkeypatch.setattr(net, "_shipped", {})
    with pytest.raises(BrokenNet, match=r"net\.bin is not the file of a net"):
        rookery.bot("emperor", game)
