"""What cannot be on a table of Pyramid of Pengqueen: the checks behind ``read_position``."""

from typing import Any

import numpy as np

from rookery.core.fields import Fields
from rookery.errors import InvalidPosition
from rookery.games.pengqueen.actions import cell_name
from rookery.games.pengqueen.hunters import boxed_in, playable
from rookery.games.pengqueen.mummy import LIVES_TO_WIN
from rookery.games.pengqueen.state import (
    CARD,
    DICE,
    LIVES,
    MAX_PAWNS,
    MOVE,
    OUT,
    OVER,
    START,
    WORD,
    WORDS,
)
from rookery.games.pengqueen.trail import has


def aside_range(phase: int, special: bool) -> tuple[int, int]:
    """How many dice can lie aside."""
    if phase in (MOVE, CARD):
        return 0, DICE - 1
    return (0, 0) if special else (0, DICE)  # Q9: from the reset on, none


def check_places(printed: Any, fields: Fields, state: Any) -> None:
    """Where pawns and mummy can stand (Q13, Q14, Q19, Q20)."""
    entrance, sarcophagus = int(printed["entrance"]), int(printed["sarcophagus"])
    mummy = int(state["mummy"])
    if mummy == entrance:
        raise fields.fault("mummy", "the mummy cannot enter the entrance")
    if mummy == sarcophagus and state["caught"] > 0:
        raise fields.fault("mummy", "it has caught somebody, so it has left the sarcophagus")
    seen: set[int] = set()
    for pawn in range(MAX_PAWNS):
        square = int(state["pawns"][pawn])
        name = fields.get("pawns")[pawn] if square != OUT else None
        lives = int(state["lives"][pawn])
        key = f"pawns[{pawn}]: {name!r}"
        if square == OUT:
            continue
        if square == mummy:
            raise InvalidPosition(f"{key}: the mummy stands there")
        if square == entrance and lives < LIVES:
            raise InvalidPosition(f"{key}: a pawn that was caught never stands there again")
        if square == sarcophagus and lives == LIVES:
            raise InvalidPosition(f"{key}: only pawns that were caught stand there")
        if square in seen:
            raise InvalidPosition(f"{key}: another pawn stands there")
        if square not in (entrance, sarcophagus):
            seen.add(square)


def check_trail(printed: Any, fields: Fields, state: Any) -> None:
    """A trail holds the true cell and no cell the mummy can exclude (Q27)."""
    width = int(printed["width"])
    for pawn in range(len(fields.get("trail"))):
        square = int(state["pawns"][pawn])
        names = fields.get("trail")[pawn]
        key = f"trail[{pawn}]: {names!r}"
        if square == OUT:
            if names:
                raise InvalidPosition(f"{key}: the pawn is out of the game, so it is empty")
            continue
        here = cell_name(width, square)
        if here not in names:
            raise InvalidPosition(f"{key}: it does not contain the pawn's cell {here}")
        if has(state["trail"][pawn], int(state["mummy"])):
            raise InvalidPosition(f"{key}: it contains the mummy's cell")
        for end in (int(printed["entrance"]), int(printed["sarcophagus"])):
            if has(state["trail"][pawn], end) and len(names) > 1:
                name = cell_name(width, end)
                raise InvalidPosition(f"{key}: a pawn on {name} is known to be there")
    pawn = int(state["pawn"])
    if state["phase"] == MOVE:
        for word in range(WORDS):
            if state["trail"][pawn, word] & printed["boxed"][state["mummy"], word]:
                raise fields.fault("trail", f"pawn {pawn} has rolled, so it is not boxed in")


def check_end(fields: Fields, state: Any) -> None:
    """A match is over exactly when somebody has won or the limit is reached (Q23 to Q26)."""
    over = state["phase"] == OVER
    players = int(state["players"])
    done = [hunter for hunter in range(players - 1) if state["cards"][hunter] == 0]
    mummy_won = int(state["caught"]) == int(LIVES_TO_WIN[players])
    if done and not over:
        raise fields.fault("cards", f"hunter {done[0]} has no card left, so the match is over")
    if mummy_won and not over:
        raise fields.fault("caught", "the mummy has won, so the match is over")
    if len(done) + mummy_won > 1:
        raise fields.fault("phase", "only one can have won")
    if over and not done and not mummy_won and state["round"] < state["limit"]:
        raise fields.fault("phase", "nobody has won and the limit is not reached")


def check_decision(printed: Any, fields: Fields, state: Any) -> None:
    """There is something to decide."""
    pawn = int(state["pawn"])
    if state["phase"] == START and boxed_in(printed, state, pawn):
        raise fields.fault("phase", f"pawn {pawn} is boxed in, so it passes")  # Q17
    if state["phase"] == CARD and playable(printed, state, int(state["pawns"][pawn])) < 0:
        raise fields.fault("phase", f"pawn {pawn} is not on a treasure of its hunter's cards")


def look_back(printed: Any, fields: Fields, state: Any) -> None:
    """Set what others see while a card may be played: the move decision before it.

    A position does not tell which move that was. We take the simplest: two steps, there and
    back, so that before it everything was as it is. That cannot be where the pawn is boxed in;
    then it has just left the entrance or the sarcophagus with one step.
    """
    pawn = int(state["pawn"])
    here = int(state["pawns"][pawn])
    boxed = printed["boxed"][state["mummy"]]
    if not has(boxed, here):
        state["came_from"] = here
        state["rolled"][1] = DICE - state["aside"]
        state["old_trail"] = state["trail"][pawn] & ~boxed
        return
    home = int(printed["entrance" if state["lives"][pawn] == LIVES else "sarcophagus"])
    if here not in printed["next"][home]:
        raise fields.fault("pawns", f"no die can have brought pawn {pawn} where it is")
    state["came_from"] = home
    state["rolled"][0] = DICE - state["aside"]
    state["old_trail"][home // WORD] = np.int64(1) << (home % WORD)
