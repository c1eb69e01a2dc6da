"""What a search wants to know of Pyramid of Pengqueen, for hunters and for the mummy."""

from math import exp
from typing import Any

import numpy as np

from rookery.core.bits import lowest, popcount
from rookery.core.kernel import int64, kernel
from rookery.games.pengqueen.actions import FIRST_WAY, REVEAL, ROLL, STOP
from rookery.games.pengqueen.edition import FAR
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
from rookery.games.pengqueen.hunters import hunter_seat
from rookery.games.pengqueen.mummy import LIVES_TO_WIN
from rookery.games.pengqueen.state import CARD, MAX_PAWNS, MOVE, OUT, SQUARES, START

#: How many units of the rule of thumb make a hunter's move e times as trusted.
WARMTH = 8.0
#: What is certain in the rule of thumb is so many times e as trusted.
SURE = 2.0
#: The mummy's trust in a step grows with the scent there.
SCENT = 2.0
#: Playouts doubt one rule of thumb in four, and so learn where hunters like to go, and where it
#: pays to look for them.
SEARCH = {"doubts": 4, "to_end": 1, "trust": 0.7}
#: Decisions a search looks ahead, by players: so that both sides have a chance at every table.
LOOK_AHEAD = np.array([0, 0, 50, 20, 24, 15])
#: By players, what the estimate says of a treasure still to be found, a step on the way through
#: all of them, an own life, a life still to be taken, a mummy that stands next to a hunter, and of
#: the mummy as such. Fitted to matches between searching bots for four and five; for two and three
#: put near to those, so that both sides have a chance (bench/trials.md).
TO_FIND = np.array([0.0, 0.0, 0.26, 0.50, 0.50, 0.68])
TO_WALK = np.array([0.0, 0.0, 0.080, 0.080, 0.089, 0.109])
TO_LIVE = np.array([0.0, 0.0, 0.30, 0.30, 0.50, 0.20])
TO_CATCH = np.array([0.0, 0.0, 0.70, 0.90, 0.64, 0.78])
TO_MEET = np.array([0.0, 0.0, 2.0, 2.0, 2.1, 2.4])
MUMMYS_PART = np.array([0.0, 0.0, -5.30, 0.80, 0.90, 0.50])


@kernel
def rate_move(printed: Any, state: Any, action: int) -> float:
    """How much nearer to a treasure, how much danger."""
    if action == ROLL:
        return 0.0 if state["aside"] < ENOUGH_ASIDE else -SURE
    square = action % SQUARES
    cards = wanted(printed, state)
    away = nearest(printed, cards, square)
    here = int64(state["pawns"][state["pawn"]])
    risk = threat(printed, state, square)
    size = hideouts(printed, state, action // SQUARES) if risk > 0 else 1
    return worth(nearest(printed, cards, here), away, risk, size) / WARMTH


@kernel
def rate(printed: Any, state: Any, action: int) -> float:
    """Phase by phase, by the rule of thumb."""
    phase = state["phase"]
    if phase == MOVE:
        return rate_move(printed, state, action)
    if phase == START:
        return SURE if action == start_turn(printed, state) else 0.0
    if phase == CARD:
        return SURE if action == REVEAL else 0.0
    if action == STOP:
        return 0.0
    square = int64(printed["next"][state["mummy"], action - FIRST_WAY])
    return SCENT * scent(printed, state, square, int64(state["steps"]) - 1)


@kernel
def reflex(printed: Any, state: Any, rng: Any) -> int:
    """The rule of thumb; playouts doubt it now and then."""
    return greedy(printed, state, int64(state["turn"]), rng)


@kernel
def plans(printed: Any, state: Any, seat: int) -> bool:
    """The mummy plans for all, a hunter for itself.

    A mummy in a hunter's tree would learn there where that hunter is; by reflex it goes by the
    trail. And without the other hunters, each with its dice, the tree has more room for the
    hunter's own next moves.
    """
    return state["turn"] == seat or state["mummy_seat"] == seat


@kernel
def horizon(printed: Any, state: Any, depth: int) -> bool:
    """Some decisions ahead, where a hunter's turn begins."""
    if depth < LOOK_AHEAD[int64(state["players"])]:
        return False
    return state["phase"] == START or state["phase"] == MOVE


@kernel
def tour(printed: Any, cards: int, here: int, mate: int) -> int:
    """Steps through the treasures of all these cards, always to the nearest one next.

    With two players the hunter's other pawn, the ``mate``, goes where it is nearer; else it is OUT.
    """
    steps = int64(0)
    while cards:
        best = int64(SQUARES)
        found = int64(0)
        by_mate = False
        left = cards
        while left:
            card = lowest(left)
            left &= left - 1
            away = int64(printed["distance"][here, printed["place"][card]])
            if away < best:
                best = away
                found = card
                by_mate = False
            if mate >= 0:
                away = int64(printed["distance"][mate, printed["place"][card]])
                if away < best:
                    best = away
                    found = card
                    by_mate = True
        if by_mate:
            mate = int64(printed["place"][found])
        else:
            here = int64(printed["place"][found])
        steps += best
        cards &= ~(int64(1) << found)
    return steps


@kernel
def prospect(printed: Any, state: Any, hunter: int) -> float:
    """A hunter's weight in the estimate: treasures to find and to walk to, own lives."""
    players = int64(state["players"])
    here = int64(state["pawns"][hunter])
    lives = int64(state["lives"][hunter])
    mate = int64(OUT)
    if players == 2:
        mate = int64(state["pawns"][1])
        lives += int64(state["lives"][1])
        if here < 0:
            here = mate
            mate = int64(OUT)
    if here < 0:
        return 0.0
    held = int64(state["cards"][hunter])
    effort = TO_FIND[players] * popcount(held)
    effort += TO_WALK[players] * tour(printed, held, here, mate)
    return exp(TO_LIVE[players] * lives - effort)


@kernel
def menace(printed: Any, state: Any) -> float:
    """The mummy's weight: lives to take, and the way to the nearest hunter."""
    players = int64(state["players"])
    gap = int64(FAR)
    for pawn in range(MAX_PAWNS):
        square = int64(state["pawns"][pawn])
        if square >= 0 and square != printed["sarcophagus"]:
            gap = min(gap, int64(printed["distance"][state["mummy"], square]))
    to_catch = LIVES_TO_WIN[players] - int64(state["caught"])
    power = MUMMYS_PART[players] - TO_CATCH[players] * to_catch
    return exp(power + TO_MEET[players] / (1.0 + gap))


@kernel
def estimate(printed: Any, state: Any, out: Any) -> None:
    """Each seat's part of all prospects."""
    players = int64(state["players"])
    mummy = int64(state["mummy_seat"])
    out[mummy] = menace(printed, state)
    total = out[mummy]
    for hunter in range(players - 1):
        seat = hunter_seat(state, hunter)
        out[seat] = prospect(printed, state, hunter)
        total += out[seat]
    for seat in range(players):
        out[seat] /= total
