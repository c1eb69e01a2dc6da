"""The mummy's turn, compiled (Q19 to Q25)."""

from typing import Any

import numpy as np

from rookery.core.kernel import int64, kernel
from rookery.core.rng import below
from rookery.games.pengqueen.state import (
    CATCH,
    CAUGHT,
    FINISH,
    LEAVES,
    LEAVING,
    MAX_PAWNS,
    MUMMY,
    MUMMYS_TURN,
    NEXT_PAWN,
    NONE,
    NOTHING,
    OUT,
    REST,
    ROUND,
    STEPS,
)
from rookery.games.pengqueen.trail import hear_place, hear_step

#: By players: the lives that win the game for the mummy (Q23 to Q25).
LIVES_TO_WIN = np.array([0, 0, 3, 4, 6, 7], np.int64)
BLACK_FACES = 6


@kernel
def num_ways(printed: Any, state: Any) -> int:
    """In how many directions the mummy can step (Q19)."""
    count = 0
    for way in range(4):
        if printed["next"][state["mummy"], way] >= 0:
            count += 1
    return count


@kernel
def take_turn(state: Any, steps: int) -> int:
    """The mummy may take so many steps (Q19, Q22)."""
    state["turn"] = state["mummy_seat"]
    state["phase"] = MUMMY
    state["steps"] = steps
    state["due"] = NOTHING
    return MUMMYS_TURN


@kernel
def roll_black(printed: Any, state: Any, rng: Any) -> int:
    """After the last hunter the mummy has a normal turn (Q7, Q19)."""
    state["pawn"] = NONE
    state["special"] = 0
    black = int64(printed["black_die"][below(rng, BLACK_FACES)])
    return take_turn(state, black + int64(state["aside"]))


@kernel
def take_step(printed: Any, state: Any, way: int) -> int:
    """One step; onto a hunter it is the last (Q20, Q21)."""
    square = int64(printed["next"][state["mummy"], way])
    state["mummy"] = square
    state["steps"] -= 1
    hear_step(state, square)
    state["due"] = NOTHING if state["steps"] > 0 else REST
    for pawn in range(MAX_PAWNS):
        if state["pawns"][pawn] == square:
            state["due"] = CAUGHT
    return STEPS


@kernel
def catch(printed: Any, state: Any) -> int:
    """The hunter on the mummy's cell pays a life and goes into the sarcophagus (Q20)."""
    pawn = 0
    while state["pawns"][pawn] != state["mummy"]:
        pawn += 1
    state["lives"][pawn] -= 1
    state["caught"] += 1
    state["pawns"][pawn] = printed["sarcophagus"]
    hear_place(state, pawn, int64(printed["sarcophagus"]))
    state["due"] = LEAVING if state["lives"][pawn] == 0 else after_catch(state)
    return CATCH


@kernel
def after_catch(state: Any) -> int:
    """The turn ends, or the match (Q20, Q23)."""
    return FINISH if state["caught"] >= LIVES_TO_WIN[state["players"]] else REST


@kernel
def leave(state: Any) -> int:
    """Without lives a hunter is out of the game (Q20)."""
    pawn = 0
    while state["pawns"][pawn] == OUT or state["lives"][pawn] > 0:
        pawn += 1
    state["pawns"][pawn] = OUT
    hear_place(state, pawn, int64(OUT))
    state["due"] = after_catch(state)
    return LEAVES


@kernel
def end_round(state: Any) -> int:
    """On to the next round, or to a draw (Q26)."""
    if state["round"] < state["limit"]:
        state["round"] += 1
        state["due"] = NEXT_PAWN
    else:
        state["due"] = FINISH
    return ROUND
