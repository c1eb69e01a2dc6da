"""What a seat of Penguin Party knows, and what it cannot know: from the end of its rules."""

import copy
from itertools import combinations
from typing import Any

from .course import Position, Things
from .party import Bundle, legal, open_places

Past = list[tuple[Things, Position]]
#: Where cards lie: a key of the position and, if there is one a seat, the seat.
Pile = tuple[Any, ...]
#: Broken ways to hide or redeal (``tests.mutants``) that nobody can notice, and why.
UNNOTICED: dict[str, str] = {}


def view(position: Position, seat: int | None) -> Position:
    """The position as a seat (None: a spectator) may know it.

    Own hand, and so what one has put aside oneself. Of the others' hands, of what they put aside
    (P13) and of the unused cards (P5) only the number; all the rest lies open.
    """
    seen = copy.deepcopy(position)
    for key in ("hands", "set_aside"):
        for other in range(position["players"]):
            if other != seat:
                seen[key][other] = sum(position[key][other].values())
    seen["unused"] = sum(position["unused"].values())
    return seen


def contradiction(world: Position, past: Past) -> str | None:
    """What the past rules out in a position: who went out held no card with a place (P13)."""
    begun = max((n for n, (step, _) in enumerate(past) if step["kind"] == "deal"), default=0)
    for step, position in past[begun:]:
        if step["kind"] != "out":
            continue
        for colour in world["set_aside"][step["seat"]]:
            for place, welcome in open_places(position):
                if welcome is None or colour in welcome:
                    return f"seat {step['seat']} went out with {colour}, which had place {place}"
    return None


def doubts(position: Position, seat: int | None, past: Past, edition: Things) -> list[Pile]:
    """The piles that may hold other cards, for all the seat knows.

    Found by exchanging two cards: whoever is to move must keep a choice, and nobody can have put
    aside what had a place.
    """
    found: set[Pile] = set()
    for one, other in combinations(hidden_piles(position, seat), 2):
        if {one, other} <= found:
            continue
        if any(
            is_possible(exchanged(position, (one, mine), (other, yours)), seat, past, edition)
            for mine in cards_in(position, one)
            for yours in cards_in(position, other)
            if mine != yours
        ):
            found |= {one, other}
    return sorted(found)


def hidden_piles(position: Position, seat: int | None) -> list[Pile]:
    """All that the seat does not see."""
    others = [other for other in range(position["players"]) if other != seat]
    piles: list[Pile] = [(key, other) for key in ("hands", "set_aside") for other in others]
    return [pile for pile in [*piles, ("unused",)] if cards_in(position, pile)]


def cards_in(position: Position, pile: Pile) -> Bundle:
    """The cards of a pile."""
    found: Any = position
    for key in pile:
        found = found[key]
    bundle: Bundle = found
    return bundle


def exchanged(position: Position, one: tuple[Pile, str], other: tuple[Pile, str]) -> Position:
    """The position after two piles have given each other a card."""
    world = copy.deepcopy(position)
    for (pile, colour), (_, gets) in ((one, other), (other, one)):
        cards = cards_in(world, pile)
        cards[colour] -= 1
        cards[gets] = cards.get(gets, 0) + 1
        if not cards[colour]:
            del cards[colour]
    return world


def is_possible(world: Position, seat: int | None, past: Past, edition: Things) -> bool:
    """Whether nothing that the seat knows speaks against it."""
    turn = world["turn"]
    can_choose = turn is None or turn == seat or len(legal(world, edition)) >= 2
    return can_choose and contradiction(world, past) is None
