"""Why an action was better in The Penguin Ultimatum: fees, and who is amused by whom."""

from collections.abc import Sequence

from rookery.core.language import Speech
from rookery.core.reasons import Reason, no_reason
from rookery.core.record import copy
from rookery.core.view import View
from rookery.games.ultimatum.actions import (
    DROP,
    ENTERTAINER_NAMES,
    INVITE,
    NUM_PLACES,
    PAY,
    PENGUIN_NAMES,
    PUT,
    SHOW,
    SKIP,
)
from rookery.games.ultimatum.iceberg import STEPS, amused, number_of
from rookery.games.ultimatum.rules import cell_of
from rookery.games.ultimatum.scene import fees_on
from rookery.games.ultimatum.shows import SEAT_BITS, SEAT_MASK, applause, bonus
from rookery.games.ultimatum.state import CURTAIN, NUM_ENTERTAINERS, NUM_PENGUINS, PENGUIN, UPRIGHT
from rookery.games.ultimatum.words import words


def give_reason(view: View, played: int, best: int, speech: Speech) -> Reason:
    """By the phase; both actions are of the same one."""
    if played < PAY:
        return _placing(view, played, best, speech)
    if played == PAY:
        return _paying(view, speech)
    if played < SKIP:
        return _dropping(view, played, best, speech)
    if played < SHOW:
        return _inviting(view, played, best, speech)
    return _performing(view, played, best, speech)


def _placing(view: View, played: int, best: int, speech: Speech) -> Reason:
    cost, less = fee(view, played), fee(view, best)
    if cost > less:
        text = speech.gettext("It costs a kin fee of {fee} points; the better one costs {less}.")
        facts = {"fee": cost, "less": less}
        return Reason(text.format(**facts), "fee", facts)
    facts = {"few": fans(view, played), "many": fans(view, best)}
    if facts["few"] < facts["many"]:
        text = speech.gettext(
            "Entertainers beside it that amuse this penguin: {few}; with the better one: {many}."
        )
        return Reason(text.format(**facts), "fans", facts)
    return no_reason(speech)


def _paying(view: View, speech: Speech) -> Reason:
    facts = {"fee": int(view.fields.fee)}
    text = speech.ngettext(
        "Paying costs {count} point; an entertainer could be given up instead.",
        "Paying costs {count} points; an entertainer could be given up instead.",
        facts["fee"],
    )
    return Reason(text.format(count=facts["fee"]), "pay", facts)


def _dropping(view: View, played: int, best: int, speech: Speech) -> Reason:
    facts = {"few": worth(view, played), "fee": int(view.fields.fee)}
    if best == PAY:
        text = speech.gettext(
            "That entertainer brings {few} bonus points as things stand; the fee is {fee}."
        )
        return Reason(text.format(**facts), "drop", facts)
    facts = {"few": facts["few"], "many": worth(view, best)}
    if facts["few"] <= facts["many"]:
        return no_reason(speech)
    text = speech.gettext(
        "That entertainer brings {few} bonus points as things stand, the other one {many}."
    )
    return Reason(text.format(**facts), "cheaper", facts)


def _performing(view: View, played: int, best: int, speech: Speech) -> Reason:
    """A show that is chosen, or an entertainer that is put somewhere: what it brings to whom."""
    (few, theirs), (many, less) = gains(view, played), gains(view, best)
    chosen = played < PUT
    if few < many:
        text = (
            speech.gettext("This show brings its player {few} points; the better one {many}.")
            if chosen
            else speech.gettext(
                "A show there brings its player {few} points as things stand; at the better place"
                " {many}."
            )
        )
        return Reason(text.format(few=few, many=many), "gain", {"few": few, "many": many})
    if theirs <= less:
        return no_reason(speech)
    text = (
        speech.gettext("This show brings the others {few} points; the better one {many}.")
        if chosen
        else speech.gettext(
            "A show there brings the others {few} points as things stand; at the better place"
            " {many}."
        )
    )
    return Reason(text.format(few=theirs, many=less), "gift", {"few": theirs, "many": less})


def _inviting(view: View, played: int, best: int, speech: Speech) -> Reason:
    facts = {"few": prospect(view, played), "many": prospect(view, best)}
    if facts["few"] >= facts["many"]:
        return no_reason(speech)
    text = speech.gettext(
        "If all entertainers beside that penguin perform, the token brings {few} points; on the"
        " better one {many}."
    )
    return Reason(text.format(**facts), "token", facts)


# ---------------------------------------------------------------- what can be counted


def fee(view: View, action: int) -> int:
    """What placing a penguin costs (U15)."""
    penguin, place = divmod(action, NUM_PLACES)
    return fees_on(view.fields, cell_of(place))[penguin >> 4]


def fans(view: View, action: int) -> int:
    """How many entertainers around its cell amuse a penguin that is placed (U20)."""
    penguin, place = divmod(action, NUM_PLACES)
    return _amusing(view, penguin, cell_of(place))


def prospect(view: View, action: int) -> int:
    """What a token could bring on its new penguin by the shows around it (U21)."""
    if action == SKIP:
        return 0
    penguin = (action - INVITE) % NUM_PENGUINS
    cell = view.fields.cells.index(PENGUIN + penguin)
    return int(number_of(penguin)) * _amusing(view, penguin, cell)


def worth(view: View, action: int) -> int:
    """The bonus points that an entertainer brings its owner as things stand (U28, U29)."""
    seat = view.number
    without = copy(view.records)
    without["owned"][0, seat] ^= 1 << (action - DROP)
    return int(bonus(view.records[0], seat)) - int(bonus(without[0], seat))


def gains(view: View, action: int) -> tuple[int, int]:
    """What a show brings the viewer, and the others together (U20, U21).

    Of an entertainer that is put somewhere: if it performed there now.
    """
    table, record = view.fields, view.records[0]
    who, cell = action - SHOW, 0
    if action < PUT:
        cell = table.where[who]
    else:
        who = table.entertainers[table.left - 1]
        cell = cell_of((action - PUT) % NUM_PLACES)
    all_gains = int(applause(record, who, cell))
    points = [all_gains >> SEAT_BITS * seat & SEAT_MASK for seat in range(table.players)]
    return points[view.number], sum(points) - points[view.number]


def _amusing(view: View, penguin: int, cell: int) -> int:
    around = [view.fields.cells[cell + step] for step in STEPS]
    cards = [(it - UPRIGHT) % NUM_ENTERTAINERS for it in around if UPRIGHT <= it < CURTAIN]
    return sum(bool(amused(penguin, who)) for who in cards)


def name_hidden(
    view: View, place: Sequence[str | int], thing: str, names: Sequence[str], speech: Speech
) -> tuple[str, str]:
    """Hands and piles; cards by their names."""
    said = words(speech)
    if thing in ENTERTAINER_NAMES:
        number = place[-1] if isinstance(place[-1], int) else 0
        text = speech.gettext("Entertainer {number} of the pile").format(number=number + 1)
        return text, said.entertainer_labels[ENTERTAINER_NAMES.index(thing)]
    card = said.penguins[PENGUIN_NAMES.index(thing)] if thing in PENGUIN_NAMES else thing
    if place[0] == "hands" and isinstance(place[-1], int):
        return speech.gettext("In the hand of {name}").format(name=names[place[-1]]), card
    return speech.gettext("Still to be drawn"), card
