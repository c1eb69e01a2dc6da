"""The iceberg: what lies where, which dots are open, where cards may go. Compiled."""

from typing import Any

import numpy as np

from rookery.core.bits import lowest, popcount
from rookery.core.kernel import int64, kernel
from rookery.games.ultimatum.state import (
    CURTAIN,
    EMPTY,
    KIN_ALL,
    NUM_ENTERTAINERS,
    PENGUIN,
    ROW,
    TURNED,
    UPRIGHT,
)

#: From a cell to its eight neighbours.
STEPS = np.array([-ROW - 1, -ROW, -ROW + 1, -1, 1, ROW - 1, ROW, ROW + 1], np.int64)


@kernel
def freeze(state: Any) -> None:
    """Make an empty iceberg: everything else is water, which counts as filled (U8, U18)."""
    water = (1 << ROW) - 1
    row_of_ice = water ^ (((1 << int64(state["width"])) - 1) << 1)
    for row in range(ROW):
        state["filled"][row] = row_of_ice if 1 <= row <= state["height"] else water


@kernel
def lay(state: Any, cell: int, code: int) -> None:
    """Put a card on a cell."""
    state["cells"][cell] = code
    state["filled"][cell // ROW] |= 1 << cell % ROW


@kernel
def lay_entertainer(state: Any, cell: int, who: int, turned: int) -> None:
    """Put an entertainer on a cell."""
    lay(state, cell, UPRIGHT + NUM_ENTERTAINERS * turned + who)
    state["stage"] |= 1 << who
    state["where"][who] = cell


@kernel
def take_entertainer(state: Any, who: int) -> None:
    """Take an entertainer from the iceberg; its cell lies bare until a curtain takes it."""
    cell = int64(state["where"][who])
    state["tilt"] = state["cells"][cell] >= TURNED
    state["cells"][cell] = EMPTY
    state["filled"][cell // ROW] &= ~(1 << cell % ROW)
    state["stage"] &= ~(1 << who)
    state["where"][who] = 0
    state["bare"] = cell


@kernel
def draw_curtain(state: Any) -> None:
    """A curtain takes the entertainer's cell (U23)."""
    lay(state, int64(state["bare"]), int64(CURTAIN))
    state["bare"] = 0
    state["tilt"] = 0


@kernel
def around(state: Any, cell: int) -> int:
    """The filled ones of the 3 x 3 cells around a cell, as bits like those of dots."""
    row = cell // ROW
    left = cell % ROW - 1
    above = int64(state["filled"][row - 1]) >> left & 7
    here = int64(state["filled"][row]) >> left & 7
    under = int64(state["filled"][row + 1]) >> left & 7
    return above | here << 3 | under << 6


@kernel
def open_dots(printed: Any, state: Any, who: int) -> int:
    """The dots of an entertainer on the iceberg that point at empty cells (U18)."""
    cell = int64(state["where"][who])
    turned = 1 if state["cells"][cell] >= TURNED else 0
    return int64(printed["dots"][turned, who]) & ~around(state, cell)


@kernel
def performers(printed: Any, state: Any) -> int:
    """The entertainers on the iceberg that have no open dot (U18)."""
    ready = 0
    stage = int64(state["stage"])
    while stage:
        who = lowest(stage)
        stage &= stage - 1
        if open_dots(printed, state, who) == 0:
            ready |= 1 << who
    return ready


@kernel
def kin_fee(state: Any, penguin: int, cell: int) -> int:
    """What the penguins around a cell ask for: those of the family, or all of them (U15)."""
    fee = 0
    strangers = 0
    for step in STEPS:
        other = int64(state["cells"][cell + step]) - PENGUIN
        if 0 <= other < UPRIGHT - PENGUIN:
            if other >> 4 == penguin >> 4:
                fee += number_of(other)
            else:
                strangers += number_of(other)
    return fee + strangers if fee > 0 and state["kin"] == KIN_ALL else fee


@kernel
def number_of(penguin: int) -> int:
    """The number on a penguin: 2 to 5 (U1)."""
    return 2 + (penguin >> 2 & 3)


@kernel
def amused(penguin: int, who: int) -> bool:
    """Whether a penguin likes the animal or the act (U20)."""
    return penguin >> 4 == who >> 2 or penguin & 3 == who & 3


@kernel
def find_cells_for_penguin(state: Any) -> int:
    """Fill the blank ``moves`` with the empty cells that touch an entertainer (U14); count them."""
    moves = state["moves"][0]
    stage = int64(state["stage"])
    while stage:
        cell = int64(state["where"][lowest(stage)])
        stage &= stage - 1
        touched = 7 << cell % ROW - 1
        row = cell // ROW
        moves[row - 1] |= touched
        moves[row] |= touched
        moves[row + 1] |= touched
    cells = 0
    for row in range(state["height"] + 2):  # water is filled: no card goes there
        moves[row] &= ~state["filled"][row]
        cells += popcount(moves[row])
    return cells


@kernel
def all_filled(dots: int, above: int, here: int, under: int) -> int:
    """Where in a row the dots of an entertainer would all point at something filled.

    Moving a row of bits by one brings each cell's left or right neighbour to its place.
    """
    cells = -1
    for column in range(3):  # dots at the left, in the middle, at the right
        if dots >> column & 1:
            cells &= above << 1 >> column
        if dots >> 3 + column & 1:
            cells &= here << 1 >> column
        if dots >> 6 + column & 1:
            cells &= under << 1 >> column
    return cells


@kernel
def find_cells_for_entertainer(printed: Any, state: Any, who: int) -> int:
    """Fill the blank ``moves`` with where an entertainer may be put (U24); count the ways."""
    ice = ((1 << int64(state["width"])) - 1) << 1
    height = int64(state["height"])
    for row in range(1, height + 1):
        above = int64(state["filled"][row - 1])
        here = int64(state["filled"][row])
        under = int64(state["filled"][row + 1])
        cards = here
        if row > 1:  # water is filled, but no card
            cards |= above
        if row < height:
            cards |= under
        cards &= ice
        touching = (cards << 1 | cards | cards >> 1) & ~here
        for turned in range(2):
            dots = int64(printed["dots"][turned, who])
            ready = all_filled(dots, above, here, under)  # it would perform itself
            state["moves"][turned, row] = touching & ~ready
    bar_last_dots(printed, state)
    ways = 0
    for row in range(1, height + 1):
        ways += popcount(state["moves"][0, row]) + popcount(state["moves"][1, row])
    return ways


@kernel
def bar_last_dots(printed: Any, state: Any) -> None:
    """Take from ``moves`` the cells that fill the last dot of another entertainer (U24).

    One that is waiting for its show has no open dot, so it bars nothing.
    """
    stage = int64(state["stage"])
    while stage:
        who = lowest(stage)
        stage &= stage - 1
        dots = open_dots(printed, state, who)
        if popcount(dots) == 1:
            at = lowest(dots)
            cell = state["where"][who] + ROW * (at // 3 - 1) + at % 3 - 1
            for turned in range(2):
                state["moves"][turned, cell // ROW] &= ~(1 << cell % ROW)


@kernel
def clear_moves(state: Any) -> None:
    """Forget where cards may go."""
    for turned in range(2):
        for row in range(ROW):
            state["moves"][turned, row] = 0
