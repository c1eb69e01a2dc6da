"""Penguin Party as the rule book tells it: slow, obvious, independent of the package.

Everything here works on the public text forms alone: a position is the documented JSON object,
an action is its text (`r>`, `b<`, `g2.3`). The numbers in the comments (P7) are the rules' own.

Two words used throughout: a *bundle* is a colour -> count object as it stands in `hands`; a round
is *over* when its position has `turn` None, which says nothing yet about the match.
"""

import copy
import json
import random
from collections import Counter
from typing import Any

Position = dict[str, Any]
Bundle = dict[str, int]
Rows = list[list[str | None]]

COLOURS = {"r": "red", "g": "green", "y": "yellow", "p": "purple", "b": "blue"}
HAND_SIZE = {2: 14, 3: 12, 4: 9, 5: 7, 6: 6}  # P3, P4, P5: by the number of playing seats
MOST_PLAYOFFS = 10  # P18


# --- The interface ------------------------------------------------------------------------------


def start(
    players: int, options: dict[str, Any], edition: dict[str, Any], chance: random.Random
) -> Position:
    """Deal a match and run it to its first decision."""
    first = options.get("first")
    if first is None:
        first = chance.randrange(players)  # P6
    position = undealt_match(players, options, edition, first)
    deal(position, edition, chance)
    return run(position, edition, chance)


def legal(position: Position, edition: dict[str, Any]) -> list[str]:
    """All legal actions of the seat to move, as texts; none when the match is over."""
    if position["turn"] is None:
        return []
    hand = position["hands"][position["turn"]]
    actions = []
    for letter, colour in COLOURS.items():
        if colour not in edition["deck"] or hand.get(colour, 0) == 0:
            continue
        for place, welcome in open_places(position):
            if welcome is None or colour in welcome:
                actions.append(letter + place)
    return actions


def step(
    position: Position, action: str, edition: dict[str, Any], chance: random.Random
) -> Position:
    """Give a new position: the action, then all that happens by itself up to the next decision."""
    if action not in legal(position, edition):
        raise ValueError(f"action {action!r} is not legal")
    after = copy.deepcopy(position)
    play(after, action)
    return run(after, edition, chance)


def explain_start(
    position: Position, players: int, options: dict[str, Any], edition: dict[str, Any]
) -> str | None:
    """None if a match can begin with this position, else what is wrong with it."""
    first = options.get("first")
    if first is None:  # P6: any seat may have been drawn
        first = position.get("first")
        if type(first) is not int or first not in range(players):
            return f"first: {first!r} is no seat of {players} players"
    return explain_deal(undealt_match(players, options, edition, first), position, edition)


def explain(before: Position, action: str, after: Position, edition: dict[str, Any]) -> str | None:
    """None if `after` can follow from the action under the rules, else what differs."""
    if action not in legal(before, edition):
        return f"action {action!r} is not legal"
    expected = copy.deepcopy(before)
    play(expected, action)
    run_round(expected, edition)
    if expected["turn"] is None:
        undealt = next_round(expected)
        if undealt is not None:
            return explain_deal(undealt, after, edition)
    return difference(expected, after)


def scores(position: Position, edition: dict[str, Any]) -> list[int]:
    """The penalty points of a finished match, seat by seat; fewest is best."""
    must_be_finished(position, edition)
    return list(position["points"])


def winners(position: Position, edition: dict[str, Any]) -> list[int]:
    """Who wins a finished match; several seats share the victory. P18."""
    must_be_finished(position, edition)
    return leaders(position)


# --- Placing ------------------------------------------------------------------------------------


def base_limit(position: Position) -> int:
    """How many cards the base can hold. P5, P8; a playoff goes by its own number of seats (P18)."""
    return 7 if len(position["playing"]) == 2 else 8


def open_places(position: Position) -> list[tuple[str, list[str] | None]]:
    """Every place that can take a card: its text, and the colours it takes (None: any)."""
    rows: Rows = position["rows"]
    if not rows:
        return [(">", None)]  # P8: the first card is simply put down
    places: list[tuple[str, list[str] | None]] = []
    if len(rows[0]) < base_limit(position):  # P8, P11
        places += [("<", None), (">", None)]
    for above in range(1, len(rows) + 1):  # P9: each row may carry the next one
        below = rows[above - 1]
        for i in range(len(below) - 1):
            left, right = below[i], below[i + 1]
            if left is None or right is None:
                continue  # P9: a card stands on two cards
            if above < len(rows) and rows[above][i] is not None:
                continue  # P11: occupied
            places.append((f"{above + 1}.{i + 1}", [left, right]))  # P10
    return places


