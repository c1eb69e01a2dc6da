"""The words of Penguin Party: cards, places, rounds and results, in a speech."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from rookery.core.bits import members
from rookery.core.language import Speech
from rookery.core.telling import Voice
from rookery.core.view import View
from rookery.games.party.state import ROW

#: Colours by bit of the record: row r (0 is the base), place i is 8 r + i.
Pyramid = dict[int, int]


@dataclass(frozen=True)
class Words:
    """What every scene needs again and again, said once for each language."""

    #: By colour, or by two colours.
    cards: list[str]
    placed: list[str]
    pairs: list[list[str]]
    #: Labels of the cards of the pyramid, by colour and bit of the record.
    labels: list[list[str]]
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
    gettext = speech.gettext
    cards = gettext(
        "red penguin; green penguin; yellow penguin; purple penguin; blue penguin"
    ).split("; ")
    #: As the object of "places".
    placed = gettext(
        "a red penguin; a green penguin; a yellow penguin; a purple penguin; a blue penguin"
    ).split("; ")
    return Words(
        cards,
        placed,
        pairs=_pairs(speech),
        labels=[[_label(speech, card, bit) for bit in range(ROW * ROW)] for card in cards],
        ends=(gettext("left end of the base"), gettext("right end of the base")),
        first=gettext("first place of the base"),
        above=gettext("row {row}, on {pair}"),
        held=gettext("{card}, {count} in hand"),
        aside=gettext("{card}, {count} put aside"),
    )


def _label(speech: Speech, card: str, bit: int) -> str:
    base = speech.gettext("{card}, base, place {place}")
    higher = speech.gettext("{card}, row {row}, place {place}")
    row, place = divmod(bit, ROW)
    return (higher if row else base).format(card=card, row=row + 1, place=place + 1)


def _pairs(speech: Speech) -> list[list[str]]:
    """What a card stands on: one of two colours, or one colour twice."""
    pair = speech.gettext("{left} and {right}")
    colours = speech.gettext("red; green; yellow; purple; blue").split("; ")
    twice = speech.gettext(
        "two red ones; two green ones; two yellow ones; two purple ones; two blue ones"
    ).split("; ")
    pairs = [[pair.format(left=left, right=right) for right in colours] for left in colours]
    for colour, both in enumerate(twice):
        pairs[colour][colour] = both
    return pairs


def pyramid(view: View) -> Pyramid:
    """The colours of all cards laid, row by row; ``view.read`` keeps it at hand."""
    placed = enumerate(view.fields.placed)
    return dict(sorted((bit, colour) for colour, cards in placed for bit in members(cards)))


def leaders(table: Any) -> list[int]:
    """The seats in play with the fewest points (P18)."""
    playing = members(table.playing)
    best = min(table.points[seat] for seat in playing)
    return [seat for seat in playing if table.points[seat] == best]


def round_over(table: Any, speech: Speech) -> str:
    """That the round, or playoff, is over."""
    if table.round > table.rounds:
        text = speech.gettext("Playoff {number} is over.")
        return text.format(number=table.round - table.rounds)
    return speech.gettext("Round {round} is over.").format(round=table.round)


def victory(table: Any, voice: Voice) -> str:
    """Who has won, and with how many points (P18)."""
    winners = leaders(table)
    points = table.points[winners[0]]
    if len(winners) == 1:
        return voice.says(
            winners[0],
            points,
            "You win with {count} penalty point.",
            "You win with {count} penalty points.",
            "{name} wins with {count} penalty point.",
            "{name} wins with {count} penalty points.",
        )
    others = [voice.names[winner] for winner in winners if winner != voice.listener]
    return voice.says(
        voice.listener if voice.listener in winners else winners[0],
        points,
        "You share the victory with {others}, {count} penalty point each.",
        "You share the victory with {others}, {count} penalty points each.",
        "{others} share the victory with {count} penalty point each.",
        "{others} share the victory with {count} penalty points each.",
        others=voice.speech.list(others),
    )
