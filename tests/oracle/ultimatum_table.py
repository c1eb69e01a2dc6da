"""The table of The Penguin Ultimatum: its cards, its cells and the parts of the set-up.

Comments name the rules (U1 to U30).
"""

import itertools
import random
from typing import Any

Position = dict[str, Any]
Edition = dict[str, Any]

FAMILIES = ["g", "n", "r", "b"]
ACTS = ["j", "a", "d", "m"]
CURTAIN = "#"
PENGUINS = [f + number + act for f in FAMILIES for number in "2345" for act in ACTS]  # U1
ENTERTAINERS = [family.upper() + act for family in FAMILIES for act in ACTS]  # U2

# A dot's compass point as steps to the right and down.
COMPASS = {
    "nw": (-1, -1),
    "n": (0, -1),
    "ne": (1, -1),
    "w": (-1, 0),
    "e": (1, 0),
    "sw": (-1, 1),
    "s": (0, 1),
    "se": (1, 1),
}


# ---- Cards and cells -----------------------------------------------------------------------


def is_penguin(card: str) -> bool:
    return card[0] in FAMILIES


def is_entertainer(card: str) -> bool:
    return card[0].isupper()


def number(penguin: str) -> int:
    return int(penguin[1])


def cell_name(x: int, y: int) -> str:
    return "abcdefghijkl"[x] + str(y + 1)


def on_iceberg(position: Position, x: int, y: int) -> bool:
    return x in range(position["width"]) and y in range(position["height"])


def all_cells(position: Position) -> list[str]:
    return [cell_name(x, y) for y in range(position["height"]) for x in range(position["width"])]


def beside(position: Position, cell: str, dx: int, dy: int) -> str | None:
    """The cell that many steps to the right and down, or None off the iceberg."""
    x = "abcdefghijkl".index(cell[0]) + dx
    y = int(cell[1:]) - 1 + dy
    return cell_name(x, y) if on_iceberg(position, x, y) else None


def cards_around(position: Position, cell: str) -> dict[str, str]:
    """The cards on the (up to 8) neighbouring cells, by cell."""
    around = {}
    for dx, dy in COMPASS.values():
        neighbour = beside(position, cell, dx, dy)
        if neighbour is not None and neighbour in position["cells"]:
            around[neighbour] = position["cells"][neighbour]
    return around


def amused(position: Position, cell: str) -> list[str]:
    """U20: where around the entertainer there sit penguins that it amuses, row by row."""
    entertainer = position["cells"][cell]
    animal, act = entertainer[0].lower(), entertainer[1]
    return [
        neighbour
        for neighbour, card in cards_around(position, cell).items()
        if is_penguin(card) and (card[0] == animal or card[2] == act)
    ]


def performs(position: Position, cell: str, edition: Edition) -> bool:
    """U18: every dot of the entertainer there points at a card or off the iceberg."""
    card = position["cells"][cell]
    turned = card.endswith("'")
    for point in edition["dots"][card.rstrip("'")]:
        dx, dy = COMPASS[point]
        target = beside(position, cell, -dx, -dy) if turned else beside(position, cell, dx, dy)
        if target is not None and target not in position["cells"]:
            return False
    return True


def performers(position: Position, edition: Edition) -> list[str]:
    """The cells of all entertainers whose dots are filled, sorted as text."""
    cells = position["cells"]
    return sorted(c for c in cells if is_entertainer(cells[c]) and performs(position, c, edition))


# ---- The end -------------------------------------------------------------------------------


def activity_bonuses(position: Position) -> list[int]:
    """U28: 2 points for each owned entertainer of the own activity card's act."""
    pairs = zip(position["owned"], position["activities"], strict=True)
    return [2 * sum(card[1] == act for card in owned) for owned, act in pairs]


def animal_bonuses(position: Position) -> list[int]:
    """U29: for each animal 5 points for the most cards of it, 3 for each of several."""
    points = [0] * position["players"]
    for family in FAMILIES:
        counts = [sum(card[0] == family.upper() for card in cards) for cards in position["owned"]]
        most = max(counts)
        leaders = [seat for seat, count in enumerate(counts) if count == most]
        if most > 0:
            for seat in leaders:
                points[seat] += 5 if len(leaders) == 1 else 3
    return points


# ---- Set-up --------------------------------------------------------------------------------


def empty_table(players: int, options: dict[str, Any], edition: Edition) -> Position:
    """Everything that chance does not decide."""
    width, height = options.get("width", 8), options.get("height", 8)
    if not (6 <= width <= 12 and 6 <= height <= 12):  # U8
        raise ValueError(f"an iceberg of {width} x {height} cells")
    if options.get("first") not in (None, *range(players)):
        raise ValueError(f"no seat {options['first']}")
    # U8: with an even side, width // 2 is the cell right of the centre line; likewise below.
    middle = cell_name(width // 2, height // 2)
    return {
        "game": "ultimatum",
        "edition": edition["name"],
        "players": players,
        "width": width,
        "height": height,
        "balanced": options.get("balanced", False),
        # U15: by family, unless the table wants all neighbours to count; then it is said.
        **({"kin": "all"} if options.get("kin") == "all" else {}),
        "first": None,
        "turn": None,
        "phase": "place",
        "cells": {middle: CURTAIN},
        "tokens": {},
        "supply": [3] * players,  # U4
        "hands": [],
        "penguin_pile": [],
        "entertainer_pile": [],
        "owned": [[] for _ in range(players)],
        "discarded": [],
        "activities": [],
        "scores": [10] * players,  # U6
        "placed": None,
        "fee": 0,
        "waiting": [],
    }


def starter_cells(position: Position, edition: Edition) -> list[str]:
    """U9: the cells of the starting entertainers, which the edition counts from the curtain."""
    middle = next(iter(position["cells"]))
    places: list[str] = []
    for dx, dy in edition["starters"][str(position["players"])]:
        cell = beside(position, middle, dx, dy)
        if cell is None or cell == middle or cell in places:
            raise ValueError(f"no starting entertainer can lie at {[dx, dy]} from the curtain")
        places.append(cell)
    return places


def draw_starters(count: int, balanced: bool, chance: random.Random) -> list[str]:
    if not balanced:
        return chance.sample(ENTERTAINERS, count)
    # U13: every choice with different animals and different acts is as likely as any other.
    choices = [
        [family.upper() + act for family, act in zip(families, acts, strict=True)]
        for families in itertools.permutations(FAMILIES, count)
        for acts in itertools.permutations(ACTS, count)
    ]
    return chance.choice(choices)
