"""How likely each hidden card of Penguin Party is, counted out over all deals that fit.

A deal in which seats were dealt h cards of a colour each, and u are unused, weighs 1 / (h! … u!),
colour by colour (see ``worlds``). Seats take their cards from the pool one after the other; what
is left of it is an array with an axis for each colour. ``before[n]`` is the weight of all ways in
which the first n seats take theirs and leave so much; ``after[n]`` that of all ways in which the
others, and the cards that were not dealt, use up so much.
"""

from collections.abc import Iterator
from math import factorial, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.core.reasons import Counted, Place
from rookery.core.view import View
from rookery.games.party.reasons import places
from rookery.games.party.state import COLOURS, NUM_COLOURS

#: How many cards of each colour.
Hand = tuple[int, ...]
#: By what is left of the pool.
Table = npt.NDArray[np.float64]
Weighted = dict[Hand, float]


def count_hidden(view: View) -> dict[Place, Counted]:
    """The other hands, what was put aside, and the cards that were not dealt."""
    table = view.fields
    seats = [seat for seat in range(table.players) if seat != view.seat and table.held[seat]]
    pool = _pool(view)
    if table.turn < 0 or not sum(pool):
        return {}
    hands = [_hands(view, seat, pool) for seat in seats]
    before = [np.zeros([size + 1 for size in pool])]
    before[0][pool] = 1.0
    for weighted in hands:
        before.append(_take(before[-1], weighted))
    after = [_unused(pool)]
    for weighted in reversed(hands):
        after.insert(0, _put(after[0], weighted))
    found: dict[Place, Counted] = {}
    for number, seat in enumerate(seats):
        place = ("set_aside" if table.out >> seat & 1 else "hands", seat)
        left, rest = before[number], after[number + 1]
        found[place] = _counted(
            {
                hand: weight * float((left[_from(hand)] * rest[_to(hand, pool)]).sum())
                for hand, weight in hands[number].items()
            }
        )
    if table.spare:
        whole = before[-1] * after[-1]
        rests = zip(*np.nonzero(whole), strict=True)
        found["unused",] = _counted({hand: float(whole[hand]) for hand in rests})
    return found


def _pool(view: View) -> Hand:
    """By colour, the cards that the viewer does not see."""
    table = view.fields
    deck = view.edition.printed[0]["deck"].tolist()
    own = table.hands[view.seat] if view.seat is not None else [0] * NUM_COLOURS
    placed = [cards.bit_count() for cards in table.placed]
    return tuple(deck[it] - placed[it] - own[it] for it in range(NUM_COLOURS))


def _hands(view: View, seat: int, pool: Hand) -> Weighted:
    """What a seat may hold, and how much that weighs; whoever is to move can (P13)."""
    table = view.fields
    barred = table.barred[seat]
    most = tuple(0 if barred >> it & 1 else pool[it] for it in range(NUM_COLOURS))
    open_to = places(view, None)
    found = {}
    for hand in _shares(table.held[seat], most):
        if seat == table.turn and not any(map(min, hand, open_to)):
            continue
        dealt = [count + laid for count, laid in zip(hand, table.laid[seat], strict=True)]
        found[hand] = 1.0 / prod(map(factorial, dealt))
    return found


def _shares(size: int, most: Hand) -> Iterator[Hand]:
    """All hands of so many cards, none with more of a colour than there are."""
    if len(most) == 1:
        if size <= most[0]:
            yield (size,)
        return
    for count in range(max(0, size - sum(most[1:])), min(size, most[0]) + 1):
        for rest in _shares(size - count, most[1:]):
            yield (count, *rest)


def _unused(pool: Hand) -> Table:
    whole: Any = np.ones(())
    for size in pool:
        whole = np.multiply.outer(whole, [1.0 / factorial(count) for count in range(size + 1)])
    return np.asarray(whole)


def _from(hand: Hand) -> tuple[slice, ...]:
    return tuple(slice(count, None) for count in hand)


def _to(hand: Hand, pool: Hand) -> tuple[slice, ...]:
    return tuple(slice(0, size + 1 - count) for count, size in zip(hand, pool, strict=True))


def _take(left: Table, weighted: Weighted) -> Table:
    """What is left when one more seat has taken a hand."""
    pool = tuple(size - 1 for size in left.shape)
    found = np.zeros_like(left)
    for hand, weight in weighted.items():
        found[_to(hand, pool)] += weight * left[_from(hand)]
    return found


def _put(used: Table, weighted: Weighted) -> Table:
    """What is used up when one seat before them takes a hand as well."""
    pool = tuple(size - 1 for size in used.shape)
    found = np.zeros_like(used)
    for hand, weight in weighted.items():
        found[_from(hand)] += weight * used[_to(hand, pool)]
    return found


def _counted(hands: Weighted) -> Counted:
    total = sum(hands.values())
    found = {}
    for colour, name in enumerate(COLOURS):
        some = sum(weight for hand, weight in hands.items() if hand[colour])
        if some:
            mean = sum(weight * int(hand[colour]) for hand, weight in hands.items())
            found[name] = (some / total, mean / total)
    return found