def put(rows: Rows, colour: str, place: str) -> None:
    """Lay a card on the table. The base floats (P12): upper rows move along with it."""
    if not rows:
        rows.append([colour])
    elif place == ">":
        rows[0].append(colour)
        for row in rows[1:]:
            row.append(None)
    elif place == "<":
        rows[0].insert(0, colour)
        for row in rows[1:]:
            row.insert(0, None)
    else:
        number, column = place.split(".")
        above = int(number) - 1
        if above == len(rows):  # the first card of this row
            rows.append([None] * (len(rows[above - 1]) - 1))
        rows[above][int(column) - 1] = colour


# --- A turn and a round -------------------------------------------------------------------------


def play(position: Position, action: str) -> None:
    """The seat to move places one card (P7) and the turn passes on."""
    lay(position, action)
    if not position["hands"][position["turn"]]:
        finish(position)
    pass_turn(position)


def lay(position: Position, action: str) -> None:
    """A card goes from the hand of the seat to move to the table. P7."""
    hand = position["hands"][position["turn"]]
    colour = COLOURS[action[0]]
    put(position["rows"], colour, action[1:])
    hand[colour] -= 1
    if hand[colour] == 0:
        del hand[colour]


def finish(position: Position) -> None:
    """The hand is empty: finished, and up to 2 points are given back. P14."""
    seat = position["turn"]
    position["finished"] = sorted([*position["finished"], seat])
    position["points"][seat] = max(0, position["points"][seat] - 2)


def eliminate(position: Position) -> None:
    """The seat to move can place nothing: a point a card, the cards put aside. P13."""
    seat = position["turn"]
    hand = position["hands"][seat]
    position["points"][seat] += sum(hand.values())
    position["out"] = sorted([*position["out"], seat])
    position["set_aside"][seat] = hand
    position["hands"][seat] = {}


def pass_turn(position: Position) -> None:
    """Clockwise (P6) to the next seat still in the round; None ends the round. P15."""
    players = position["players"]
    for distance in range(1, players + 1):  # the last one tried is the same seat again
        seat = (position["turn"] + distance) % players
        done = seat in position["out"] or seat in position["finished"]
        if seat in position["playing"] and not done:
            position["turn"] = seat
            return
    position["turn"] = None


def run_round(position: Position, edition: dict[str, Any]) -> None:
    """Let happen what happens by itself, up to a decision or the end of the round."""
    while position["turn"] is not None:
        actions = legal(position, edition)
        if len(actions) >= 2:
            return  # a decision
        if actions:
            play(position, actions[0])  # P7: no passing, so the only placement is forced
        else:
            eliminate(position)  # P13
            pass_turn(position)


# --- Rounds, playoffs, the match ----------------------------------------------------------------


def run(position: Position, edition: dict[str, Any], chance: random.Random) -> Position:
    """Run over ends of rounds and new deals up to a decision or the end of the match."""
    run_round(position, edition)
    while position["turn"] is None:
        undealt = next_round(position)
        if undealt is None:
            break  # the match is over; its last round stays on the table
        position = undealt
        deal(position, edition, chance)
        run_round(position, edition)
    return position


def leaders(position: Position) -> list[int]:
    """The seats with the fewest points among those that can still win. P18.

    In an ordinary round everybody is playing; in a playoff only the seats that were tied.
    """
    fewest = min(position["points"][seat] for seat in position["playing"])
    return [seat for seat in position["playing"] if position["points"][seat] == fewest]


def next_round(position: Position) -> Position | None:
    """The round after this finished one, not yet dealt; None if the match is over."""
    players = position["players"]
    first = (position["first"] + 1) % players  # P17: the seat due to start
    playing = list(range(players))
    if position["round"] >= position["rounds"]:  # P16, P19: all ordinary rounds are played
        playing = leaders(position)
        playoffs = position["round"] - position["rounds"]
        if position["tie"] != "playoff" or len(playing) == 1 or playoffs == MOST_PLAYOFFS:
            return None  # P18
        while first not in playing:  # P18: the first tied seat at or after the one due
            first = (first + 1) % players
    return undealt_round(position, position["round"] + 1, playing, first)


def undealt_match(
    players: int, options: dict[str, Any], edition: dict[str, Any], first: int
) -> Position:
    """Round 1 of a match, before the cards are dealt."""
    rounds = options.get("rounds")
    match: Position = {
        "game": "party",
        "edition": edition["name"],
        "players": players,
        "rounds": players if rounds is None else rounds,  # P16, P19
        "tie": options.get("tie") or "shared",  # P18
        "points": [0] * players,
    }
    return undealt_round(match, 1, list(range(players)), first)


def undealt_round(match: Position, number: int, playing: list[int], first: int) -> Position:
    """A round of this match with an empty table and empty hands; points carry over (P16)."""
    players = match["players"]
    return {
        "game": match["game"],
        "edition": match["edition"],
        "players": players,
        "round": number,
        "rounds": match["rounds"],
        "tie": match["tie"],
        "first": first,
        "turn": first,
        "playing": playing,
        "rows": [],
        "hands": [{} for _ in range(players)],
        "unused": {},
        "out": [],
        "finished": [],
        "set_aside": [{} for _ in range(players)],
        "points": list(match["points"]),
    }


