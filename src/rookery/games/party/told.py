"""What happened in Penguin Party, in sentences."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rookery.core.language import Speech
from rookery.games.party.reading import (
    Done,
    Event,
    Laid,
    Out,
    Table,
    dealt,
    happened,
    members,
    pyramid,
    read,
)
from rookery.games.party.state import LEFT_END, RIGHT_END
from rookery.games.party.words import Words, victory, words

if TYPE_CHECKING:
    from rookery.core.view import View


def tell(
    before: "View",
    after: "View",
    action: int | None,
    names: Sequence[str],
    speech: Speech,
    heard: Sequence[int] = (),
) -> list[str]:
    """The cards laid, who went out or finished, and what came of the round and the match."""
    old, new = before.read(read), after.read(read)
    seat = after.seat
    events = happened(old, new, action, seat)
    told = [_event(event, old, seat, names, speech) for event in events]
    if new.round > old.round:
        told += _round_over(old, new, seat, names, speech)
        told += _round_begins(new, seat, names, speech)
    elif new.turn < 0 <= old.turn:
        told += _round_over(old, new, seat, names, speech)
        told += [speech.gettext("The match is over."), victory(new, seat, names, speech)]
    return told


def _event(event: Event, old: Table, seat: int | None, names: Sequence[str], speech: Speech) -> str:
    if isinstance(event, Laid):
        first = old.base == 0
        return _laid(event, event.seat == seat, names[event.seat], first, speech)
    if isinstance(event, Out):
        return _out(event.cards, event.seat == seat, names[event.seat], speech)
    if isinstance(event, Done):
        return _done(event.back, event.seat == seat, names[event.seat], speech)
    said = words(speech)
    place = said.above.format(row=event.row + 1, pair=said.pairs[event.pair[0]][event.pair[1]])
    text = speech.gettext("New in the pyramid: {card}, {place}.")
    return text.format(card=said.cards[event.colour], place=place)


def _laid(event: Laid, mine: bool, name: str, first: bool, speech: Speech) -> str:
    said = words(speech)
    if event.colour is None:
        return _laid_unseen(event.forced, mine, speech).format(name=name)
    if event.end is not None:
        text = _laid_in_base(event.end, event.forced, first, mine, speech)
    else:
        text = _laid_above(event.forced, mine, speech)
    return text.format(name=name, card=said.placed[event.colour], pair=_pair_text(event, said))


def _pair_text(event: Laid, said: Words) -> str:
    return "" if event.pair is None else said.pairs[event.pair[0]][event.pair[1]]


def _laid_unseen(forced: bool, mine: bool, speech: Speech) -> str:
    if forced and mine:
        return speech.gettext("You place the only card that fits.")
    if forced:
        return speech.gettext("{name} places the only card that fits.")
    if mine:
        return speech.gettext("You place a penguin.")
    return speech.gettext("{name} places a penguin.")


def _laid_in_base(end: int, forced: bool, first: bool, mine: bool, speech: Speech) -> str:
    if first and forced and mine:
        return speech.gettext("You have no choice and start the base with {card}.")
    if first and forced:
        return speech.gettext("{name} has no choice and starts the base with {card}.")
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


def _laid_above(forced: bool, mine: bool, speech: Speech) -> str:
    if forced and mine:
        return speech.gettext("You have no choice and place {card} on {pair}.")
    if forced:
        return speech.gettext("{name} has no choice and places {card} on {pair}.")
    if mine:
        return speech.gettext("You place {card} on {pair}.")
    return speech.gettext("{name} places {card} on {pair}.")


def _out(cards: int, mine: bool, name: str, speech: Speech) -> str:
    if mine:
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
    return text.format(name=name, count=cards)


def _done(back: int, mine: bool, name: str, speech: Speech) -> str:
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
    return text.format(name=name, count=back)


def _round_over(
    old: Table, new: Table, seat: int | None, names: Sequence[str], speech: Speech
) -> list[str]:
    if old.round > old.rounds:
        over = speech.gettext("Playoff {number} is over.").format(number=old.round - old.rounds)
    else:
        over = speech.gettext("Round {round} is over.").format(round=old.round)
    other = speech.gettext("{name} {points}")
    mine = speech.gettext("you {points}")
    each = [
        (mine if each == seat else other).format(name=name, points=new.points[each])
        for each, name in enumerate(names)
    ]
    return [over, speech.gettext("Penalty points: {points}.").format(points=", ".join(each))]


def _round_begins(new: Table, seat: int | None, names: Sequence[str], speech: Speech) -> list[str]:
    playing = members(new.playing)
    cards = dealt(new)
    if new.round > new.rounds:
        others = speech.list([names[each] for each in playing if each != seat])
        if seat in playing:
            text = speech.gettext(
                "You are tied with {others}: playoff {number} begins with {cards} cards each."
            )
        else:
            text = speech.gettext(
                "{others} are tied: playoff {number} begins with {cards} cards each."
            )
        told = [text.format(others=others, number=new.round - new.rounds, cards=cards)]
    else:
        text = speech.gettext("Round {round} of {rounds} begins with {cards} cards each.")
        told = [text.format(round=new.round, rounds=new.rounds, cards=cards)]
    laid = list(pyramid(new).values())
    if laid and new.held[new.first] == cards:  # P4
        text = speech.gettext("The card left over is the first of the base: {card}.")
        told.append(text.format(card=words(speech).cards[laid[0]]))
    starts = speech.gettext("You start.") if new.first == seat else speech.gettext("{name} starts.")
    told.append(starts.format(name=names[new.first]))
    if laid and new.held[new.first] < cards:  # a hand of one colour leaves no choice
        event = Laid(new.first, laid[0], RIGHT_END, None, forced=True)
        told.append(_laid(event, new.first == seat, names[new.first], True, speech))
    return told
