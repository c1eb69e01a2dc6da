"""A sensible rule of thumb for The Penguin Ultimatum, phase by phase.

Everything is weighed in hundredths of a point. What a show would bring counts the more the
fewer of its dots are open (``NEAR``); what the others would gain counts against it, each
opponent by an equal share. Ties are broken at random.
"""

from typing import Any

import numpy as np

from rookery.core.bits import lowest, popcount
from rookery.core.kernel import int64, kernel
from rookery.core.rng import below
from rookery.games.ultimatum import actions
from rookery.games.ultimatum.actions import NUM_PLACES
from rookery.games.ultimatum.iceberg import STEPS, amused, around, kin_fee, number_of, open_dots
from rookery.games.ultimatum.rules import cell_of, place_of
from rookery.games.ultimatum.shows import (
    SEAT_BITS,
    SEAT_MASK,
    applause,
    award,
    bonus,
    token_of,
)
from rookery.games.ultimatum.state import (
    CURTAIN,
    FEE,
    INVITE,
    NUM_ENTERTAINERS,
    NUM_PENGUINS,
    NUM_TOKENS,
    PENGUIN,
    PLACE,
    ROW,
    SHOW,
    UPRIGHT,
)

#: How likely, in percent, a show with so many open dots is to bring its points.
NEAR = np.array([100, 55, 35, 22, 14, 9, 6, 4, 3], np.int64)
#: What owning an entertainer is worth, in points.
CARD = 4
#: The share of a free amused penguin's number that leaving its show one dot short gives away.
GIFT = 30


@kernel
def standing(view: Any, seat: int, who: int, cell: int) -> int:
    """What a show there would bring the seat, less the others' average, in points x rivals."""
    gains = applause(view, who, cell)
    players = int64(view["players"])
    taker = award(gains, players)
    value = 0
    for other in range(players):
        points = (gains >> SEAT_BITS * other & SEAT_MASK) + (CARD if other == taker else 0)
        value += points * (players - 1) if other == seat else -points
    return value


@kernel
def best_free(view: Any, who: int, cell: int) -> int:
    """The highest number among amused penguins without a token around a cell."""
    best = 0
    for step in STEPS:
        penguin = int64(view["cells"][cell + step]) - PENGUIN
        if 0 <= penguin < NUM_PENGUINS and amused(penguin, who) and token_of(view, penguin) < 0:
            best = max(best, number_of(penguin))
    return best


@kernel
def prospect(printed: Any, view: Any, penguin: int, cell: int) -> int:
    """What a token on a penguin may expect from the shows around it."""
    value = 0
    for step in STEPS:
        code = int64(view["cells"][cell + step])
        if UPRIGHT <= code < CURTAIN:
            who = (code - UPRIGHT) % NUM_ENTERTAINERS
            if amused(penguin, who):
                value += number_of(penguin) * NEAR[popcount(open_dots(printed, view, who))]
    return value


@kernel
def place_value(printed: Any, view: Any, seat: int, penguin: int, cell: int) -> int:
    """What it is worth to place a penguin: shows brought nearer, a guest to invite, the fee."""
    rivals = int64(view["players"]) - 1
    fee = kin_fee(view, penguin, cell)
    if view["owned"][seat]:
        fee = min(fee, CARD)  # a card can be dropped instead
    value = -100 * rivals * fee
    token = 0  # the best that one token can add this turn
    for k in range(8):
        at = cell + STEPS[k]
        code = int64(view["cells"][at])
        if code < UPRIGHT or code >= CURTAIN:
            continue
        who = (code - UPRIGHT) % NUM_ENTERTAINERS
        dots = open_dots(printed, view, who)
        pointed = dots >> (7 - k if k > 3 else 8 - k) & 1  # the dot that looks back at the cell
        rest = popcount(dots) - pointed
        value += (NEAR[rest] - NEAR[rest + pointed]) * standing(view, seat, who, at)
        free = best_free(view, who, at)
        if amused(penguin, who):
            free = max(free, number_of(penguin))
            token = max(token, NEAR[rest] * number_of(penguin))
        if rest == 0:
            token = max(token, 100 * free)
        elif rest == 1:
            value -= rivals * GIFT * free
    return value + rivals * token


