"""What bots know of Penguin Party: keep places open for the cards you hold.

Playouts take any legal action: better-looking ones make them slower, but not a search better.
"""

from typing import Any

import numpy as np

from rookery.core.bits import popcount
from rookery.core.kernel import int64, kernel
from rookery.games.party.actions import NUM_PLACES, PLACE_BIT
from rookery.games.party.rules import ROOM, base_ends, lay, occupied
from rookery.games.party.state import LEFT_END, NUM_COLOURS, RIGHT_END, ROW, UNKNOWN

#: A colour needs no more open places than this to count as safe.
SAFE = 3
#: How many units of ``outlook`` make an action e times as trusted.
WARMTH = 5.0
#: The most rounds to come, and the most points behind, that the estimate tells apart.
MAX_AHEAD = 8
MAX_BEHIND = 60
#: Points that make a win e times less likely with one round to come (fitted to matches between
#: rules of thumb: 0.8 to 1.2 by number of players); with more rounds it grows as their root.
SPREAD = 1.2

#: Outlook is a weak guide, so look at much; and let random playouts learn from each other.
SEARCH = {"exploration": 2.0, "widening": 8.0, "even": 0.5, "doubts": 16, "heat": 1.0}
#: Who reads the table looks at fewer things, the better ones more often.
CHAMPION: dict[int | tuple[int, int], dict[str, float]] = {0: {"exploration": 1.2}}
#: With many players a place comes up in few lines of a tree: what it was worth in others helps.
CHAMPION |= {(0, players): {"recall": 0.5} for players in (4, 5, 6)}
#: How far reviews believe playouts, by players (``bench/review.py --fit``).
FAITH = {2: (0.9, 1.0), 3: (0.95, 1.0), 4: (0.9, 1.0), 5: (0.9, 1.0), 6: (0.9, 1.0)}

#: WEIGHT[ahead, behind]: how a seat so many points behind compares with the leader.
WEIGHT = np.exp(
    -np.arange(MAX_BEHIND + 1)[None, :]
    / (SPREAD * np.sqrt(np.maximum(1, np.arange(MAX_AHEAD + 1)))[:, None])
)


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
def rate(printed: Any, state: Any, action: int) -> float:
    """The outlook for the own hand once the card is laid."""
    colour = action // NUM_PLACES
    place = action % NUM_PLACES
    lay(state, colour, place)
    value = outlook(state, int64(state["turn"]), colour)
    lift(state, colour, place)
    return value / WARMTH


@kernel
def horizon(printed: Any, state: Any, depth: int) -> bool:
    """A new round has been dealt: its cards are anyone's guess."""
    return state["base"] == printed["open"][popcount(int64(state["playing"]))]


@kernel
def estimate(printed: Any, state: Any, out: Any) -> None:
    """From the points behind the leader and the rounds to come."""
    best = int64(0)
    first = True
    for seat in range(int64(state["players"])):
        if state["playing"] >> seat & 1 and (first or state["points"][seat] < best):
            best = int64(state["points"][seat])
            first = False
    ahead = min(MAX_AHEAD, max(1, int64(state["rounds"]) - int64(state["round"]) + 1))
    total = 0.0
    for seat in range(int64(state["players"])):
        out[seat] = 0.0
        if state["playing"] >> seat & 1:
            out[seat] = WEIGHT[ahead, min(MAX_BEHIND, int64(state["points"][seat]) - best)]
            total += out[seat]
    for seat in range(int64(state["players"])):
        out[seat] /= total


@kernel
def certain(printed: Any, view: Any, seat: int) -> bool:
    """The hands of all others that still play follow from what the seat sees.

    What those who are out have put aside, and what was never dealt, matters no more.
    """
    active = int64(view["playing"]) & ~(int64(view["out"]) | int64(view["finished"]))
    others = active & ~(int64(1) << seat)
    unknown = int64(view["spare"])
    wanted = int64(0)
    for other in range(int64(view["players"])):
        if view["hands"][other, 0] == UNKNOWN:
            unknown += int64(view["held"][other])
            if others >> other & 1:
                wanted += int64(view["held"][other])
    if wanted == 0:
        return True
    colours = 0
    for colour in range(NUM_COLOURS):
        left = int64(printed["deck"][colour]) - popcount(view["placed"][colour])
        for other in range(int64(view["players"])):
            if view["hands"][other, 0] != UNKNOWN:
                left -= int64(view["hands"][other, colour])
        colours += left > 0
    return colours == 1 or (popcount(others) == 1 and unknown == wanted)
