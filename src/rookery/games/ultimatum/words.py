"""The words of The Penguin Ultimatum: what scenes and sentences both need, in one language.

Cards are named by whole phrases, one for each grammatical role in which a sentence needs them:
other languages inflect article, adjective and noun together.
"""

from functools import lru_cache
from typing import Any

from rookery.core.bits import members
from rookery.core.language import Speech
from rookery.core.telling import Voice
from rookery.core.view import View
from rookery.games.ultimatum.actions import PENGUIN_NAMES
from rookery.games.ultimatum.rules import (
    ENTERTAINERS_RAN_OUT,
    NO_CELL_FOR_ENTERTAINER,
    PENGUINS_RAN_OUT,
)
from rookery.games.ultimatum.shows import MOST_BONUS, activity_bonus, animal_bonus, bonus, winners
from rookery.games.ultimatum.state import NUM_FAMILIES


class Words:
    """The names of all cards in a language; lists are in the order of the numbers in ``state``."""

    def __init__(self, speech: Speech) -> None:
        gettext, pgettext = speech.gettext, speech.pgettext
        self.acts = pgettext("act", "juggling; acrobatics; dance; music").split("; ")
        #: As headings, by family; and in sentences about who has the most of them.
        self.animals = gettext("Sheep; Kangaroos; Seals; Bears").split("; ")
        self.herds = pgettext("most", "sheep; kangaroos; seals; bears").split("; ")
        #: By penguin: as labels, and in sentences.
        self.penguin_labels = self._penguins(
            gettext("green penguin {number}, fond of {act}"),
            gettext("brown penguin {number}, fond of {act}"),
            gettext("red penguin {number}, fond of {act}"),
            gettext("blue penguin {number}, fond of {act}"),
        )
        self.penguins = self._penguins(
            gettext("the green {number} ({act})"),
            gettext("the brown {number} ({act})"),
            gettext("the red {number} ({act})"),
            gettext("the blue {number} ({act})"),
        )
        #: By entertainer: as labels, as subject and as object of a sentence.
        self.entertainer_labels = gettext(
            "juggling sheep; acrobatic sheep; dancing sheep; musical sheep; juggling kangaroo;"
            " acrobatic kangaroo; dancing kangaroo; musical kangaroo; juggling seal;"
            " acrobatic seal; dancing seal; musical seal; juggling bear; acrobatic bear;"
            " dancing bear; musical bear"
        ).split("; ")
        self.subjects = pgettext(
            "subject",
            "the juggling sheep; the acrobatic sheep; the dancing sheep; the musical sheep;"
            " the juggling kangaroo; the acrobatic kangaroo; the dancing kangaroo;"
            " the musical kangaroo; the juggling seal; the acrobatic seal; the dancing seal;"
            " the musical seal; the juggling bear; the acrobatic bear; the dancing bear;"
            " the musical bear",
        ).split("; ")
        self.objects = pgettext(
            "object",
            "the juggling sheep; the acrobatic sheep; the dancing sheep; the musical sheep;"
            " the juggling kangaroo; the acrobatic kangaroo; the dancing kangaroo;"
            " the musical kangaroo; the juggling seal; the acrobatic seal; the dancing seal;"
            " the musical seal; the juggling bear; the acrobatic bear; the dancing bear;"
            " the musical bear",
        ).split("; ")
        #: By bit of a dot, as in ``state``; the middle is the card itself.
        left = pgettext("dot", "upper left; top; upper right; left").split("; ")
        right = pgettext("dot", "right; lower left; bottom; lower right").split("; ")
        self.dots = [*left, "", *right]

    def _penguins(self, *families: str) -> list[str]:
        return [
            families[penguin >> 4].format(number=name[1], act=self.acts[penguin & 3])
            for penguin, name in enumerate(PENGUIN_NAMES)
        ]


@lru_cache(maxsize=16)
def words(speech: Speech) -> Words:
    """The names of all cards, looked up once a language."""
    return Words(speech)


# ---------------------------------------------------------------- the end, for scene and sentences


def ending(table: Any, speech: Speech) -> str:
    """Why the match is over (U25 to U27)."""
    how = table.ended
    if how == ENTERTAINERS_RAN_OUT:
        return speech.gettext("There is no entertainer left to add: the match is over.")
    if how == PENGUINS_RAN_OUT:
        return speech.gettext("There is no penguin left to draw: the match is over.")
    if how == NO_CELL_FOR_ENTERTAINER:
        top = words(speech).objects[table.entertainers[table.left - 1]]
        text = speech.gettext("There is no cell for {entertainer}: the match is over.")
        return text.format(entertainer=top)
    return speech.gettext("There is no cell for another penguin: the match is over.")


class Reckoning:
    """The final points of all seats, and who has won; ``view.read`` keeps it at hand."""

    def __init__(self, view: View) -> None:
        state, table = view.records[0], view.fields
        seats = range(table.players)
        #: By seat: for its activity (U28), and for animals: family, points, shared (U29).
        self.activity = [int(activity_bonus(state, seat)) for seat in seats]
        self.animals = [_animals(state, seat) for seat in seats]
        self.extra = [int(bonus(state, seat)) for seat in seats]
        self.totals = [table.scores[seat] + self.extra[seat] for seat in seats]
        self.winners = members(winners(view.edition.printed[0], state))
        self.owned = [cards.bit_count() for cards in table.owned]

    def victory(self, voice: Voice) -> list[str]:
        """Who has won, with how many points, and what broke a tie (U30)."""
        best = self.winners[0]
        points = self.totals[best]
        if len(self.winners) > 1:
            text = voice.speech.ngettext(
                "{names} share the victory with {points} point.",
                "{names} share the victory with {points} points.",
                abs(points),
            )
            names = voice.speech.list([voice.names[seat] for seat in self.winners])
            return [text.format(names=names, points=points)]
        said = voice.says(
            best,
            abs(points),
            "You win with {points} point.",
            "You win with {points} points.",
            "{name} wins with {points} point.",
            "{name} wins with {points} points.",
            points=points,
        )
        rivals = [seat for seat, it in enumerate(self.totals) if it == points and seat != best]
        return [said, self._tie_break(rivals, voice.speech)] if rivals else [said]

    def _tie_break(self, rivals: list[int], speech: Speech) -> str:
        best = self.winners[0]
        rivals = [seat for seat in rivals if self.extra[seat] == self.extra[best]]
        if not rivals:
            return speech.gettext("The tie goes to the most bonus points.")
        if all(self.owned[seat] < self.owned[best] for seat in rivals):
            return speech.gettext("The tie goes to the most entertainers.")
        return speech.gettext("The tie goes to the starting player.")


def _animals(state: Any, seat: int) -> list[tuple[int, int, bool]]:
    most = [(family, int(animal_bonus(state, seat, family))) for family in range(NUM_FAMILIES)]
    return [(family, points, points < MOST_BONUS) for family, points in most if points]