def deal(position: Position, edition: dict[str, Any], chance: random.Random) -> None:
    """Shuffle the whole deck (P1, P16) and deal it to the playing seats. P3, P4, P5."""
    cards = [colour for colour, count in edition["deck"].items() for _ in range(count)]
    chance.shuffle(cards)
    size = HAND_SIZE[len(position["playing"])]  # P2: 2 to 6 seats
    for seat in position["playing"]:
        position["hands"][seat] = dict(Counter(cards[:size]))
        cards = cards[size:]
    if len(position["playing"]) == 5:
        position["rows"] = [cards]  # P4: the card left over begins the base
    else:
        position["unused"] = dict(Counter(cards))  # P5: 8 cards with two seats, otherwise none


def must_be_finished(position: Position, edition: dict[str, Any]) -> None:
    """Refuse a match that is still being played, or one of another edition."""
    if position["turn"] is not None:
        raise ValueError("the match is not over")
    if position["edition"] != edition["name"]:
        raise ValueError(f"edition: {position['edition']!r} is not {edition['name']!r}")


# --- Explaining ---------------------------------------------------------------------------------


def difference(expected: Position, actual: Position) -> str | None:
    """The first key in which two positions differ, in one line; None if they are the same."""
    for key in [*expected, *actual]:
        if key not in actual:
            return f"{key}: missing"
        if key not in expected:
            return f"{key}: unknown key"
        # Compared as text, for in Python 1 == True == 1.0.
        wanted = json.dumps(expected[key], sort_keys=True)
        found = json.dumps(actual[key], sort_keys=True)
        if wanted != found:
            return f"{key}: expected {wanted}, found {found}"
    return None


def explain_deal(undealt: Position, after: Position, edition: dict[str, Any]) -> str | None:
    """None if dealing the round `undealt` and running it to a decision can give `after`.

    The deal is read off `after`. Only one thing can happen by itself after a deal: a first player
    with cards of one colour and an empty table has a single action, so one card is laid. The next
    player can choose between left and right, and hands have at least 6 cards, so it ends there.
    """
    dealt = copy.deepcopy(undealt)
    for key in ("hands", "unused", "rows"):  # chance decides these
        if key in after:
            dealt[key] = copy.deepcopy(after[key])
    complaint = difference(dealt | {"turn": after.get("turn")}, after)  # and nothing else
    if complaint is not None:
        return complaint
    complaint = explain_cards(dealt, edition)
    if complaint is not None:
        return complaint
    face_up = 1 if len(dealt["playing"]) == 5 else 0  # P4
    if dealt["rows"] and not face_up:  # take the first player's card back into the hand
        colour = dealt["rows"].pop()[0]
        hand = dealt["hands"][dealt["first"]]
        hand[colour] = hand.get(colour, 0) + 1
    if len(dealt["rows"]) != face_up:
        return f"rows: {after['rows']!r} cannot lie after a deal"
    for seat, hand in enumerate(dealt["hands"]):
        size = HAND_SIZE[len(dealt["playing"])] if seat in dealt["playing"] else 0
        if sum(hand.values()) != size:
            return f"hands: seat {seat} was dealt {sum(hand.values())} cards, not {size}"
    # With hands and table of the right size and the deck complete, so are the unused cards.
    run_round(dealt, edition)
    return difference(dealt, after)


def explain_cards(dealt: Position, edition: dict[str, Any]) -> str | None:
    """None if hands, unused cards and a table of at most one card make up the deck exactly."""
    hands, unused, rows = dealt["hands"], dealt["unused"], dealt["rows"]
    if not isinstance(hands, list) or len(hands) != dealt["players"]:
        return f"hands: {hands!r} is not one hand a seat"
    for name, bundle in [("unused", unused), *(("hands", hand) for hand in hands)]:
        if not is_bundle(bundle, edition):
            return f"{name}: {bundle!r} is no set of cards of this edition"
    if rows != [] and rows not in [[[colour]] for colour in edition["deck"]]:
        return f"rows: {rows!r} cannot lie after a deal"
    cards: Counter[str] = Counter(rows[0] if rows else [])
    for bundle in [unused, *hands]:
        cards.update(bundle)
    if cards != Counter(edition["deck"]):  # P1; a colour of 0 cards equals a missing one
        return f"hands: the cards make up {dict(cards)!r}, the deck is {edition['deck']!r}"
    return None


def is_bundle(value: object, edition: dict[str, Any]) -> bool:
    """Colours of the edition with whole, positive counts."""
    if not isinstance(value, dict):
        return False
    known = all(colour in edition["deck"] for colour in value)
    return known and all(type(count) is int and count > 0 for count in value.values())
