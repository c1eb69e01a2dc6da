"""Maps of Pyramid of Pengqueen as data (Q1 to Q3): checks, and its form for compiled rules."""

import re
from collections import Counter, deque
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.core.edition import refuse
from rookery.core.record import Records, new
from rookery.errors import shown
from rookery.games.pengqueen.actions import square_of
from rookery.games.pengqueen.state import (
    COLOURS,
    NUM_TREASURES,
    SQUARES,
    TREASURES,
    WORD,
    WORDS,
)

#: In ``distance``: there is no way.
FAR = 127
#: The most steps a white die allows.
MOST_STEPS = 4
#: Each square has one to the right and one below.
MOST_LINKS = 2 * SQUARES
BLACK_FACES = 6
MAX_BLACK = 6

PRINTED = np.dtype(
    [
        # By direction: the set of squares one can step from. Never into the entrance or the
        # sarcophagus (Q14, Q19).
        ("open", np.int64, (4, WORDS)),
        # reach[n - 1, s]: the squares exactly n steps from s, the mummy out of the way.
        ("reach", np.int64, (MOST_STEPS, SQUARES, WORDS)),
        # boxed[m]: the cells without a step while the mummy stands on m (Q17).
        ("boxed", np.int64, (SQUARES, WORDS)),
        ("next", np.int16, (SQUARES, 4)),  # the square one step on, or -1
        ("place", np.int16, (NUM_TREASURES,)),  # the square of each treasure
        ("distance", np.int8, (SQUARES, SQUARES)),  # steps from one square to another, or FAR
        ("treasure_at", np.int8, (SQUARES,)),  # or -1
        ("black_die", np.int8, (BLACK_FACES,)),
        ("entrance", np.int16),
        ("sarcophagus", np.int16),
        ("width", np.int8),
    ],
    align=True,
)

_OFFSETS = ((0, -1), (0, 1), (-1, 0), (1, 0))  # columns and rows, in the order of WAYS
_CELL = re.compile(r"[a-z][1-9][0-9]?")
_KEYS = ("name", "cells", "links", "entrance", "sarcophagus", "treasures", "black_die")


# ---------------------------------------------------------------- is it a map at all?


def check_data(data: Mapping[str, Any]) -> list[str]:
    """Faults of form: an object that came from a file may hold anything."""
    if set(data) != set(_KEYS):
        return [f"a map is an object with the keys {', '.join(_KEYS)}"]
    cells, links, treasures = data["cells"], data["links"], data["treasures"]
    if not isinstance(cells, list) or not all(_is_cell(cell) for cell in cells):
        return [f"cells: {shown(cells)} is not a list of names like 'c7'"]
    if len(cells) > SQUARES:
        return [f"cells: a map has at most {SQUARES}, not {len(cells)}"]
    if isinstance(links, list) and len(links) > MOST_LINKS:
        return [f"links: a map has at most {MOST_LINKS}, not {len(links)}"]
    if not isinstance(links, list) or not all(_is_link(link) for link in links):
        return ["links: not a list of pairs of cells"]
    if not isinstance(treasures, dict) or not all(_is_cell(c) for c in treasures.values()):
        return ["treasures: not an object of treasures and cells"]
    if not isinstance(data["black_die"], list):
        return [f"black_die: {shown(data['black_die'])} is not a list"]
    faults = [f"cells: {cell} is listed twice" for cell in _twice(cells)]
    known = set(cells)
    for key in ("entrance", "sarcophagus"):
        if data[key] not in cells:
            faults.append(f"{key}: {shown(data[key])} is not a cell of the map")
    pairs = [tuple(sorted(link)) for link in links]
    faults += [f"links: {one}-{other} is listed twice" for one, other in _twice(pairs)]
    for one, other in pairs:
        if one not in known or other not in known:
            faults.append(f"links: {one}-{other} joins something that is not a cell")
        elif _offset(one, other) not in _OFFSETS:
            faults.append(f"links: {one} and {other} are not side by side")
    for name, cell in treasures.items():
        if name not in TREASURES:
            faults.append(f"treasures: {shown(name)} is not one of {', '.join(TREASURES)}")
        if cell not in known:
            faults.append(f"treasures: {name} lies on {cell}, which is not a cell")
    faults += [f"treasures: {name} is missing" for name in TREASURES if name not in treasures]
    return faults


def _is_cell(value: object) -> bool:
    return isinstance(value, str) and _CELL.fullmatch(value) is not None


