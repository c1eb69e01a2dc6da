"""Positions of The Penguin Ultimatum as JSON objects, and back.

Writing serves full and hidden records alike: what is unknown becomes its size. Reading checks
that the position can lie on a table in the phase it names: every card once, every token once,
no show that should have happened. It need not be one that play leads to: a puzzle may have
fewer entertainers or curtains on the iceberg than a match.
"""

from typing import Any

from rookery.core.bits import members
from rookery.core.edition import Edition
from rookery.core.fields import Fields
from rookery.core.record import Records, new
from rookery.games.ultimatum.actions import (
    ACT_LETTERS,
    ENTERTAINER_NAMES,
    PENGUIN_NAMES,
    cell_name,
)
from rookery.games.ultimatum.reading import read_cards, read_cells, read_seats, read_turn
from rookery.games.ultimatum.state import (
    CURTAIN,
    GRID,
    NUM_TOKENS,
    PENGUIN,
    PHASES,
    PILES,
    STATE,
    TURNED,
    UNKNOWN,
    UPRIGHT,
)

KEYS = (
    "game edition players width height balanced first turn phase cells tokens supply hands"
    " penguin_pile entertainer_pile owned discarded activities scores placed fee waiting"
)


def write_position(edition: Edition, state: Any) -> dict[str, Any]:
    """The position of a full or hidden record."""
    players = int(state["players"])
    seats = range(players)
    turn, placed = int(state["turn"]), int(state["placed"])
    tokens = [members(state["invited"][seat]) for seat in seats]
    return {
        "game": "ultimatum",
        "edition": edition.name,
        "players": players,
        "width": int(state["width"]),
        "height": int(state["height"]),
        "balanced": bool(state["balanced"]),
        "first": int(state["first"]),
        "turn": turn if turn >= 0 else None,
        "phase": PHASES[state["phase"]],
        "cells": _cells(state),
        "tokens": _tokens(state, tokens),
        "supply": [NUM_TOKENS - len(tokens[seat]) for seat in seats],
        "hands": [
            _penguins(state, seat, state["hands"][seat], state["held"][seat]) for seat in seats
        ],
        "penguin_pile": _penguins(state, PILES, state["pile"], state["pile_size"]),
        "entertainer_pile": _entertainer_pile(state),
        "owned": [_entertainers(state["owned"][seat]) for seat in seats],
        "discarded": _entertainers(state["discarded"]),
        "activities": [ACT_LETTERS[state["activities"][seat]] for seat in seats],
        "scores": [int(state["scores"][seat]) for seat in seats],
        "placed": cell_name(placed) if placed else None,
        "fee": int(state["fee"]),
        "waiting": sorted(cell_name(state["where"][who]) for who in members(state["waiting"])),
    }


def _cells(state: Any) -> dict[str, str]:
    """The cards on the iceberg, row by row."""
    codes = state["cells"].tolist()
    return {cell_name(cell): card_name(codes[cell]) for cell in range(GRID) if codes[cell]}


def card_name(code: int) -> str:
    """What lies on a cell, as text."""
    if code == CURTAIN:
        return "#"
    if code >= TURNED:
        return ENTERTAINER_NAMES[code - TURNED] + "'"
    return ENTERTAINER_NAMES[code - UPRIGHT] if code >= UPRIGHT else PENGUIN_NAMES[code - PENGUIN]


def _tokens(state: Any, tokens: list[list[int]]) -> dict[str, int]:
    owner = {PENGUIN + penguin: seat for seat, held in enumerate(tokens) for penguin in held}
    codes = state["cells"].tolist()
    return {cell_name(cell): owner[codes[cell]] for cell in range(GRID) if codes[cell] in owner}


def _penguins(state: Any, place: int, cards: Any, size: Any) -> list[str] | int:
    if state["hidden"] >> place & 1:
        return int(size)
    return sorted(PENGUIN_NAMES[penguin] for penguin in members(cards))


def _entertainers(cards: Any) -> list[str]:
    return sorted(ENTERTAINER_NAMES[who] for who in members(cards))


def _entertainer_pile(state: Any) -> list[str | None]:
    """From the top down."""
    pile = state["entertainers"][: state["left"]].tolist()
    return [None if who == UNKNOWN else ENTERTAINER_NAMES[who] for who in reversed(pile)]


def read_position(edition: Edition, position: dict[str, Any]) -> Records:
    """The record of a full position."""
    fields = Fields(position, KEYS)
    records = new(STATE)
    read_seats(fields, records[0])
    read_cells(fields, records[0])
    read_cards(fields, records[0])
    read_turn(fields, records[0], edition.printed[0])
    return records
