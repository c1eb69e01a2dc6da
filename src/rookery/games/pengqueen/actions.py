"""Actions of Pyramid of Pengqueen.

    action = 180 * face + square      a die is announced and the pawn moves to that square
      0 .. 179   one step             1>c7
    180 .. 359   two steps            2>c7
    360 .. 539   three                3>c7
    540 .. 719   four                 4>c7
    720 .. 899   the arrow            arrow>c7

    900 roll   901 reset   902 reveal   903 hide
    904 up     905 down    906 left     907 right   908 stop

The square of a cell depends on the map's width (see ``state``), its name does not.
"""

import re
from collections.abc import Iterator
from typing import Any

from rookery.core.edition import Edition
from rookery.errors import UnknownAction
from rookery.games.pengqueen.state import ARROW, NUM_FACES, SQUARES, WAYS

ROLL = NUM_FACES * SQUARES
RESET = ROLL + 1
REVEAL = ROLL + 2
HIDE = ROLL + 3
FIRST_WAY = ROLL + 4
STOP = FIRST_WAY + 4
NUM_ACTIONS = STOP + 1

WORDS_OF_ACTIONS = ("roll", "reset", "reveal", "hide", *WAYS, "stop")
FACE_NAMES: tuple[int | str, ...] = (1, 2, 3, 4, "arrow")

_MOVE = re.compile(r"([1-4]|arrow)>([a-z][1-9][0-9]?)")


def cell_name(width: int, square: int) -> str:
    """``c7``: column letter, row number from the top."""
    row, column = divmod(square, width)
    return f"{chr(ord('a') + column)}{row + 1}"


def square_of(width: int, name: str) -> int:
    """The square of a cell's name."""
    return width * (int(name[1:]) - 1) + ord(name[0]) - ord("a")


def write_action(edition: Edition, state: Any, action: int) -> str:
    """``4>c7``, ``arrow>c7`` or a word."""
    if action >= ROLL:
        return WORDS_OF_ACTIONS[action - ROLL]
    face, square = divmod(action, SQUARES)
    return f"{FACE_NAMES[face]}>{cell_name(int(edition.printed[0]['width']), square)}"


def read_action(edition: Edition, state: Any, text: str) -> int:
    """The action of a text."""
    if text in WORDS_OF_ACTIONS:
        return ROLL + WORDS_OF_ACTIONS.index(text)
    found = _MOVE.fullmatch(text)
    if not found:
        raise UnknownAction(
            f"{text!r} is not an action of Pyramid of Pengqueen; write a die and a cell, 4>c7 or"
            f" arrow>c7, or one of {', '.join(WORDS_OF_ACTIONS)}"
        )
    if found[2] not in edition.data["cells"]:
        raise UnknownAction(f"{text!r}: the map {edition.name} has no cell {found[2]}")
    face = ARROW if found[1] == "arrow" else int(found[1]) - 1
    return face * SQUARES + square_of(int(edition.printed[0]["width"]), found[2])


def list_actions() -> Iterator[dict[str, Any]]:
    """A die and a square, or a word."""
    for action in range(ROLL):
        yield {"kind": "move", "die": action // SQUARES, "cell": action % SQUARES}
    for name in WORDS_OF_ACTIONS:
        yield {"kind": name}
