"""What a seat of The Penguin Ultimatum knows: hide, redeal, features.

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
from rookery.games.ultimatum.iceberg import number_of, open_dots
from rookery.games.ultimatum.shows import token_of
from rookery.games.ultimatum.state import (
    CURTAIN,
    EMPTY,
    HAND_SIZE,
    MAX_SEATS,
    MAX_SIDE,
    NUM_ACTS,
    NUM_ENTERTAINERS,
    NUM_PENGUINS,
    NUM_TOKENS,
    OVER,
    PENGUIN,
    PILES,
    ROW,
    TURNED,
    UNKNOWN,
    UPRIGHT,
)

#: ice, penguin (family, act, number), entertainer (animal, act, turned), curtain, token (own,
#: then the others' clockwise), open dots pointing here, placed, waiting, moves (upright, turned)
NUM_PLANES = 1 + 4 + 4 + 1 + 4 + 4 + 1 + 1 + MAX_SEATS + 1 + 1 + 1 + 2
#: score, supply, hand, turn, first, activity, entertainers
SEAT_FEATURES = 5 + NUM_ACTS + NUM_ENTERTAINERS
#: planes, own hand, unseen penguins, top and unseen entertainers, seats, phase, fee, pile sizes
NUM_FEATURES = (
    NUM_PLANES * MAX_SIDE * MAX_SIDE
    + 2 * NUM_PENGUINS
    + 2 * NUM_ENTERTAINERS
    + MAX_SEATS * SEAT_FEATURES
    + OVER
    + 3
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


@kernel
def cell_features(view: Any, cell: int, seat: int, out: Any, at: int) -> None:
    """What lies on one cell of the iceberg."""
    code = int64(view["cells"][cell])
    out[at] = 1
    if code == CURTAIN:
        out[at + 19] = 1
    elif code >= UPRIGHT:
        who = (code - UPRIGHT) % NUM_ENTERTAINERS
        out[at + 10 + who // NUM_ACTS] = 1
        out[at + 14 + who % NUM_ACTS] = 1
        out[at + 18] = code >= TURNED
        out[at + 26] = view["waiting"] >> who & 1
    elif code > EMPTY:
        penguin = code - PENGUIN
        out[at + 1 + (penguin >> 4)] = 1
        out[at + 5 + (penguin & 3)] = 1
        out[at + 9] = number_of(penguin) / 5
        owner = token_of(view, penguin)
        if owner >= 0:
            out[at + 20 + (owner - seat) % int64(view["players"])] = 1
    out[at + 25] = cell == view["placed"]
    out[at + 27] = int64(view["moves"][0, cell // ROW]) >> cell % ROW & 1
    out[at + 28] = int64(view["moves"][1, cell // ROW]) >> cell % ROW & 1


@kernel
def dot_features(printed: Any, view: Any, out: Any) -> None:
    """On each empty cell, how many open dots point at it."""
    for who in range(NUM_ENTERTAINERS):
        if view["stage"] >> who & 1:
            dots = open_dots(printed, view, who)
            cell = int64(view["where"][who])
            for k in range(9):
                if dots >> k & 1:
                    row = cell // ROW + k // 3 - 2
                    column = cell % ROW + k % 3 - 2
                    out[NUM_PLANES * (MAX_SIDE * row + column) + 24] += 1


@kernel
def seat_features(view: Any, seat: int, out: Any, at: int) -> None:
    """What lies before one seat."""
    out[at] = view["scores"][seat] / 50
    out[at + 1] = 1 - popcount(view["invited"][seat]) / NUM_TOKENS
    out[at + 2] = view["held"][seat] / HAND_SIZE
    out[at + 3] = view["turn"] == seat
    out[at + 4] = view["first"] == seat
    out[at + 5 + int64(view["activities"][seat])] = 1
    for who in range(NUM_ENTERTAINERS):
        out[at + 5 + NUM_ACTS + who] = view["owned"][seat] >> who & 1


@kernel
def features(printed: Any, view: Any, seat: int, out: Any) -> None:
    """The iceberg cell by cell, the cards, then the seats from the own one on."""
    first = max(seat, 0)
    for row in range(view["height"]):
        for column in range(view["width"]):
            at = NUM_PLANES * (MAX_SIDE * row + column)
            cell_features(view, ROW * (row + 1) + column + 1, first, out, at)
    dot_features(printed, view, out)
    at = NUM_PLANES * MAX_SIDE * MAX_SIDE
    unseen = unseen_penguins(view)
    for penguin in range(NUM_PENGUINS):
        if seat >= 0:
            out[at + penguin] = view["hands"][seat] >> penguin & 1
        out[at + NUM_PENGUINS + penguin] = unseen >> penguin & 1
    at += 2 * NUM_PENGUINS
    if view["left"] > 0:
        out[at + int64(view["entertainers"][view["left"] - 1])] = 1
    rest = unseen_entertainers(view)
    for who in range(NUM_ENTERTAINERS):
        out[at + NUM_ENTERTAINERS + who] = rest >> who & 1
    at += 2 * NUM_ENTERTAINERS
    players = int64(view["players"])
    for k in range(players):
        seat_features(view, (first + k) % players, out, at + SEAT_FEATURES * k)
    at += MAX_SEATS * SEAT_FEATURES
    if view["phase"] < OVER:
        out[at + int64(view["phase"])] = 1
    out[at + OVER] = view["fee"] / 20
    out[at + OVER + 1] = view["left"] / NUM_ENTERTAINERS
    out[at + OVER + 2] = view["pile_size"] / NUM_PENGUINS
