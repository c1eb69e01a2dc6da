"""Penguin Party drawn with letters, for the terminal."""

from collections.abc import Sequence
from typing import Any

from rookery.core.edition import Edition
from rookery.core.game import Paint
from rookery.games.party.state import COLOURS


def draw_text(
    edition: Edition, view: dict[str, Any], seat: int | None, names: Sequence[str], paint: Paint
) -> list[str]:
    """What a seat sees: the round, the pyramid from its top to its base, everybody, its hand."""
    lines = [_round(view), "", *_pyramid(view["rows"], paint), ""]
    for other in range(view["players"]):
        lines.append(_player(view, other, names[other]))
    if seat is not None and isinstance(view["hands"][seat], dict):
        lines += ["", "Your hand: " + _hand(view["hands"][seat], paint)]
    return lines


def _round(view: dict[str, Any]) -> str:
    if view["round"] > view["rounds"]:
        return f"Playoff {view['round'] - view['rounds']}"
    return f"Round {view['round']} of {view['rounds']}"


def _pyramid(rows: list[list[str | None]], paint: Paint) -> list[str]:
    if not rows:
        return ["  (no card yet)"]
    lines = []
    for number in range(len(rows) - 1, -1, -1):
        cards = "".join(_card(name, paint) for name in rows[number])
        lines.append(f"  row {number + 1}  " + "  " * number + cards.rstrip())
    return lines


def _card(name: str | None, paint: Paint) -> str:
    return " ·  " if name is None else paint(f"[{name[0].upper()}]", name) + " "


def _hand(hand: dict[str, int], paint: Paint) -> str:
    cards = [_card(name, paint) for name in COLOURS for _ in range(hand.get(name, 0))]
    return "".join(cards).rstrip() or "empty"


def _player(view: dict[str, Any], seat: int, name: str) -> str:
    if seat in view["out"]:
        state = "out"
    elif seat in view["finished"]:
        state = "finished"
    elif seat not in view["playing"]:
        state = "not in the playoff"
    else:
        hand = view["hands"][seat]
        count = hand if isinstance(hand, int) else sum(hand.values())
        state = "1 card" if count == 1 else f"{count} cards"
    arrow = "→" if view["turn"] == seat else " "
    points = view["points"][seat]
    return f"{arrow} {name:<12} {state:<20} {points:>3} penalty point{'' if points == 1 else 's'}"
