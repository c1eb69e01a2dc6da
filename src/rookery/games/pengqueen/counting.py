"""How likely each hidden thing of Pyramid of Pengqueen is, where it can be counted out.

While a hunter other than the viewer may be asked for a card (the phase MOVE), how likely that is
depends on how hunters play: see ``redeal``. Then nothing is counted.
"""

from collections.abc import Iterator, Sequence
from math import factorial, prod

from rookery.core.bits import members
from rookery.core.reasons import Counted, Place, one_each
from rookery.core.view import View
from rookery.games.pengqueen.actions import cell_name
from rookery.games.pengqueen.sight import Sight
from rookery.games.pengqueen.state import (
    HIDDEN,
    MOVE,
    NONE,
    OF_COLOUR,
    SQUARES,
    START,
    TREASURES,
    UNKNOWN,
    WORD,
)


def count_hidden(view: View) -> dict[Place, Counted]:
    """Cards of the hunters, and where pawns may be."""
    sight = view.read(Sight)
    own = sight.pawn != NONE and sight.hunter == sight.owner(sight.pawn)
    if sight.phase == MOVE and not own:
        return {}
    return {**_cards(sight), **_pawns(view, sight)}


def _cards(sight: Sight) -> dict[Place, Counted]:
    """Of each colour, what was dealt and not revealed is spread evenly over what nobody showed."""
    hands = range(sight.players - 1)
    seen = 0
    for hunter in hands:
        held = sight.cards[hunter]
        seen |= sight.revealed[hunter] | (0 if held == HIDDEN else held)
    found: dict[Place, Counted] = {}
    for hunter in hands:
        if sight.cards[hunter] != HIDDEN:
            continue
        chances: dict[str, float] = {}
        for wanted, colour in zip(sight.left(hunter), OF_COLOUR.tolist(), strict=True):
            cards = members(colour & ~seen)
            chances |= {TREASURES[card]: wanted / len(cards) for card in cards}
        found["cards", hunter] = one_each(chances)
    return found


def _pawns(view: View, sight: Sight) -> dict[Place, Counted]:
    """Each on its trail, no two on one cell but in the entrance and in the sarcophagus."""
    printed = view.edition.printed[0]
    pawns = [it for it in range(sight.num_pawns) if sight.pawns[it] == UNKNOWN]
    trails = [sight.trail[it] for it in pawns]
    if sight.phase == START and sight.pawn in pawns:  # it can move: else it would have said so
        words = printed["boxed"][sight.mummy].tolist()
        boxed = sum(word << WORD * number for number, word in enumerate(words))
        trails[pawns.index(sight.pawn)] &= ~boxed
    shared = 1 << int(printed["entrance"]) | 1 << int(printed["sarcophagus"])
    total = _ways(trails, shared)
    width = int(printed["width"])
    found: dict[Place, Counted] = {}
    for number, pawn in enumerate(pawns):
        chances = {}
        for square in (it for it in range(SQUARES) if trails[number] >> it & 1):
            there = [*trails[:number], 1 << square, *trails[number + 1 :]]
            chances[cell_name(width, square)] = _ways(there, shared) / total
        found["pawns", pawn] = one_each(chances)
    return found


def _ways(trails: Sequence[int], shared: int) -> int:
    """In how many ways pawns can stand so; by inclusion and exclusion of those that would meet."""
    total = 0
    for groups in _partitions(list(trails)):
        ways = prod(_meetings(group, shared) for group in groups)
        sign = (-1) ** (len(trails) - len(groups))
        total += sign * ways * prod(factorial(len(group) - 1) for group in groups)
    return total


def _meetings(group: Sequence[int], shared: int) -> int:
    """On how many squares all of a group can be; where pawns may share one they do not meet."""
    squares = group[0] if len(group) == 1 else group[0] & ~shared
    for trail in group[1:]:
        squares &= trail
    return squares.bit_count()


def _partitions(things: list[int]) -> Iterator[list[list[int]]]:
    """All ways to put things into groups."""
    if not things:
        yield []
        return
    first, rest = things[0], things[1:]
    for groups in _partitions(rest):
        yield [[first], *groups]
        for at, group in enumerate(groups):
            yield [*groups[:at], [first, *group], *groups[at + 1 :]]
