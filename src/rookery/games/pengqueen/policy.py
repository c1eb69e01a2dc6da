"""What a search wants to know of Pyramid of Pengqueen, for hunters and for the mummy."""

from math import exp
from typing import Any

import numpy as np

from rookery.core.bits import popcount
from rookery.core.kernel import int64, kernel
from rookery.games.pengqueen.actions import FIRST_WAY, REVEAL, ROLL, STOP
from rookery.games.pengqueen.greedy import (
    ENOUGH_ASIDE,
    greedy,
    hideouts,
    nearest,
    scent,
    start_turn,
    threat,
    wanted,
    worth,
)
from rookery.games.pengqueen.hunters import hunter_seat, owner
from rookery.games.pengqueen.mummy import LIVES_TO_WIN
from rookery.games.pengqueen.state import CARD, MAX_PAWNS, MOVE, SQUARES, START

#: How many units of the rule of thumb make a hunter's move e times as trusted.
WARMTH = 8.0
#: What is certain in the rule of thumb is so many times e as trusted.
SURE = 2.0
#: The mummy's trust in a step grows with the scent there.
SCENT = 2.0
#: A mummy that thinks too little does not find anybody.
PACE = 6
#: Playouts doubt one rule of thumb in four, and so learn where hunters like to go, and where it
#: pays to look for them.
SEARCH = {"doubts": 4}
#: Decisions a search looks ahead.
LOOK_AHEAD = 20
#: By players, what the estimate says of a treasure still to be found, a step to the nearest one,
#: an own life, a life still to be taken, and of the mummy as such (fitted to matches between
#: rules of thumb, on an earlier map).
TO_FIND = np.array([0.0, 0.0, 0.40, 1.22, 1.47, 1.54])
TO_WALK = np.array([0.0, 0.0, 0.02, 0.082, 0.098, 0.114])
TO_LIVE = np.array([0.0, 0.0, 0.0, 0.23, 0.31, 0.21])
TO_CATCH = np.array([0.0, 0.0, 1.36, 1.14, 0.88, 0.68])
MUMMYS_PART = np.array([0.0, 0.0, 0.72, 0.05, -0.15, -0.57])


@kernel
def rate_move(tables: Any, state: Any, action: int) -> float:
    """How much nearer to a treasure, how much danger."""
    if action == ROLL:
        return 0.0 if state["aside"] < ENOUGH_ASIDE else -SURE
    square = action % SQUARES
    cards = wanted(tables, state)
    away = nearest(tables, cards, square)
    here = int64(state["pawns"][state["pawn"]])
    risk = threat(tables, state, square)
    size = hideouts(tables, state, action // SQUARES) if risk > 0 else 1
    return worth(nearest(tables, cards, here), away, risk, size) / WARMTH


@kernel
def rate(tables: Any, state: Any, action: int) -> float:
    """Phase by phase, by the rule of thumb."""
    phase = state["phase"]
    if phase == MOVE:
        return rate_move(tables, state, action)
    if phase == START:
        return SURE if action == start_turn(tables, state) else 0.0
    if phase == CARD:
        return SURE if action == REVEAL else 0.0
    if action == STOP:
        return 0.0
    square = int64(tables["next"][state["mummy"], action - FIRST_WAY])
    return SCENT * scent(tables, state, square, int64(state["steps"]) - 1)


@kernel
def reflex(tables: Any, state: Any, rng: Any) -> int:
    """The rule of thumb; playouts doubt it now and then."""
    return greedy(tables, state, int64(state["turn"]), rng)


@kernel
def horizon(tables: Any, state: Any, depth: int) -> bool:
    """Some decisions ahead, where a hunter's turn begins."""
    return depth >= LOOK_AHEAD and (state["phase"] == START or state["phase"] == MOVE)


@kernel
def estimate(tables: Any, state: Any, out: Any) -> None:
    """Who has how far to go: treasures to find and to walk to, lives to take."""
    players = int64(state["players"])
    mummy = int64(state["mummy_seat"])
    for seat in range(players):
        out[seat] = 0.0
    for pawn in range(MAX_PAWNS):
        if state["pawns"][pawn] < 0:
            continue
        hunter = owner(players, pawn)
        held = int64(state["cards"][hunter])
        effort = TO_FIND[players] * popcount(held)
        effort += TO_WALK[players] * nearest(tables, held, int64(state["pawns"][pawn]))
        effort -= TO_LIVE[players] * int64(state["lives"][pawn])
        seat = hunter_seat(state, hunter)
        out[seat] = max(out[seat], exp(-effort))
    to_catch = LIVES_TO_WIN[players] - int64(state["caught"])
    out[mummy] = exp(MUMMYS_PART[players] - TO_CATCH[players] * to_catch)
    total = 0.0
    for seat in range(players):
        total += out[seat]
    for seat in range(players):
        out[seat] /= total


@kernel
def certain(tables: Any, view: Any, seat: int) -> bool:
    """Dice fall until the end."""
    return False
