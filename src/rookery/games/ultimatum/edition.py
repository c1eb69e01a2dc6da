"""Editions of The Penguin Ultimatum: the dots of the 16 entertainers and the set-up (U3, U9).

The file draws every card, upright, as three rows of three: ``o`` is a dot, ``.`` is none, ``+``
is the card itself. ``starters N`` draws in the same way, with numbers around the curtain, where
the starting entertainers lie with N players. Words after a name are for people.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import numpy as np

from rookery.core.edition import Sheet, refuse
from rookery.core.record import Records, new
from rookery.errors import shown
from rookery.games.ultimatum.actions import ENTERTAINER_NAMES
from rookery.games.ultimatum.spec import PLAYERS
from rookery.games.ultimatum.state import ACTS, ANIMALS, MAX_SEATS, NUM_ACTS, NUM_ENTERTAINERS, ROW

#: Compass points by their place in a drawing; the middle is the card.
COMPASS = ("nw", "n", "ne", "w", "", "e", "sw", "s", "se")
POINTS = tuple(point for point in COMPASS if point)
MAX_STARTERS = 4  # the balanced set-up needs as many different animals (U13)
NUM_DOTS = 64  # U3
FEWEST_DOTS, MOST_DOTS = 3, 5

#: What bots that search may be set to, in percent of what is usual; 0: as usual. Nothing of it is
#: printed on any card: a search writes it into its own copy (see policy.py).
TEMPER = np.dtype([(name, np.int16) for name in ("insight",)])
PRINTED = np.dtype(
    [
        ("dots", np.int16, (2, NUM_ENTERTAINERS)),  # upright and turned, bits as in ``state``
        ("starters", np.int16, (MAX_SEATS + 1, MAX_STARTERS)),  # by players: cells from the curtain
        ("num_starters", np.int8, (MAX_SEATS + 1,)),
        ("temper", TEMPER),
    ],
    align=True,
)

_TITLE = re.compile(r"(starters\s+\S+|\S+)(?:\s.*)?")
#: A row of a drawing: single marks, or known marks without spaces.
_DRAWN = re.compile(r"\s*(?:\S(?:\s+\S)*|[o.+\d]+)\s*")


def parse_edition(sheet: Sheet) -> dict[str, Any]:
    """Read the drawings."""
    dots: dict[str, list[str]] = {}
    starters: dict[str, list[list[int]]] = {}
    faults: list[str] = []
    seen: dict[str, int] = {}
    for number, title, rows in _blocks(sheet.body, faults):
        if title in seen:
            faults.append(f"line {number}: {title} is drawn twice, first in line {seen[title]}")
            continue
        seen[title] = number
        marks = _marks(number, title, rows, faults)
        if title.startswith("starters "):
            cells = _offsets(number, title, marks, faults) if marks else None
            if cells is not None:
                starters[title.split()[1]] = cells
        elif title in ENTERTAINER_NAMES:
            points = _points(number, title, marks, faults) if marks else None
            if points is not None:
                dots[title] = points
        else:
            known = ", ".join(ENTERTAINER_NAMES)
            faults.append(
                f"line {number}: there is no entertainer {shown(title)}; there are {known}"
            )
    data = {
        "name": sheet.head["name"],
        "dots": {card: dots[card] for card in ENTERTAINER_NAMES if card in dots},
        "starters": dict(sorted(starters.items())),
    }
    refuse(faults + find_faults(data, set(seen)))
    return data


def _blocks(
    body: list[tuple[int, str]], faults: list[str]
) -> Iterator[tuple[int, str, list[tuple[int, str]]]]:
    """Each title with the drawing under it."""
    title = ""
    start = 0
    rows: list[tuple[int, str]] = []
    for number, line in body:
        if _DRAWN.fullmatch(line):
            rows.append((number, re.sub(r"\s", "", line)))
            if not title:
                faults.append(f"line {number}: a drawing stands here without the name of its card")
            continue
        if title:
            yield start, title, rows
        found = _TITLE.fullmatch(line.strip())
        title = re.sub(r"\s+", " ", found[1]) if found else line.strip()
        start, rows = number, []
    if title:
        yield start, title, rows


def _marks(number: int, title: str, rows: list[tuple[int, str]], faults: list[str]) -> str | None:
    """The nine marks of a drawing; None when it has a fault."""
    if len(rows) != 3:
        faults.append(f"line {number}: {title} is drawn in {len(rows)} rows, not 3")
        return None
    for at, row in rows:
        if len(row) != 3:
            faults.append(f"line {at}: a row of {title} has 3 marks, not {len(row)}: {shown(row)}")
            return None
    marks = "".join(row for _, row in rows)
    if marks[4] != "+":
        faults.append(f"line {rows[1][0]}: the middle of {title} is '+', not {marks[4]!r}")
        return None
    return marks


def _points(number: int, title: str, marks: str, faults: list[str]) -> list[str] | None:
    """The dots of a card as compass points."""
    rim = marks[:4] + marks[5:]
    strange = sorted(set(rim) - set("o."))
    if strange:
        faults.append(f"line {number}: the rim of {title} has {strange[0]!r}; only 'o' and '.' can")
        return None
    return [point for point, mark in zip(POINTS, rim, strict=True) if mark == "o"]


def _offsets(number: int, title: str, marks: str, faults: list[str]) -> list[list[int]] | None:
    """The numbered cells around the curtain, in order, as columns and rows from it."""
    order = sorted(mark for mark in marks if mark not in ".+")
    if order != [str(k + 1) for k in range(len(order))]:
        found = " ".join(order)
        faults.append(
            f"line {number}: {title} are numbered 1, 2, 3 … each once, not {shown(found)}"
        )
        return None
    return [[marks.index(k) % 3 - 1, marks.index(k) // 3 - 1] for k in order]


def find_faults(data: Mapping[str, Any], drawn: Collection[str] = ()) -> list[str]:
    """Everything that keeps an edition from being played.

    ``drawn`` names what a file draws: if it is not in the data, its fault is already told.
    """
    dots, starters = data.get("dots"), data.get("starters")
    if set(data) != {"name", "dots", "starters"}:
        return ["an edition is an object with the keys 'name', 'dots' and 'starters'"]
    if not isinstance(dots, dict) or not isinstance(starters, dict):
        return ["'dots' and 'starters' are objects"]
    faults = []
    for card in [*ENTERTAINER_NAMES, *(card for card in dots if card not in ENTERTAINER_NAMES)]:
        if card in dots:
            faults += _dot_faults(card, dots[card])
        elif card not in drawn:
            faults.append(f"{card}, the {long_name(card)}, is missing")
    seats = [str(players) for players in PLAYERS]
    for players in [*seats, *(players for players in starters if players not in seats)]:
        if players in starters:
            faults += _starter_faults(players, starters[players])
        elif f"starters {players}" not in drawn:
            faults.append(f"the starters for {players} players are missing")
    return faults + _early_shows(
        {card: points for card, points in dots.items() if not _dot_faults(card, points)},
        {n: cells for n, cells in starters.items() if not _starter_faults(n, cells)},
    )


def long_name(card: str) -> str:
    """``seal (dance)`` for ``Rd``."""
    family, act = divmod(ENTERTAINER_NAMES.index(card), NUM_ACTS)
    return f"{ANIMALS[family]} ({ACTS[act]})"


def _dot_faults(card: str, points: object) -> list[str]:
    if card not in ENTERTAINER_NAMES:
        return [f"{shown(card)} is not an entertainer: {', '.join(ENTERTAINER_NAMES)}"]
    if not isinstance(points, list) or any(point not in POINTS for point in points):
        return [f"{card}: {shown(points)} is not a list of compass points {', '.join(POINTS)}"]
    if len(set(points)) != len(points):
        return [f"{card}: {shown(points)} names a point twice"]
    if not points:
        return [f"{card} has no dot: it would perform wherever it lies"]
    return []


def _starter_faults(players: str, cells: object) -> list[str]:
    if players not in map(str, PLAYERS):
        return [
            f"starters for {shown(players)} players: the game is for {PLAYERS[0]} to {PLAYERS[-1]}"
        ]
    if not isinstance(cells, list) or not 1 <= len(cells) <= MAX_STARTERS:
        return [f"starters for {players} players: 1 to {MAX_STARTERS} cells, not {shown(cells)}"]
    near = [[dx, dy] for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]
    for cell in cells:
        if cell not in near or any(type(step) is not int for step in cell):
            return [f"starters for {players} players: {shown(cell)} is not beside the curtain"]
        if cells.count(cell) > 1:
            return [f"starters for {players} players: {cell!r} is given twice"]
    return []


def _early_shows(dots: dict[str, list[str]], starters: dict[str, Any]) -> list[str]:
    """Starters whose dots are all filled by the curtain and the others (U3)."""
    found: dict[tuple[str, str], list[str]] = {}
    for players, cells in sorted(starters.items()):
        for dx, dy in cells:
            filled = {
                point
                for at, point in enumerate(COMPASS)
                if point and [dx + at % 3 - 1, dy + at // 3 - 1] in [[0, 0], *cells]
            }
            for card, points in dots.items():
                if set(points) <= filled:
                    side = COMPASS[3 * (dy + 1) + dx + 1]
                    found.setdefault((card, side), []).append(players)
    return [
        f"{card} performs at once as a starter {side} of the curtain"
        f" ({', '.join(counts)} players): no dot of it points at an empty cell"
        for (card, side), counts in found.items()
    ]


def remark_edition(data: Mapping[str, Any]) -> list[str]:
    """What is unusual, though it can be played (U3): worth a second look at the cards."""
    dots: dict[str, list[str]] = data["dots"]
    remarks = [
        f"{card} has {len(points)} dots; {FEWEST_DOTS} to {MOST_DOTS} are expected"
        for card, points in dots.items()
        if not FEWEST_DOTS <= len(points) <= MOST_DOTS
    ]
    total = sum(map(len, dots.values()))
    if total != NUM_DOTS:
        remarks.append(f"there are {total} dots in all; {NUM_DOTS} are expected")
    if len(dots["Rd"]) != 4 or "se" not in dots["Rd"]:
        remarks.append("Rd, the dancing seal, is known to have 4 dots, one at the lower right")
    return remarks


def compile_edition(data: Mapping[str, Any]) -> Records:
    """Dots as bits, starters as steps between cells."""
    refuse(find_faults(data))
    printed = new(PRINTED)
    for who, card in enumerate(ENTERTAINER_NAMES):
        for point in data["dots"][card]:
            printed[0]["dots"][0, who] |= 1 << COMPASS.index(point)
            printed[0]["dots"][1, who] |= 1 << len(COMPASS) - 1 - COMPASS.index(point)  # U24
    for players, cells in data["starters"].items():
        printed[0]["num_starters"][int(players)] = len(cells)
        for k, (dx, dy) in enumerate(cells):
            printed[0]["starters"][int(players), k] = ROW * dy + dx
    return printed
