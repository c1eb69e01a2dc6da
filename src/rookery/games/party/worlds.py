"""Worlds of a whole round of Penguin Party: deals that fit all that a seat has seen.

What counts is how a seat's first hand may have been: the cards it has laid since, which everybody
saw, and those it still holds. Of all deals that fit, each is as likely, cards being distinct; so a
world in which seats were dealt h cards of a colour each, and u are unused, weighs 1 / (h! … u!),
colour by colour. (``redeal`` takes laid cards for singled out: it sees the table as it lies.)

Sums of these weights are kept in a table, by colour, seat, what each seat still can take and how
many cards of the colour are left. With it a world is drawn without a single miss.
"""

import math
from typing import Any

import numpy as np

from rookery.core.bits import popcount
from rookery.core.kernel import int64, kernel
from rookery.core.rng import LOW32, draw
from rookery.games.party.rules import look
from rookery.games.party.state import DECK_SIZE, NUM_COLOURS

#: 1 / n!
SHARE = np.array([1 / math.factorial(n) for n in range(DECK_SIZE + 1)])


@kernel
def out_of_sight(printed: Any, view: Any, seat: int, colour: int) -> int:
    """How many cards of a colour a seat cannot see."""
    count = int64(printed["deck"][colour]) - popcount(view["placed"][colour])
    return count - int64(view["hands"][seat, colour]) if seat >= 0 else count


@kernel
def most_out_of_sight(printed: Any, view: Any, seat: int) -> int:
    """The same of the colour that has most of them."""
    most = int64(0)
    for colour in range(NUM_COLOURS):
        most = max(most, out_of_sight(printed, view, seat, colour))
    return most


@kernel
def takes(view: Any, seat: int, other: int) -> int:
    """How many cards another seat takes: all it holds; the seat itself none."""
    return int64(0) if other == seat else int64(view["held"][other])


@kernel
def most_of(view: Any, other: int, colour: int) -> int:
    """The most cards of a colour that a seat may hold: one that is out held none that fitted."""
    return int64(0) if view["barred"][other] >> colour & 1 else int64(view["held"][other])


@kernel
def weigh(printed: Any, view: Any, seat: int, work: Any) -> int:
    """Fill the table; return how many numbers it has. Where there is no room, only that."""
    players = int64(view["players"])
    loads = int64(1)
    for other in range(players):
        loads *= takes(view, seat, other) + 1
    lefts = most_out_of_sight(printed, view, seat) + 1
    page = loads * lefts
    size = NUM_COLOURS * (players + 1) * page
    if len(work) < size:
        return size
    for back in range(NUM_COLOURS):
        colour = NUM_COLOURS - 1 - back
        weigh_rest(printed, view, seat, work, colour)
        stride = loads
        for k in range(players):
            other = players - 1 - k
            stride //= takes(view, seat, other) + 1
            at = (colour * (players + 1) + other) * page
            weigh_seat(view, work[at : at + 2 * page], lefts, (seat, other, colour, stride))
    return size


@kernel
def weigh_rest(printed: Any, view: Any, seat: int, work: Any, colour: int) -> None:
    """What no seat takes of a colour is unused; the colours after it are shared out as weighed."""
    players = int64(view["players"])
    lefts = most_out_of_sight(printed, view, seat) + 1
    page = len(work) // (NUM_COLOURS * (players + 1))
    here = (colour * (players + 1) + players) * page
    after = (colour + 1) * (players + 1) * page
    for load in range(page // lefts):
        ways = 1.0 if load == 0 else 0.0
        if colour < NUM_COLOURS - 1:
            ways = work[after + load * lefts + out_of_sight(printed, view, seat, colour + 1)]
        for left in range(lefts):
            work[here + load * lefts + left] = ways * SHARE[left]


@kernel
def weigh_seat(view: Any, pages: Any, lefts: int, which: Any) -> None:
    """One seat takes some cards of a colour, the seats after it as weighed on the next page."""
    seat, other, colour, stride = which
    page = len(pages) // 2
    laid = int64(view["laid"][other, colour])
    sort = takes(view, seat, other) + 1
    most = 0 if other == seat else most_of(view, other, colour)
    for load in range(page // lefts):
        room = min(most, load // stride % sort)
        for left in range(lefts):
            total = 0.0
            for k in range(min(room, left) + 1):
                total += pages[page + (load - k * stride) * lefts + left - k] * SHARE[laid + k]
            pages[load * lefts + left] = total


@kernel
def remember(printed: Any, view: Any, seat: int, rng: Any, work: Any) -> bool:
    """Share out the cards that the seat cannot see, as weighed; False if it cannot have been so."""
    players = int64(view["players"])
    lefts = most_out_of_sight(printed, view, seat) + 1
    page = len(work) // (NUM_COLOURS * (players + 1))
    load = page // lefts - 1
    for colour in range(NUM_COLOURS):
        left = out_of_sight(printed, view, seat, colour)
        stride = int64(1)
        for other in range(players):
            if other != seat:
                after = (colour * (players + 1) + other + 1) * page
                pages = work[after - page : after + page]
                taken = share(view, pages, rng, (other, colour, stride, load, left, lefts))
                view["hands"][other, colour] = taken
                load -= taken * stride
                left -= taken
                stride *= int64(view["held"][other]) + 1
        view["unused"][colour] = left
    turn = int64(view["turn"])
    return turn < 0 or turn == seat or look(view, turn) > 0


@kernel
def share(view: Any, pages: Any, rng: Any, which: Any) -> int:
    """How many cards of a colour a seat takes, each number as likely as its weight says."""
    other, colour, stride, load, left, lefts = which
    page = len(pages) // 2
    laid = int64(view["laid"][other, colour])
    rest = pages[load * lefts + left] * ((draw(rng) + 0.5) / (LOW32 + 1))
    taken = int64(-1)
    while rest >= 0.0 and taken < left:
        taken += 1
        if load >= taken * stride:
            weight = pages[page + (load - taken * stride) * lefts + left - taken]
            rest -= weight * SHARE[laid + taken]
    return taken


@kernel
def rewind(printed: Any, now: Any, start: Any) -> int:
    """Fill what a seat knew earlier in the round with the world that led to ``now``."""
    if now["round"] != start["round"] or now["turn"] < 0:
        return -1
    for seat in range(int64(now["players"])):
        for colour in range(NUM_COLOURS):
            laid = int64(now["laid"][seat, colour]) - int64(start["laid"][seat, colour])
            start["hands"][seat, colour] = now["hands"][seat, colour] + laid
    for colour in range(NUM_COLOURS):
        start["unused"][colour] = now["unused"][colour]
    return 1 if look(start, int64(start["turn"])) > 0 else 0
