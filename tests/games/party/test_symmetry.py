"""Symmetries: a position and its image have the same actions, and go on to images of each other."""

import random

import numpy as np

import rookery
from rookery.core.record import copy
from rookery.games.party.rules import look
from rookery.games.party.state import ROW
from rookery.games.party.symmetry import colourings, list_symmetries, permute

game = rookery.game("party")


def image(match: rookery.Match, colours: tuple[int, ...], mirror: bool) -> rookery.Match:
    """The symmetric position, made from the record and not from the permutations."""
    records = copy(match._states)
    state, old = records[0], match._states[0]
    base = int(old["base"])
    for colour, other in enumerate(colours):
        for field in ("hands", "laid"):
            state[field][:, other] = old[field][:, colour]
        state["unused"][other] = old["unused"][colour]
        cards = [divmod(bit, ROW) for bit in range(64) if int(old["placed"][colour]) >> bit & 1]
        flipped = [(row, base - row - 1 - i if mirror else i) for row, i in cards]
        state["placed"][other] = sum(1 << (ROW * row + i) for row, i in flipped)
    for seat in range(match.players):
        bits = int(old["barred"][seat])
        state["barred"][seat] = sum(1 << colours[c] for c in range(5) if bits >> c & 1)
    look(state, int(state["turn"]))
    return rookery.Match._from_records(game, match.edition, records, 1, asks_all=False)


def test_images_have_the_same_actions_and_go_on_alike() -> None:
    chance = random.Random(4)
    ways = colourings(game.edition())
    assert len(ways) == 24  # four colours have seven cards, blue has eight
    match = game.start(4, seed=4, rounds=1)
    while not match.over:
        colours, mirror = chance.choice(ways), chance.random() < 0.5
        features, actions = permute(colours, mirror, int(match._states["base"][0]))
        twin = image(match, colours, mirror)
        row, seen = np.zeros(game.num_features, np.uint8), match.features(match.turn)
        row[features] = seen
        assert (row == twin.features(twin.turn)).all()
        assert sorted(actions[match.legal()].tolist()) == twin.legal()
        assert len(list_symmetries(match.edition, seen)) == 48
        action = chance.choice(match.legal())
        twin.play(int(actions[action]))
        match.play(action)
        if not match.over:
            after = image(match, colours, mirror)
            assert after._states["placed"].tolist() == twin._states["placed"].tolist()
            assert after.legal() == twin.legal()
