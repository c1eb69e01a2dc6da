"""A hunter's turn, compiled: reset, roll, move, card (Q8 to Q18)."""

from typing import Any

import numpy as np

from rookery.core.bits import popcount
from rookery.core.kernel import int64, kernel
from rookery.core.rng import below
from rookery.games.pengqueen.state import (
    ANNOUNCES,
    ARROW,
    ASIDE,
    CARD,
    CARD_ASKED,
    DICE,
    DICE_FALLEN,
    FINISH,
    KEEPS,
    LOST,
    MAX_PAWNS,
    MOVE,
    MOVES,
    MOVING,
    NEXT_PAWN,
    NO_STEP,
    NONE,
    NOTHING,
    NUM_FACES,
    OUT,
    OVER,
    RESETS,
    REVEALS,
    ROLLS,
    SPECIAL_TURN,
    SQUARES,
    START,
    STUCK,
    WORDS,
)
from rookery.games.pengqueen.trail import (
    Words,
    has,
    hear_can_move,
    hear_cannot_move,
    hear_move,
    hear_place,
    spread,
    with_square,
    without,
)

#: How many ways k dice with six faces can fall.
THROWS = np.array([6**k for k in range(DICE + 1)], np.int64)


@kernel
def owner(players: int, pawn: int) -> int:
    """The hunter a pawn belongs to; with two players there is but one (Q24)."""
    return 0 if players == 2 else pawn


@kernel
def hunter_seat(state: Any, hunter: int) -> int:
    """Hunter 0 sits to the mummy's left (Q7)."""
    return (int64(state["mummy_seat"]) + 1 + hunter) % int64(state["players"])


@kernel
def boxed_in(printed: Any, state: Any, pawn: int) -> bool:
    """No step at all; other hunters do not count (Q17)."""
    return has(printed["boxed"][state["mummy"]], int64(state["pawns"][pawn]))


@kernel
def occupied(state: Any, square: int) -> bool:
    """Whether a pawn stands there."""
    for pawn in range(MAX_PAWNS):
        if state["pawns"][pawn] == square:
            return True
    return False


@kernel
def arrow_ends(printed: Any, state: Any, here: int) -> Words:
    """The last free square in each direction (Q15)."""
    a = b = c = int64(0)
    mummy = state["mummy"]
    for way in range(4):
        end = here
        ahead = int64(printed["next"][end, way])
        while ahead >= 0 and ahead != mummy and not occupied(state, ahead):
            end = ahead
            ahead = int64(printed["next"][end, way])
        if end != here:
            a, b, c = with_square(a, b, c, end)
    return a, b, c


@kernel
def ends(printed: Any, state: Any, face: int) -> Words:
    """The squares where a die can take the pawn whose turn it is (Q13, Q15)."""
    pawn = state["pawn"]
    here = int64(state["pawns"][pawn])
    mummy = int64(state["mummy"])
    if face == ARROW:
        return arrow_ends(printed, state, here)
    if printed["distance"][here, mummy] > face + 1:  # too far away to be in the way
        reach = printed["reach"]
        a, b, c = reach[face, here, 0], reach[face, here, 1], reach[face, here, 2]
    else:
        zero = int64(0)
        a, b, c = with_square(zero, zero, zero, here)
        a, b, c = spread(printed, mummy, face + 1, a, b, c)
    for other in range(MAX_PAWNS):  # may be passed, but not joined
        if other != pawn and state["pawns"][other] >= 0:
            a, b, c = without(a, b, c, int64(state["pawns"][other]))
    return a, b, c


@kernel
def num_ends(printed: Any, state: Any, face: int) -> int:
    """How many squares this die offers; none if it was not rolled."""
    if state["rolled"][face] == 0:
        return 0
    a, b, c = ends(printed, state, face)
    return popcount(a) + popcount(b) + popcount(c)


@kernel
def can_use_a_die(printed: Any, state: Any) -> bool:
    """Whether any rolled die can be used (Q12, Q16)."""
    here = state["pawns"][state["pawn"]]
    if here != printed["entrance"] and here != printed["sarcophagus"]:
        # With a free square beside it every die will do: 1 and arrow lead there, so does 3
        # by going back and forth, and 2 and 4 lead back to where the pawn stands.
        for way in range(4):
            ahead = int64(printed["next"][here, way])
            if ahead >= 0 and ahead != state["mummy"] and not occupied(state, ahead):
                return True
    for face in range(NUM_FACES):
        if num_ends(printed, state, face) > 0:
            return True
    return False


@kernel
def begin_turn(printed: Any, state: Any, pawn: int) -> int:
    """A hunter's turn begins, or goes on after a special turn of the mummy (Q8, Q9)."""
    state["pawn"] = pawn
    state["turn"] = hunter_seat(state, owner(int64(state["players"]), pawn))
    state["special"] = 0
    state["steps"] = 0
    state["phase"] = START
    if boxed_in(printed, state, pawn):  # Q17
        hear_cannot_move(printed, state, pawn)
        state["due"] = NEXT_PAWN
        return STUCK
    state["due"] = NOTHING
    return NO_STEP


