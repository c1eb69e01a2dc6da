"""The Penguin Ultimatum played by the book: slow, obvious, sharing no code with the game itself.

Works on the text forms of positions and actions only. Comments name the rules (U1 to U30).

A turn runs through the phases place, fee, invite, show and entertain (the last two once for every
show) and, hidden in here, "draw", where chance picks a penguin. Whatever leaves just one action
plays itself; a phase that leaves none ends the match.
"""

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any

from .ultimatum_table import (
    ACTS,
    CURTAIN,
    ENTERTAINERS,
    PENGUINS,
    Edition,
    Position,
    activity_bonuses,
    all_cells,
    amused,
    animal_bonuses,
    cards_around,
    draw_starters,
    empty_table,
    is_entertainer,
    is_penguin,
    number,
    performers,
    starter_cells,
)

# Given the penguin pile, the cards that may be drawn from it.
Drawable = Callable[[list[str]], list[str]]

# ---- Set-up --------------------------------------------------------------------------------


def start(
    players: int, options: dict[str, Any], edition: Edition, chance: random.Random
) -> Position:
    """Set a match up and run it to the first decision."""
    if players not in (2, 3, 4):  # U5
        raise ValueError(f"{players} players")
    position = empty_table(players, options, edition)
    first = options.get("first")  # U12
    position["first"] = position["turn"] = chance.randrange(players) if first is None else first
    position["activities"] = chance.sample(ACTS, players)  # U7
    places = starter_cells(position, edition)
    starters = draw_starters(len(places), position["balanced"], chance)
    position["cells"].update(zip(places, starters, strict=True))
    rest = [card for card in ENTERTAINERS if card not in starters]
    position["entertainer_pile"] = chance.sample(rest, len(rest))  # U10
    penguins = chance.sample(PENGUINS, len(PENGUINS))
    for _ in range(players):  # U11
        position["hands"].append(sorted(penguins[:4]))
        penguins = penguins[4:]
    position["penguin_pile"] = sorted(penguins)
    return next(futures(position, edition, lambda pile: [chance.choice(pile)]))


# ---- What may be done ----------------------------------------------------------------------


def legal(position: Position, edition: Edition) -> list[str]:
    """All legal actions, as text."""
    if position["phase"] == "place":
        return legal_penguins(position)
    if position["phase"] == "fee":  # U16
        return ["pay"] + ["drop " + card for card in position["owned"][position["turn"]]]
    if position["phase"] == "invite":
        return legal_invitations(position)
    if position["phase"] == "show":  # U19
        return ["show " + cell for cell in position["waiting"]]
    if position["phase"] == "entertain":
        return legal_entertainers(position, edition)
    return []


def legal_penguins(position: Position) -> list[str]:
    """U14: any penguin of the hand, on any empty cell that touches an entertainer."""
    actions = []
    for cell in all_cells(position):
        neighbours = cards_around(position, cell).values()
        if cell not in position["cells"] and any(is_entertainer(card) for card in neighbours):
            actions += [f"{penguin}@{cell}" for penguin in position["hands"][position["turn"]]]
    return actions


def legal_invitations(position: Position) -> list[str]:
    """U17: nothing, or an own token from the supply or a penguin to a penguin without one."""
    seat, cells, tokens = position["turn"], position["cells"], position["tokens"]
    actions = ["skip"]
    for target in cells:
        if is_penguin(cells[target]) and target not in tokens:
            if position["supply"][seat] > 0:
                actions.append(f"invite {target}")
            actions += [f"invite {source}>{target}" for source in tokens if tokens[source] == seat]
    return actions


def legal_entertainers(position: Position, edition: Edition) -> list[str]:
    """U24: the top entertainer, upright or turned, beside any card, and no show may come of it."""
    if not position["entertainer_pile"]:
        return []
    top = position["entertainer_pile"][0]
    actions = []
    for cell in all_cells(position):
        if cell in position["cells"] or not cards_around(position, cell):
            continue
        for card in (top, top + "'"):
            trial = position | {"cells": position["cells"] | {cell: card}}
            # U24: those that wait for their show anyhow do not count.
            if all(performer in position["waiting"] for performer in performers(trial, edition)):
                actions.append(f"{card}@{cell}")
    return actions


# ---- What an action does -------------------------------------------------------------------


def step(position: Position, action: str, edition: Edition, chance: random.Random) -> Position:
    """The position after the action and all that then happens by itself."""
    if action not in legal(position, edition):
        raise ValueError(f"{action!r} is not legal")
    after = applied(position, action, edition)
    return next(futures(after, edition, lambda pile: [chance.choice(pile)]))


