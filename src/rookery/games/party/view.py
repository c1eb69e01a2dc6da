"""What a seat of Penguin Party knows: hide, redeal, features.

A world, for a seat, is a way the cards it cannot see may lie: in the others' hands, aside, or
unused. Cards count as distinct things, as they do in a shuffle, so a uniform world is what a
fair deal makes likely, given what the seat has seen. Two things rule worlds out:

- a seat that went out held, at that moment, no card with a place (P13): ``barred``;
- a seat that is asked to decide has at least two actions, else nothing would be asked.
"""

from typing import Any

from rookery.core.kernel import kernel
from rookery.core.rng import LOW32, below, draw
from rookery.games.party.rules import ROOM, deal_hand, look
from rookery.games.party.state import MAX_SEATS, NUM_COLOURS, ROW, UNKNOWN

NUM_SPOTS = 36
#: spots by colour, own hand, six numbers a seat, base, limit, rounds left
NUM_FEATURES = NUM_SPOTS * NUM_COLOURS + NUM_COLOURS + MAX_SEATS * (6 + NUM_COLOURS) + 3


@kernel
def hide(tables: Any, state: Any, seat: int, out: Any) -> None:
    """Copy what is public, then the seat's own hand; everything else stays unknown."""
    out["placed"][:] = state["placed"]
    out["points"][:] = state["points"]
    out["rounds"] = state["rounds"]
    out["round"] = state["round"]
    out["held"][:] = state["held"]
    out["barred"][:] = state["barred"]
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
    out["moves"][:] = 0
    out["choices"] = 0
    out["hands"][:] = 0
    out["unused"][:] = 0
    for other in range(state["players"]):
        if other == seat:
            out["hands"][other, :] = state["hands"][other]
        elif state["held"][other] > 0:
            out["hands"][other, 0] = UNKNOWN
    if state["spare"] > 0:
        out["unused"][0] = UNKNOWN
    if state["turn"] == seat and seat >= 0:  # follows from the own hand
        out["moves"][:] = state["moves"]
        out["choices"] = state["choices"]


@kernel
def unseen(tables: Any, view: Any, out: Any) -> None:
    """How many cards of each colour lie where the viewer cannot see them."""
    for colour in range(NUM_COLOURS):
        count = tables["deck"][colour]
        cards = view["placed"][colour]
        while cards:
            count -= 1
            cards &= cards - 1
        for seat in range(view["players"]):
            if view["hands"][seat, colour] > 0:
                count -= view["hands"][seat, colour]
        out[colour] = count


@kernel
def allowed(left: Any, barred: int) -> int:
    """How many of the cards are of a colour that is not barred."""
    count = 0
    for colour in range(NUM_COLOURS):
        if not barred >> colour & 1:
            count += left[colour]
    return count


@kernel
def redeal(tables: Any, view: Any, seat: int, rng: Any) -> None:
    """Draw worlds until one is not ruled out."""
    left = view["unused"]
    hidden = 0
    for other in range(view["players"]):
        if view["hands"][other, 0] == UNKNOWN:
            hidden |= 1 << other
            view["hands"][other, 0] = 0
    if view["spare"] == 0 and hidden == 0:
        return
    view["unused"][:] = 0
    turn = view["turn"]
    while True:
        for other in range(view["players"]):
            if hidden >> other & 1:
                view["hands"][other, :] = 0
        unseen(tables, view, left)
        if not deal_barred(view, hidden, left, rng):
            continue
        for other in range(view["players"]):
            if hidden >> other & 1 and not view["out"] >> other & 1:
                deal_hand(view, other, view["held"][other], left, rng)
        # What is left now lies unused.
        if turn < 0 or not hidden >> turn & 1 or look(view, turn) >= 2:
            return


@kernel
def deal_barred(view: Any, hidden: int, left: Any, rng: Any) -> bool:
    """Give the seats that are out cards of colours they can hold; False to try again.

    Each such hand is drawn uniformly from the cards it may hold. That favours worlds in which
    earlier hands leave later ones few cards to draw from, by exactly the number of ways the
    later hands had. So a draw is kept with probability (its ways) / (a bound on the ways).
    """
    keep = 1.0
    for other in range(view["players"]):
        if not (hidden & view["out"]) >> other & 1:
            continue
        barred = view["barred"][other]
        size = view["held"][other]
        ways = allowed(left, barred)
        if ways < size:
            return False
        bound = most_allowed(view, hidden, other, left)
        for k in range(size):
            keep *= (ways - k) / (bound - k)
        deal_allowed(view, other, left, rng)
    return keep >= 1.0 or draw(rng) < keep * (LOW32 + 1)


@kernel
def most_allowed(view: Any, hidden: int, seat: int, left: Any) -> int:
    """The most cards ``seat`` can find to draw from, whatever the seats before it drew."""
    barred = view["barred"][seat]
    taken = 0
    total = allowed(left, barred)
    for earlier in range(seat):
        if (hidden & view["out"]) >> earlier & 1:
            # Put the earlier hand's cards back for the count; at least ``must`` of them are
            # cards that this seat could have held.
            elsewhere = 0
            for colour in range(NUM_COLOURS):
                held = view["hands"][earlier, colour]
                if not barred >> colour & 1:
                    total += held
            for colour in range(NUM_COLOURS):
                if barred >> colour & 1 and not view["barred"][earlier] >> colour & 1:
                    elsewhere += left[colour]
                    for other in range(seat):
                        if (hidden & view["out"]) >> other & 1:
                            elsewhere += view["hands"][other, colour]
            must = view["held"][earlier] - elsewhere
            if must > 0:
                taken += must
    return total - taken


@kernel
def deal_allowed(view: Any, seat: int, left: Any, rng: Any) -> None:
    """Draw the cards of a seat that is out, none of a barred colour."""
    barred = view["barred"][seat]
    total = allowed(left, barred)
    for _ in range(view["held"][seat]):
        at = below(rng, total)
        colour = 0
        while barred >> colour & 1 or at >= left[colour]:
            if not barred >> colour & 1:
                at -= left[colour]
            colour += 1
        left[colour] -= 1
        total -= 1
        view["hands"][seat, colour] += 1


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


__all__ = ["NUM_FEATURES", "ROOM", "features", "hide", "redeal"]
