"""The steps of The Penguin Ultimatum as plain data. Only a drawn penguin is anybody's secret."""

from typing import Any

from rookery.core.bits import members
from rookery.core.edition import Edition
from rookery.core.steps import Things
from rookery.games.ultimatum import actions
from rookery.games.ultimatum.actions import (
    ENTERTAINER_NAMES,
    PENGUIN_NAMES,
    cell_name,
    write_action,
)
from rookery.games.ultimatum.iceberg import STEPS, amused, number_of
from rookery.games.ultimatum.shows import activity_bonus, animals_bonus, token_of, winners
from rookery.games.ultimatum.spec import ENDINGS
from rookery.games.ultimatum.state import KINDS as KINDS
from rookery.games.ultimatum.state import PENGUIN, UPRIGHT

#: A card that is drawn is seen with what was done before.
BRIEF = frozenset({"draw"})


def describe(edition: Edition, kind: str, before: Any, after: Any, action: int | None) -> Things:
    """What a step did, read off the records before and after it."""
    if kind == "deal":
        return {}
    if kind == "end":
        return _end(edition, after)
    if kind == "curtain":
        return {"cell": cell_name(before["bare"])}
    seat = int(before["turn"])
    if kind == "draw":
        (card,) = members(after["hands"][seat] & ~before["hands"][seat])
        return {"seat": seat, "card": PENGUIN_NAMES[card]}
    assert action is not None, f"{kind} is what somebody does"
    if kind == "fee":
        return {"seat": seat, **_fee(int(before["fee"]), action)}
    if kind == "show":
        return {"seat": seat, **_show(before, after, action - actions.SHOW)}
    return {"seat": seat, "at": write_action(edition, before, action)}


def show(things: Things, after: Any, seat: int | None) -> Things | None:
    """A drawn penguin is known to its own seat only (U26)."""
    if things["kind"] == "draw" and things["seat"] != seat:
        return {key: value for key, value in things.items() if key != "card"}
    return things


def _fee(due: int, action: int) -> Things:
    """U15, U16"""
    if action == actions.PAY:
        return {"due": due, "paid": due}
    return {"due": due, "dropped": ENTERTAINER_NAMES[action - actions.DROP]}


def _show(before: Any, after: Any, who: int) -> Things:
    """Whom an entertainer amused, cell by cell in reading order, and who got it (U20 to U22)."""
    stage = int(before["where"][who])
    audience = []
    for cell in (stage + int(step) for step in STEPS):
        penguin = int(before["cells"][cell]) - PENGUIN
        if 0 <= penguin < UPRIGHT - PENGUIN and amused(penguin, who):
            seat = int(token_of(before, penguin))
            points = int(number_of(penguin)) if seat >= 0 else 0
            audience.append(
                {"cell": cell_name(cell), "seat": seat if seat >= 0 else None, "points": points}
            )
    takers = [seat for seat in range(int(after["players"])) if after["owned"][seat] >> who & 1]
    return {
        "cell": cell_name(stage),
        "card": ENTERTAINER_NAMES[who],
        "amused": audience,
        "to": takers[0] if takers else None,
    }


def _end(edition: Edition, after: Any) -> Things:
    """How it ended, and what everybody gets for it (U25 to U30)."""
    seats = range(int(after["players"]))
    return {
        "ending": ENDINGS[after["ended"]],
        "activity": [int(activity_bonus(after, seat)) for seat in seats],
        "animals": [int(animals_bonus(after, seat)) for seat in seats],
        "winners": members(winners(edition.printed[0], after)),
    }
