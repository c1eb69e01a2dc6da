"""Positions for tests of Pyramid of Pengqueen: name what matters, the rest is filled in.

They stand on the map ``small``:

       a   b   c   d   e   f   g   h
                +---+---+
    1           | s1  s2|
            +---+   +---+---+
    2       | s3  .   s5| s4|
        +---+   +---+   +   +---+
    3   | y1| g5  .   .   p1  p2|
        +   +---+   +---+---+   +
    4   | y2  g3  g4| .   p3  p4|
    +---+   +   +---+   +   +---+---+
    5 y3  y4| g2  .   .   r1  r4  . |
    +   +---+---+   +   +---+   +   +
    6 y5  .   g1  E | S   .   r2| r3|
    +---+---+---+---+---+---+---+---+
"""

from typing import Any

import rookery
from rookery.core.match import Match

GAME = rookery.game("pengqueen")
ENTRANCE, SARCOPHAGUS = "d6", "e6"

#: The hands of three hunters, or of the only one.
HANDS = [
    ["y1", "g1", "s1", "r1", "p1"],
    ["y2", "g2", "s2", "r2", "p2"],
    ["y3", "g3", "s3", "r3", "p3"],
    ["y4", "g4", "s4", "r4", "p4"],
]
HAND_OF_TWO = ["y1", "y2", "g1", "g2", "s1", "s2", "r1", "r2", "p1", "p2"]


def position(
    pawns: list[str | None],
    mummy: str = "a6",
    phase: str = "move",
    pawn: int | None = 0,
    players: int | None = None,
    **others: Any,
) -> dict[str, Any]:
    """A position in which, if not told otherwise, every trail is the pawn's own cell."""
    seats = len(pawns) + 1 if players is None else players
    special = others.get("special", False)
    if phase == "over" or (phase == "mummy" and not special):
        pawn = None
    aside = others.get("aside", 2 if phase == "start" else 0)
    lives = others.get("lives", [lives_at(cell) for cell in pawns])
    if phase == "over":
        turn = None
    elif phase == "mummy":
        turn = 0
    else:
        turn = 1 if seats == 2 else (pawn or 0) + 1
    return {
        "game": "pengqueen",
        "edition": "small",
        "players": seats,
        "mummy_seat": 0,
        "limit": 200,
        "round": 5,
        "turn": turn,
        "pawn": pawn,
        "phase": phase,
        "mummy": mummy,
        "pawns": pawns,
        "lives": lives,
        "caught": 3 * len(pawns) - sum(lives),
        "aside": aside,
        "rolled": [1] * (5 - aside) if phase == "move" else [],
        "steps": 3 if phase == "mummy" else None,
        "special": special,
        "cards": [HAND_OF_TWO] if seats == 2 else HANDS[: seats - 1],
        "revealed": [[] for _ in range(seats - 1)],
        "trail": [[] if cell is None else [cell] for cell in pawns],
        **others,
    }


def lives_at(cell: str | None) -> int:
    return 0 if cell is None else 2 if cell == SARCOPHAGUS else 3


def table(
    pawns: list[str | None], *args: Any, seed: int = 1, asks_all: bool = False, **others: Any
) -> Match:
    """A match that begins at such a position."""
    return GAME.from_dict(position(pawns, *args, **others), seed=seed, asks_all=asks_all)


def texts(match: Match) -> set[str]:
    """The legal actions as texts."""
    return {match.notation(action) for action in match.legal()}


def ends(match: Match, die: str) -> set[str]:
    """The cells where a die can take the pawn."""
    return {text.partition(">")[2] for text in texts(match) if text.startswith(f"{die}>")}
