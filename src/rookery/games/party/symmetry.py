"""The symmetries of Penguin Party, as permutations of observations and actions.

Colours with the same number of cards may change places, and the pyramid may be seen in a mirror;
both give the same game. A mirror image depends on how wide the base is.
"""

from itertools import permutations
from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.core.edition import Edition
from rookery.games.party.actions import NUM_ACTIONS, NUM_PLACES
from rookery.games.party.features import BARRED, HAND, LAID, NUM_FEATURES, PER_SEAT, SEATS, SPOT
from rookery.games.party.state import MAX_SEATS, NUM_COLOURS, ROW

Indices = npt.NDArray[np.int64]
_PLACES = [(row, i) for row in range(1, ROW) for i in range(ROW - row)]


def colourings(edition: Edition) -> list[tuple[int, ...]]:
    """All ways to exchange colours that the deck has alike: what each colour becomes."""
    deck = edition.printed["deck"][0].tolist()
    ways = permutations(range(NUM_COLOURS))
    return [way for way in ways if all(deck[a] == deck[b] for a, b in enumerate(way))]


def permute(colours: tuple[int, ...], mirror: bool, base: int) -> tuple[Indices, Indices]:
    """Where each number of a row goes, and what each action becomes, with a base so wide.

    For a row ``x`` and a mask ``m``, ``y[features] = x`` and ``n[actions] = m`` are theirs in the
    symmetric position.
    """
    features = np.arange(NUM_FEATURES)
    for bit, spot in ((bit, int(spot)) for bit, spot in enumerate(SPOT) if spot >= 0):
        there = int(SPOT[_mirrored(bit, base)]) if mirror else spot
        for colour, other in enumerate(colours):
            features[spot * NUM_COLOURS + colour] = there * NUM_COLOURS + other
    blocks = [HAND] + [SEATS + PER_SEAT * k + at for k in range(MAX_SEATS) for at in (BARRED, LAID)]
    for first in blocks:
        for colour, other in enumerate(colours):
            features[first + colour] = first + other
    actions = np.zeros(NUM_ACTIONS, np.int64)
    for action in range(NUM_ACTIONS):
        colour, place = divmod(action, NUM_PLACES)
        there = _mirrored_place(place, base) if mirror else place
        actions[action] = colours[colour] * NUM_PLACES + there
    return features, actions


def _mirrored(bit: int, base: int) -> int:
    """A spot of the pyramid in the mirror; those that a base so wide does not carry stay."""
    row, i = divmod(bit, ROW)
    return ROW * row + base - row - 1 - i if i < base - row else bit


def _mirrored_place(place: int, base: int) -> int:
    if place < 2:
        return 1 - place if base else place  # the first card has but one place
    row, i = _PLACES[place - 2]
    return 2 + _PLACES.index((row, base - row - 1 - i)) if i < base - row else place


def list_symmetries(edition: Edition, row: Any) -> list[tuple[Indices, Indices]]:
    """All symmetries of an observation, the identity among them."""
    base = int(row[NUM_FEATURES - 7])
    return [permute(way, flip, base) for way in colourings(edition) for flip in (False, True)]
