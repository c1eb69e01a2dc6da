"""A match that gave back its room is the same match."""

import random

import pytest

import rookery
from rookery.games import names


@pytest.mark.parametrize("name", names())
def test_a_rested_match_goes_on_as_before(name: str) -> None:
    game = rookery.game(name)
    chance = random.Random(5)
    match, rested = game.start(4, seed=3), game.start(4, seed=3)
    for number in range(60):
        if match.over:
            break
        action = chance.choice(match.legal())
        match.play(action)
        rested.play(action)
        rested.rest()
        assert rested.legal() == match.legal()
        wrong = next(it for it in range(game.num_actions) if it not in match.legal())
        with pytest.raises(rookery.IllegalAction):
            rested.play(wrong)
        assert rested.legal() == match.legal()
        if number % 10 == 9:
            match.undo()
            rested.undo()
            rested.rest()
            rested = rested.copy()
        assert rested.to_dict() == match.to_dict()
        assert rested.legal() == match.legal()
