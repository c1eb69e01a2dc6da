"""The words of Penguin Party: cards, places, rounds and results, in a speech."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from rookery.core.bits import members
from rookery.core.language import Speech, mark
from rookery.games.party.state import NUM_COLOURS, ROW

if TYPE_CHECKING:
    from rookery.core.view import View

#: A card by its colour, as a label names it.
CARDS = (
    mark("red penguin"),
    mark("green penguin"),
    mark("yellow penguin"),
    mark("purple penguin"),
    mark("blue penguin"),
)
#: A card as the object of "places".
PLACED = (
    mark("a red penguin"),
    mark("a green penguin"),
    mark("a yellow penguin"),
    mark("a purple penguin"),
    mark("a blue penguin"),
)
#: What a card stands on: one of two colours, or one colour twice.
UNDER = (mark("red"), mark("green"), mark("yellow"), mark("purple"), mark("blue"))
TWICE = (
    mark("two red ones"),
    mark("two green ones"),
    mark("two yellow ones"),
    mark("two purple ones"),
    mark("two blue ones"),
)


#: Colours by bit of the record: row r (0 is the base), place i is 8 r + i.
Pyramid = dict[int, int]


@dataclass(frozen=True)
class Words:
    """What every scene needs again and again, said once for each language."""

    #: By colour, or by two colours.
    cards: tuple[str, ...]
    placed: tuple[str, ...]
    pairs: tuple[tuple[str, ...], ...]
    #: Labels of the cards of the pyramid, by colour and bit of the record.
    labels: tuple[tuple[str, ...], ...]
    #: Labels of the ends of the base and of its first place.
    ends: tuple[str, str]
    first: str
    #: Labels with gaps to fill.
    above: str
    held: str
    aside: str


@cache
def words(speech: Speech) -> Words:
    """The words of a speech."""
    say = speech.gettext
    cards = tuple(say(card) for card in CARDS)
    base = speech.gettext("{card}, base, place {place}")
    higher = speech.gettext("{card}, row {row}, place {place}")
    return Words(
        cards=cards,
        placed=tuple(say(card) for card in PLACED),
        pairs=tuple(
            tuple(_pair(speech, left, right) for right in range(NUM_COLOURS))
            for left in range(NUM_COLOURS)
        ),
        labels=tuple(
            tuple(
                (higher if bit >= ROW else base).format(
                    card=card, row=bit // ROW + 1, place=bit % ROW + 1
                )
                for bit in range(ROW * ROW)
            )
            for card in cards
        ),
        ends=(speech.gettext("left end of the base"), speech.gettext("right end of the base")),
        first=speech.gettext("first place of the base"),
        above=speech.gettext("row {row}, on {pair}"),
        held=speech.gettext("{card}, {count} in hand"),
        aside=speech.gettext("{card}, {count} put aside"),
    )


def pyramid(view: "View") -> Pyramid:
    """The colours of all cards laid, row by row; ``view.read`` keeps it at hand."""
    found = {}
    for colour, cards in enumerate(view.fields.placed):
        while cards:
            low = cards & -cards
            found[low.bit_length() - 1] = colour
            cards ^= low
    return dict(sorted(found.items()))


def leaders(table: Any) -> list[int]:
    """The seats in play with the fewest points (P18)."""
    playing = members(table.playing)
    best = min(table.points[seat] for seat in playing)
    return [seat for seat in playing if table.points[seat] == best]


def _pair(speech: Speech, left: int, right: int) -> str:
    say = speech.gettext
    if left == right:
        return say(TWICE[left])
    pair = speech.gettext("{left} and {right}")
    return pair.format(left=say(UNDER[left]), right=say(UNDER[right]))


def round_over(table: Any, speech: Speech) -> str:
    """That the round, or playoff, is over."""
    if table.round > table.rounds:
        text = speech.gettext("Playoff {number} is over.")
        return text.format(number=table.round - table.rounds)
    return speech.gettext("Round {round} is over.").format(round=table.round)


def victory(table: Any, seat: int | None, names: Sequence[str], speech: Speech) -> str:
    """Who has won, and with how many points (P18)."""
    winners = leaders(table)
    points = table.points[winners[0]]
    if winners == [seat]:
        text = speech.ngettext(
            "You win with {points} penalty point.", "You win with {points} penalty points.", points
        )
        return text.format(points=points)
    if len(winners) == 1:
        text = speech.ngettext(
            "{name} wins with {points} penalty point.",
            "{name} wins with {points} penalty points.",
            points,
        )
        return text.format(name=names[winners[0]], points=points)
    others = speech.list([names[winner] for winner in winners if winner != seat])
    if seat in winners:
        text = speech.ngettext(
            "You share the victory with {others}, {points} penalty point each.",
            "You share the victory with {others}, {points} penalty points each.",
            points,
        )
    else:
        text = speech.ngettext(
            "{others} share the victory with {points} penalty point each.",
            "{others} share the victory with {points} penalty points each.",
            points,
        )
    return text.format(others=others, points=points)
