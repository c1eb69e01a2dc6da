"""Hundreds of random rounds of Penguin Party beside the slow obvious rules."""

import pytest

import rookery
from tests.beside import compare_with_oracle
from tests.helpers import scaled

game = rookery.game("party")


@pytest.mark.parametrize("players", game.players)
def test_random_rounds_agree_with_the_oracle(players: int) -> None:
    for seed in range(scaled(60, 4)):
        compare_with_oracle(
            game.start(players, seed, rounds=1, tie=("shared", "playoff")[seed % 2])
        )
