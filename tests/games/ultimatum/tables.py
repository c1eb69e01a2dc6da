"""Positions for tests of The Penguin Ultimatum: name what matters, the rest is filled in."""

from typing import Any

import rookery
from rookery.core.match import Match

game = rookery.game("ultimatum")

FAMILIES = "gnrb"
ACTS = "jadm"
PENGUINS = sorted(f + n + a for f in FAMILIES for n in "2345" for a in ACTS)
ENTERTAINERS = sorted(f + a for f in FAMILIES.upper() for a in ACTS)

#: Dots that are easy to follow: above and below, with three exceptions.
DATA: dict[str, Any] = {
    "name": "simple",
    "dots": {
        **{card: ["n", "s"] for card in ENTERTAINERS},
        "Rd": ["n", "w", "e", "se"],
        "Ga": ["n", "e"],
        "Gm": ["nw", "n", "ne", "w", "e"],
    },
    "starters": {
        "2": [[0, -1], [1, 0], [0, 1]],
        "3": [[0, -1], [1, 0], [0, 1]],
        "4": [[0, -1], [1, 0], [0, 1], [-1, 0]],
    },
}
EDITION = game.edition_from_data(DATA)


def position(
    cells: dict[str, str],
    hands: dict[int, list[str]] | None = None,
    players: int = 3,
    top: list[str] | None = None,
    **others: Any,
) -> dict[str, Any]:
    """A position in which every card that is not named lies in a hand or in a pile.

    Hands that are not named get four cards; ``top`` comes first in the entertainer pile.
    """
    named = hands or {}
    owned = others.get("owned", [[] for _ in range(players)])
    tokens = others.get("tokens", {})
    gone = {*cells.values(), *(card for hand in named.values() for card in hand)}
    left = [card for card in PENGUINS if card not in gone]
    turn, phase = others.get("turn", 0), others.get("phase", "place")
    held = []
    for seat in range(players):
        size = 4 if seat != turn or phase == "place" else 3
        held.append(named.get(seat, left[:size]))
        left = left if seat in named else left[size:]
    first = top or []
    used = {card.rstrip("'") for card in cells.values()}
    used.update(first, others.get("discarded", []), *owned)
    return {
        "game": "ultimatum",
        "edition": "simple",
        "players": players,
        "width": 8,
        "height": 8,
        "balanced": False,
        "first": 0,
        "turn": turn,
        "phase": phase,
        "cells": cells,
        "tokens": tokens,
        "supply": [3 - list(tokens.values()).count(seat) for seat in range(players)],
        "hands": held,
        "penguin_pile": left,
        "entertainer_pile": first + [card for card in ENTERTAINERS if card not in used],
        "owned": owned,
        "discarded": [],
        "activities": list(ACTS[:players]),
        "scores": [10] * players,
        "placed": None,
        "fee": 0,
        "waiting": [],
        **others,
    }


def table(*args: Any, asks_all: bool = False, **others: Any) -> Match:
    """A match that begins at such a position."""
    begin = position(*args, **others)
    return game.from_dict(begin, seed=1, edition=EDITION, asks_all=asks_all)


def empty_pile(last: list[str], cells: dict[str, str]) -> dict[str, Any]:
    """Keys for a table whose entertainer pile is just ``last``: all others are discarded."""
    seen = {*last, *(card.rstrip("'") for card in cells.values())}
    gone = [card for card in ENTERTAINERS if card not in seen]
    return {"discarded": gone, "entertainer_pile": last}


def texts(match: Match) -> set[str]:
    """The legal actions as texts."""
    return {match.notation(action) for action in match.legal()}


def play(match: Match, *actions: str) -> dict[str, Any]:
    """Play texts; the position after them."""
    for action in actions:
        match.play(action)
    return match.to_dict()
