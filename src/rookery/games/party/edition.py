"""Editions of Penguin Party: how many cards of each colour (P1), and how they are dealt (P3 to P5).

A printed deck has 36 cards, and the rules say how many each seat gets. An edition for study may be
smaller, and says itself how many cards a seat gets and how many the base takes.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from rookery.core.edition import Sheet, refuse
from rookery.core.plain import whole
from rookery.core.record import Records, new
from rookery.errors import InvalidEdition, shown
from rookery.games.party.state import (
    BASE_LIMIT,
    COLOURS,
    DECK_SIZE,
    HAND_SIZE,
    LEFT_OVER,
    MAX_SEATS,
    NUM_COLOURS,
    ROW,
)

PRINTED = np.dtype(
    [
        ("deck", np.int8, (NUM_COLOURS,)),
        ("size", np.int8),  # cards in the deck
        # By number of players in the round: cards in a hand, cards the base takes, and whether
        # the one card that is left over begins the base.
        ("hand", np.int8, (MAX_SEATS + 1,)),
        ("base", np.int8, (MAX_SEATS + 1,)),
        ("open", np.int8, (MAX_SEATS + 1,)),
    ]
)
_LINE = "a colour and a number, like 'red 7', or '2 players hand 3 base 3', perhaps with 'open'"


def parse_edition(sheet: Sheet) -> dict[str, Any]:
    """Lines of a colour and a number, and of what so many players get."""
    deck: dict[str, int] = {}
    seats: dict[str, dict[str, Any]] = {}
    faults = []
    for number, line in sheet.body:
        words = line.split()
        if words[0] in deck or words[0] in seats:
            faults.append(f"line {number}: {words[0]} is given twice")
        elif len(words) == 2 and words[0] in COLOURS and (count := whole(words[1])) is not None:
            deck[words[0]] = count
        elif (dealt := _dealt(words)) is not None:
            seats[words[0]] = dealt
        else:
            faults.append(f"line {number}: {shown(line.strip())} is not {_LINE}")
    refuse(faults)
    return {"name": sheet.head["name"], "deck": deck, **({"seats": seats} if seats else {})}


def _dealt(words: list[str]) -> dict[str, Any] | None:
    """``2 players hand 3 base 3 open``."""
    shape = [words[1:3], words[4:5], words[6:]] if len(words) > 5 else []
    if shape not in ([["players", "hand"], ["base"], it] for it in ([], ["open"])):
        return None
    hand, base = whole(words[3]), whole(words[5])
    if whole(words[0]) is None or hand is None or base is None:
        return None
    return {"hand": hand, "base": base, "open": len(words) == 7}


def compile_edition(data: Mapping[str, Any]) -> Records:
    """The deck as counts by colour, and the deal by number of players."""
    deck = data.get("deck")
    if not {"name", "deck"} <= set(data) <= {"name", "deck", "seats"} or not isinstance(deck, dict):
        raise InvalidEdition("a deck is an object with the keys 'name' and 'deck', and 'seats'")
    for colour, count in deck.items():
        if colour not in COLOURS:
            raise InvalidEdition(
                f"{shown(colour)} is not a colour; the colours are {', '.join(COLOURS)}"
            )
        _number(colour, count, 0, DECK_SIZE)
    size = sum(deck.values())
    if size > DECK_SIZE or (size != DECK_SIZE and "seats" not in data):
        most = "at most " if "seats" in data else ""
        raise InvalidEdition(f"a deck has {most}{DECK_SIZE} cards, this one has {size}")
    printed = new(PRINTED)
    printed[0]["deck"][:] = [deck.get(colour, 0) for colour in COLOURS]
    printed[0]["size"] = size
    if "seats" in data:
        _compile_seats(data["seats"], size, printed[0])
    else:
        printed["hand"], printed["base"], printed["open"] = HAND_SIZE, BASE_LIMIT, LEFT_OVER
    return printed


def _compile_seats(seats: Any, size: int, printed: Any) -> None:
    if not isinstance(seats, dict) or list(seats) != [str(n + 2) for n in range(len(seats))]:
        raise InvalidEdition("seats: it takes an entry for 2 players, then 3, and so on")
    if not 1 <= len(seats) < MAX_SEATS:
        raise InvalidEdition(f"seats: it takes entries for 2 to at most {MAX_SEATS} players")
    for players, dealt in enumerate(seats.values(), start=2):
        where = f"seats.{players}"
        if not isinstance(dealt, dict) or set(dealt) != {"hand", "base", "open"}:
            raise InvalidEdition(f"{where}: it takes the keys 'hand', 'base' and 'open'")
        if not isinstance(dealt["open"], bool):
            raise InvalidEdition(f"{where}.open: {shown(dealt['open'])} is not true or false")
        _number(f"{where}.hand", dealt["hand"], 1, size // players)
        _number(f"{where}.base", dealt["base"], 1, ROW)
        if dealt["open"] and size - players * dealt["hand"] != 1:
            left = size - players * dealt["hand"]
            raise InvalidEdition(f"{where}.open: one card must be left over for it, not {left}")
        for key, value in dealt.items():
            printed[key][players] = value


def _number(key: str, value: object, low: int, high: int) -> None:
    whole_number = isinstance(value, int) and not isinstance(value, bool)
    if not whole_number or not low <= value <= high:  # type: ignore[operator]
        raise InvalidEdition(f"{key}: {shown(value)} is not a number from {low} to {high}")


def edition_players(data: Mapping[str, Any]) -> int:
    """The most players that an edition is for."""
    return len(data["seats"]) + 1 if "seats" in data else MAX_SEATS
