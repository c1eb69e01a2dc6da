"""What happens in Penguin Party, one thing at a time, by the numbers of its rules."""

import copy
from typing import Any

from .course import Course, Position, Things, demand
from .party import (
    COLOURS,
    HAND_SIZE,
    eliminate,
    explain_cards,
    finish,
    lay,
    leaders,
    legal,
    next_round,
    pass_turn,
    undealt_match,
)

#: What a position between two decisions need not tell: whose turn comes is settled by then.
UNSETTLED = {"turn"}


def begin(
    players: int, options: dict[str, Any], after: Position, edition: Things, course: Course
) -> Position:
    """The first deal and all that comes of it; the position then."""
    first = after["first"] if options.get("first") is None else options["first"]
    demand(type(first) is int and first in range(players), f"no seat {first!r}")  # P6
    undealt = undealt_match(players, options, edition, first)
    return run(deal(undealt, after, edition, course), after, edition, course)


def play(
    before: Position, action: str, after: Position, edition: Things, course: Course
) -> Position:
    """An action and all that comes of it; the position then."""
    position = copy.deepcopy(before)
    place(position, action, course)
    return run(position, after, edition, course)


def seen(step: Things, seat: int | None, position: Position) -> Things | None:
    """Everything but the hands is public, and no step tells of them."""
    return step


def veiled(position: Position, seat: int | None) -> bool:
    """Nobody decides in secret."""
    return False


def place(position: Position, action: str, course: Course) -> None:
    """The seat to move lays a card (P7), perhaps its last one (P14)."""
    seat = position["turn"]
    lay(position, action)
    course.add(position, "place", seat=seat, at=action)
    if not position["hands"][seat]:
        had = position["points"][seat]
        finish(position)
        course.add(position, "done", seat=seat, back=had - position["points"][seat])
    pass_turn(position)


def run(position: Position, after: Position, edition: Things, course: Course) -> Position:
    """All that needs no decision, over ends of rounds and deals."""
    while True:
        while position["turn"] is not None:
            actions = legal(position, edition)
            if course.asks(actions):
                return position
            if actions:
                place(position, actions[0], course)
            else:
                out(position, course)
        points = list(position["points"])
        course.add(position, "round", round=position["round"], points=points)  # P15, P16
        undealt = next_round(position)
        if undealt is None:
            course.add(position, "end", winners=leaders(position))  # P18
            return position
        position = deal(undealt, after, edition, course)


def out(position: Position, course: Course) -> None:
    """No card of the seat to move fits (P13)."""
    seat = position["turn"]
    cards = sum(position["hands"][seat].values())
    eliminate(position)
    course.add(position, "out", seat=seat, cards=cards)
    pass_turn(position)


def deal(undealt: Position, after: Position, edition: Things, course: Course) -> Position:
    """Deal a round; chance decides the hands: what is held later, and what was laid by then."""
    position = copy.deepcopy(undealt)
    position["hands"], position["unused"] = copy.deepcopy([after["hands"], after["unused"]])
    playing = len(position["playing"])
    left_over = None
    for step in course.told[len(course.steps) + 1 :]:
        if step["kind"] == "place" and step["seat"] is None and playing == 5 and not left_over:
            left_over = step["at"]
            position["rows"] = [[COLOURS[left_over[0]]]]
        elif step["kind"] == "place":
            hand, colour = position["hands"][step["seat"]], COLOURS[step["at"][0]]
            hand[colour] = hand.get(colour, 0) + 1
    complaint = explain_cards(position, edition)
    demand(complaint is None, str(complaint))
    for seat, hand in enumerate(position["hands"]):  # P3, P4, P5
        size = HAND_SIZE[playing] if seat in position["playing"] else 0
        demand(sum(hand.values()) == size, f"seat {seat} was dealt {hand!r}")
    cards = HAND_SIZE[playing]
    table = position if left_over is None else unlaid(position)
    number, first = position["round"], position["first"]
    course.add(table, "deal", round=number, first=first, cards=cards)
    if left_over is not None:  # P4
        course.add(position, "place", seat=None, at=left_over[0] + ">")
    return position


def unlaid(position: Position) -> Position:
    """Before the card left over is turned face up, nobody uses it. P4."""
    return {**position, "rows": [], "unused": {position["rows"][0][0]: 1}}
