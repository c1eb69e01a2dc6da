"""Actions of Penguin Party: a colour and a place.

    action = 30 * colour + place
    place    0  the left end of the base          r<
             1  the right end (or the first card) r>
        2 .. 8  row 2, places 1 to 7              r2.1 … r2.7
       9 .. 14  row 3, places 1 to 6
            …
            29  row 8, its only place             r8.1

5 colours x 30 places = 150 actions.
"""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from rookery.core.edition import Edition
from rookery.errors import UnknownAction
from rookery.games.party.state import COLOURS, LEFT_END, NUM_COLOURS, RIGHT_END, ROW

NUM_PLACES = 2 + 7 + 6 + 5 + 4 + 3 + 2 + 1
NUM_ACTIONS = NUM_COLOURS * NUM_PLACES

_HIGHER = [(row, i) for row in range(1, ROW) for i in range(ROW - row)]

#: The bit in ``moves`` of each place, and back (-1 where a bit is no place).
PLACE_BIT = np.array([LEFT_END, RIGHT_END] + [ROW * row + i for row, i in _HIGHER], np.int64)
BIT_PLACE = np.full(64, -1, np.int64)
BIT_PLACE[PLACE_BIT] = np.arange(NUM_PLACES)

_LETTERS = "".join(name[0] for name in COLOURS)
_TEXT = re.compile(rf"([{_LETTERS}])(?:([<>])|([2-8])\.([1-7]))")


def write_action(edition: Edition, state: Any, action: int) -> str:
    """``r>``, ``r<`` or ``r2.3``."""
    colour, place = divmod(action, NUM_PLACES)
    if place < 2:
        return _LETTERS[colour] + "<>"[place]
    row, i = _HIGHER[place - 2]
    return f"{_LETTERS[colour]}{row + 1}.{i + 1}"


def read_action(edition: Edition, state: Any, text: str) -> int:
    """The action of a text."""
    found = _TEXT.fullmatch(text)
    if found:
        colour = _LETTERS.index(found[1])
        if found[2]:
            return colour * NUM_PLACES + "<>".index(found[2])
        spot = (int(found[3]) - 1, int(found[4]) - 1)
        if spot in _HIGHER:
            return colour * NUM_PLACES + 2 + _HIGHER.index(spot)
    raise UnknownAction(
        f"{text!r} is not an action of Penguin Party; write a colour letter ({' '.join(_LETTERS)})"
        " and '<', '>' or row.place, like r> or b2.3"
    )


def list_actions() -> Iterator[dict[str, Any]]:
    """A colour and a place each."""
    for action in range(NUM_ACTIONS):
        yield {"kind": "place", "card": action // NUM_PLACES, "cell": action % NUM_PLACES}
