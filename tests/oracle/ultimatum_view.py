"""What a seat of The Penguin Ultimatum knows, and what it cannot: from the end of its rules."""

from typing import Any

from .course import Position, Things

Past = list[tuple[Things, Position]]
#: Broken ways to hide or redeal (``tests.mutants``) that nobody can notice, and why.
UNNOTICED: dict[str, str] = {}


def view(position: Position, seat: int | None) -> Position:
    """The position as a seat (None: a spectator) may know it.

    Other hands and the penguin pile are their size (U11), and of the entertainers' pile only the
    top card lies face up (U10). All the rest is open.
    """
    pile = position["entertainer_pile"]
    return {
        **position,
        "hands": [
            hand if other == seat else len(hand) for other, hand in enumerate(position["hands"])
        ],
        "penguin_pile": len(position["penguin_pile"]),
        "entertainer_pile": pile[:1] + [None] * len(pile[1:]),
    }


def contradiction(world: Position, past: Past) -> str | None:
    """What the past rules out in a position: nothing, for nobody must ever show a hand."""
    return None


def doubts(
    position: Position, seat: int | None, past: Past, edition: Things
) -> list[tuple[Any, ...]]:
    """What may be otherwise, for all the seat knows: each card is there once."""
    hands = [other for other, hand in enumerate(position["hands"]) if other != seat and hand]
    pile = bool(position["penguin_pile"])
    found: list[tuple[Any, ...]] = []
    if len(hands) + pile > 1:  # two places that may exchange a penguin
        found += [("hands", other) for other in hands]
        found += [("penguin_pile",)] * pile
    below = range(1, len(position["entertainer_pile"]))
    if len(below) > 1:
        found += [("entertainer_pile", place) for place in below]
    return found
