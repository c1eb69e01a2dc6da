"""The Penguin Ultimatum drawn with letters, for the terminal."""

from collections.abc import Sequence
from typing import Any

from rookery.core.edition import Edition
from rookery.core.game import Paint
from rookery.games.ultimatum.actions import ACT_LETTERS, COLUMNS, FAMILY_LETTERS
from rookery.games.ultimatum.state import ACTS, FAMILIES


def draw_text(
    edition: Edition, view: dict[str, Any], seat: int | None, names: Sequence[str], paint: Paint
) -> list[str]:
    """What a seat sees: the iceberg, everybody, the next entertainer, its hand."""
    lines = [*_iceberg(view, paint), ""]
    for other in range(view["players"]):
        lines.append(_player(view, other, names[other], paint))
    pile = view["entertainer_pile"]
    top = paint(pile[0], _colour(pile[0])) if pile else "none"
    penguins = view["penguin_pile"]
    left = penguins if isinstance(penguins, int) else len(penguins)
    lines += ["", f"Next entertainer: {top} ({len(pile)} left); {left} penguins to draw"]
    if view["fee"]:
        lines.append(f"The kin ask for {view['fee']} points.")
    if seat is not None and isinstance(view["hands"][seat], list):
        cards = " ".join(paint(card, _colour(card)) for card in view["hands"][seat])
        lines += ["", f"Your hand: {cards or 'empty'}"]
    return lines


def _colour(card: str) -> str:
    return FAMILIES[FAMILY_LETTERS.index(card[0].lower())]


def _iceberg(view: dict[str, Any], paint: Paint) -> list[str]:
    """A cell is five characters wide: the card, and the seat whose token it carries."""
    columns = COLUMNS[: view["width"]]
    lines = ["    " + "".join(f"{column:^5}" for column in columns).rstrip()]
    for row in range(1, view["height"] + 1):
        cells = "".join(_cell(view, f"{column}{row}", paint) for column in columns)
        lines.append(f" {row:>2} {cells.rstrip()}")
    return lines


def _cell(view: dict[str, Any], name: str, paint: Paint) -> str:
    card = view["cells"].get(name)
    if card is None:
        return "  ·  "
    if card == "#":
        return " ▒▒▒ "
    token = f"{view['tokens'][name]}" if name in view["tokens"] else " "
    return paint(f"{card:^3}", _colour(card)) + token + " "


def _player(view: dict[str, Any], seat: int, name: str, paint: Paint) -> str:
    act = ACTS[ACT_LETTERS.index(view["activities"][seat])]
    owned = " ".join(paint(card, _colour(card)) for card in view["owned"][seat])
    arrow = "→" if view["turn"] == seat else " "
    score, supply = view["scores"][seat], view["supply"][seat]
    return (
        f"{arrow} {seat} {name:<12} {score:>4} points  {act:<10} tokens {supply}  {owned}".rstrip()
    )
