"""Positions for tests of Penguin Party: name what matters, the rest is filled in."""

from collections import Counter
from typing import Any

import rookery
from rookery.core.match import Match

COLOURS = ("red", "green", "yellow", "purple", "blue")
DECK = {"red": 7, "green": 7, "yellow": 7, "purple": 7, "blue": 8}
HAND_SIZE = {2: 14, 3: 12, 4: 9, 5: 7, 6: 6}
LETTERS = {name[0]: name for name in COLOURS}

Rows = list[list[str | None]]


def rows_of(*rows: str) -> Rows:
    """Rows from the base up, a letter a card, '.' for a free place: rows_of("rb", "r")."""
    return [[LETTERS.get(sign) for sign in row] for row in rows]


def hand_of(text: str) -> dict[str, int]:
    """A hand from letters, in the order of colours: hand_of("rrb")."""
    counts = Counter(text)
    return {name: counts[name[0]] for name in COLOURS if counts[name[0]]}


def position(
    players: int,
    rows: Rows,
    hands: dict[int, str],
    turn: int = 0,
    out: dict[int, str] | None = None,
    finished: tuple[int, ...] = (),
    **others: Any,
) -> dict[str, Any]:
    """A position in which the seats not named hold what is left of the deck."""
    aside = out or {}
    left = Counter(DECK)
    for row in rows:
        left.subtract(name for name in row if name)
    for cards in (*hands.values(), *aside.values()):
        left.subtract(hand_of(cards))
    cards_left = [name for name in COLOURS for _ in range(left[name])]
    unnamed = [s for s in range(players) if s not in hands and s not in aside and s not in finished]
    dealt: dict[int, list[str]] = {seat: [] for seat in unnamed}
    unused: list[str] = []
    if players == 2:
        unused, cards_left = cards_left[:8], cards_left[8:]
    for number, name in enumerate(cards_left):
        dealt[unnamed[number % len(unnamed)]].append(name[0])
    held = {**hands, **{seat: "".join(cards) for seat, cards in dealt.items()}}
    return {
        "game": "party",
        "edition": "iello-2024",
        "players": players,
        "round": 1,
        "rounds": 1,
        "tie": "shared",
        "first": turn,
        "turn": turn,
        "playing": list(range(players)),
        "rows": rows,
        "hands": [hand_of(held.get(seat, "")) for seat in range(players)],
        "unused": hand_of("".join(name[0] for name in unused)),
        "out": sorted(aside),
        "finished": list(finished),
        "set_aside": [hand_of(aside.get(seat, "")) for seat in range(players)],
        "points": [0] * players,
        **others,
    }


def table(*args: Any, **others: Any) -> Match:
    """A match that begins at such a position."""
    return rookery.game("party").from_dict(position(*args, **others))


def texts(match: Match) -> set[str]:
    """The legal actions as texts."""
    return {match.notation(action) for action in match.legal()}
