"""A hidden record in plain Python, for scenes and sentences."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rookery.core.bits import members

if TYPE_CHECKING:
    from rookery.core.view import View

#: Colours by bit of the record: row r (0 is the base), place i is 8 r + i.
Pyramid = dict[int, int]


class Table(NamedTuple):
    """The record's fields, in its order; see ``state``."""

    placed: list[int]
    moves: list[int]
    choices: int
    points: list[int]
    rounds: int
    round: int
    hands: list[list[int]]
    held: list[int]
    barred: list[int]
    gave: list[int]
    unused: list[int]
    spare: int
    base: int
    limit: int
    players: int
    playing: int
    out: int
    finished: int
    playoff: int
    first: int
    turn: int
    due: int


def read(view: "View") -> Table:
    """The record of a view."""
    values = view.records[0].item()
    return Table(*[v.tolist() if isinstance(v, np.ndarray) else v for v in values])


def pyramid(table: Table) -> Pyramid:
    """The colours of all cards laid, row by row."""
    found = {}
    for colour, cards in enumerate(table.placed):
        while cards:
            low = cards & -cards
            found[low.bit_length() - 1] = colour
            cards ^= low
    return dict(sorted(found.items()))


def leaders(table: Table) -> list[int]:
    """The seats in play with the fewest points (P18)."""
    playing = members(table.playing)
    best = min(table.points[seat] for seat in playing)
    return [seat for seat in playing if table.points[seat] == best]
