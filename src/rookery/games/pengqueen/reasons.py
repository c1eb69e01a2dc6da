"""Why an action was better in Pyramid of Pengqueen: how far it is to what one seeks or fears."""

from collections.abc import Sequence

from rookery.core.bits import members
from rookery.core.language import Speech
from rookery.core.reasons import Reason, no_reason
from rookery.core.view import View
from rookery.games.pengqueen.actions import FIRST_WAY, HIDE, RESET, REVEAL, ROLL, STOP
from rookery.games.pengqueen.sight import Sight
from rookery.games.pengqueen.state import SQUARES, TREASURES
from rookery.games.pengqueen.words import treasure

#: The mummy is a danger within so many steps more than dice lie aside.
NEAR = 3


def give_reason(view: View, played: int, best: int, speech: Speech) -> Reason:
    """Hunters want treasures and fear the mummy; the mummy wants hunters."""
    if FIRST_WAY <= played <= STOP:
        return _hunting(view, played, best, speech)
    if played < ROLL and best < ROLL:
        return _moving(view, played % SQUARES, best % SQUARES, speech)
    if played in (REVEAL, HIDE):
        return _card(view, best, speech)
    if played in (ROLL, RESET) or best == RESET:
        return _dice(view, speech)
    return no_reason(speech)


def _moving(view: View, there: int, better: int, speech: Speech) -> Reason:
    sight = view.read(Sight)
    facts = {"few": to_mummy(view, there), "many": to_mummy(view, better)}
    if facts["few"] < facts["many"] and facts["few"] <= sight.aside + NEAR:
        return _said(
            facts,
            "mummy",
            speech.ngettext(
                "It ends {count} step from the mummy; the better one {many} steps from it.",
                "It ends {count} steps from the mummy; the better one {many} steps from it.",
                facts["few"],
            ),
        )
    facts = {"few": to_treasure(view, there), "many": to_treasure(view, better)}
    if facts["many"] < facts["few"]:
        return _said(
            facts,
            "treasure",
            speech.gettext(
                "It ends {count} steps from the nearest treasure still needed; the better one"
                " {many}."
            ),
        )
    return no_reason(speech)


def _card(view: View, best: int, speech: Speech) -> Reason:
    """To show a card is to show where one is (Q18, Q27)."""
    sight = view.read(Sight)
    away = to_mummy(view, sight.pawns[sight.pawn])
    if best == HIDE:
        text = speech.gettext(
            "Who reveals a treasure shows its cell, {count} steps from the mummy; unrevealed, the"
            " pawn might be on {many} cells."
        )
        return _said({"few": away, "many": sight.trail[sight.pawn].bit_count()}, "secret", text)
    text = speech.ngettext(
        "{count} treasure is still to be revealed, and the mummy is {many} steps away.",
        "{count} treasures are still to be revealed, and the mummy is {many} steps away.",
        sum(sight.left(sight.hunter)),
    )
    return _said({"few": sum(sight.left(sight.hunter)), "many": away}, "reveal", text)


def _dice(view: View, speech: Speech) -> Reason:
    facts = {"few": int(view.fields.aside), "many": 0}
    text = speech.ngettext(
        "{count} die lies aside: each of them is one more step for the mummy.",
        "{count} dice lie aside: each of them is one more step for the mummy.",
        facts["few"],
    )
    return _said(facts, "dice", text) if facts["few"] else no_reason(speech)


def _hunting(view: View, played: int, best: int, speech: Speech) -> Reason:
    facts = {"few": scented(view, played), "many": scented(view, best)}
    if facts["few"] >= facts["many"]:
        return no_reason(speech)
    text = speech.gettext(
        "From there the mummy reaches {count} of the cells where hunters may be; by the better"
        " way {many}."
    )
    return _said(facts, "hunt", text)


def _said(facts: dict[str, int], kind: str, text: str) -> Reason:
    return Reason(text.format(count=facts["few"], many=facts["many"]), kind, facts)


# ---------------------------------------------------------------- what can be counted


def to_mummy(view: View, square: int) -> int:
    """Steps between a square and the mummy."""
    sight = view.read(Sight)
    return int(view.edition.printed[0]["distance"][sight.mummy, square])


def to_treasure(view: View, square: int) -> int:
    """Steps to the nearest treasure whose card the hunter who looks still holds."""
    printed, sight = view.edition.printed[0], view.read(Sight)
    cards = members(sight.cards[sight.hunter])
    return min(int(printed["distance"][square, printed["place"][card]]) for card in cards)


def scented(view: View, action: int) -> int:
    """How many cells with a hunter's trail the mummy can reach with the steps left after one."""
    printed, sight = view.edition.printed[0], view.read(Sight)
    square, left = sight.mummy, 0
    if action != STOP:
        square, left = int(printed["next"][sight.mummy, action - FIRST_WAY]), sight.steps - 1
    trails = 0
    for trail in sight.trail[: sight.num_pawns]:
        trails |= trail
    squares = [it for it in range(SQUARES) if trails >> it & 1]
    return sum(int(printed["distance"][square, it]) <= left for it in squares)


def name_hidden(
    view: View, place: Sequence[str | int], thing: str, names: Sequence[str], speech: Speech
) -> tuple[str, str]:
    """Where pawns may be, which cards hunters may hold, what was rolled; all else follows."""
    if place[0] not in ("pawns", "cards", "rolled"):
        return "", ""
    sight = view.read(Sight)
    if thing in TREASURES:
        thing = treasure(speech, TREASURES.index(thing))
    numbers = [it for it in place if isinstance(it, int)]
    if place[0] == "pawns" and numbers:
        name = names[sight.pawns_seat(numbers[0])]
        return speech.gettext("Where {name} may be").format(name=name), thing
    if place[0] == "cards" and numbers:
        name = names[sight.hunters_seat(numbers[0])]
        return speech.gettext("Cards of {name}").format(name=name), thing
    return speech.gettext("Dice"), thing
