"""The steps of Penguin Party as plain data. All of them are public: hands are no part of them."""

from typing import Any

from rookery.core.bits import members
from rookery.core.edition import Edition
from rookery.core.steps import Things
from rookery.games.party.actions import NUM_PLACES, write_action
from rookery.games.party.state import RIGHT_END

#: In the order of the constants in ``rules``.
KINDS = ("deal", "place", "out", "done", "round", "end")

#: Who is out or has finished is seen with the card before it.
BRIEF = frozenset({"out", "done"})


def describe(edition: Edition, kind: str, before: Any, after: Any, action: int | None) -> Things:
    """What a step did, read off the records before and after it."""
    seat = int(before["turn"])
    if kind == "deal":
        first = int(after["first"])
        return {"round": int(after["round"]), "first": first, "cards": int(after["held"][first])}
    if kind == "place":
        if action is None:  # P4
            action = before["unused"].tolist().index(1) * NUM_PLACES + RIGHT_END
            return {"seat": None, "at": write_action(edition, after, action)}
        return {"seat": seat, "at": write_action(edition, after, action)}
    if kind == "out":
        seat = int(after["turn"])  # the turn came to it in this very step
        return {"seat": seat, "cards": int(before["held"][seat])}
    if kind == "done":
        return {"seat": seat, "back": int(before["points"][seat] - after["points"][seat])}
    if kind == "round":
        points = after["points"][: int(after["players"])].tolist()
        return {"round": int(after["round"]), "points": points}
    playing = members(after["playing"])
    best = min(after["points"][playing])
    return {"winners": [seat for seat in playing if after["points"][seat] == best]}  # P18
