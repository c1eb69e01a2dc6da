"""What a search wants to know of The Penguin Ultimatum: first impressions, and what it is worth."""

from math import exp
from typing import Any

from rookery.core.bits import lowest, popcount, select
from rookery.core.kernel import int64, kernel
from rookery.games.ultimatum import actions
from rookery.games.ultimatum.actions import NUM_PLACES
from rookery.games.ultimatum.greedy import CARD, NEAR, place_value, standing
from rookery.games.ultimatum.iceberg import STEPS, amused, around, number_of, open_dots
from rookery.games.ultimatum.rules import cell_of, pick
from rookery.games.ultimatum.shows import bonus
from rookery.games.ultimatum.state import (
    FEE,
    INVITE,
    NUM_PENGUINS,
    PENGUIN,
    PLACE,
    SHOW,
)
from rookery.games.ultimatum.view import unseen_entertainers

#: How many points make an action e times as trusted.
WARMTH = 1.5
#: How many random actions a reflex compares.
TRIES = 4
#: Decisions a search looks ahead, and then to the end of the turn.
LOOK_AHEAD = 12
#: Points that make a win e times more likely: at the end, and for each entertainer to come.
SPREAD = 1.5
SPREAD_EACH = 0.6


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
    """What the token may expect, less what it could where it was."""
    value = expect(printed, state, move % NUM_PENGUINS)
    source = move // NUM_PENGUINS
    if source > 0:
        tokens = int64(state["invited"][state["turn"]])
        value -= expect(printed, state, select(tokens, source - 1))
    return value / 100.0


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
        points = -float(min(CARD, state["fee"]))
        if action == actions.PAY:
            points = -float(state["fee"])
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
def plans(printed: Any, state: Any, seat: int) -> bool:
    """For everybody."""
    return True


@kernel
def horizon(printed: Any, state: Any, depth: int) -> bool:
    """Some turns ahead, where a new turn begins."""
    return depth >= LOOK_AHEAD and state["phase"] == PLACE


@kernel
def estimate(printed: Any, state: Any, out: Any) -> None:
    """From the points so far, bonuses included; the more is to come, the less they tell."""
    players = int64(state["players"])
    spread = SPREAD + SPREAD_EACH * int64(state["left"])
    top = 0.0
    for seat in range(players):
        points = float(state["scores"][seat]) + bonus(state, seat)
        tokens = int64(state["invited"][seat])
        while tokens:
            penguin = lowest(tokens)
            tokens ^= int64(1) << penguin
            points += expect(printed, state, penguin) / 100.0
        out[seat] = points
        if seat == 0 or points > top:
            top = points
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
