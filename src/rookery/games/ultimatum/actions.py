"""Actions of The Penguin Ultimatum.

    place a penguin      0 + 144 penguin + place       r5d@f4
    pay the fee       9216                             pay
    or drop a card    9217 + entertainer               drop Nm
    invite nobody     9233                             skip
    invite            9234 + 64 source + penguin       invite f4, invite c3>f4
    show              9490 + entertainer               show e4
    put the top card  9506 + 144 turned + place        Ga@g6, Ga'@g6

9794 actions. Penguins and entertainers are numbered as in ``state``. A place is 12 row + column
from the upper left corner, whatever the size of the iceberg. A source is 0 for the supply, or k
for the token on the k-th of the seat's invited penguins, in the order of their numbers. So an
action names cards and not their whereabouts: it means the same in every world that a seat
thinks possible.
"""

import re
from collections.abc import Iterator
from typing import Any

from rookery.core.bits import members
from rookery.core.edition import Edition
from rookery.errors import IllegalAction, UnknownAction
from rookery.games.ultimatum.state import (
    GRID,
    MAX_SIDE,
    NUM_ENTERTAINERS,
    NUM_PENGUINS,
    NUM_TOKENS,
    PENGUIN,
    ROW,
    TURNED,
    UPRIGHT,
)

NUM_PLACES = MAX_SIDE * MAX_SIDE
PAY = NUM_PENGUINS * NUM_PLACES
DROP = PAY + 1
SKIP = DROP + NUM_ENTERTAINERS
INVITE = SKIP + 1
SHOW = INVITE + (1 + NUM_TOKENS) * NUM_PENGUINS
PUT = SHOW + NUM_ENTERTAINERS
NUM_ACTIONS = PUT + 2 * NUM_PLACES

FAMILY_LETTERS = "gnrb"
ACT_LETTERS = "jadm"
COLUMNS = "abcdefghijkl"

PENGUIN_NAMES = tuple(
    family + number + act for family in FAMILY_LETTERS for number in "2345" for act in ACT_LETTERS
)
ENTERTAINER_NAMES = tuple(family.upper() + act for family in FAMILY_LETTERS for act in ACT_LETTERS)

_CELL = r"([a-l])([1-9]|1[0-2])"
_CELL_TEXT = re.compile(_CELL)
_PUT = re.compile(rf"(\w+)('?)@({_CELL})")
_INVITE = re.compile(rf"invite (?:({_CELL})>)?({_CELL})")
_SHOW = re.compile(rf"show ({_CELL})")


def cell_name(cell: int) -> str:
    """``a1`` for cell 15."""
    row, column = divmod(int(cell), ROW)
    return f"{COLUMNS[column - 1]}{row}"


def read_cell(text: str) -> int | None:
    """The cell of a name like ``f4``; None for any other text."""
    found = _CELL_TEXT.fullmatch(text)
    return ROW * int(found[2]) + COLUMNS.index(found[1]) + 1 if found else None


def _place(name: str) -> int:
    found = _CELL_TEXT.fullmatch(name)
    assert found
    return MAX_SIDE * (int(found[2]) - 1) + COLUMNS.index(found[1])


def _place_name(place: int) -> str:
    row, column = divmod(place, MAX_SIDE)
    return f"{COLUMNS[column]}{row + 1}"


def write_action(edition: Edition, state: Any, action: int) -> str:
    """The text of an action in a position; ``?`` where it names what is not there."""
    if action < PAY:
        penguin, place = divmod(action, NUM_PLACES)
        return f"{PENGUIN_NAMES[penguin]}@{_place_name(place)}"
    if action == PAY:
        return "pay"
    if action < SKIP:
        return f"drop {ENTERTAINER_NAMES[action - DROP]}"
    if action == SKIP:
        return "skip"
    if action < SHOW:
        source, target = divmod(action - INVITE, NUM_PENGUINS)
        origin = f"{_guest_cell(state, _token(state, source))}>" if source else ""
        return f"invite {origin}{_guest_cell(state, target)}"
    if action < PUT:
        cell = int(state["where"][action - SHOW])
        return f"show {cell_name(cell) if cell else '?'}"
    turned, place = divmod(action - PUT, NUM_PLACES)
    top = top_entertainer(state)
    name = ENTERTAINER_NAMES[top] if top is not None else "?"
    return f"{name}{turned * chr(39)}@{_place_name(place)}"


