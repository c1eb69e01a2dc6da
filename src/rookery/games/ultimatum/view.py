"""What a seat of The Penguin Ultimatum knows: hide, redeal.

Unknown are the other hands, which penguins lie in the pile, and the order of the entertainers
under the top card. Nothing that happens on the table narrows that down: the cells where a
penguin may go do not depend on the hand, every other decision is about open cards, and nobody
is ever made to show a hand. So each way to share out the unseen cards is as likely as another.
"""

from typing import Any

from rookery.core.bits import popcount
from rookery.core.deck import shuffle
from rookery.core.kernel import int64, kernel
from rookery.core.known import copy_known
from rookery.core.rng import subset
from rookery.games.ultimatum.deal import bring_to_top
from rookery.games.ultimatum.state import (
    NUM_ENTERTAINERS,
    NUM_PENGUINS,
    PILES,
    UNKNOWN,
)


@kernel
def hide(printed: Any, state: Any, seat: int, out: Any) -> None:
    """What is declared as known, and the cards of the entertainers' pile that were face up."""
    copy_known(state, seat, out)
    hidden = (1 << PILES) | ((1 << int64(state["players"])) - 1)
    if seat >= 0:
        hidden &= ~(1 << seat)
    out["hidden"] = hidden
    for k in range(NUM_ENTERTAINERS):
        out["entertainers"][k] = UNKNOWN if k < state["left"] - 1 else state["entertainers"][k]


@kernel
def unseen_penguins(view: Any) -> int:
    """The penguins that are neither on the iceberg nor in a hand the viewer sees."""
    unseen = ~int64(view["guests"])
    for seat in range(view["players"]):
        unseen &= ~view["hands"][seat]
    return unseen


@kernel
def unseen_entertainers(view: Any) -> int:
    """The entertainers under the top card of their pile."""
    seen = int64(view["stage"]) | int64(view["discarded"])
    for seat in range(view["players"]):
        seen |= int64(view["owned"][seat])
    if view["left"] > 0:
        seen |= 1 << int64(view["entertainers"][view["left"] - 1])
    return ~seen & ((1 << NUM_ENTERTAINERS) - 1)


@kernel
def amend(printed: Any, state: Any, seen: Any, seat: int, rng: Any) -> None:
    """The card the seat drew came from the pile; the top entertainer lay right under the last."""
    if seat >= 0 and state["hands"][seat] != seen["hands"][seat]:
        drawn = seen["hands"][seat] & ~state["hands"][seat]
        other = state["hands"][seat] & ~seen["hands"][seat]
        if popcount(drawn) == 1 and popcount(other) == 1 and state["pile"] & drawn:
            state["hands"][seat] ^= drawn | other
            state["pile"] ^= drawn | other
    if state["left"] > 0 and state["left"] == seen["left"]:
        bring_to_top(state, int64(seen["entertainers"][seen["left"] - 1]))


@kernel
def redeal(printed: Any, view: Any, seat: int, rng: Any) -> None:
    """Share out the unseen penguins, shuffle the unseen entertainers."""
    pool = unseen_penguins(view)
    for other in range(view["players"]):
        if view["hidden"] >> other & 1:
            hand = subset(rng, pool, int64(view["held"][other]), int64(NUM_PENGUINS))
            view["hands"][other] = hand
            pool ^= hand
    view["pile"] = pool
    rest = unseen_entertainers(view)
    count = int64(0)
    for who in range(NUM_ENTERTAINERS):
        if rest >> who & 1:
            view["entertainers"][count] = who
            count += 1
    shuffle(view["entertainers"], count, rng)
    view["hidden"] = 0
