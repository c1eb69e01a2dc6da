"""What bots know of The Penguin Ultimatum, phase by phase.

What a show would bring counts the more the fewer of its dots are open (``NEAR``); what the others
would gain counts against it, each opponent by an equal share.
"""

from math import exp
from typing import Any

import numpy as np

from rookery.core.bits import lowest, popcount, select
from rookery.core.kernel import int64, kernel
from rookery.games.ultimatum import actions
from rookery.games.ultimatum.actions import NUM_PLACES
from rookery.games.ultimatum.iceberg import STEPS, amused, around, kin_fee, number_of, open_dots
from rookery.games.ultimatum.rules import cell_of, pick
from rookery.games.ultimatum.shows import SEAT_BITS, SEAT_MASK, applause, award, bonus, token_of
from rookery.games.ultimatum.state import (
    CURTAIN,
    FEE,
    INVITE,
    NUM_ENTERTAINERS,
    NUM_PENGUINS,
    PENGUIN,
    PLACE,
    SHOW,
    UPRIGHT,
)
from rookery.games.ultimatum.view import unseen_entertainers

#: How likely, in percent, a show with so many open dots is to bring its points.
NEAR = np.array([100, 55, 35, 22, 14, 9, 6, 4, 3], np.int64)
#: What owning an entertainer is worth, in points.
CARD = 4
#: The share of a free amused penguin's number that leaving its show one dot short gives away.
GIFT = 30
#: How many points make an action e times as trusted.
WARMTH = 1.5
#: How many random actions a reflex compares.
TRIES = 4
#: Decisions a search looks ahead, and then to the end of the turn.
LOOK_AHEAD = 12
#: Points that make a win e times more likely: at the end, and for each entertainer to come.
SPREAD = 1.5
SPREAD_EACH = 0.6
#: What champions have learned (bench/foresight.py), in points: a bonus, an entertainer owned, a
#: token on the iceberg, the move; by open dots, each point a show would bring, and being the one
#: who gets its entertainer.
BONUS, OWNED, TOKEN, MOVE = 0.64, 0.93, 1.2, 3.3
GAIN = np.array([1.0, 0.8, 0.63, 0.45, 0.4, 0.0, 0.0, 0.0, 0.0])
PRIZE = np.array([4.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])
LEARNED_SPREAD, LEARNED_SPREAD_EACH = 3.5, 0.7
#: And of placing penguins, in hundredths of a point: how much of what it seems worth is true, and
#: what is to be added for a show that is ready, for one that nearly is, for each point of a penguin
#: that an entertainer beside it amuses, or that is to be paid. By phase: how much surer to be.
PLACING, READY, NEARLY, LIKED = 79, 280, 114, 47
SHARPER = np.array([1.0, 1.0, 1.45, 1.0, 1.7, 1.0, 1.0])
#: How far a review believes what playouts say (bench/review.py). What others place says too little
#: of their hands: some hundred worlds in mind are a worse guide than as many new ones as there are
#: iterations (docs/search.md).
SEARCH = {"reads": 0}
#: How far reviews believe playouts, by players (``bench/review.py --fit``).
FAITH = {2: (0.7, 1.0), 3: (0.85, 1.0), 4: (0.8, 1.0)}
#: How champions think, by role, of which there is one here.
CHAMPION = {0: {"insight": 100, "exploration": 1.2, "widening": 1.0}}


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
def place_value(printed: Any, view: Any, seat: int, penguin: int, cell: int) -> int:
    """What it is worth to place a penguin: shows brought nearer, a guest to invite, the fee."""
    rivals = int64(view["players"]) - 1
    fee = kin_fee(view, penguin, cell)
    if view["owned"][seat]:
        fee = min(fee, CARD)  # a card can be dropped instead
    value = -100 * rivals * fee
    token = 0  # the best that one token can add this turn
    liked = 0  # by a penguin's number, the entertainers around that amuse it
    ready = 0  # shows this completes
    nearly = 0  # and those that wait for one dot more
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
        if pointed:
            ready += rest == 0
            nearly += rest == 1
        if amused(penguin, who):
            liked += number_of(penguin)
            free = max(free, number_of(penguin))
            token = max(token, NEAR[rest] * number_of(penguin))
        if rest == 0:
            token = max(token, 100 * free)
        elif rest == 1:
            value -= rivals * GIFT * free
    value += rivals * token
    if printed["temper"]["insight"]:
        more = READY * ready + NEARLY * nearly + LIKED * (liked - fee)
        return PLACING * value // 100 + rivals * more
    return value


@kernel
def expect(printed: Any, state: Any, penguin: int) -> int:
    """What a token on a penguin may expect from the shows around it, in hundredths."""
    value = 0
    stage = int64(state["stage"])
    while stage:
        who = lowest(stage)
        stage &= stage - 1
        if not amused(penguin, who):
            continue
        at = int64(state["where"][who])
        for step in STEPS:
            if state["cells"][at + step] == PENGUIN + penguin:
                value += number_of(penguin) * NEAR[popcount(open_dots(printed, state, who))]
    return value


