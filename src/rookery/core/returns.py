"""What a match was worth to each seat, for learning: numbers whose sum is zero."""

import numpy as np
import numpy.typing as npt

from rookery.errors import InvalidOption, shown

#: How returns are counted.
KINDS = ("wins", "scores")
Numbers = npt.NDArray[np.float64]


def check_kind(kind: str) -> str:
    """How returns are counted, if that is known."""
    if kind not in KINDS:
        raise InvalidOption(f"returns are of {' or '.join(KINDS)}, not of {shown(kind)}")
    return kind


def returns(
    points: npt.NDArray[np.int64],
    wins: npt.NDArray[np.bool_],
    over: npt.NDArray[np.bool_],
    kind: str,
    fewest: bool,
) -> Numbers:
    """By match and seat; 0 before the end.

    Of wins: players x share of the victory - 1 (0 for all after a draw). Of scores: how much better
    than the average of the table.
    """
    if check_kind(kind) == "wins":
        share = wins / np.maximum(1, wins.sum(axis=1, keepdims=True))
        worth = np.where(wins.any(axis=1, keepdims=True), points.shape[1] * share - 1, 0.0)
    else:
        worth = points - points.mean(axis=1, keepdims=True)
        worth = -worth if fewest else worth
    return np.where(over[:, None], worth, 0.0)
