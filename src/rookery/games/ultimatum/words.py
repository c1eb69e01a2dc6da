"""The words of The Penguin Ultimatum: what scenes and sentences both need, in one language.

Cards are named by whole phrases, one for each grammatical role in which a sentence needs them:
other languages inflect article, adjective and noun together.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from rookery.core.bits import members
from rookery.core.language import Speech
from rookery.core.view import View
from rookery.games.ultimatum.actions import PENGUIN_NAMES
from rookery.games.ultimatum.rules import (
    ENTERTAINERS_RAN_OUT,
    NO_CELL_FOR_ENTERTAINER,
    PENGUINS_RAN_OUT,
)
from rookery.games.ultimatum.shows import MOST_BONUS, activity_bonus, animal_bonus, bonus, winners
from rookery.games.ultimatum.state import NUM_ACTS, NUM_FAMILIES

Fields = dict[str, Any]


class Words:
    """The names of all cards in a language."""

    def __init__(self, speech: Speech) -> None:
        gettext, pgettext = speech.gettext, speech.pgettext
        self.acts = (
            pgettext("act", "juggling"),
            pgettext("act", "acrobatics"),
            pgettext("act", "dance"),
            pgettext("act", "music"),
        )
        #: As headings, by family.
        self.animals = (gettext("Sheep"), gettext("Kangaroos"), gettext("Seals"), gettext("Bears"))
        #: In sentences about who has the most of them.
        self.herds = (
            pgettext("most", "sheep"),
            pgettext("most", "kangaroos"),
            pgettext("most", "seals"),
            pgettext("most", "bears"),
        )
        labels = (
            gettext("green penguin {number}, fond of {act}"),
            gettext("brown penguin {number}, fond of {act}"),
            gettext("red penguin {number}, fond of {act}"),
            gettext("blue penguin {number}, fond of {act}"),
        )
        cards = (
            gettext("the green {number} ({act})"),
            gettext("the brown {number} ({act})"),
            gettext("the red {number} ({act})"),
            gettext("the blue {number} ({act})"),
        )
        #: By penguin: for those who listen, and in sentences.
        self.penguin_labels = self._penguins(labels)
        self.penguins = self._penguins(cards)
        #: By entertainer: for those who listen, as subject and as object of a sentence.
        self.entertainer_labels = _labels(speech)
        self.subjects = _subjects(speech)
        self.objects = _objects(speech)
        #: By bit of a dot, as in ``state``; the middle is the card itself.
        self.dots = (
            pgettext("dot", "upper left"),
            pgettext("dot", "top"),
            pgettext("dot", "upper right"),
            pgettext("dot", "left"),
            "",
            pgettext("dot", "right"),
            pgettext("dot", "lower left"),
            pgettext("dot", "bottom"),
            pgettext("dot", "lower right"),
        )

    def _penguins(self, families: Sequence[str]) -> tuple[str, ...]:
        return tuple(
            families[penguin >> 4].format(number=name[1], act=self.acts[penguin & 3])
            for penguin, name in enumerate(PENGUIN_NAMES)
        )


def _labels(speech: Speech) -> tuple[str, ...]:
    gettext = speech.gettext
    return (
        gettext("juggling sheep"),
        gettext("acrobatic sheep"),
        gettext("dancing sheep"),
        gettext("musical sheep"),
        gettext("juggling kangaroo"),
        gettext("acrobatic kangaroo"),
        gettext("dancing kangaroo"),
        gettext("musical kangaroo"),
        gettext("juggling seal"),
        gettext("acrobatic seal"),
        gettext("dancing seal"),
        gettext("musical seal"),
        gettext("juggling bear"),
        gettext("acrobatic bear"),
        gettext("dancing bear"),
        gettext("musical bear"),
    )


def _subjects(speech: Speech) -> tuple[str, ...]:
    pgettext = speech.pgettext
    return (
        pgettext("subject", "the juggling sheep"),
        pgettext("subject", "the acrobatic sheep"),
        pgettext("subject", "the dancing sheep"),
        pgettext("subject", "the musical sheep"),
        pgettext("subject", "the juggling kangaroo"),
        pgettext("subject", "the acrobatic kangaroo"),
        pgettext("subject", "the dancing kangaroo"),
        pgettext("subject", "the musical kangaroo"),
        pgettext("subject", "the juggling seal"),
        pgettext("subject", "the acrobatic seal"),
        pgettext("subject", "the dancing seal"),
        pgettext("subject", "the musical seal"),
        pgettext("subject", "the juggling bear"),
        pgettext("subject", "the acrobatic bear"),
        pgettext("subject", "the dancing bear"),
        pgettext("subject", "the musical bear"),
    )


def _objects(speech: Speech) -> tuple[str, ...]:
    pgettext = speech.pgettext
    return (
        pgettext("object", "the juggling sheep"),
        pgettext("object", "the acrobatic sheep"),
        pgettext("object", "the dancing sheep"),
        pgettext("object", "the musical sheep"),
        pgettext("object", "the juggling kangaroo"),
        pgettext("object", "the acrobatic kangaroo"),
        pgettext("object", "the dancing kangaroo"),
        pgettext("object", "the musical kangaroo"),
        pgettext("object", "the juggling seal"),
        pgettext("object", "the acrobatic seal"),
        pgettext("object", "the dancing seal"),
        pgettext("object", "the musical seal"),
        pgettext("object", "the juggling bear"),
        pgettext("object", "the acrobatic bear"),
        pgettext("object", "the dancing bear"),
        pgettext("object", "the musical bear"),
    )


@lru_cache(maxsize=16)
def words(speech: Speech) -> Words:
    """The names of all cards, looked up once a language."""
    return Words(speech)


# ---------------------------------------------------------------- the end, for scene and sentences


def ending(table: Fields, speech: Speech) -> str:
    """Why the match is over (U25 to U27)."""
    how = table["ended"]
    if how == ENTERTAINERS_RAN_OUT:
        return speech.gettext("There is no entertainer left to add: the match is over.")
    if how == PENGUINS_RAN_OUT:
        return speech.gettext("There is no penguin left to draw: the match is over.")
    if how == NO_CELL_FOR_ENTERTAINER:
        top = words(speech).objects[table["entertainers"][table["left"] - 1]]
        text = speech.gettext("There is no cell for {entertainer}: the match is over.")
        return text.format(entertainer=top)
    return speech.gettext("There is no cell for another penguin: the match is over.")


def reckon(view: View) -> tuple[list[int], list[int]]:
    """The final points of all seats, and who has won."""
    state = view.records[0]
    seats = range(int(state["players"]))
    totals = [int(state["scores"][seat]) + int(bonus(state, seat)) for seat in seats]
    return totals, members(winners(view.edition.printed[0], state))


def bonuses(view: View, seat: int) -> tuple[int, list[tuple[int, int, bool]]]:
    """What a seat gets for its activity (U28), and for animals: family, points, shared (U29)."""
    state = view.records[0]
    most = [(family, int(animal_bonus(state, seat, family))) for family in range(NUM_FAMILIES)]
    return (
        int(activity_bonus(state, seat)),
        [(family, points, points < MOST_BONUS) for family, points in most if points],
    )


def matching_cards(table: Fields, seat: int) -> int:
    """How many entertainers of a seat show its activity (U28)."""
    owned, act = table["owned"][seat], table["activities"][seat]
    return sum(owned >> NUM_ACTS * family + act & 1 for family in range(NUM_FAMILIES))


def victory(view: View, table: Fields, names: Sequence[str], speech: Speech) -> list[str]:
    """Who has won, with how many points, and what broke a tie (U30)."""
    totals, best = reckon(view)
    points = totals[best[0]]
    if len(best) > 1:
        text = speech.ngettext(
            "{names} share the victory with {points} point.",
            "{names} share the victory with {points} points.",
            abs(points),
        )
        return [text.format(names=speech.list([names[seat] for seat in best]), points=points)]
    if best[0] == view.seat:
        text = speech.ngettext(
            "You win with {points} point.", "You win with {points} points.", abs(points)
        )
    else:
        text = speech.ngettext(
            "{name} wins with {points} point.", "{name} wins with {points} points.", abs(points)
        )
    sentences = [text.format(name=names[best[0]], points=points)]
    rivals = [seat for seat, total in enumerate(totals) if total == points and seat != best[0]]
    if rivals:
        sentences.append(_tie_break(view, table, best[0], rivals, speech))
    return sentences


def _tie_break(view: View, table: Fields, best: int, rivals: list[int], speech: Speech) -> str:
    state = view.records[0]
    extra = int(bonus(state, best))
    rivals = [seat for seat in rivals if int(bonus(state, seat)) == extra]
    if not rivals:
        return speech.gettext("The tie goes to the most bonus points.")
    cards = table["owned"][best].bit_count()
    if all(table["owned"][seat].bit_count() < cards for seat in rivals):
        return speech.gettext("The tie goes to the most entertainers.")
    return speech.gettext("The tie goes to the starting player.")
