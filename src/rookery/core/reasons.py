"""Why an action was better than another: one sentence, made from a fact of the position.

A game's ``give_reason`` compares two actions from a view and says what it can count. The numbers
of its sentence are kept beside it, so that they can be checked. ``name_hidden`` says what hidden
things are called, ``count_hidden`` how likely each of them is, where that can be counted out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rookery.core.language import Speech

if TYPE_CHECKING:
    from rookery.core.view import View


#: Where something stands in a position: ``("hands", 1)``.
Place = tuple[str | int, ...]
#: By what may be there: how likely it is that (at least one of) it is, and how many on average.
Counted = dict[str, tuple[float, float]]


@dataclass(frozen=True)
class Reason:
    """A sentence and the facts in it."""

    text: str
    #: What kind of fact it is; empty: none was found.
    kind: str = ""
    facts: Mapping[str, int] = field(default_factory=dict)


def no_reason(speech: Speech) -> Reason:
    """Where nothing that can be counted tells the two apart."""
    return Reason(
        speech.gettext(
            "Nothing on the table shows it at once: over all that could still come, it wins"
            " more often."
        )
    )


def give_reason(view: "View", played: int, best: int, speech: Speech) -> Reason:
    """Of a game that has no reasons of its own."""
    return no_reason(speech)


def name_hidden(
    view: "View", place: Sequence[str | int], thing: str, names: Sequence[str], speech: Speech
) -> tuple[str, str]:
    """A place of a position where something is hidden, and what may be there: as it is written.

    No name for the place: it follows from others, and is not told to people.
    """
    return " ".join(map(str, place)), thing


def count_hidden(view: "View") -> dict[Place, Counted]:
    """By place, over all worlds that fit what is seen, each as likely as ``Match.worlds`` has it.

    What a game leaves out is sampled; so is everything here.
    """
    return {}


def one_each(chances: Mapping[str, float]) -> Counted:
    """Of things of which there is one at most, the chance is the average number."""
    return {thing: (chance, chance) for thing, chance in chances.items() if chance > 0}
