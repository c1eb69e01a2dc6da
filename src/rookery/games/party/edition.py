"""Decks of Penguin Party (P1): how many cards of each colour."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from rookery.core.edition import Sheet, refuse
from rookery.core.plain import whole
from rookery.core.record import Records, new
from rookery.errors import InvalidEdition, shown
from rookery.games.party.state import COLOURS, NUM_COLOURS

DECK_SIZE = 36

PRINTED = np.dtype([("deck", np.int8, (NUM_COLOURS,))])


def parse_edition(sheet: Sheet) -> dict[str, Any]:
    """Lines of a colour and a number."""
    deck: dict[str, int] = {}
    faults = []
    for number, line in sheet.body:
        words = line.split()
        count = whole(words[1]) if len(words) == 2 and words[0] in COLOURS else None
        if count is None:
            faults.append(
                f"line {number}: {shown(line.strip())} is not a colour and a number, like 'red 7'"
            )
        elif words[0] in deck:
            faults.append(f"line {number}: {words[0]} is given twice")
        else:
            deck[words[0]] = count
    refuse(faults)
    return {"name": sheet.head["name"], "deck": deck}


def compile_edition(data: Mapping[str, Any]) -> Records:
    """The deck as counts by colour."""
    deck = data.get("deck")
    if set(data) != {"name", "deck"} or not isinstance(deck, dict):
        raise InvalidEdition("a deck is an object with the keys 'name' and 'deck'")
    for colour, count in deck.items():
        if colour not in COLOURS:
            raise InvalidEdition(
                f"{shown(colour)} is not a colour; the colours are {', '.join(COLOURS)}"
            )
        number = isinstance(count, int) and not isinstance(count, bool)
        if not number or not 0 <= count <= DECK_SIZE:
            raise InvalidEdition(f"{colour}: {shown(count)} is not a number from 0 to {DECK_SIZE}")
    if sum(deck.values()) != DECK_SIZE:
        raise InvalidEdition(f"a deck has {DECK_SIZE} cards, this one has {sum(deck.values())}")
    printed = new(PRINTED)
    printed[0]["deck"][:] = [deck.get(colour, 0) for colour in COLOURS]
    return printed