def futures(position: Position, edition: Edition, drawable: Drawable) -> Iterator[Position]:
    """Every position this one may run to by itself, up to the next decision or the end."""
    while position["phase"] not in ("draw", "over"):
        actions = legal(position, edition)
        if len(actions) > 1:
            break
        # U25: no entertainer is left or no cell for it. U27: there is no cell for a penguin.
        position = applied(position, actions[0], edition) if actions else finished(position)
    if position["phase"] != "draw":
        yield position
    elif not position["penguin_pile"]:  # U26
        yield finished(position)
    else:
        for penguin in drawable(position["penguin_pile"]):
            yield from futures(drawn(position, penguin), edition, drawable)


def finished(position: Position) -> Position:
    return position | {"phase": "over", "turn": None, "placed": None, "fee": 0, "waiting": []}


def drawn(position: Position, penguin: str) -> Position:
    """U26: the penguin goes to the hand, and the turn to the next seat clockwise (U12)."""
    after = copy.deepcopy(position)
    seat = after["turn"]
    after["penguin_pile"].remove(penguin)
    after["hands"][seat] = sorted(after["hands"][seat] + [penguin])
    after["turn"] = (seat + 1) % after["players"]
    after["phase"] = "place"
    after["placed"] = None
    return after


def applied(position: Position, action: str, edition: Edition) -> Position:
    """A new position after one legal action, in the phase that follows."""
    after = copy.deepcopy(position)
    if position["phase"] == "place":
        place(after, action)
    elif position["phase"] == "fee":
        settle_fee(after, action)
    elif position["phase"] == "invite":
        invite(after, action)
        after["waiting"] = performers(after, edition)  # U18
        after["phase"] = "show" if after["waiting"] else "draw"
    elif position["phase"] == "show":
        show(after, action.removeprefix("show "))
    elif position["phase"] == "entertain":
        card, cell = action.split("@")
        after["cells"][cell] = card
        after["entertainer_pile"].pop(0)
        after["phase"] = "show" if after["waiting"] else "draw"  # U19
    return after


def place(position: Position, action: str) -> None:
    """U14, U15: put the penguin down; its kin around it ask for their numbers."""
    penguin, cell = action.split("@")
    position["hands"][position["turn"]].remove(penguin)
    position["cells"][cell] = penguin
    position["placed"] = cell
    around = [card for card in cards_around(position, cell).values() if is_penguin(card)]
    kin = [card for card in around if card[0] == penguin[0]]
    asking = around if kin and position.get("kin") == "all" else kin
    position["fee"] = sum(number(card) for card in asking)
    position["phase"] = "fee" if position["fee"] > 0 else "invite"


def settle_fee(position: Position, action: str) -> None:
    """U15, U16: lose the points, or an entertainer instead."""
    seat = position["turn"]
    if action == "pay":
        position["scores"][seat] -= position["fee"]
    else:
        card = action.removeprefix("drop ")
        position["owned"][seat].remove(card)
        position["discarded"] = sorted(position["discarded"] + [card])
    position["fee"] = 0
    position["phase"] = "invite"


def invite(position: Position, action: str) -> None:
    """U17: move one token, or none."""
    if action == "skip":
        return
    source, arrow, target = action.removeprefix("invite ").rpartition(">")
    if arrow:
        del position["tokens"][source]
    else:
        position["supply"][position["turn"]] -= 1
    position["tokens"][target] = position["turn"]


def show(position: Position, cell: str) -> None:
    """U20 to U23: the points, the award and the curtain."""
    award(position, cell)
    position["cells"][cell] = CURTAIN  # U23


def award(position: Position, cell: str) -> int | None:
    """U21, U22: the points, and the seat that gets the entertainer, if any does."""
    audience = amused(position, cell)
    entertainer = position["cells"].pop(cell).rstrip("'")
    gained = [0] * position["players"]
    for penguin in audience:  # U21
        if penguin in position["tokens"]:
            gained[position["tokens"][penguin]] += number(position["cells"][penguin])
    for seat, points in enumerate(gained):
        position["scores"][seat] += points
    position["waiting"].remove(cell)
    position["phase"] = "entertain"
    fewest = min((points for points in gained if points > 0), default=0)
    if fewest > 0 and gained.count(fewest) == 1:  # U22
        seat = gained.index(fewest)
        position["owned"][seat] = sorted(position["owned"][seat] + [entertainer])
        return seat
    position["discarded"] = sorted(position["discarded"] + [entertainer])
    return None


# ---- The end -------------------------------------------------------------------------------


def bonuses(position: Position) -> list[int]:
    """U28, U29: what the owned entertainers are worth, by seat."""
    activity, animals = activity_bonuses(position), animal_bonuses(position)
    return [a + b for a, b in zip(activity, animals, strict=True)]


def scores(position: Position, edition: Edition) -> list[int]:
    """The scores by seat: with the bonuses once the match is over."""
    plain: list[int] = position["scores"]
    if position["phase"] != "over":
        return list(plain)
    return [points + bonus for points, bonus in zip(plain, bonuses(position), strict=True)]


