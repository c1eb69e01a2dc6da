"""Chances of winning in Pyramid of Pengqueen, judged from where things stand.

Every hunter has a weight, the mummy has one, and a seat's chance is its part of them all.
"""

from math import exp
from typing import Any

import numpy as np

from rookery.core.bits import lowest, popcount
from rookery.core.kernel import int64, kernel
from rookery.games.pengqueen.edition import FAR
from rookery.games.pengqueen.hunters import hunter_seat
from rookery.games.pengqueen.mummy import LIVES_TO_WIN
from rookery.games.pengqueen.state import MAX_PAWNS, OUT, SQUARES

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
