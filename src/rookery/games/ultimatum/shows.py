"""Shows and what they bring: points, entertainers, bonuses, victory. Compiled."""

from typing import Any

from rookery.core.bits import popcount
from rookery.core.kernel import int64, kernel
from rookery.games.ultimatum.iceberg import STEPS, amused, number_of, take_entertainer
from rookery.games.ultimatum.state import (
    NUM_ACTS,
    NUM_ENTERTAINERS,
    NUM_FAMILIES,
    PENGUIN,
    UPRIGHT,
)

#: What each seat gains in a show, in one number: eight bits a seat. 8 penguins of 5 are 40.
SEAT_BITS = 8
SEAT_MASK = (1 << SEAT_BITS) - 1
#: U28, U29
ACTIVITY_BONUS = 2
MOST_BONUS = 5
SHARED_BONUS = 3


@kernel
def token_of(state: Any, penguin: int) -> int:
    """Whose token a penguin carries; -1 for nobody's."""
    for seat in range(state["players"]):
        if state["invited"][seat] >> penguin & 1:
            return seat
    return -1


@kernel
def applause(state: Any, who: int, cell: int) -> int:
    """What each seat gains if an entertainer performs on a cell now (U20, U21)."""
    gains = 0
    for step in STEPS:
        penguin = int64(state["cells"][cell + step]) - PENGUIN
        if 0 <= penguin < UPRIGHT - PENGUIN and amused(penguin, who):
            seat = token_of(state, penguin)
            if seat >= 0:
                gains += number_of(penguin) << SEAT_BITS * seat
    return gains


@kernel
def award(gains: int, players: int) -> int:
    """Who gets the entertainer: the seat with the fewest points above 0; -1 for nobody (U22)."""
    best = -1
    fewest = 0
    for seat in range(players):
        points = gains >> SEAT_BITS * seat & SEAT_MASK
        if points > 0 and (fewest == 0 or points < fewest):
            fewest = points
            best = seat
        elif points > 0 and points == fewest:
            best = -1
    return best


@kernel
def perform(state: Any, who: int) -> None:
    """One show: the points and the card (U20 to U22)."""
    gains = applause(state, who, int64(state["where"][who]))
    players = int64(state["players"])
    for seat in range(players):
        state["scores"][seat] += gains >> SEAT_BITS * seat & SEAT_MASK
    seat = award(gains, players)
    if seat >= 0:
        state["owned"][seat] |= 1 << who
    else:
        state["discarded"] |= 1 << who
    take_entertainer(state, who)


@kernel
def activity_bonus(state: Any, seat: int) -> int:
    """U28"""
    cards = 0
    for family in range(NUM_FAMILIES):
        cards += state["owned"][seat] >> NUM_ACTS * family + state["activities"][seat] & 1
    return ACTIVITY_BONUS * cards


@kernel
def animal_bonus(state: Any, seat: int, family: int) -> int:
    """What a seat gets for its cards of one animal (U29)."""
    own = popcount(state["owned"][seat] >> NUM_ACTS * family & 15)
    most = 0
    leaders = 0
    for other in range(state["players"]):
        count = popcount(state["owned"][other] >> NUM_ACTS * family & 15)
        if count > most:
            most = count
            leaders = 1
        elif count == most:
            leaders += 1
    if own == 0 or own < most:
        return 0
    return MOST_BONUS if leaders == 1 else SHARED_BONUS


@kernel
def animals_bonus(state: Any, seat: int) -> int:
    """U29"""
    bonus = 0
    for family in range(NUM_FAMILIES):
        bonus += animal_bonus(state, seat, family)
    return bonus


@kernel
def bonus(state: Any, seat: int) -> int:
    """What a seat's entertainers are worth at the end."""
    return activity_bonus(state, seat) + animals_bonus(state, seat)


@kernel
def scores(printed: Any, state: Any, out: Any) -> None:
    """Points, with the bonuses once the match is over (U28, U29)."""
    for seat in range(int64(state["players"])):
        out[seat] = state["scores"][seat]
        if state["turn"] < 0:
            out[seat] += bonus(state, seat)


@kernel
def winners(printed: Any, state: Any) -> int:
    """U30: one number a seat, in which each tie-break counts less than the one before it."""
    if state["turn"] >= 0:
        return 0
    seats = 0
    best = 0
    for seat in range(int64(state["players"])):
        extra = bonus(state, seat)
        merit = int64(state["scores"][seat]) + extra
        merit = 64 * merit + extra  # at most 2 * 4 + 4 * 5
        merit = (NUM_ENTERTAINERS + 1) * merit + popcount(state["owned"][seat])
        merit = 2 * merit + (seat == state["first"])
        if seats == 0 or merit > best:
            best = merit
            seats = 1 << seat
        elif merit == best:
            seats |= 1 << seat
    return seats
