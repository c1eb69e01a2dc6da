"""What a seat of Penguin Party knows: hide, redeal, features.

A world, for a seat, is a way the cards it cannot see may lie: in the others' hands, aside, or
unused. Cards count as distinct things, as they do in a shuffle, so a uniform world is what a
fair deal makes likely, given what the seat has seen. Two things rule worlds out:

- a seat that went out held, at that moment, no card with a place (P13): ``barred``;
- a seat that is asked to decide has at least two actions, else nothing would be asked.
"""

from typing import Any

import numpy as np

from rookery.core.bits import popcount
from rookery.core.kernel import kernel
from rookery.core.rng import LOW32, draw
from rookery.games.party.rules import allowed, deal_hand, look
from rookery.games.party.state import MAX_SEATS, NUM_COLOURS, ROW, UNKNOWN

NUM_SPOTS = 36
#: spots by colour, own hand, six numbers a seat, base, limit, rounds left
NUM_FEATURES = NUM_SPOTS * NUM_COLOURS + NUM_COLOURS + MAX_SEATS * (6 + NUM_COLOURS) + 3


@kernel
def hide(tables: Any, state: Any, seat: int, out: Any) -> None:
    """Copy what is public, then the seat's own hand; everything else stays unknown."""
    out["rounds"] = state["rounds"]
    out["round"] = state["round"]
    out["spare"] = state["spare"]
    out["base"] = state["base"]
    out["limit"] = state["limit"]
    out["players"] = state["players"]
    out["playing"] = state["playing"]
    out["out"] = state["out"]
    out["finished"] = state["finished"]
    out["playoff"] = state["playoff"]
    out["first"] = state["first"]
    out["turn"] = state["turn"]
    for other in range(MAX_SEATS):
        out["points"][other] = state["points"][other]
        out["held"][other] = state["held"][other]
        out["barred"][other] = state["barred"][other]
        for colour in range(NUM_COLOURS):
            out["hands"][other, colour] = state["hands"][other, colour] if other == seat else 0
        if other != seat and state["held"][other] > 0:
            out["hands"][other, 0] = UNKNOWN
    asked = seat >= 0 and state["turn"] == seat  # what it may do follows from its own hand
    out["choices"] = state["choices"] if asked else 0
    for colour in range(NUM_COLOURS):
        out["placed"][colour] = state["placed"][colour]
        out["moves"][colour] = state["moves"][colour] if asked else 0
        out["unused"][colour] = 0
    if state["spare"] > 0:
        out["unused"][0] = UNKNOWN


@kernel
def unseen(tables: Any, view: Any, out: Any) -> None:
    """How many cards of each colour lie where the viewer cannot see them."""
    for colour in range(NUM_COLOURS):
        count = tables["deck"][colour] - popcount(view["placed"][colour])
        for seat in range(view["players"]):
            count -= view["hands"][seat, colour]
        out[colour] = count


@kernel
def redeal(tables: Any, view: Any, seat: int, rng: Any) -> None:
    """Draw worlds until one is not ruled out."""
    hidden = 0
    for other in range(view["players"]):
        if view["hands"][other, 0] == UNKNOWN:
            hidden |= 1 << other
    left = view["unused"]  # what remains when all hands are dealt lies unused
    turn = view["turn"]
    while True:
        for other in range(view["players"]):
            for colour in range(NUM_COLOURS):
                if hidden >> other & 1:
                    view["hands"][other, colour] = 0
        unseen(tables, view, left)
        if not deal_barred(view, hidden & view["out"], left, rng):
            continue
        for other in range(view["players"]):
            if (hidden & ~view["out"]) >> other & 1:
                deal_hand(view, other, np.int64(view["held"][other]), 0, left, rng)
        if turn < 0 or not hidden >> turn & 1 or look(view, turn) >= 2:
            return


@kernel
def deal_barred(view: Any, seats: int, left: Any, rng: Any) -> bool:
    """Give ``seats``, which are out, cards of colours they can hold; False to try again.

    Each such hand is drawn uniformly from the cards it may hold. That favours worlds in which
    earlier hands leave later ones few cards to draw from, by exactly the number of ways the
    later hands had. So a draw is kept with probability (its ways) / (a bound on the ways).
    """
    keep = 1.0
    for other in range(view["players"]):
        if not seats >> other & 1:
            continue
        size = np.int64(view["held"][other])
        barred = np.int64(view["barred"][other])
        ways = allowed(left, barred)
        if ways < size:
            return False
        bound = most_allowed(view, seats, other, left)
        for k in range(size):
            keep *= (ways - k) / (bound - k)
        deal_hand(view, other, size, barred, left, rng)
    return keep >= 1.0 or draw(rng) < keep * (LOW32 + 1)


@kernel
def most_allowed(view: Any, seats: int, seat: int, left: Any) -> int:
    """The most cards ``seat`` can find to draw from, whatever the seats before it drew."""
    barred = np.int64(view["barred"][seat])
    taken = 0
    total = allowed(left, barred)
    for earlier in range(seat):
        if seats >> earlier & 1:
            # Put the earlier hand's cards back for the count; at least ``must`` of them are
            # cards that this seat could have held.
            elsewhere = 0
            for colour in range(NUM_COLOURS):
                if not barred >> colour & 1:
                    total += view["hands"][earlier, colour]
                if barred >> colour & 1 and not view["barred"][earlier] >> colour & 1:
                    elsewhere += left[colour]
                    for other in range(seat):
                        if seats >> other & 1:
                            elsewhere += view["hands"][other, colour]
            must = view["held"][earlier] - elsewhere
            if must > 0:
                taken += must
    return total - taken


@kernel
def features(tables: Any, view: Any, seat: int, out: Any) -> None:
    """The pyramid by spot and colour, the own hand, then the seats from the own one on."""
    at = 0
    for row in range(ROW):
        for i in range(ROW - row):
            for colour in range(NUM_COLOURS):
                out[at] = view["placed"][colour] >> (ROW * row + i) & 1
                at += 1
    for colour in range(NUM_COLOURS):
        if seat >= 0:
            out[at + colour] = view["hands"][seat, colour] / ROW
    at += NUM_COLOURS
    first = max(seat, 0)
    for k in range(view["players"]):
        other = (first + k) % view["players"]
        out[at] = view["held"][other] / 14
        out[at + 1] = view["playing"] >> other & 1
        out[at + 2] = view["out"] >> other & 1
        out[at + 3] = view["finished"] >> other & 1
        out[at + 4] = view["points"][other] / 50
        out[at + 5] = view["turn"] == other
        for colour in range(NUM_COLOURS):
            out[at + 6 + colour] = view["barred"][other] >> colour & 1
        at += 6 + NUM_COLOURS
    at += (MAX_SEATS - view["players"]) * (6 + NUM_COLOURS)
    out[at] = view["base"] / ROW
    out[at + 1] = view["limit"] / ROW
    out[at + 2] = (view["rounds"] - view["round"]) / MAX_SEATS