@kernel
def rate_invitation(printed: Any, state: Any, move: int) -> float:
    """What the token may expect, less what it could where it was.

    Nothing to gain is no reason to invite, and least of all to move a token.
    """
    value = expect(printed, state, move % NUM_PENGUINS) - 1
    source = move // NUM_PENGUINS
    if source > 0:
        tokens = int64(state["invited"][state["turn"]])
        value -= expect(printed, state, select(tokens, source - 1)) + 1
    return value / 100.0


@kernel
def rate_drop(state: Any, who: int) -> float:
    """What an entertainer is worth: bonus points, and that it could save a fee another time."""
    seat = state["turn"]
    whole = bonus(state, seat)
    state["owned"][seat] ^= 1 << who
    loss = 1 + whole - bonus(state, seat)
    state["owned"][seat] ^= 1 << who
    return -float(loss)


@kernel
def rate(printed: Any, state: Any, action: int) -> float:
    """Points the rule of thumb expects, phase by phase."""
    phase = state["phase"]
    seat = int64(state["turn"])
    rivals = int64(state["players"]) - 1
    points = 0.0
    if phase == PLACE:
        cell = cell_of(action % NUM_PLACES)
        points = place_value(printed, state, seat, action // NUM_PLACES, cell) / (100.0 * rivals)
    elif phase == FEE:
        if action == actions.PAY:
            points = -float(state["fee"])
        else:
            points = rate_drop(state, action - actions.DROP)
    elif phase == INVITE:
        if action != actions.SKIP:
            points = rate_invitation(printed, state, action - actions.INVITE)
    elif phase == SHOW:
        who = action - actions.SHOW
        points = standing(state, seat, who, int64(state["where"][who])) / float(rivals)
    else:
        way = action - actions.PUT
        cell = cell_of(way % NUM_PLACES)
        who = int64(state["entertainers"][state["left"] - 1])
        dots = int64(printed["dots"][way // NUM_PLACES, who]) & ~around(state, cell)
        near = NEAR[popcount(dots)]
        points = near * standing(state, seat, who, cell) / (100.0 * rivals)
    if printed["temper"]["insight"]:
        points *= SHARPER[phase]
    return points / WARMTH


@kernel
def reflex(printed: Any, state: Any, rng: Any) -> int:
    """The best-looking one of a few random actions."""
    action = pick(printed, state, rng)
    best = rate(printed, state, action)
    for _ in range(TRIES - 1):
        other = pick(printed, state, rng)
        if other != action:
            value = rate(printed, state, other)
            if value > best:
                best = value
                action = other
    return action


@kernel
def horizon(printed: Any, state: Any, depth: int) -> bool:
    """Some turns ahead, where a new turn begins."""
    return depth >= LOOK_AHEAD and state["phase"] == PLACE


@kernel
def tally(printed: Any, state: Any, out: Any) -> float:
    """Points so far and what tokens may expect; returns how many of them make e times the chance.

    The more is to come, the less they tell.
    """
    for seat in range(int64(state["players"])):
        points = float(state["scores"][seat]) + bonus(state, seat)
        tokens = int64(state["invited"][seat])
        while tokens:
            penguin = lowest(tokens)
            tokens ^= int64(1) << penguin
            points += expect(printed, state, penguin) / 100.0
        out[seat] = points
    return SPREAD + SPREAD_EACH * int64(state["left"])


@kernel
def foresight(printed: Any, state: Any, out: Any) -> float:
    """The same with what is learned from matches: whose turn it is, whose each show would be."""
    players = int64(state["players"])
    for seat in range(players):
        points = state["scores"][seat] + BONUS * bonus(state, seat)
        points += OWNED * popcount(int64(state["owned"][seat]))
        out[seat] = points + TOKEN * popcount(int64(state["invited"][seat]))
    out[int64(state["turn"])] += MOVE
    stage = int64(state["stage"])
    while stage:
        who = lowest(stage)
        stage &= stage - 1
        rest = popcount(open_dots(printed, state, who))
        gains = applause(state, who, int64(state["where"][who]))
        for seat in range(players):
            out[seat] += GAIN[rest] * (gains >> SEAT_BITS * seat & SEAT_MASK)
        taker = award(gains, players)
        if taker >= 0:
            out[taker] += PRIZE[rest]
    return LEARNED_SPREAD + LEARNED_SPREAD_EACH * int64(state["left"])


@kernel
def estimate(printed: Any, state: Any, out: Any) -> None:
    """From points, those to come included."""
    players = int64(state["players"])
    if printed["temper"]["insight"]:
        spread = foresight(printed, state, out)
    else:
        spread = tally(printed, state, out)
    top = out[0]
    for seat in range(1, players):
        top = max(top, out[seat])
    total = 0.0
    for seat in range(players):
        out[seat] = exp((out[seat] - top) / spread)
        total += out[seat]
    for seat in range(players):
        out[seat] /= total


@kernel
def certain(printed: Any, view: Any, seat: int) -> bool:
    """No card is left to draw, and the order of the entertainers is known."""
    if view["pile_size"] > 0 or popcount(unseen_entertainers(view)) > 1:
        return False
    hidden = 0
    for other in range(int64(view["players"])):
        if view["hidden"] >> other & 1 and view["held"][other] > 0:
            hidden += 1
    return hidden <= 1
