"""Pyramid of Pengqueen drawn with letters, for the terminal."""

from collections.abc import Sequence
from typing import Any

from rookery.core.edition import Edition
from rookery.core.game import Paint

PAINTS = {"y": "yellow", "g": "green", "s": "grey", "r": "red", "p": "purple"}
ANNOUNCED = {"arrow": "→"}


def draw_text(
    edition: Edition, view: dict[str, Any], seat: int | None, names: Sequence[str], paint: Paint
) -> list[str]:
    """What a seat sees: the map, the dice, everybody, its cards."""
    lines = [f"Round {view['round']}", "", *_map(edition.data, view, seat, paint), ""]
    lines.append(_dice(view))
    lines.append(f"M  {names[view['mummy_seat']]}, the mummy: {view['caught']} lives taken")
    for pawn, place in enumerate(view["pawns"]):
        lines.append(_pawn(view, pawn, place, names, paint))
    return lines


def _hunter(view: dict[str, Any], pawn: int) -> int:
    """The hunter a pawn belongs to (Q24)."""
    return 0 if view["players"] == 2 else pawn


def _seat(view: dict[str, Any], pawn: int) -> int:
    return int((view["mummy_seat"] + 1 + _hunter(view, pawn)) % view["players"])


def _pawn(
    view: dict[str, Any], pawn: int, place: str | None, names: Sequence[str], paint: Paint
) -> str:
    hunter = _hunter(view, pawn)
    cards = " ".join(paint(card, PAINTS[card[0]]) for card in view["cards"][hunter])
    lives = view["lives"][pawn]
    where = (
        "out of the game" if lives == 0 else place or f"on one of {len(view['trail'][pawn])} cells"
    )
    arrow = "→" if view["pawn"] == pawn else " "
    name = names[_seat(view, pawn)]
    return f"{pawn + 1}{arrow} {name:<12} {'♥' * lives:<4} {where:<18} still looks for {cards}"


def _dice(view: dict[str, Any]) -> str:
    dice = " ".join("?" if die is None else ANNOUNCED.get(die, str(die)) for die in view["rolled"])
    text = f"Dice aside: {view['aside']}"
    if dice:
        text += f"   rolled: {dice}"
    if view["steps"] is not None:
        kind = "special turn" if view["special"] else "turn"
        text += f"   the mummy's {kind}: {view['steps']} steps left"
    return text


def _map(data: dict[str, Any], view: dict[str, Any], seat: int | None, paint: Paint) -> list[str]:
    """Cells four characters wide and two lines high, walls around them."""
    linked = {frozenset(link) for link in data["links"]}
    cells = set(data["cells"])
    columns = max(ord(cell[0]) for cell in cells) - ord("a") + 1
    rows = max(int(cell[1:]) for cell in cells)
    signs = _signs(data, view, seat, paint)

    def name(column: int, row: int) -> str:
        return f"{chr(ord('a') + column)}{row}"

    def wall(one: str, other: str) -> bool:
        return bool({one, other} & cells) and frozenset((one, other)) not in linked

    lines = ["    " + "".join(f" {chr(ord('a') + k)}  " for k in range(columns)).rstrip()]
    for row in range(1, rows + 2):
        edge, middle = "    ", f"{row:>3} "
        for column in range(columns + 1):
            here, above = name(column, row), name(column, row - 1)
            before = name(column - 1, row)
            corner = {here, above, before, name(column - 1, row - 1)} & cells
            edge += "+" if corner else " "
            edge += "---" if wall(here, above) and column < columns else "   "
            middle += "|" if wall(here, before) else " "
            middle += signs.get(here, " · ") if here in cells else "   "
        lines.append(edge.rstrip())
        if row <= rows:
            lines.append(middle.rstrip())
    return lines


def _signs(
    data: dict[str, Any], view: dict[str, Any], seat: int | None, paint: Paint
) -> dict[str, str]:
    """What is drawn on each cell: three characters. What stands there hides what lies there."""
    signs = {cell: f"{paint(name, PAINTS[name[0]])} " for name, cell in data["treasures"].items()}
    signs[data["entrance"]] = " E "
    signs[data["sarcophagus"]] = " S "
    if seat == view["mummy_seat"]:  # where somebody may be
        for cell in {cell for cells in view["trail"] for cell in cells}:
            signs[cell] = f"{signs[cell].rstrip()}?" if cell in signs else " ? "
    for cell in view["pawns"]:
        if cell is not None:
            standing = [str(k + 1) for k, at in enumerate(view["pawns"]) if at == cell]
            signs[cell] = paint(f"{''.join(standing):^3}", "bold")
    signs[view["mummy"]] = paint(" M ", "bold")
    return signs
