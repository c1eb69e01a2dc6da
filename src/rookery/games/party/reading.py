"""A hidden record in plain Python, and what happened between two of them, for scenes and tales.

A record holds the pyramid and the sizes of hands, not who laid which card. Between two decisions
a seat lays one card by choice; what follows needs no decision: cards that are a seat's only
action, and seats that go out. Who does what then follows from the order of turns and the sizes of
hands. Which card was whose follows mostly: an only action says what its seat does not hold.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rookery.games.party.actions import NUM_PLACES, PLACE_BIT
from rookery.games.party.rules import GIVEN_BACK
from rookery.games.party.state import LEFT_END, NUM_COLOURS, RIGHT_END, ROW

if TYPE_CHECKING:
    from rookery.core.view import View

#: Colours by bit of the record: row r (0 is the base), place i is 8 r + i.
Pyramid = dict[int, int]
BITS: list[int] = PLACE_BIT.tolist()


class Table(NamedTuple):
    """The record's fields, in its order; see ``state``."""

    placed: list[int]
    moves: list[int]
    choices: int
    points: list[int]
    rounds: int
    round: int
    hands: list[list[int]]
    held: list[int]
    barred: list[int]
    unused: list[int]
    spare: int
    base: int
    limit: int
    players: int
    playing: int
    out: int
    finished: int
    playoff: int
    first: int
    turn: int


class Laid(NamedTuple):
    """A seat laid a card; None where the views do not tell which, or on what."""

    seat: int
    colour: int | None
    #: An end of the base (as an action's place), the first card included, else None.
    end: int | None
    #: The colours it stands on, if it does not lie in the base.
    pair: tuple[int, int] | None
    #: Whether it was the seat's only action.
    forced: bool


class Out(NamedTuple):
    """A seat went out with so many cards (P13)."""

    seat: int
    cards: int


class Done(NamedTuple):
    """A seat has no cards left and gave back so many points (P14)."""

    seat: int
    back: int


class Seen(NamedTuple):
    """A card that is new in a row above the base; the views do not tell whose it was."""

    colour: int
    row: int
    pair: tuple[int, int]


Event = Laid | Out | Done | Seen


def read(view: "View") -> Table:
    """The record of a view."""
    values = view.records[0].item()
    return Table(*[v.tolist() if isinstance(v, np.ndarray) else v for v in values])


def members(bits: int) -> list[int]:
    """A set of seats as a list."""
    return [seat for seat in range(bits.bit_length()) if bits >> seat & 1]


def pyramid(table: Table) -> Pyramid:
    """The colours of all cards laid, row by row."""
    found = {}
    for colour, cards in enumerate(table.placed):
        while cards:
            low = cards & -cards
            found[low.bit_length() - 1] = colour
            cards ^= low
    return dict(sorted(found.items()))


def leaders(table: Table) -> list[int]:
    """The seats in play with the fewest points (P18)."""
    playing = members(table.playing)
    best = min(table.points[seat] for seat in playing)
    return [seat for seat in playing if table.points[seat] == best]


def dealt(table: Table) -> int:
    """How many cards each seat got, just after the deal."""
    return max(table.held)


def happened(before: Table, after: Table, action: int | None, seat: int | None) -> list[Event]:
    """What was done in the round of ``before``, in order, as ``seat`` saw it."""
    steps = list(_steps(before, after))
    placers = [who for kind, who, _ in steps if kind is Laid]
    laid, unclear = _cards(before, after, action, placers, seat)
    cards = iter(laid)
    events: list[Event] = []
    for kind, who, count in steps:
        events.append(next(cards) if kind is Laid else kind(who, count))
    return events + unclear


def _steps(before: Table, after: Table) -> Iterator[tuple[type, int, int]]:
    """Who laid a card, went out or finished, in order."""
    if before.turn < 0 or not 0 <= after.round - before.round <= 1:
        return
    active = members(before.playing & ~(before.out | before.finished))
    held = list(before.held)
    left = list(after.held)
    out = after.out
    if after.round > before.round:  # the round ended: points tell who kept how many cards
        left = [max(0, a - b) for a, b in zip(after.points, before.points, strict=True)]
        out = sum(1 << seat for seat in active if left[seat])
    seat = before.turn
    while active:
        while seat not in active:
            seat = (seat + 1) % before.players
        if held[seat] > left[seat]:
            yield Laid, seat, 1
            held[seat] -= 1
            if held[seat] == 0:
                active.remove(seat)
                yield Done, seat, min(GIVEN_BACK, before.points[seat])
        elif out >> seat & 1:
            active.remove(seat)
            yield Out, seat, held[seat]
        else:
            return
        seat = (seat + 1) % before.players