def winners(position: Position, edition: Edition) -> list[int]:
    """U30: the winning seats of a finished match."""
    if position["phase"] != "over":
        raise ValueError("the match is not over")
    total, bonus = scores(position, edition), bonuses(position)
    merits = [
        (total[seat], bonus[seat], len(position["owned"][seat]), seat == position["first"])
        for seat in range(position["players"])
    ]
    return [seat for seat, merit in enumerate(merits) if merit == max(merits)]


# ---- Judging somebody else's positions -----------------------------------------------------


def same(left: Any, right: Any) -> bool:
    """Equal, and of the same types all the way down (1 is not true)."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list):
        return len(left) == len(right) and all(map(same, left, right))
    return bool(left == right)


def difference(expected: Position, actual: Position) -> str | None:
    for key in expected:
        if key not in actual:
            return f"{key}: missing"
        if not same(expected[key], actual[key]):
            return f"{key}: expected {expected[key]!r}, got {actual[key]!r}"
    for key in actual:
        if key not in expected:
            return f"{key}: unknown"
    return None


def explain(before: Position, action: str, after: Position, edition: Edition) -> str | None:
    """None if the action may lead to `after`, else what differs."""
    if action not in legal(before, edition):
        return f"{action!r} is not legal"
    left = after.get("penguin_pile")
    still_there = left if isinstance(left, list) else []

    def drawable(pile: list[str]) -> list[str]:
        # The pile never grows: what still lies there cannot have been drawn on the way.
        return [penguin for penguin in pile if penguin not in still_there] or pile[:1]

    complaint = None
    for outcome in futures(applied(before, action, edition), edition, drawable):
        found = difference(outcome, after)
        if found is None:
            return None
        complaint = complaint or found
    return complaint


def explain_start(
    position: Position, players: int, options: dict[str, Any], edition: Edition
) -> str | None:
    """None if a match may start like this, else what differs."""
    sample = start(players, options, edition, random.Random(0))
    seats = range(players) if options.get("first") is None else [options["first"]]
    if not any(same(position.get("first"), seat) for seat in seats):  # U12
        return f"first: expected one of {list(seats)}, got {position.get('first')!r}"
    # What chance decides is checked by itself and then taken over into the sample.
    complaint = explain_entertainers(position, sample) or explain_deal(position, players)
    if complaint is not None:
        return complaint
    for key in ("first", "cells", "hands", "penguin_pile", "entertainer_pile", "activities"):
        sample[key] = position[key]
    if sample["turn"] is not None:
        sample["turn"] = position["first"]
    return difference(sample, position)


def explain_entertainers(position: Position, sample: Position) -> str | None:
    """What is wrong with the entertainers and the curtain at the start, if anything."""
    cells = position.get("cells")
    if not isinstance(cells, dict) or cells.keys() != sample["cells"].keys():  # U8, U9
        return f"cells: expected cards on {sorted(sample['cells'])}, got {cells!r}"
    middle, *places = sample["cells"]
    if cells[middle] != CURTAIN:
        return f"cells: no curtain on {middle}"
    starters = [cells[cell] for cell in places]
    if not makes_up(ENTERTAINERS, starters, position.get("entertainer_pile")):  # U9, U10
        return "cells, entertainer_pile: not each entertainer once"
    animals, acts = {card[0] for card in starters}, {card[1] for card in starters}
    if sample["balanced"] and not len(animals) == len(acts) == len(starters):  # U13
        return f"cells: the starters {starters} are not balanced"
    return None


def explain_deal(position: Position, players: int) -> str | None:
    """What is wrong with the penguins and the activity cards at the start, if anything."""
    hands, pile = position.get("hands"), position.get("penguin_pile")
    if not isinstance(hands, list) or not makes_up(PENGUINS, pile, *hands):  # U11
        return "hands, penguin_pile: not each penguin once"
    if len(hands) != players or any(len(hand) != 4 for hand in hands):
        return "hands: not 4 penguins for everyone"
    if any(cards != sorted(cards) for cards in (pile, *hands)):
        return "hands, penguin_pile: not sorted"
    activities = position.get("activities")
    spare = [act for act in ACTS if not isinstance(activities, list) or act not in activities]
    if not makes_up(ACTS, activities, spare) or len(spare) != len(ACTS) - players:  # U7
        return f"activities: expected one of {ACTS} for everyone, got {activities!r}"
    return None


def makes_up(deck: list[str], *parts: Any) -> bool:
    """Whether the parts are lists that hold, together, each card of the deck once."""
    if not all(isinstance(part, list) for part in parts):
        return False
    cards = [card for part in parts for card in part]
    return same(sorted(deck), sorted(cards, key=str))
