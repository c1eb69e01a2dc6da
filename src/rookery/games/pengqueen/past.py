"""How a world of Pyramid of Pengqueen came about, for who reads what others did."""

from typing import Any

from rookery.core.kernel import int64, kernel
from rookery.games.pengqueen.state import HIDDEN, MAX_PAWNS, UNKNOWN


@kernel
def recall(printed: Any, now: Any, before: Any, rng: Any) -> int:
    """Hunters see all but each other's cards, of which some were revealed since.

    The mummy cannot tell where a pawn came from.
    """
    for pawn in range(MAX_PAWNS):
        if before["pawns"][pawn] == UNKNOWN:
            return -1
    for hunter in range(MAX_PAWNS):
        if before["cards"][hunter] == HIDDEN:
            shown = int64(now["revealed"][hunter]) & ~int64(before["revealed"][hunter])
            before["cards"][hunter] = int64(now["cards"][hunter]) | shown
    return 1
