"""Map files: a drawing of the pyramid that a person can read and edit.

    black_die: 1 1 2 2 3 3      the faces of the mummy's die (Q3)

    #  a   b   c
    +---+---+---+               wall lines: corners + and walls ---
    | .   y1  . |               cell lines: walls | between squares of three characters
    +   +---+   +
    | E | S   . |
    +---+---+---+

``.`` is a plain cell, ``E`` the entrance, ``S`` the sarcophagus, ``y1`` … ``p4`` a treasure. A
blank square is no cell; around it walls may be drawn or left out. Letters and row numbers can
stand in comments.
"""

from typing import Any

from rookery.core.edition import Sheet, refuse
from rookery.core.plain import whole
from rookery.errors import shown
from rookery.games.pengqueen.actions import cell_name
from rookery.games.pengqueen.edition import check_table
from rookery.games.pengqueen.state import SQUARES, TREASURES

PITCH = 4  # characters from one corner to the next
MAX_COLUMNS = 26  # they have letters for names
HEAD = ("game", "name", "note", "black_die")
DEFAULT_BLACK_DIE = "1 1 2 2 3 3"  # Q3

Spot = tuple[int, int]  # row and column


class _Drawing:
    """The body of a map file, square by square, with the faults found on the way."""

    def __init__(self, body: list[tuple[int, str]]) -> None:
        self.faults: list[str] = []
        self.marks: dict[Spot, str] = {}
        #: Squares with a wall below them, and to their right.
        self.floors: set[Spot] = set()
        self.sides: set[Spot] = set()
        longest = max((len(line) for _, line in body), default=0)
        self.columns = max(0, (longest - 1 + PITCH - 1) // PITCH)
        self.rows = len(body) // 2
        self.fits = self.columns <= MAX_COLUMNS and max(1, self.columns) * self.rows <= SQUARES
        if not self.fits:
            # Not read any further: every line counts as long as the longest.
            self.faults.append(
                f"the drawing is {self.columns} wide and {self.rows} high; at most"
                f" {MAX_COLUMNS} columns and {SQUARES} squares in all fit"
            )
            return
        if not body or len(body) % 2 == 0:
            self.faults.append(
                f"the drawing has {len(body)} lines: wall lines and cell lines take turns, and a"
                " wall line stands first and last"
            )
        for index, (number, line) in enumerate(body):
            padded = line.ljust(PITCH * self.columns + 1)
            read = self._read_cells if index % 2 else self._read_walls
            read(number, index // 2, padded)

    def _read_walls(self, number: int, row: int, line: str) -> None:
        """The wall line above a row."""
        for column in range(self.columns + 1):
            at = PITCH * column
            if line[at] not in "+ ":
                self._unexpected(number, at, line[at], "'+' or a blank")
            wall = line[at + 1 : at + PITCH]
            if wall == "---":
                self.floors.add((row - 1, column))
            elif wall.strip():
                self._unexpected(number, at + 1, wall, "'---' or three blanks")

    def _read_cells(self, number: int, row: int, line: str) -> None:
        for column in range(self.columns + 1):
            at = PITCH * column
            if line[at] == "|":
                self.sides.add((row, column - 1))
            elif line[at] != " ":
                self._unexpected(number, at, line[at], "'|' or a blank")
            mark = line[at + 1 : at + PITCH].strip()
            if mark in (".", "E", "S", *TREASURES):
                self.marks[row, column] = mark
            elif mark:
                self._unexpected(number, at + 1, mark, "'.', 'E', 'S' or a treasure like 'y1'")

    def _unexpected(self, number: int, at: int, found: str, expected: str) -> None:
        self.faults.append(f"line {number}, character {at + 1}: {found!r} is not {expected}")

    def linked(self, row: int, column: int) -> list[Spot]:
        """The cells to the right and below, if no wall is between."""
        found = []
        if (row, column + 1) in self.marks and (row, column) not in self.sides:
            found.append((row, column + 1))
        if (row + 1, column) in self.marks and (row, column) not in self.floors:
            found.append((row + 1, column))
        return found


def parse_edition(sheet: Sheet) -> dict[str, Any]:
    """The map of a file, or all its faults."""
    drawing = _Drawing(sheet.body)
    faults = _check_head(sheet) + drawing.faults
    if not drawing.fits:
        refuse(faults)
    data = {
        "name": sheet.head["name"],
        "cells": [_name(spot) for spot in drawing.marks],
        "links": [
            [_name(spot), _name(other)] for spot in drawing.marks for other in drawing.linked(*spot)
        ],
        **_places(drawing, faults),
        "black_die": [whole(face) for face in _black_die(sheet)],
    }
    refuse(faults or check_table(data))
    return data


def _name(spot: Spot) -> str:
    row, column = spot
    return cell_name(MAX_COLUMNS, MAX_COLUMNS * row + column)


def _black_die(sheet: Sheet) -> list[str]:
    return sheet.head.get("black_die", DEFAULT_BLACK_DIE).split()


def _check_head(sheet: Sheet) -> list[str]:
    faults = [
        f"the head has a line {shown(key)}; known are {', '.join(HEAD)}"
        for key in sheet.head
        if key not in HEAD
    ]
    faults += [
        f"black_die: {shown(face)} is not a number"
        for face in _black_die(sheet)
        if whole(face) is None
    ]
    return faults


def _places(drawing: _Drawing, faults: list[str]) -> dict[str, Any]:
    """Entrance, sarcophagus and treasures, each exactly once."""
    at: dict[str, list[str]] = {}
    for spot, mark in drawing.marks.items():
        at.setdefault(mark, []).append(_name(spot))
    for mark in ("E", "S", *TREASURES):
        cells = at.get(mark, [])
        what = {"E": "the entrance E", "S": "the sarcophagus S"}.get(mark, f"treasure {mark}")
        if not cells:
            faults.append(f"{what} is missing")
        elif len(cells) > 1:
            faults.append(f"{what} is drawn {len(cells)} times: {', '.join(cells)}")
    return {
        "entrance": at.get("E", [""])[0],
        "sarcophagus": at.get("S", [""])[0],
        "treasures": {mark: at[mark][0] for mark in TREASURES if mark in at},
    }
