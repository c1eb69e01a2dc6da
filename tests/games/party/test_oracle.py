"""Thousands of random rounds of Penguin Party beside the slow obvious rules."""

import pytest

import rookery
from tests.helpers import scaled
from tests.test_conformance import compare_with_oracle

game = rookery.game("party")


@pytest.mark.parametrize("players", game.players)
def test_random_rounds_agree_with_the_oracle(players: int) -> None:
    for seed in range(scaled(500, 10)):
        compare_with_oracle(
            game.start(players, seed, rounds=1, tie=("shared", "playoff")[seed % 2])
        )
