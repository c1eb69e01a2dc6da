"""A sensible rule of thumb for Penguin Party: keep places open for the cards you hold."""

from typing import Any

from rookery.core.bits import lowest, popcount
from rookery.core.kernel import int64, kernel
from rookery.core.rng import below
from rookery.games.party.actions import BIT_PLACE, NUM_PLACES, PLACE_BIT
from rookery.games.party.rules import ROOM, base_ends, lay, occupied
from rookery.games.party.state import LEFT_END, NUM_COLOURS, RIGHT_END, ROW

#: A colour needs no more open places than this to count as safe.
SAFE = 3


@kernel
def outlook(view: Any, seat: int, played: int) -> int:
    """How well the hand fits the pyramid once a card of colour ``played`` has left it."""
    cards = occupied(view)
    free = ((cards & (cards >> 1)) << ROW) & ~cards & ROOM
    ends = popcount(base_ends(view))
    value = 0
    for colour in range(NUM_COLOURS):
        count = int64(view["hands"][seat, colour]) - (colour == played)
        same = view["placed"][colour]
        places = popcount(free & ((same | (same >> 1)) << ROW)) + ends
        if count > 0:
            value += 8 * min(count, places) + min(SAFE, places) * count
        else:
            value -= min(SAFE, places)  # places only others can use
    return value


@kernel
def lift(view: Any, colour: int, place: int) -> None:
    """Undo ``lay``."""
    if place == LEFT_END:
        view["placed"][colour] &= ~1
        for each in range(NUM_COLOURS):
            view["placed"][each] >>= 1
        view["base"] -= 1
    elif place == RIGHT_END:
        view["base"] -= 1
        view["placed"][colour] ^= int64(1) << view["base"]
    else:
        view["placed"][colour] ^= 1 << PLACE_BIT[place]


@kernel
def greedy(printed: Any, view: Any, seat: int, rng: Any) -> int:
    """The action with the best outlook for the own hand; ties at random."""
    best = 0
    action = -1
    tied = 0
    for colour in range(NUM_COLOURS):
        moves = view["moves"][colour]
        while moves:
            place = BIT_PLACE[lowest(moves)]
            moves &= moves - 1
            lay(view, colour, place)
            value = outlook(view, seat, colour)
            lift(view, colour, place)
            if action < 0 or value > best:
                best = value
                action = colour * NUM_PLACES + place
                tied = 1
            elif value == best:
                tied += 1
                if below(rng, tied) == 0:
                    action = colour * NUM_PLACES + place
    return action
