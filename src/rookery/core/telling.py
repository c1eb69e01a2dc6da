"""Telling: sentences to one viewer, who is "you" in them and not a name.

``tools/catalogues`` finds the texts that ``say`` and ``says`` are handed, as it finds those of
``gettext`` and ``ngettext``.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from rookery.core.language import Speech
from rookery.core.steps import Moment


class Voice:
    """Speaks to one viewer in its language."""

    def __init__(self, speech: Speech, names: Sequence[str], listener: int | None) -> None:
        self.speech = speech
        self.names = names
        #: The seat that is "you"; None for a spectator.
        self.listener = listener

    def say(self, seat: int, you: str, other: str, **parts: Any) -> str:
        """A sentence about a seat: to itself, or to others."""
        text = self.speech.gettext(you if seat == self.listener else other)
        return text.format(name=self.names[seat], **parts)

    def says(self, seat: int, count: int, *texts: str, **parts: Any) -> str:
        """The same with a number: to itself with one and with several, to others likewise."""
        one, several = texts[:2] if seat == self.listener else texts[2:]
        text = self.speech.ngettext(one, several, count)
        return text.format(name=self.names[seat], count=count, **parts)


class Teller(Voice):
    """Tells one step: a method for each kind of step, named like it."""

    def __init__(self, moment: Moment, names: Sequence[str], speech: Speech) -> None:
        super().__init__(speech, names, moment.view.seat)
        self.view = moment.view
        self.things = moment.things
        #: Who does it; -1 where nobody does.
        self.seat = -1 if moment.seat is None else moment.seat

    @classmethod
    def tell(cls, moment: Moment, names: Sequence[str], speech: Speech) -> list[str]:
        """A step as the viewer may know it."""
        said: Iterable[str] = getattr(cls(moment, names, speech), moment.kind)()
        return list(said)
