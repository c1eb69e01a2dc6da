"""Why an action was better in Penguin Party: what it leaves to the cards in hand."""

from collections.abc import Sequence

from rookery.core.language import Speech
from rookery.core.reasons import Reason, no_reason
from rookery.core.view import View
from rookery.games.party.actions import NUM_PLACES, PLACE_BIT
from rookery.games.party.rules import ROOM
from rookery.games.party.state import COLOURS, LEFT_END, RIGHT_END, ROW


def give_reason(view: View, played: int, best: int, speech: Speech) -> Reason:
    """The colour that loses most places by the played action, or the scarcer colour."""
    hand = view.fields.hands[view.number]
    few, many, now = places(view, played), places(view, best), places(view, None)

    def kept(colour: int) -> int:
        return int(hand[colour] - (played // NUM_PLACES == colour))

    lost = {it: kept(it) * (many[it] - few[it]) for it in range(len(COLOURS))}
    colour = max(lost, key=lambda it: lost[it])
    if lost[colour] > 0:
        facts = {"colour": colour, "left": few[colour], "held": kept(colour)}
        return _left({**facts, "better": many[colour]}, speech)
    rare, common = best // NUM_PLACES, played // NUM_PLACES
    if rare != common and now[rare] < now[common]:
        facts = {"rare": rare, "left": now[rare], "common": common, "more": now[common]}
        return _scarce(facts, speech)
    return no_reason(speech)


def _left(facts: dict[str, int], speech: Speech) -> Reason:
    text = speech.ngettext(
        "It left {count} place for {cards} ({held} in hand); the better one leaves {more}.",
        "It left {count} places for {cards} ({held} in hand); the better one leaves {more}.",
        facts["left"],
    )
    if not facts["left"]:
        text = speech.gettext(
            "It left no place for {cards} ({held} in hand); the better one leaves {more}."
        )
    cards = colours(speech)[facts["colour"]]
    said = text.format(count=facts["left"], cards=cards, held=facts["held"], more=facts["better"])
    return Reason(said, "places", facts)


def _scarce(facts: dict[str, int], speech: Speech) -> Reason:
    text = speech.ngettext(
        "There was only {count} place for {rare}, but {more} for {common}: what has fewer places"
        " goes first.",
        "There were only {count} places for {rare}, but {more} for {common}: what has fewer places"
        " goes first.",
        facts["left"],
    )
    rare, common = (colours(speech)[facts[name]] for name in ("rare", "common"))
    said = text.format(count=facts["left"], rare=rare, more=facts["more"], common=common)
    return Reason(said, "scarce", facts)


def places(view: View, action: int | None) -> list[int]:
    """By colour: how many places it has, perhaps after an action (P8 to P11)."""
    table = view.fields
    placed, base = list(table.placed), table.base
    if action is not None:
        colour, place = divmod(action, NUM_PLACES)
        bit = base if place == RIGHT_END else int(PLACE_BIT[place])
        if place == LEFT_END:  # P12
            placed = [cards << 1 for cards in placed]
        placed[colour] |= 1 << bit
        base += place in (LEFT_END, RIGHT_END)
    cards = 0
    for same in placed:
        cards |= same
    free = ((cards & (cards >> 1)) << ROW) & ~cards & ROOM
    ends = 0 if base >= table.limit else min(base + 1, 2)
    return [ends + (free & ((same | same >> 1) << ROW)).bit_count() for same in placed]


def colours(speech: Speech) -> list[str]:
    """Cards by colour, as sentences about several of them need them."""
    said = speech.gettext("red cards; green cards; yellow cards; purple cards; blue cards")
    return said.split("; ")


def name_hidden(
    view: View, place: Sequence[str | int], thing: str, names: Sequence[str], speech: Speech
) -> tuple[str, str]:
    """Whose hand, and a colour; cards that were not dealt are nobody's."""
    cards = colours(speech)[COLOURS.index(thing)] if thing in COLOURS else thing
    if place[0] == "hands" and isinstance(place[-1], int):
        return speech.gettext("In the hand of {name}").format(name=names[place[-1]]), cards
    return speech.gettext("Not dealt"), cards