@kernel
def place_penguin(printed: Any, view: Any, seat: int, rng: Any) -> int:
    """The best penguin on the best cell."""
    best = 0
    action = -1
    tied = 0
    for row in range(1, view["height"] + 1):
        columns = int64(view["moves"][0, row])
        while columns:
            column = lowest(columns)
            columns &= columns - 1
            hand = int64(view["hands"][seat])
            while hand:
                penguin = lowest(hand)
                hand ^= int64(1) << penguin
                value = place_value(printed, view, seat, penguin, ROW * row + column)
                tied = 1 if action < 0 or value > best else tied + (value == best)
                if action < 0 or value > best or (value == best and below(rng, tied) == 0):
                    best = value
                    action = NUM_PLACES * penguin + place_of(row, column)
    return action


@kernel
def settle(view: Any, seat: int) -> int:
    """Drop the card that is worth least, if that is less than the fee."""
    action = actions.PAY
    cost = int64(view["fee"])
    whole = bonus(view, seat)
    cards = int64(view["owned"][seat])
    for who in range(NUM_ENTERTAINERS):
        if cards >> who & 1:
            view["owned"][seat] = cards ^ (1 << who)
            loss = 1 + whole - bonus(view, seat)  # 1: it could save a fee another time
            if loss < cost:
                cost = loss
                action = actions.DROP + who
    view["owned"][seat] = cards
    return action


@kernel
def invite(printed: Any, view: Any, seat: int, rng: Any) -> int:
    """Move the token that has the least to expect to where it has the most."""
    tokens = int64(view["invited"][seat])
    has_supply = popcount(tokens) < NUM_TOKENS
    source = 0
    least = 0
    most = 0
    target = -1
    tied = 0
    for row in range(1, view["height"] + 1):
        for column in range(1, view["width"] + 1):
            cell = ROW * row + column
            penguin = int64(view["cells"][cell]) - PENGUIN
            if penguin < 0 or penguin >= NUM_PENGUINS:
                continue
            value = prospect(printed, view, penguin, cell)
            owner = token_of(view, penguin)
            if owner == seat and not has_supply and (source == 0 or value < least):
                least = value
                source = 1
                for lower in range(penguin):
                    source += tokens >> lower & 1
            elif owner < 0:
                tied = 1 if value > most else tied + (value == most)
                if value > most or (value == most and target >= 0 and below(rng, tied) == 0):
                    most = value
                    target = penguin
    if target < 0 or most <= least:
        return actions.SKIP
    return actions.INVITE + NUM_PENGUINS * source + target


@kernel
def choose_show(view: Any, seat: int) -> int:
    """The show that brings most comes first: the pile may run out."""
    best = 0
    action = -1
    for who in range(NUM_ENTERTAINERS):
        if view["waiting"] >> who & 1:
            value = standing(view, seat, who, int64(view["where"][who]))
            if action < 0 or value > best:
                best = value
                action = actions.SHOW + who
    return action


@kernel
def put_entertainer(printed: Any, view: Any, seat: int, rng: Any) -> int:
    """Where the own tokens profit most; with nothing to gain, where little is missing."""
    who = int64(view["entertainers"][view["left"] - 1])
    best = 0
    action = -1
    tied = 0
    for way in range(2 * NUM_PLACES):
        cell = cell_of(way % NUM_PLACES)
        turned = way // NUM_PLACES
        if not int64(view["moves"][turned, cell // ROW]) >> cell % ROW & 1:
            continue
        dots = int64(printed["dots"][turned, who]) & ~around(view, cell)
        value = NEAR[popcount(dots)] * standing(view, seat, who, cell)
        tied = 1 if action < 0 or value > best else tied + (value == best)
        if action < 0 or value > best or (value == best and below(rng, tied) == 0):
            best = value
            action = actions.PUT + way
    return action


@kernel
def greedy(printed: Any, view: Any, seat: int, rng: Any) -> int:
    """One rule for each phase."""
    phase = view["phase"]
    if phase == PLACE:
        return place_penguin(printed, view, seat, rng)
    if phase == FEE:
        return settle(view, seat)
    if phase == INVITE:
        return invite(printed, view, seat, rng)
    if phase == SHOW:
        return choose_show(view, seat)
    return put_entertainer(printed, view, seat, rng)
