"""Pyramid of Pengqueen as data: seats, options, versions."""

from collections.abc import Mapping
from typing import Any

from rookery.core.language import mark
from rookery.core.options import Option

TITLE = "Pyramid of Pengqueen"
DESIGNER = "Marcel-André Casasola Merkle"
SUMMARY = mark("Sneak through a dark pyramid for treasures, or be the mummy who hears every step.")
MINUTES = 30
#: Rises whenever the same actions could lead to another position or score.
RULES_VERSION = 1
PLAYERS = range(2, 6)  # Q4
DEFAULT_EDITION = mark("reconstruction")  # Q2
#: The names of the others that are shipped, to be translated.
OTHER_EDITIONS = (mark("small"),)
DEFAULT_LIMIT = 200
MAX_LIMIT = 10_000

SCORE_NAME = "victories"
#: In the order of the constants in ``rules``.
ENDINGS = ("a hunter won", "the mummy won", "draw")

OPTIONS = {
    option.name: option
    for option in (
        Option(
            "mummy_seat",  # Q4
            mark("the seat that plays the mummy"),
            0,
            seat=True,
            roles=(mark("mummy"), mark("hunter")),
        ),
        Option(
            "limit",  # Q26
            mark("after how many rounds an undecided match is a draw"),
            DEFAULT_LIMIT,
            low=1,
            high=MAX_LIMIT,
        ),
    )
}


def setup(state: Any, players: int, options: Mapping[str, Any]) -> None:
    """Write the options of a new match into its blank record."""
    state["mummy_seat"] = options["mummy_seat"]
    state["limit"] = options["limit"]
