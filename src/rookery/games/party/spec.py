"""Penguin Party as data: seats, options, versions."""

from collections.abc import Mapping
from typing import Any

from rookery.core.language import mark
from rookery.core.options import Option
from rookery.games.party.state import MAX_SEATS

TITLE = "Penguin Party"
DESIGNER = "Reiner Knizia"
SUMMARY = mark("Build a pyramid of penguins together, and be the one who keeps the fewest cards.")
MINUTES = 15
#: Rises whenever the same actions could lead to another position or score.
RULES_VERSION = 1
PLAYERS = range(2, MAX_SEATS + 1)  # P2
DEFAULT_EDITION = mark("iello-2024")  # P1
#: The names of the others that are shipped, to be translated.
OTHER_EDITIONS = (mark("amigo-2008"), mark("ffg-2007"))
MAX_ROUNDS = 100

SCORE_NAME = "penalty points"
FEWEST_WINS = True  # P18
#: In the order of the constants in ``rules``.
ENDINGS = ("won outright", "shared", "won in a playoff", "shared after playoffs")

OPTIONS = {
    option.name: option
    for option in (
        Option(
            "rounds",  # P19
            mark("how many rounds a match has; by default one for each player"),
            None,
            low=1,
            high=MAX_ROUNDS,
        ),
        Option(
            "tie",  # P18
            mark("whether the tied players share the victory or play on"),
            "shared",
            choices=(mark("shared"), mark("playoff")),
        ),
        Option("first", mark("the seat that starts round 1"), None, seat=True),  # P6
    )
}


def setup(state: Any, players: int, options: Mapping[str, Any]) -> None:
    """Write the options of a new match into its blank record."""
    state["rounds"] = players if options["rounds"] is None else options["rounds"]  # P16, P19
    state["playoff"] = options["tie"] == "playoff"
    state["first"] = -1 if options["first"] is None else options["first"]
