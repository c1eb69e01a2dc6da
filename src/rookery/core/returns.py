"""What a match was worth to each seat, for learning: numbers whose sum is zero.

Of wins: players x share of the victory - 1 (0 for all after a draw). Of scores: how much better
than the average of the table.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.core.bits import popcount
from rookery.core.kernel import kernel
from rookery.errors import InvalidOption, shown

#: How returns are counted.
KINDS = ("wins", "scores")
Numbers = npt.NDArray[np.float64]


def check_kind(kind: str) -> str:
    """How returns are counted, if that is known."""
    if kind not in KINDS:
        raise InvalidOption(f"returns are of {' or '.join(KINDS)}, not of {shown(kind)}")
    return kind


def sign_of(kind: str, fewest: bool) -> int:
    """For ``weigh``: 0 where wins count; else 1, or -1 where the fewest points win."""
    return 0 if check_kind(kind) == "wins" else -1 if fewest else 1


@kernel
def weigh(points: Any, bits: int, sign: int, out: Any) -> None:
    """What one finished match was worth; ``bits`` are its winners."""
    players = len(out)
    count = popcount(bits)
    total = 0
    for seat in range(players):
        total += points[seat]
    # No product is added to anything here: a card would round that once, a processor twice.
    for seat in range(players):
        if sign != 0:
            out[seat] = sign * (points[seat] - total / players)
        elif count == 0:
            out[seat] = 0.0
        else:
            out[seat] = (players * (bits >> seat & 1) - count) / count


@kernel
def weigh_all(points: Any, bits: Any, over: Any, sign: int, out: Any) -> None:
    """The same for many; those that are not over are left out."""
    for i in range(len(out)):
        if over[i]:
            weigh(points[i], bits[i], sign, out[i])


def returns(
    points: npt.NDArray[np.int64],
    bits: npt.NDArray[np.int64],
    over: npt.NDArray[np.bool_],
    kind: str,
    fewest: bool,
) -> Numbers:
    """By match and seat; 0 before the end. ``bits`` are the winners of each match."""
    worth = np.zeros(points.shape)
    weigh_all(points, bits, over, sign_of(kind, fewest), worth)
    return worth
