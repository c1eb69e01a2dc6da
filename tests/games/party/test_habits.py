"""What players are likely to do: the model that readers of the table go by."""

import random
from math import exp, log

import numpy as np

import rookery
from rookery.core import dispatch
from rookery.core.match import Match
from rookery.games.party.habits import NUM_NUMBERS, NUMBERS
from rookery.games.party.symmetry import colourings, permute
from tests.games.party.test_symmetry import image

game = rookery.game("party")


def leanings(match: Match) -> dict[int, float]:
    """How strongly whoever is to move leans to each action."""
    legal, out = np.array(match.legal()), np.zeros(len(match.legal()))
    state = match._states.copy()
    functions = dispatch._by_dtype[game.dtype]
    functions["habits"](match.edition.printed[0], state[0], legal, len(legal), out)
    assert state.tobytes() == match._states.tobytes()
    return dict(zip(legal.tolist(), out.tolist(), strict=True))


def test_there_is_a_number_for_every_trait() -> None:
    assert NUMBERS.shape == (NUM_NUMBERS,)


def test_images_have_the_same_habits() -> None:
    chance = random.Random(4)
    match = game.start(3, seed=4, rounds=1)
    while not match.over:
        # Blue has one card more than the others: there too only what is left of it counts.
        colours, mirror = chance.choice(colourings(game.edition())), chance.random() < 0.5
        _, actions = permute(colours, mirror, int(match._states["base"][0]))
        twin = leanings(image(match, colours, mirror))
        for action, leaning in leanings(match).items():
            assert abs(twin[int(actions[action])] - leaning) < 1e-9
        match.play(chance.choice(match.legal()))


def test_nobody_peeks() -> None:
    """Other hands do not change what a seat is likely to do."""
    match = game.start(4, seed=9, rounds=1)
    while not match.over:
        assert leanings(match.redeal(match.turn, 1)) == leanings(match)
        match.play(match.legal()[-1])


def test_what_players_do_is_foretold() -> None:
    """In nats a decision, less than half of what an even choice leaves open."""
    bot = rookery.bot("greedy", game)
    told = even = 0.0
    for seed in range(3):
        match, chance = game.start(4, seed=seed), random.Random(seed)
        while match.turn is not None:
            action = bot.choose(match.hidden(match.turn), match.legal(), chance.getrandbits(60))
            weights = {it: exp(leaning) for it, leaning in leanings(match).items()}
            told -= log(weights[action] / sum(weights.values()))
            even += log(len(weights))
            match.play(action)
    assert told < 0.5 * even
