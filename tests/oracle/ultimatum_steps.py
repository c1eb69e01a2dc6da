"""What happens in The Penguin Ultimatum, one thing at a time, by the numbers of its rules."""

import copy
from typing import Any

from .course import Course, Position, Things, demand
from .ultimatum import (
    applied,
    award,
    drawn,
    explain_start,
    finished,
    legal,
    winners,
)
from .ultimatum_table import CURTAIN, activity_bonuses, amused, animal_bonuses, number

#: What a position between two decisions need not tell.
UNSETTLED: set[str] = set()


def begin(
    players: int, options: dict[str, Any], after: Position, edition: Things, course: Course
) -> Position:
    """The set-up, all of it decided by chance or by the options, and all that comes of it."""
    assert explain_start(after, players, options, edition) is None  # nothing is forced at the start
    position = copy.deepcopy(after)
    course.add(position, "deal")
    return run(position, edition, course)


def play(
    before: Position, action: str, after: Position, edition: Things, course: Course
) -> Position:
    """An action and all that comes of it; the position then."""
    return run(take(before, action, edition, course), edition, course)


def seen(step: Things, seat: int | None, position: Position) -> Things | None:
    """Only who draws a penguin sees which."""
    if step["kind"] == "draw" and step["seat"] != seat:
        return {key: thing for key, thing in step.items() if key != "card"}
    return step


def veiled(position: Position, seat: int | None) -> bool:
    """Nobody decides in secret."""
    return False


def run(position: Position, edition: Things, course: Course) -> Position:
    """All that needs no decision, up to the next one or the end."""
    while True:
        if position["phase"] == "draw":
            if not position["penguin_pile"]:  # U26
                return end(position, "the penguins ran out", course)
            position = draw(position, course)
        actions = legal(position, edition)
        if course.asks(actions):
            return position
        if not actions:
            return end(position, reason(position), course)
        position = take(position, actions[0], edition, course)


def take(position: Position, action: str, edition: Things, course: Course) -> Position:
    """Carry out one action; a show is followed by its curtain."""
    seat, phase = position["turn"], position["phase"]
    if phase == "show":
        return show(position, action.removeprefix("show "), course)
    after = applied(position, action, edition)
    if phase == "fee":  # U15, U16
        due = position["fee"]
        how = {"paid": due} if action == "pay" else {"dropped": action.removeprefix("drop ")}
        course.add(after, "fee", seat=seat, due=due, **how)
    else:
        kind = {"place": "place", "invite": "invite", "entertain": "put"}[phase]
        course.add(after, kind, seat=seat, at=action)
    return after


def show(position: Position, cell: str, course: Course) -> Position:
    """U20 to U23: who is amused and scores, who gets the card, and the curtain."""
    position = copy.deepcopy(position)
    card = position["cells"][cell]
    audience = []
    for penguin in amused(position, cell):
        guest_of = position["tokens"].get(penguin)
        points = 0 if guest_of is None else number(position["cells"][penguin])
        audience.append({"cell": penguin, "seat": guest_of, "points": points})
    to = award(position, cell)
    things = {"cell": cell, "card": card.rstrip("'"), "amused": audience, "to": to}
    course.add(position, "show", seat=position["turn"], **things)
    position["cells"][cell] = CURTAIN
    course.add(position, "curtain", cell=cell)
    return position


def draw(position: Position, course: Course) -> Position:
    """U26: chance decides which penguin."""
    card = course.hear("draw", "card")
    demand(card in position["penguin_pile"], f"{card!r} cannot be drawn")
    after = drawn(position, card)
    course.add(after, "draw", seat=position["turn"], card=card)
    return after


def reason(position: Position) -> str:
    """Why there is no action."""
    if position["phase"] == "place":  # U27
        return "no cell for a penguin"
    if not position["entertainer_pile"]:  # U25
        return "the entertainers ran out"
    return "no cell for the entertainer"


def end(position: Position, ending: str, course: Course) -> Position:
    """U28 to U30: the bonuses are counted."""
    position = finished(position)
    bonuses = {"activity": activity_bonuses(position), "animals": animal_bonuses(position)}
    course.add(position, "end", ending=ending, **bonuses, winners=winners(position, {}))
    return position
