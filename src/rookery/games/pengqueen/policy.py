"""What bots know of Pyramid of Pengqueen, for both sides: rules of thumb, and what a search needs.

A hunter heads for the nearest treasure of its cards and keeps away from the mummy, the more so
the better the mummy knows where it is. The mummy walks where the trails are densest.
"""

from typing import Any

import numpy as np

from rookery.core.bits import lowest, popcount
from rookery.core.kernel import int64, kernel
from rookery.core.rng import below
from rookery.games.pengqueen.actions import FIRST_WAY, RESET, REVEAL, ROLL, STOP
from rookery.games.pengqueen.edition import FAR
from rookery.games.pengqueen.hunters import ends, owner
from rookery.games.pengqueen.state import (
    CARD,
    DICE,
    MAX_PAWNS,
    MOVE,
    NUM_FACES,
    OUT,
    SQUARES,
    START,
    WORD,
    WORDS,
)
from rookery.games.pengqueen.trail import has, heard

#: What a step nearer to a treasure is worth, a treasure itself, and being caught for certain.
STEP = 4
TREASURE = 60
CATCH = 200
#: The mummy's usual reach without dice aside, and the most of it.
USUAL_BLACK = 2
#: How much a square of a trail counts at so many steps.
NEARNESS = 1.0 / (1.0 + np.arange(FAR + 1.0) ** 2)
#: Roll again only with fewer dice aside than this.
ENOUGH_ASIDE = 2
#: How many units of the rule of thumb make a hunter's move e times as trusted.
WARMTH = 8.0
#: What is certain in the rule of thumb is so many times e as trusted.
SURE = 2.0
#: The mummy's trust in a step grows with the scent there.
SCENT = 2.0
HUNTER, MUMMY = 0, 1
#: Playouts doubt one rule of thumb in four, and so learn where hunters like to go, and where it
#: pays to look for them.
SEARCH = {"doubts": 4}
#: How far reviews believe playouts, by players, and how the rest goes to the mummy and to a hunter:
#: by reflex, hunters of three and more are caught too often (``bench/review.py --fit``).
FAITH = {2: (0.6, 1.5), 3: (0.6, 0.0), 4: (0.75, 0.0), 5: (0.8, 0.0)}
#: By role, for bots that read the table. A hunter sees all that moves, so reading gains it nothing;
#: and it does better when it hardly trusts the rule of thumb, most of all against a mummy that
#: reads. Who leads two pawns is lost without that rule. Another hunter's victory is worth a fifth
#: of one's own: better than the mummy's, and together they are harder to catch (bench/trials.md).
CHAMPION = {HUNTER: {"reads": 0, "even": 0.9, "regard": 0.2}, (HUNTER, 2): {"even": 0.1}}
#: Where they have a net: it judges where lines end, which is sooner then, and what to try first.
LEARNED = {
    HUNTER: {"net": 2, "nearer": 8, "even": 0.5},
    (HUNTER, 2): {"nearer": 25, "even": 0.1, "exploration": 1.3},
    MUMMY: {"net": 2, "nearer": 8},
    (MUMMY, 2): {"nearer": 25},
}
#: Decisions a search looks ahead, by players: so that both sides have a chance at every table.
LOOK_AHEAD = np.array([0, 0, 50, 20, 24, 15])


# ---------------------------------------------------------------- rules of thumb


@kernel
def wanted(printed: Any, view: Any) -> int:
    """The cards whose treasures the pawn in turn heads for.

    With two players each pawn leaves to the other what the other is nearer to (Q24), unless
    that is all there is.
    """
    players = int64(view["players"])
    pawn = int64(view["pawn"])
    held = int64(view["cards"][owner(players, pawn)])
    mate = int64(view["pawns"][1 - pawn]) if players == 2 else OUT
    if mate < 0:
        return held
    here = int64(view["pawns"][pawn])
    own = int64(0)
    left = held
    while left:
        card = lowest(left)
        left &= left - 1
        place = int64(printed["place"][card])
        if printed["distance"][here, place] <= printed["distance"][mate, place]:
            own |= int64(1) << card
    return own if own else held


@kernel
def nearest(printed: Any, cards: int, square: int) -> int:
    """Steps from a square to the nearest treasure of these cards."""
    best = SQUARES
    while cards:
        away = int64(printed["distance"][square, printed["place"][lowest(cards)]])
        cards &= cards - 1
        best = min(best, away)
    return best


@kernel
def threat(printed: Any, view: Any, square: int) -> int:
    """How bad it would be to be known to stand there: 0 where the mummy is far away."""
    reach = int64(view["aside"]) + USUAL_BLACK
    away = int64(printed["distance"][view["mummy"], square])
    if away > reach + 1:
        return 0
    return CATCH if away <= reach else CATCH // 2