def top_entertainer(state: Any) -> int | None:
    """The face-up card of the entertainer pile."""
    left = int(state["left"])
    return int(state["entertainers"][left - 1]) if left else None


def _token(state: Any, source: int) -> int | None:
    """The penguin that carries the seat's token number ``source``, counting from 1."""
    tokens = members(state["invited"][max(0, int(state["turn"]))])
    return tokens[source - 1] if source <= len(tokens) else None


def _guest_cell(state: Any, penguin: int | None) -> str:
    for cell in range(GRID):
        if penguin is not None and state["cells"][cell] == PENGUIN + penguin:
            return cell_name(cell)
    return "?"


def read_action(edition: Edition, state: Any, text: str) -> int:
    """The action of a text in a position."""
    if text in ("pay", "skip"):
        return PAY if text == "pay" else SKIP
    if text.startswith("drop ") and text[5:] in ENTERTAINER_NAMES:
        return DROP + ENTERTAINER_NAMES.index(text[5:])
    if found := _PUT.fullmatch(text):
        card, turned, cell = found[1], found[2], found[3]
        if card in PENGUIN_NAMES and not turned:
            return PENGUIN_NAMES.index(card) * NUM_PLACES + _place(cell)
        if card in ENTERTAINER_NAMES:
            if ENTERTAINER_NAMES.index(card) != top_entertainer(state):
                raise IllegalAction(f"{text!r}: {card} is not the top card of the pile")
            return PUT + NUM_PLACES * len(turned) + _place(cell)
    if found := _SHOW.fullmatch(text):
        return SHOW + _entertainer_on(state, text, found[1])
    if found := _INVITE.fullmatch(text):
        return INVITE + _read_invitation(state, text, found[1], found[4])
    raise UnknownAction(
        f"{text!r} is not an action of The Penguin Ultimatum; write one like r5d@f4, pay, drop Nm,"
        " skip, invite f4, invite c3>f4, show e4, Ga@g6 or Ga'@g6"
    )


def _entertainer_on(state: Any, text: str, name: str) -> int:
    code = int(state["cells"][read_cell(name)])
    if not UPRIGHT <= code < TURNED + NUM_ENTERTAINERS:
        raise IllegalAction(f"{text!r}: there is no entertainer on {name}")
    return (code - UPRIGHT) % NUM_ENTERTAINERS


def _guest_on(state: Any, text: str, name: str) -> int:
    code = int(state["cells"][read_cell(name)])
    if not PENGUIN <= code < UPRIGHT:
        raise IllegalAction(f"{text!r}: there is no penguin on {name}")
    return code - PENGUIN


def _read_invitation(state: Any, text: str, origin: str | None, target: str) -> int:
    penguin = _guest_on(state, text, target)
    if origin is None:
        return penguin
    guest = _guest_on(state, text, origin)
    tokens = members(state["invited"][max(0, int(state["turn"]))])
    if guest not in tokens:
        raise IllegalAction(f"{text!r}: seat {int(state['turn'])} has no token on {origin}")
    return NUM_PENGUINS * (tokens.index(guest) + 1) + penguin


def list_actions() -> Iterator[dict[str, Any]]:
    """Cards by their numbers, cells by their places, tokens by their source."""
    for penguin in range(NUM_PENGUINS):
        for place in range(NUM_PLACES):
            yield {"kind": "place", "card": penguin, "cell": place}
    yield {"kind": "pay"}
    for who in range(NUM_ENTERTAINERS):
        yield {"kind": "drop", "card": who}
    yield {"kind": "skip"}
    for source in range(1 + NUM_TOKENS):
        for penguin in range(NUM_PENGUINS):
            yield {"kind": "invite", "card": penguin, "source": source}
    for who in range(NUM_ENTERTAINERS):
        yield {"kind": "show", "card": who}
    for turned in range(2):
        for place in range(NUM_PLACES):
            yield {"kind": "turned" if turned else "upright", "cell": place}
