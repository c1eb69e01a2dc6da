"""Whether chance had a part in the last action: taken back with it, and kept by a copy."""

import random
from collections.abc import Iterator
from typing import NoReturn

import pytest

import rookery
from rookery.core.match import Match
from rookery.games import names
from tests.helpers import takes_back


def after_a_draw(name: str, asks_all: bool) -> Iterator[Match]:
    """Matches whose last action was followed by chance."""
    for seed in range(5):
        chance = random.Random(seed)
        match = rookery.game(name).start(2, seed=seed, asks_all=asks_all)
        while not match.over and match.ply < 150:
            match.play(chance.choice(match.legal()))
            if match.drew:
                yield match


def without_chance(name: str) -> NoReturn:
    """A game may be without, if its tests do not say otherwise."""
    assert "chance" not in takes_back(name)
    pytest.skip(f"chance has no part in {name} after the deal")


@pytest.mark.parametrize("asks_all", [False, True])
@pytest.mark.parametrize("name", names())
def test_an_action_taken_back_drew_nothing(name: str, asks_all: bool) -> None:
    count = 0
    for match in after_a_draw(name, asks_all):
        again = match.copy()
        again.undo()
        assert not again.drew
        again.play(match.log[-1])
        assert again.drew
        count += 1
    if not count:
        without_chance(name)


@pytest.mark.parametrize("asks_all", [False, True])
@pytest.mark.parametrize("name", names())
def test_a_copy_knows_whether_chance_had_a_part(name: str, asks_all: bool) -> None:
    match = next(after_a_draw(name, asks_all), None)
    if match is None:
        without_chance(name)
    assert match.copy().drew
    match.undo()
    assert not match.copy().drew
