"""A decision of the search for every match of a batch: the search's own, for each."""

import numpy as np
import pytest

import rookery
from rookery.core.rng import generator
from rookery.lab import search_batch
from rookery.search import Search
from rookery.train.learning import fresh_weights

SEEDS = [4, 5, 6]


@pytest.mark.parametrize("name", rookery.games())
def test_each_match_is_decided_as_if_alone(name: str) -> None:
    game = rookery.game(name)
    batch = game.batch(3, players=3, seed=1, threads=2)
    for _ in range(7):
        batch.step(batch.pick())
    found = search_batch(batch, 60, SEEDS, exploration=1.0)
    alone = Search(game, solve=False, room=64, exploration=1.0)
    for i, seed in enumerate(SEEDS):
        match = batch.match(i)
        view = match.hidden(match.turn)
        figures = alone.decide(view, match.legal(), generator(seed), iterations=60)
        assert found.actions[i] == figures.action == found.tried[i, 0]
        tried = found.tried[i][found.tried[i] >= 0].tolist()
        visits = dict(zip(tried, found.visits[i].tolist(), strict=False))
        assert visits == {action: n for action, n in figures.visits.items() if n}
        assert sum(visits.values()) == found.visits[i].sum() == 60
        rewards = dict(zip(tried, found.rewards[i].tolist(), strict=False))
        assert rewards == figures.rewards
        assert tuple(found.values[i]) == figures.values
    targets = found.targets(game.num_actions)
    assert np.allclose(targets.sum(axis=1), 1)
    assert (targets[~batch.mask()] == 0).all()


@pytest.mark.parametrize("name", rookery.games())
@pytest.mark.parametrize("learned", [False, True])
def test_champions_of_a_batch_think_as_those_at_a_table(name: str, learned: bool) -> None:
    """Role by role, with a net or without; but a batch has no past that could be read."""
    game = rookery.game(name)
    weights = fresh_weights(game, 4, 3, seed=1) if learned else None
    if weights is not None:
        weights.value[:] = 0.5
    batch = game.batch(3, players=2, seed=1)
    found = search_batch(batch, 40, SEEDS, weights=weights, champions=True)
    alone = Search(game, solve=False, room=64, worlds=1, weights=weights)
    for i, seed in enumerate(SEEDS):
        match = batch.match(i)
        view = match.hidden(match.turn)
        figures = alone.decide(view, match.legal(), generator(seed), iterations=40)
        assert found.actions[i] == figures.action
        assert tuple(found.values[i]) == figures.values


def test_finished_matches_are_passed_by_and_chance_is_drawn() -> None:
    batch = rookery.game("party").batch(3, players=2, seed=3, edition="tiny-8", rounds=1)
    first = search_batch(batch, 20)
    assert not np.array_equal(search_batch(batch, 20).visits, first.visits)
    assert np.array_equal(search_batch(batch, 20, 9).visits, search_batch(batch, 20, 9).visits)
    batch.states["turn"][1] = -1
    found = search_batch(batch, 20, seeds=9)
    assert (found.actions >= 0).tolist() == [True, False, True]
    assert found.actions[1] == -1
    assert (found.tried[1] == -1).all()
    assert found.visits.sum(axis=1).tolist() == [20, 0, 20]
    assert not found.values[1].any()
    assert not found.targets(150)[1].any()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"iterations": 0}, "iterations is a whole number, 1 or more, not 0"),
        ({"iterations": 1.5}, "iterations is a whole number, 1 or more, not 1.5"),
        ({"trees": "9"}, "trees is a whole number, 1 or more, not '9'"),
        ({"device": "tpu"}, "device 'tpu' is not one of cpu, cuda"),
        ({"speed": 1}, "a tree has no setting 'speed'; it has exploration, widening"),
        ({"even": "a"}, "even is a number, not 'a'"),
        ({"seeds": [1, 2]}, "3 matches take 3 seeds, not 2"),
        ({"seeds": -1}, "seed -1 is out of range"),
    ],
)
def test_what_it_is_asked_wrongly(asked: dict[str, object], said: str) -> None:
    batch = rookery.game("party").batch(3, players=2, seed=3, edition="tiny-8")
    before = batch._picks.tobytes()
    with pytest.raises(rookery.RookeryError) as error:
        search_batch(batch, **{"iterations": 5, **asked})
    assert said in str(error.value)
    assert batch._picks.tobytes() == before
