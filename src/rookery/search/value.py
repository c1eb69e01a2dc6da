"""What a seat wants: to win. Tied winners share; points count only where that is decided."""

from math import exp
from typing import Any

from rookery.core import dispatch
from rookery.core.bits import popcount
from rookery.core.kernel import int64, kernel

#: No game has more seats.
MAX_SEATS = 8
#: How much of a reward the score margin makes up. Less than the smallest difference between
#: two shares of a victory (1/5 and 1/6), so it decides only between equals.
MARGIN = 0.02


@kernel
def spread(logits: Any, count: int) -> None:
    """Turn ratings into shares of 1: one rated 1 higher gets e times as much."""
    most = logits[0]
    for k in range(1, count):
        most = max(most, logits[k])
    total = 0.0
    for k in range(count):
        logits[k] = exp(logits[k] - most)
        total += logits[k]
    for k in range(count):
        logits[k] /= total


@kernel
def judge(printed: Any, state: Any, head: Any) -> None:
    """Write the ``share`` and the ``reward`` of each seat, both 0 to 1.

    A state that is not over is judged by the game's estimate.
    """
    players = int64(state["players"])
    share = head["share"]
    if state["turn"] < 0:
        bits = dispatch.winners(printed, state)
        count = popcount(bits)
        for seat in range(players):
            share[seat] = (bits >> seat & 1) / count if count else 0.0
    else:
        dispatch.estimate(printed, state, share)
    reward(printed, state, head)


@kernel
def reward(printed: Any, state: Any, head: Any) -> None:
    """Write the ``reward`` of each seat, where its share is known."""
    players = int64(state["players"])
    share = head["share"]
    points = head["points"]
    dispatch.scores(printed, state, points)
    total = 0
    for seat in range(players):
        total += points[seat]
    for seat in range(players):
        # The lead over the others' mean, squashed to between 0 and 1.
        lead = head["sign"] * (players * points[seat] - total) / (players - 1)
        lead = 0.5 + 0.5 * lead / (4.0 + abs(lead))
        head["reward"][seat] = (1.0 - MARGIN) * share[seat] + MARGIN * lead
    if head["regard"] > 0.0:
        for seat in range(players):
            role = dispatch.role(printed, state, seat)
            for other in range(players):
                if other != seat and dispatch.role(printed, state, other) == role:
                    head["reward"][seat] += (1.0 - MARGIN) * head["regard"] * share[other]