@kernel
def reset_dice(printed: Any, state: Any) -> int:
    """The hunter takes the dice back: so many steps for the mummy (Q9, Q22)."""
    hear_can_move(printed, state, int64(state["pawn"]))
    state["steps"] = state["aside"]
    state["aside"] = 0
    state["special"] = 1
    state["due"] = SPECIAL_TURN
    return RESETS


@kernel
def throw(printed: Any, state: Any, rng: Any) -> int:
    """Roll all dice that are not aside (Q10)."""
    hear_can_move(printed, state, int64(state["pawn"]))
    dice = DICE - int64(state["aside"])
    fallen = below(rng, THROWS[dice])  # its digits to base 6 are the faces
    counts = int64(0)  # a byte for each face: no branch, which would often be guessed wrongly
    for _ in range(dice):
        counts += int64(1) << 8 * (fallen % 6)
        fallen //= 6
    for face in range(NUM_FACES):
        state["rolled"][face] = counts >> 8 * face & 255
    state["mummies"] = counts >> 8 * NUM_FACES
    state["useless"] = 0
    state["phase"] = MOVE
    state["due"] = DICE_FALLEN
    return ROLLS


@kernel
def sort_dice(printed: Any, state: Any) -> int:
    """Dice that show the mummy go aside; are there others, and can they be used (Q10, Q11)?"""
    if state["mummies"] > 0:
        state["aside"] += state["mummies"]
        state["mummies"] = 0
        return ASIDE
    if state["aside"] == DICE:
        state["due"] = NEXT_PAWN
        return LOST
    state["useless"] = 0 if can_use_a_die(printed, state) else 1
    state["due"] = NOTHING
    return NO_STEP


@kernel
def playable(printed: Any, state: Any, square: int) -> int:
    """The card of this square's treasure in the hand of the hunter in turn, else -1 (Q18)."""
    card = int64(printed["treasure_at"][square])
    hunter = owner(int64(state["players"]), int64(state["pawn"]))
    if card >= 0 and int64(state["cards"][hunter]) >> card & 1:
        return card
    return -1


@kernel
def announce(state: Any, action: int) -> int:
    """Everybody hears the die before the pawn moves (Q12)."""
    state["chosen"] = action
    state["due"] = MOVING
    return ANNOUNCES


@kernel
def move(printed: Any, state: Any) -> int:
    """Move as announced (Q13, Q15, Q16)."""
    pawn = int64(state["pawn"])
    action = int64(state["chosen"])
    square = action % SQUARES
    state["chosen"] = 0
    state["due"] = NEXT_PAWN
    if playable(printed, state, square) >= 0:
        state["due"] = CARD_ASKED
        state["came_from"] = state["pawns"][pawn]
        for word in range(WORDS):
            state["old_trail"][word] = state["trail"][pawn, word]
    hear_move(printed, state, pawn, action // SQUARES)
    state["pawns"][pawn] = square
    return MOVES


@kernel
def ask_for_card(state: Any) -> int:
    """The pawn stands on a treasure whose card its hunter may play (Q18)."""
    state["phase"] = CARD
    state["due"] = NOTHING
    return NO_STEP


@kernel
def play_card(printed: Any, state: Any, reveal: bool) -> int:
    """Reveal the treasure's card, or keep it (Q18)."""
    pawn = int64(state["pawn"])
    square = int64(state["pawns"][pawn])
    state["phase"] = MOVE
    state["came_from"] = 0
    for word in range(WORDS):
        state["old_trail"][word] = 0
    state["due"] = NEXT_PAWN
    if not reveal:
        return KEEPS
    bit = int64(1) << playable(printed, state, square)
    hunter = owner(int64(state["players"]), pawn)
    state["cards"][hunter] ^= bit
    state["revealed"][hunter] |= bit
    hear_place(state, pawn, square)
    if state["cards"][hunter] == 0:  # Q23
        state["due"] = FINISH
    return REVEALS


@kernel
def finish(state: Any) -> None:
    """The match is over."""
    state["due"] = NOTHING
    state["phase"] = OVER
    state["turn"] = NONE
    state["pawn"] = NONE
    state["steps"] = 0
    state["special"] = 0
    for face in range(NUM_FACES):
        state["rolled"][face] = 0


@kernel
def next_pawn(state: Any, start: int) -> int:
    """The first pawn at or after ``start`` that is still in the game, MAX_PAWNS if none is."""
    for pawn in range(start, MAX_PAWNS):
        if state["pawns"][pawn] != OUT:
            return pawn
    return MAX_PAWNS