@kernel
def hideouts(printed: Any, view: Any, face: int) -> int:
    """On how many squares the pawn in turn may be once it has announced this die."""
    a, b, c = heard(printed, view, int64(view["pawn"]), face)
    return max(1, popcount(a) + popcount(b) + popcount(c))


@kernel
def worth(now: int, away: int, risk: int, size: int) -> int:
    """What it is worth to get so near to a treasure, at this risk, hidden among ``size`` squares.

    Who gets there shows itself.
    """
    value = STEP * (now - away)
    if away == 0:
        return value + TREASURE - risk
    return value - risk // size if risk > 0 else value


@kernel
def best_move(printed: Any, view: Any, rng: Any) -> int:
    """The move with the best outlook, or another roll where none gets nearer."""
    here = int64(view["pawns"][view["pawn"]])
    cards = wanted(printed, view)
    now = nearest(printed, cards, here)
    action = ROLL
    best = 0
    tied = 0
    for face in range(NUM_FACES):
        if view["rolled"][face] == 0:
            continue
        size = int64(0)  # worked out when it is asked for: it takes long
        a, b, c = ends(printed, view, face)
        for word in range(WORDS):
            squares = a if word == 0 else (b if word == 1 else c)
            while squares:
                square = word * WORD + lowest(squares)
                squares &= squares - 1
                away = nearest(printed, cards, square)
                risk = threat(printed, view, square)
                if size == 0 and risk > 0:
                    size = hideouts(printed, view, face)
                value = worth(now, away, risk, size)
                if action == ROLL or value > best:
                    best = value
                    action = face * SQUARES + square
                    tied = 1
                elif value == best:
                    tied += 1
                    if below(rng, tied) == 0:
                        action = face * SQUARES + square
    if best <= 0 and view["aside"] < ENOUGH_ASIDE:
        return ROLL
    return action


@kernel
def start_turn(printed: Any, view: Any) -> int:
    """Reset when the mummy's special turn can reach nobody; for one die it does not pay."""
    aside = int64(view["aside"])
    if aside <= 1:
        return ROLL
    if aside == DICE:  # Q9: compulsory
        return RESET
    for pawn in range(MAX_PAWNS):
        square = int64(view["pawns"][pawn])
        if square >= 0 and printed["distance"][view["mummy"], square] <= aside:
            return ROLL
    return RESET


@kernel
def scent(printed: Any, view: Any, square: int, steps: int) -> float:
    """How much trail lies around a square: near squares and short trails count most."""
    total = 0.0
    for pawn in range(MAX_PAWNS):
        trail = view["trail"][pawn]
        size = popcount(trail[0]) + popcount(trail[1]) + popcount(trail[2])
        if size == 0 or has(trail, int64(printed["sarcophagus"])):
            continue
        here = 0.0
        for word in range(WORDS):
            squares = trail[word]
            while squares:
                away = int64(printed["distance"][square, word * WORD + lowest(squares)])
                squares &= squares - 1
                within = 4.0 if away <= steps else 1.0
                here += within * NEARNESS[away]
        # Who has more treasures is nearer to winning.
        hunter = owner(int64(view["players"]), pawn)
        shown = popcount(int64(view["revealed"][hunter]))
        total += here / size * (2 + shown)
    return total


@kernel
def best_step(printed: Any, view: Any, rng: Any) -> int:
    """The step towards the most trail; a square that may hold a hunter counts by itself."""
    steps = int64(view["steps"])
    action = STOP
    best = 0.0
    for way in range(4):
        square = int64(printed["next"][view["mummy"], way])
        if square < 0:
            continue
        value = scent(printed, view, square, steps - 1)
        if value > best:
            best = value
            action = FIRST_WAY + way
    return action


@kernel
def greedy(printed: Any, view: Any, seat: int, rng: Any) -> int:
    """The action of the rule of thumb; ties between moves at random."""
    phase = view["phase"]
    if phase == MOVE:
        return best_move(printed, view, rng)
    if phase == START:
        return start_turn(printed, view)
    if phase == CARD:
        return REVEAL
    return best_step(printed, view, rng)


# ---------------------------------------------------------------- for a search


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
def role(printed: Any, state: Any, seat: int) -> int:
    """A hunter, or the mummy."""
    return MUMMY if seat == state["mummy_seat"] else HUNTER


@kernel
def horizon(printed: Any, state: Any, depth: int) -> bool:
    """Some decisions ahead, where a hunter's turn begins."""
    if depth < LOOK_AHEAD[int64(state["players"])]:
        return False
    return state["phase"] == START or state["phase"] == MOVE
