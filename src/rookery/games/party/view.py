"""What a seat of Penguin Party knows: hide, redeal.

A world, for a seat, is a way the cards it cannot see may lie: in the others' hands, aside, or
unused. Cards count as distinct things, as they do in a shuffle, so a uniform world is what a
fair deal makes likely, given what the seat has seen. Two things rule worlds out:

- a seat that went out held, at that moment, no card with a place (P13): ``barred``;
- a seat that is to move has a card with a place, else it would go out.
"""

from typing import Any

from rookery.core.bits import popcount
from rookery.core.kernel import int64, kernel
from rookery.core.known import copy_known
from rookery.core.rng import LOW32, draw, subset
from rookery.games.party.rules import NOTHING, look, sort_hand
from rookery.games.party.state import NUM_COLOURS, UNKNOWN


@kernel
def hide(printed: Any, state: Any, seat: int, out: Any) -> None:
    """What is declared as known; what the seat to move may do follows from its own hand."""
    copy_known(state, seat, out)
    for other in range(state["players"]):
        if other != seat:
            out["hands"][other, 0] = UNKNOWN
    out["unused"][0] = UNKNOWN
    # While something is due, they are still those of the seat before.
    if seat >= 0 and state["turn"] == seat and state["due"] == NOTHING:
        out["choices"] = state["choices"]
        for colour in range(NUM_COLOURS):
            out["moves"][colour] = state["moves"][colour]


@kernel
def holdable(view: Any, seat: int) -> int:
    """The cards out of sight that a seat can have held when it went out, as bits of the pool."""
    bits = int64(0)
    at = 0
    for colour in range(NUM_COLOURS):
        size = int64(view["unused"][colour])
        if not view["barred"][seat] >> colour & 1:
            bits |= ((int64(1) << size) - 1) << at
        at += size
    return bits


@kernel
def redeal(printed: Any, view: Any, seat: int, rng: Any) -> None:
    """Draw worlds until one is not ruled out.

    The cards out of sight are a pool of bits, sorted by colour; ``unused`` holds their counts
    until the end, when it gets those that are left.
    """
    hidden = (int64(1) << int64(view["players"])) - 1
    if seat >= 0:
        hidden ^= int64(1) << seat
    span = int64(0)
    for colour in range(NUM_COLOURS):
        count = int64(printed["deck"][colour]) - popcount(view["placed"][colour])
        if seat >= 0:
            count -= view["hands"][seat, colour]
        view["unused"][colour] = count
        span += count
    out = int64(view["out"])
    turn = int64(view["turn"])
    while True:
        pool = deal_barred(view, hidden & out, span, rng)
        if pool < 0:
            continue
        for other in range(view["players"]):
            if (hidden & ~out) >> other & 1:
                cards = subset(rng, pool, int64(view["held"][other]), span)
                sort_hand(view, other, cards, view["unused"])
                pool ^= cards
        if turn < 0 or not hidden >> turn & 1 or look(view, turn) > 0:
            break
    for colour in range(NUM_COLOURS):
        size = int64(view["unused"][colour])
        view["unused"][colour] = popcount(pool & ((int64(1) << size) - 1))
        pool >>= size


@kernel
def deal_barred(view: Any, seats: int, span: int, rng: Any) -> int:
    """Give ``seats``, which are out, cards they can hold; return the rest of the pool, or -1.

    Each such hand is drawn uniformly from the cards it may hold. That favours worlds in which
    earlier hands leave later ones few cards to draw from, by exactly the number of ways the
    later hands had. So a draw is kept with probability (its ways) / (a bound on the ways).
    """
    pool = (int64(1) << span) - 1
    keep = 1.0
    for seat in range(view["players"]):
        if seats >> seat & 1:
            size = int64(view["held"][seat])
            choice = pool & holdable(view, seat)
            ways = popcount(choice)
            if ways < size:
                return -1
            bound = most_ways(view, seats, seat)
            for k in range(size):
                keep *= (ways - k) / (bound - k)
            cards = subset(rng, choice, size, span)
            sort_hand(view, seat, cards, view["unused"])
            pool ^= cards
    if keep < 1.0 and draw(rng) >= keep * (LOW32 + 1):
        return -1
    return pool


@kernel
def most_ways(view: Any, seats: int, seat: int) -> int:
    """The most cards ``seat`` can find to draw from, whatever the seats before it drew."""
    mine = holdable(view, seat)
    count = popcount(mine)
    for earlier in range(seat):
        if seats >> earlier & 1:
            # What the earlier hand could not find elsewhere, it took from here.
            elsewhere = popcount(holdable(view, earlier) & ~mine)
            taken = int64(view["held"][earlier]) - elsewhere
            count -= taken if taken > 0 else 0
    return count
