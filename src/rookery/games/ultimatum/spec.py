"""The Penguin Ultimatum as data: seats, options, versions."""

from collections.abc import Mapping
from typing import Any

from rookery.core.language import mark
from rookery.core.options import Option
from rookery.games.ultimatum.state import KIN, MAX_SEATS, MAX_SIDE, MIN_SIDE

TITLE = "The Penguin Ultimatum"
DESIGNER = "Jim Doherty"
SUMMARY = mark("Bring penguins and entertainers together on an iceberg before it gets too crowded.")
MINUTES = 40
#: Rises whenever the same actions could lead to another position or score.
RULES_VERSION = 2
#: The dancing seal's dots were others before they fitted the printed example (U3).
EARLIER: Mapping[int, Mapping[str, Any]] = {1: {}}
EARLIER_EDITIONS = {1: {"reconstruction": "reconstruction-1"}}
PLAYERS = range(2, MAX_SEATS + 1)  # U5
DEFAULT_EDITION = mark("reconstruction")  # U3
DEFAULT_SIDE = 8  # U8

#: In the order of the constants in ``rules``.
ENDINGS = (
    "the entertainers ran out",
    "the penguins ran out",
    "no cell for the entertainer",
    "no cell for a penguin",
)

OPTIONS = {
    option.name: option
    for option in (
        Option(
            "width", mark("columns of the iceberg"), DEFAULT_SIDE, low=MIN_SIDE, high=MAX_SIDE
        ),  # U8
        Option("height", mark("rows of the iceberg"), DEFAULT_SIDE, low=MIN_SIDE, high=MAX_SIDE),
        Option(
            "balanced",  # U13
            mark("whether the starting entertainers show different animals and different acts"),
            False,
            switch=True,
        ),
        Option(
            "kin",  # U15
            mark("which touching penguins count for the kin fee"),
            KIN[0],
            choices=(mark("family"), mark("all")),
        ),
        Option(
            "first", mark("the seat that starts and counts as the shortest"), None, seat=True
        ),  # U12
    )
}


def setup(state: Any, players: int, options: Mapping[str, Any]) -> None:
    """Write the options of a new match into its blank record."""
    state["width"] = options["width"]
    state["height"] = options["height"]
    state["balanced"] = options["balanced"]
    state["kin"] = KIN.index(options["kin"])
    state["first"] = -1 if options["first"] is None else options["first"]