def _is_link(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(_is_cell(cell) for cell in value)


def _twice(items: list[Any]) -> list[Any]:
    return sorted(item for item, count in Counter(items).items() if count > 1)


def _offset(one: str, other: str) -> tuple[int, int]:
    return ord(other[0]) - ord(one[0]), int(other[1:]) - int(one[1:])


# ---------------------------------------------------------------- can it be played?


def _ways(data: Mapping[str, Any]) -> dict[str, dict[int, str]]:
    """By cell and direction the cell one can step to (Q14, Q19)."""
    closed = (data["entrance"], data["sarcophagus"])
    ways: dict[str, dict[int, str]] = {cell: {} for cell in data["cells"]}
    for link in data["links"]:
        for here, there in (link, reversed(link)):
            if there not in closed:
                ways[here][_OFFSETS.index(_offset(here, there))] = there
    return ways


def _distances(ways: dict[str, dict[int, str]], start: str) -> dict[str, int]:
    found = {start: 0}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for there in ways[here].values():
            if there not in found:
                found[there] = found[here] + 1
                waiting.append(there)
    return found


def check_table(data: Mapping[str, Any]) -> list[str]:
    """Faults that would spoil a match on any map."""
    faults = check_data(data)
    if faults:
        return faults
    width, height = _size(data["cells"])
    if width * height > SQUARES:
        faults.append(f"the map is {width} wide and {height} high: more than {SQUARES} squares")
    ways = _ways(data)
    ends = (data["entrance"], data["sarcophagus"])
    if ends[0] == ends[1]:
        faults.append(f"entrance and sarcophagus are both on {ends[0]}")
    if sorted(ends) in [sorted(link) for link in data["links"]]:
        faults.append(f"there must be a wall between entrance {ends[0]} and sarcophagus {ends[1]}")
    for key in ("entrance", "sarcophagus"):
        if not ways[data[key]]:
            faults.append(f"the {key} {data[key]} has no exit")
    for name, cell in data["treasures"].items():
        if cell in ends:
            faults.append(f"treasure {name} lies on {cell}, which nobody can enter")
    for cell in _twice(list(data["treasures"].values())):
        names = [name for name, at in data["treasures"].items() if at == cell]
        faults.append(f"treasures {', '.join(names)} lie on the same cell {cell}")
    inside = [cell for cell in data["cells"] if cell not in ends]
    if inside:
        reached = _distances(ways, inside[0])
        cut_off = [cell for cell in inside if cell not in reached]
        if cut_off:
            faults.append(f"no way leads from {inside[0]} to {', '.join(cut_off)}")
    die = data["black_die"]
    if len(die) != BLACK_FACES or not all(
        isinstance(face, int) and not isinstance(face, bool) and 1 <= face <= MAX_BLACK
        for face in die
    ):
        faults.append(f"black_die: {shown(die)} is not {BLACK_FACES} numbers from 1 to {MAX_BLACK}")
    return faults


# ---------------------------------------------------------------- is it like the printed one?


def remark_edition(data: Mapping[str, Any]) -> list[str]:
    """What is known of the printed map and is not so here (Q2)."""
    cells, ways = data["cells"], _ways(data)
    faults = []
    if not 80 <= len(cells) <= 140:
        faults.append(f"a pyramid has 80 to 140 cells, this map has {len(cells)}")
    _, height = _size(cells)
    widths = [sum(int(cell[1:]) == row for cell in cells) for row in range(1, height + 1)]
    for row in range(1, height):
        if widths[row] < widths[row - 1]:
            faults.append(f"row {row + 1} has fewer cells than row {row} above it: not a pyramid")
    if widths[-1] <= widths[0]:
        faults.append("a pyramid is wide at the bottom: its last row is no wider than its first")
    entrance, sarcophagus = data["entrance"], data["sarcophagus"]
    for key, cell in (("entrance", entrance), ("sarcophagus", sarcophagus)):
        if int(cell[1:]) != height:
            faults.append(f"the {key} {cell} is not at the bottom, in row {height}")
    if _offset(entrance, sarcophagus) not in ((-1, 0), (1, 0)):
        faults.append(f"entrance {entrance} and sarcophagus {sarcophagus} are not side by side")
    if len(ways[sarcophagus]) != 2:
        exits = len(ways[sarcophagus])
        faults.append(f"the sarcophagus {sarcophagus} has {exits} exit(s) instead of 2")
    inside = [cell for cell in cells if cell not in (entrance, sarcophagus)]
    if not any(len(ways[cell]) == 1 for cell in inside):
        faults.append("there is no dead end: a cell with 3 walls")
    if max((_longest_run(ways, cell) for cell in inside), default=0) <= 4:
        faults.append("there is no straight run of more than 4 steps")
    links = sum(len(ways[cell]) for cell in inside) // 2
    if links < len(inside):
        faults.append("there is no loop: every way is the only one")
    return faults + _check_regions(data)


def stones(cells: list[str]) -> list[str]:
    """The squares of a pyramid that are no cells: nobody can enter them, but they are not sky."""
    _, height = _size(cells)
    inside, first, last = [], "z", "a"
    for row in range(1, height + 1):
        columns = {cell[0] for cell in cells if int(cell[1:]) == row}
        # What stands above rests on something.
        first, last = min(first, *columns), max(last, *columns)
        between = map(chr, range(ord(first), ord(last) + 1))
        inside += [f"{column}{row}" for column in between if column not in columns]
    return inside


def _longest_run(ways: dict[str, dict[int, str]], cell: str) -> int:
    """The most steps an arrow can make from a cell."""
    longest = 0
    for way in range(4):
        here, steps = cell, 0
        while way in ways[here]:
            here, steps = ways[here][way], steps + 1
        longest = max(longest, steps)
    return longest


def _check_regions(data: Mapping[str, Any]) -> list[str]:
    """Each colour has a region of its own: no box around one colour holds another's treasure."""
    faults = []
    for colour in COLOURS:
        own = [cell for name, cell in data["treasures"].items() if name[0] == colour]
        low, high = min(cell[0] for cell in own), max(cell[0] for cell in own)
        rows = [int(cell[1:]) for cell in own]
        for name, cell in data["treasures"].items():
            inside = low <= cell[0] <= high and min(rows) <= int(cell[1:]) <= max(rows)
            if name[0] != colour and inside:
                faults.append(f"treasure {name} on {cell} lies in the region of colour {colour!r}")
    return faults


# ---------------------------------------------------------------- tables


def _size(cells: list[str]) -> tuple[int, int]:
    """Columns and rows."""
    width = max((ord(cell[0]) - ord("a") + 1 for cell in cells), default=1)
    return width, max((int(cell[1:]) for cell in cells), default=1)


def compile_edition(data: Mapping[str, Any]) -> Records:
    """The map as move tables."""
    refuse(check_table(data))
    records = new(PRINTED)
    printed = records[0]
    ways = _ways(data)
    width, _ = _size(data["cells"])
    at = {cell: square_of(width, cell) for cell in data["cells"]}
    printed["width"] = width
    printed["entrance"] = at[data["entrance"]]
    printed["sarcophagus"] = at[data["sarcophagus"]]
    printed["black_die"] = data["black_die"]
    printed["next"] = -1
    printed["treasure_at"] = -1
    for card, name in enumerate(TREASURES):
        printed["place"][card] = at[data["treasures"][name]]
        printed["treasure_at"][at[data["treasures"][name]]] = card
    boxed = np.zeros((SQUARES, SQUARES), np.bool_)
    for cell, here in at.items():
        for way, there in ways[cell].items():
            printed["next"][here, way] = at[there]
        if len(ways[cell]) == 1:
            (exit_,) = ways[cell].values()
            boxed[at[exit_], here] = True
    printed["open"] = _sets(printed["next"].T >= 0)
    printed["boxed"] = _sets(boxed)
    beside = exact = _step(np.eye(SQUARES, dtype=np.bool_), printed["next"])
    for number in range(MOST_STEPS):
        printed["reach"][number] = _sets(exact)
        exact = _step(exact, printed["next"])
    printed["distance"] = _far(beside, list(at.values()))
    return records


def _step(sets: npt.NDArray[np.bool_], following: npt.NDArray[np.int16]) -> npt.NDArray[np.bool_]:
    """The squares one step from those of each set, a set a row."""
    found = np.zeros_like(sets)
    for way in range(len(_OFFSETS)):
        squares = np.flatnonzero(following[:, way] >= 0)
        found[:, following[squares, way]] |= sets[:, squares]
    return found


def _far(beside: npt.NDArray[np.bool_], cells: list[int]) -> npt.NDArray[np.int16]:
    """Steps from square to square, FAR at most: by way of one cell after the other (Floyd)."""
    steps = np.where(beside, 1, FAR).astype(np.int16)
    steps[cells, cells] = 0
    for by in cells:
        np.minimum(steps, steps[:, by, None] + steps[None, by, :], out=steps)
    return steps


def _sets(members: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """Sets of squares, a row each, as words of bits."""
    bits = np.int64(1) << np.arange(WORD, dtype=np.int64)
    return (members.reshape(-1, WORDS, WORD) * bits).sum(axis=2)
