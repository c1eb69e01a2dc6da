"""What happens in Penguin Party, in sentences: one or two for each step."""

from collections.abc import Callable, Sequence

from rookery.core.bits import members
from rookery.core.language import Speech
from rookery.core.steps import Moment
from rookery.games.party.actions import NUM_PLACES, PLACE_BIT, read_action
from rookery.games.party.state import LEFT_END, RIGHT_END, ROW
from rookery.games.party.words import Pyramid, pyramid, round_over, victory, words

Teller = Callable[[Moment, Sequence[str], Speech], list[str]]


def tell(moment: Moment, names: Sequence[str], speech: Speech) -> list[str]:
    """A step as everybody at the table may know it."""
    return _TELLERS[moment.kind](moment, names, speech)


def _name(moment: Moment, names: Sequence[str]) -> str:
    return names[moment.seat] if moment.seat is not None else ""


def _mine(moment: Moment) -> bool:
    return moment.seat is not None and moment.seat == moment.view.seat


def _deal(moment: Moment, names: Sequence[str], speech: Speech) -> list[str]:
    table, seat = moment.view.fields, moment.view.seat
    cards = moment.things["cards"]
    if table.round > table.rounds:  # P18
        playing = members(table.playing)
        if seat in playing:
            text = speech.gettext(
                "You are tied with {others}: playoff {number} begins with {cards} cards each."
            )
        else:
            text = speech.gettext(
                "{others} are tied: playoff {number} begins with {cards} cards each."
            )
        others = speech.list([names[each] for each in playing if each != seat])
        told = text.format(others=others, number=table.round - table.rounds, cards=cards)
    else:
        text = speech.gettext("Round {round} of {rounds} begins with {cards} cards each.")
        told = text.format(round=table.round, rounds=table.rounds, cards=cards)
    first = moment.things["first"]
    starts = speech.gettext("You start.") if first == seat else speech.gettext("{name} starts.")
    return [told, starts.format(name=names[first])]


def _place(moment: Moment, names: Sequence[str], speech: Speech) -> list[str]:
    table = moment.view.fields
    action = read_action(moment.view.edition, None, moment.things["at"])
    colour, place = divmod(action, NUM_PLACES)
    said = words(speech)
    if moment.seat is None:  # P4
        text = speech.gettext("The card left over is the first of the base: {card}.")
        return [text.format(card=said.cards[colour])]
    mine = _mine(moment)
    pair = ""
    if place > RIGHT_END:
        pair = _pair(moment.view.read(pyramid), place, said.pairs)
        text = (
            speech.gettext("You place {card} on {pair}.")
            if mine
            else speech.gettext("{name} places {card} on {pair}.")
        )
    else:
        text = _in_base(place, table.base == 1, mine, speech)
    return [text.format(name=_name(moment, names), card=said.placed[colour], pair=pair)]


def _pair(cards: Pyramid, place: int, pairs: Sequence[Sequence[str]]) -> str:
    """What a card above the base stands on (P9)."""
    below = int(PLACE_BIT[place]) - ROW
    return pairs[cards[below]][cards[below + 1]]


def _in_base(end: int, first: bool, mine: bool, speech: Speech) -> str:
    if first and mine:
        return speech.gettext("You start the base with {card}.")
    if first:
        return speech.gettext("{name} starts the base with {card}.")
    if end == LEFT_END and mine:
        return speech.gettext("You place {card} at the left end of the base.")
    if end == LEFT_END:
        return speech.gettext("{name} places {card} at the left end of the base.")
    if mine:
        return speech.gettext("You place {card} at the right end of the base.")
    return speech.gettext("{name} places {card} at the right end of the base.")


def _out(moment: Moment, names: Sequence[str], speech: Speech) -> list[str]:
    cards = moment.things["cards"]
    if _mine(moment):
        text = speech.ngettext(
            "You cannot place a card, are out of the round and take {count} penalty point.",
            "You cannot place a card, are out of the round and take {count} penalty points.",
            cards,
        )
    else:
        text = speech.ngettext(
            "{name} cannot place a card, is out of the round and takes {count} penalty point.",
            "{name} cannot place a card, is out of the round and takes {count} penalty points.",
            cards,
        )
    return [text.format(name=_name(moment, names), count=cards)]


def _done(moment: Moment, names: Sequence[str], speech: Speech) -> list[str]:
    back, mine = moment.things["back"], _mine(moment)
    if back == 0 and mine:
        text = speech.gettext("You have no cards left.")
    elif back == 0:
        text = speech.gettext("{name} has no cards left.")
    elif mine:
        text = speech.ngettext(
            "You have no cards left and give back {count} penalty point.",
            "You have no cards left and give back {count} penalty points.",
            back,
        )
    else:
        text = speech.ngettext(
            "{name} has no cards left and gives back {count} penalty point.",
            "{name} has no cards left and gives back {count} penalty points.",
            back,
        )
    return [text.format(name=_name(moment, names), count=back)]


def _round(moment: Moment, names: Sequence[str], speech: Speech) -> list[str]:
    other = speech.gettext("{name} {points}")
    mine = speech.gettext("you {points}")
    each = [
        (mine if seat == moment.view.seat else other).format(name=names[seat], points=points)
        for seat, points in enumerate(moment.things["points"])
    ]
    said = speech.gettext("Penalty points: {points}.").format(points=", ".join(each))
    return [round_over(moment.view.fields, speech), said]


def _end(moment: Moment, names: Sequence[str], speech: Speech) -> list[str]:
    table = moment.view.fields
    return [
        speech.gettext("The match is over."),
        victory(table, moment.view.seat, names, speech),
    ]


_TELLERS: dict[str, Teller] = {
    "deal": _deal,
    "place": _place,
    "out": _out,
    "done": _done,
    "round": _round,
    "end": _end,
}