def _cards(
    before: Table, after: Table, action: int | None, placers: list[int], seat: int | None
) -> tuple[list[Laid], list[Event]]:
    """The cards that were laid, in order, and those that may be one seat's or another's."""
    if not placers:
        return [], []
    cards = pyramid(before)
    final = pyramid(after)
    ended = after.round > before.round  # then its pyramid is gone
    hand = list(before.hands[seat]) if seat is not None else []
    if action is None and not ended:
        action = _grown(before, after)
    laid = []
    if action is not None:
        colour, place = divmod(action, NUM_PLACES)
        cards = _lay(cards, before.base, colour, place)
        on = None if place <= RIGHT_END else _pair(cards, BITS[place])
        laid.append(Laid(placers[0], colour, place if on is None else None, on, forced=False))
        if placers[0] == seat:
            hand[colour] -= 1
    rest = placers[len(laid) :]
    choosing = not laid  # the first of the rest was asked
    new = {} if ended else {bit: final[bit] for bit in final.keys() - cards.keys()}
    orders = list(_orders(cards, new, rest, choosing, seat, hand))
    for number, who in enumerate(rest):
        forced = (ended or bool(orders)) and not (choosing and number == 0)
        bits = {order[number] for order in orders}
        if len(bits) == 1:
            bit = bits.pop()
            laid.append(Laid(who, new.pop(bit), None, _pair(final, bit), forced))
        else:
            laid.append(Laid(who, None, None, None, forced))
    higher = sorted(bit for bit in new if bit >= ROW)
    return laid, [Seen(new[bit], bit // ROW, _pair(final, bit)) for bit in higher]


def _grown(before: Table, after: Table) -> int | None:
    """The action that made the base grow, if it did; only the one who is asked can do that."""
    if after.base != before.base + 1:
        return None
    cards, final = pyramid(before), pyramid(after)
    # Where both ends look the same, nobody sees a difference.
    end = RIGHT_END if cards.items() <= final.items() else LEFT_END
    return final[before.base if end == RIGHT_END else 0] * NUM_PLACES + end


def _lay(cards: Pyramid, base: int, colour: int, place: int) -> Pyramid:
    """The pyramid with one more card; at the left end everything moves by one (P12)."""
    if place == LEFT_END:
        return {0: colour} | {bit + 1: other for bit, other in cards.items()}
    return cards | {base if place == RIGHT_END else BITS[place]: colour}


def _pair(cards: Pyramid, bit: int) -> tuple[int, int]:
    """The colours that a place above the base stands on (P9)."""
    return cards[bit - ROW], cards[bit - ROW + 1]


def _places(cards: Pyramid, colour: int) -> list[int]:
    """Where a card of this colour fits above the base (P9 to P11)."""
    return [
        bit + ROW
        for bit in cards
        if bit % ROW < ROW - 1
        and bit + 1 in cards
        and bit + ROW not in cards
        and colour in (cards[bit], cards[bit + 1])
    ]


def _orders(
    cards: Pyramid,
    new: Pyramid,
    placers: list[int],
    choosing: bool,
    seat: int | None,
    hand: list[int],
) -> Iterator[tuple[int, ...]]:
    """The orders in which the placers can have laid the new cards, the seat's hand known.

    All but the first, if it was ``choosing``, had one action only. So the base was full, their
    card fitted in one place, and no other card they held fitted anywhere.
    """
    if not placers or not new:
        if len(placers) == len(new):
            yield ()
        return
    who = placers[0]
    for bit, colour in new.items():
        places = _places(cards, colour)
        if bit not in places or (who == seat and not hand[colour]):
            continue
        fitting = {each for each in range(NUM_COLOURS) if each != colour and _places(cards, each)}
        helpless = len(places) == 1 and not (who == seat and any(hand[each] for each in fitting))
        if not choosing and not helpless:
            continue
        less = [count - (who == seat and each == colour) for each, count in enumerate(hand)]
        left = {each: new[each] for each in new if each != bit}
        for order in _orders(cards | {bit: colour}, left, placers[1:], False, seat, less):
            later = {new[b] for b, w in zip(order, placers[1:], strict=True) if w == who}
            if choosing or not later & fitting:
                yield bit, *order
