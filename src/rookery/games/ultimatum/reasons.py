"""Why an action was better in The Penguin Ultimatum: fees, and who is amused by whom."""

from collections.abc import Sequence

from rookery.core.language import Speech
from rookery.core.reasons import Reason, no_reason
from rookery.core.view import View
from rookery.games.ultimatum.actions import (
    ENTERTAINER_NAMES,
    INVITE,
    NUM_PLACES,
    PAY,
    PENGUIN_NAMES,
    SHOW,
    SKIP,
)
from rookery.games.ultimatum.iceberg import STEPS, amused, number_of
from rookery.games.ultimatum.rules import cell_of
from rookery.games.ultimatum.scene import fees_on
from rookery.games.ultimatum.state import CURTAIN, NUM_ENTERTAINERS, NUM_PENGUINS, PENGUIN, UPRIGHT
from rookery.games.ultimatum.words import words


def give_reason(view: View, played: int, best: int, speech: Speech) -> Reason:
    """By the phase; both actions are of the same one."""
    if played < PAY:
        return _placing(view, played, best, speech)
    if played == PAY:
        return _paying(view, speech)
    if SKIP <= played < SHOW:
        return _inviting(view, played, best, speech)
    return no_reason(speech)


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
