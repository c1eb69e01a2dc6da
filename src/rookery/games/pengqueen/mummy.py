"""The mummy's turn, compiled (Q19 to Q25)."""

from typing import Any

import numpy as np

from rookery.core.kernel import int64, kernel
from rookery.core.rng import below
from rookery.games.pengqueen.flow import BEGIN, NEXT, REST, WAIT
from rookery.games.pengqueen.hunters import begin_turn, finish, next_pawn
from rookery.games.pengqueen.state import MAX_PAWNS, MUMMY, NONE, NUM_FACES, OUT
from rookery.games.pengqueen.trail import hear_can_move, hear_place, hear_step

#: By players: the lives that win the game for the mummy (Q23 to Q25).
LIVES_TO_WIN = np.array([0, 0, 3, 4, 6, 7], np.int64)
BLACK_FACES = 6


@kernel
def num_ways(tables: Any, state: Any) -> int:
    """In how many directions the mummy can step (Q19)."""
    count = 0
    for way in range(4):
        if tables["next"][state["mummy"], way] >= 0:
            count += 1
    return count


@kernel
def take_turn(tables: Any, state: Any, steps: int) -> int:
    """The mummy may take so many steps; without a way it rests at once."""
    state["turn"] = state["mummy_seat"]
    state["phase"] = MUMMY
    state["steps"] = steps
    for face in range(NUM_FACES):
        state["rolled"][face] = 0
    return WAIT if num_ways(tables, state) > 0 else REST


@kernel
def reset_dice(tables: Any, state: Any) -> int:
    """The hunter takes the dice back, the mummy has a special turn (Q9, Q22)."""
    hear_can_move(tables, state, int64(state["pawn"]))
    steps = int64(state["aside"])
    state["aside"] = 0
    state["special"] = 1
    return take_turn(tables, state, steps)


@kernel
def end_hunters_turn(tables: Any, state: Any, rng: Any) -> int:
    """The next hunter's turn or, after the last one's, the mummy's (Q7)."""
    for face in range(NUM_FACES):
        state["rolled"][face] = 0
    pawn = next_pawn(state, int64(state["pawn"]) + 1)
    if pawn < MAX_PAWNS:
        return begin_turn(tables, state, pawn)
    state["pawn"] = NONE
    state["special"] = 0
    black = int64(tables["black_die"][below(rng, BLACK_FACES)])
    return take_turn(tables, state, black + int64(state["aside"]))  # Q19


@kernel
def end_mummys_turn(tables: Any, state: Any) -> int:
    """Back to the hunter that was interrupted (Q9), or on to the next round."""
    if state["special"]:
        return NEXT if state["pawns"][state["pawn"]] == OUT else BEGIN  # Q20
    if state["round"] >= state["limit"]:  # Q26
        finish(state)
        return WAIT
    state["round"] += 1
    return begin_turn(tables, state, next_pawn(state, int64(0)))


@kernel
def take_step(tables: Any, state: Any, way: int) -> int:
    """One step; onto a hunter it is a catch, and the last (Q20, Q21)."""
    square = int64(tables["next"][state["mummy"], way])
    state["mummy"] = square
    state["steps"] -= 1
    hear_step(state, square)
    for pawn in range(MAX_PAWNS):
        if state["pawns"][pawn] == square:
            return catch(tables, state, pawn)
    if state["steps"] > 0 and num_ways(tables, state) > 0:
        return WAIT
    return REST


@kernel
def catch(tables: Any, state: Any, pawn: int) -> int:
    """The hunter pays a life and goes into the sarcophagus, or out of the game (Q20)."""
    state["lives"][pawn] -= 1
    state["caught"] += 1
    state["pawns"][pawn] = tables["sarcophagus"] if state["lives"][pawn] > 0 else OUT
    hear_place(state, pawn, int64(state["pawns"][pawn]))
    if state["caught"] >= LIVES_TO_WIN[state["players"]]:  # Q23
        finish(state)
        return WAIT
    return REST
