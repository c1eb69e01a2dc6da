"""Chance counted out."""

import random
from fractions import Fraction

import pytest

import rookery
from rookery.core.chance import outcomes


def test_the_deals_of_a_tiny_edition() -> None:
    game = rookery.game("party")
    found = outcomes(game.start(2, edition="tiny-8", first=0, rounds=1, asks_all=True), None)
    chances = {
        tuple(each.match._states["hands"][0, :2, 0].tolist()): each.probability for each in found
    }
    # Red cards in each hand: of 4 red and 4 green cards, 3 each.
    assert len(found) == len(chances) == 10
    assert chances[(3, 1)] == Fraction(4 * 1 * 6, 56 * 10)
    assert sum(chances.values()) == 1


@pytest.mark.parametrize(("name", "many"), [("pengqueen", 254), ("ultimatum", 48)])
def test_what_happened_is_among_what_could_happen(name: str, many: int) -> None:
    chance = random.Random(5)
    match = rookery.game(name).start(4, seed=5)
    largest = 0
    for _ in range(60):
        action = chance.choice(match.legal())
        found = outcomes(match, action)
        assert sum(each.probability for each in found) == 1
        states = [each.match._states.tobytes() for each in found]
        assert len(set(states)) == len(states)
        match.play(action)
        assert match._states.tobytes() in states
        if match.drew:
            largest = max(largest, len(found))
            # Played again it is the told event, not the match's own chance.
            told = found[0].match
            last = list(told.replay())[-1]
            assert last._states.tobytes() == states[0]
    assert largest == many


def test_too_much_chance_is_refused() -> None:
    match = rookery.game("party").start(4, seed=1)
    with pytest.raises(rookery.InvalidOption, match="ways or more"):
        outcomes(match, None)
    # Dice that all show one step are of no use here: they are rolled again, and so on.
    match = rookery.game("pengqueen").start(3, seed=2, limit=2)
    match.play(163)
    with pytest.raises(rookery.InvalidOption, match="1,000,000,000 ways or more here, only 64"):
        outcomes(match, "roll", 64)
    told = outcomes(rookery.game("party").start(2, edition="tiny-8"), None)[0].match
    with pytest.raises(rookery.InvalidOption, match="cannot be saved"):
        told.save()
