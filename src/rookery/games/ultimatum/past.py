"""How a world of The Penguin Ultimatum came about, for who reads what others did."""

from typing import Any

from rookery.core.bits import popcount, select
from rookery.core.kernel import int64, kernel
from rookery.core.rng import below


@kernel
def recall(printed: Any, now: Any, before: Any, rng: Any) -> int:
    """Put back what was placed; which card of a hand was drawn last, chance says.

    All cards of a hand are as likely to have been drawn last, whatever was placed.
    """
    mover = int64(before["turn"])
    placed = int64(now["guests"]) ^ int64(before["guests"])
    drawn = int64(before["pile_size"]) - int64(now["pile_size"])
    taken = int64(before["left"]) - int64(now["left"])
    if mover < 0 or popcount(placed) > 1 or drawn > 1 or taken > 1:
        return -1  # more than one action lies between
    before["pile"] = now["pile"]
    for seat in range(int64(before["players"])):
        if before["hidden"] >> seat & 1:
            before["hands"][seat] = now["hands"][seat]
    if before["hidden"] >> mover & 1:
        hand = int64(before["hands"][mover])
        if drawn > 0:
            last = int64(1) << select(hand, below(rng, popcount(hand)))
            hand ^= last
            before["pile"] = int64(before["pile"]) | last
        before["hands"][mover] = hand | placed
    elif drawn > 0:
        before["pile"] = int64(before["pile"]) | (now["hands"][mover] & ~before["hands"][mover])
    for k in range(int64(before["left"]) - 1):
        before["entertainers"][k] = now["entertainers"][k]
    before["hidden"] = 0
    return 1
