"""How players place in Penguin Party: what they are likely to do, for who reads the table.

A card changes what fits the own hand and what is left for the others. So an action is looked at
colour by colour, by the places that are open to it afterwards: how many cards of it are left in the
hand, and how many nobody has seen; then by where it lies, and how much of its colour there was. For
each of these traits there is a number, apart by how many cards are in hand and how far the base
has grown, and the numbers of an action add up. They were fitted to what bots chose: see
bench/habits.py, which writes ``habits.txt``.
"""

from pathlib import Path
from typing import Any

import numpy as np

from rookery.core.bits import popcount
from rookery.core.kernel import int64, kernel
from rookery.games.party.actions import NUM_PLACES, PLACE_BIT
from rookery.games.party.policy import lift
from rookery.games.party.rules import ROOM, lay, occupied
from rookery.games.party.state import NUM_COLOURS, ROW

#: Counts above these are not told apart.
MOST_HELD, MOST_UNSEEN, MOST_OPEN = 7, 9, 5
#: How many stages a hand goes through, and the base (see ``stage_of``).
STAGES, BASES = 4, 3

# Where the numbers of each kind of trait begin.
_OPEN = MOST_OPEN + 1
_HELD, _UNSEEN = (MOST_HELD + 1) * _OPEN, (MOST_UNSEEN + 1) * _OPEN
UNSEEN_AT = STAGES * BASES * _HELD
ROW_AT = UNSEEN_AT + STAGES * BASES * _UNSEEN
PLAYED_AT = ROW_AT + STAGES * BASES * ROW
RARE_AT = PLAYED_AT + STAGES * _HELD
NUM_NUMBERS = RARE_AT + STAGES * _UNSEEN
#: An action has so many traits.
NUM_TRAITS = 2 * NUM_COLOURS + 3
#: What is kept in the file are hundredths.
UNIT = 0.01

FILE = Path(__file__).with_name("habits.txt")


def read_numbers(path: Path) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The numbers of a file; lines that begin with # tell about them."""
    lines = path.read_text(encoding="utf-8").splitlines()
    words = " ".join(line for line in lines if not line.startswith("#")).split()
    return UNIT * np.array([int(word) for word in words], np.float64)


NUMBERS = read_numbers(FILE)


@kernel
def stage_of(held: int) -> int:
    """What hands are told apart by: 1 to 4 cards, 5 to 7, 8 to 10, more."""
    return int64(held > 4) + int64(held > 7) + int64(held > 10)


@kernel
def open_to(state: Any, free: int, colour: int) -> int:
    """How many places above the base a colour fits."""
    same = state["placed"][colour]
    return min(MOST_OPEN, popcount(free & ((same | (same >> 1)) << ROW)))


@kernel
def spots(state: Any) -> int:
    """The places above the base where two cards carry a third."""
    cards = occupied(state)
    return ((cards & (cards >> 1)) << ROW) & ~cards & ROOM


@kernel
def traits(printed: Any, state: Any, action: int, out: Any) -> None:
    """Write which numbers an action of the seat to move has."""
    seat = int64(state["turn"])
    colour = action // NUM_PLACES
    place = action % NUM_PLACES
    stage = stage_of(int64(state["held"][seat]))
    row = PLACE_BIT[place] // ROW
    before = open_to(state, spots(state), colour)
    lay(state, colour, place)
    room = int64(state["limit"]) - int64(state["base"])
    here = stage * BASES + int64(room > 0) + int64(room > 2)
    free = spots(state)
    held = int64(0)
    unseen = int64(0)
    for back in range(NUM_COLOURS):
        each = (colour + 1 + back) % NUM_COLOURS  # the colour played comes last
        held = int64(state["hands"][seat, each]) - int64(each == colour)
        unseen = int64(printed["deck"][each]) - popcount(state["placed"][each]) - held
        held = min(held, MOST_HELD)
        unseen = min(unseen, MOST_UNSEEN)
        places = open_to(state, free, each)
        out[2 * back] = (here * (MOST_HELD + 1) + held) * _OPEN + places
        out[2 * back + 1] = UNSEEN_AT + (here * (MOST_UNSEEN + 1) + unseen) * _OPEN + places
    lift(state, colour, place)
    out[2 * NUM_COLOURS] = ROW_AT + here * ROW + row
    out[2 * NUM_COLOURS + 1] = PLAYED_AT + (stage * (MOST_HELD + 1) + held) * _OPEN + before
    out[2 * NUM_COLOURS + 2] = RARE_AT + (stage * (MOST_UNSEEN + 1) + unseen) * _OPEN + before


@kernel
def habits(printed: Any, state: Any, actions: Any, count: int, out: Any) -> None:
    """The sum of the numbers of each action's traits."""
    found = np.empty(NUM_TRAITS, np.int64)
    for k in range(count):
        traits(printed, state, actions[k], found)
        out[k] = 0.0
        for trait in range(NUM_TRAITS):
            out[k] += NUMBERS[found[trait]]
