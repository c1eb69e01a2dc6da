"""Steps: what happens, one thing at a time, and what each seat may know of it.

A step is told by its game as plain data (``docs/formats.md`` lists them all). Sentences,
animation, replays and histories read steps; nothing is guessed by comparing two states.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rookery.core.edition import Edition
from rookery.core.record import Records
from rookery.core.view import View, look

if TYPE_CHECKING:
    from rookery.core.game import Game

Things = dict[str, Any]
#: The kinds that mean the same in every game: a deal, the end of a round, the end of the match.
DEAL, ROUND, END = "deal", "round", "end"


def _shows_all(things: Things, after: Any, seat: int | None) -> Things | None:
    return things


@dataclass(frozen=True)
class Steps:
    """What a game supplies to tell its steps."""

    #: By the number that ``act`` and ``advance`` return, from 1; the first one is the deal.
    kinds: tuple[str, ...]
    #: A step as plain data, with ``seat`` where somebody does it: from the edition, its kind, the
    #: records before and after it, and the action if it is one.
    describe: Callable[[Edition, str, Any, Any, int | None], Things]
    #: What a seat (None: a spectator) may know of such data, from the record after the step; None
    #: if it may not know that anything happened.
    show: Callable[[Things, Any, int | None], Things | None] = _shows_all
    #: Kinds that are seen for a moment even where nothing that the viewer may know comes after:
    #: something hidden does, and changes what it sees.
    lingers: frozenset[str] = frozenset()
    #: Kinds that are told, but need no look of their own: they are seen with their neighbours.
    brief: frozenset[str] = frozenset()
    #: Whether a seat must not notice yet that the last action was played; None: never.
    veiled: Callable[[Any, int | None], bool] | None = None


@dataclass(frozen=True, eq=False)
class Step:
    """One thing that happened in a match.

    >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
    >>> deal = match.steps()[0]
    >>> deal.kind, deal.ply, deal.known(None)["cards"]
    ('deal', 0, 14)
    """

    game: "Game"
    edition: Edition
    kind: str
    #: Everything about it, all secrets included, but for the kind.
    things: Things
    #: How many actions had been played when it was done; 0: it belongs to the deal.
    ply: int
    #: The action that it carries out; None: it came by itself.
    action: int | None
    #: The state after it.
    records: Records

    @property
    def seat(self) -> int | None:
        """Who does it, if anybody."""
        seat: int | None = self.things.get("seat")
        return seat

    def to_dict(self) -> Things:
        """As it is written down."""
        return {"kind": self.kind, **self.things}

    def known(self, seat: int | None) -> Things | None:
        """What a seat (or, with None, a spectator) may know of it; None: nothing at all."""
        return self.game.steps.show(self.to_dict(), self.records[0], seat)

    def view(self, seat: int | None, seen: View | None = None) -> "Moment | None":
        """The same, with what that seat sees after it, or with a later view that shows it."""
        things = self.known(seat)
        if things is None:
            return None
        seen = seen or look(self.game, self.edition, self.records, seat)
        return _moment(things, self.ply, seen)

    def open(self) -> "Moment":
        """The step with all secrets, for whoever holds the match itself."""
        view = View(self.game, self.edition, None, self.records, complete=True)
        return _moment(self.to_dict(), self.ply, view)


@dataclass(frozen=True, eq=False)
class Moment:
    """A step as one viewer may know it: what sentences and scenes are made from."""

    #: What the viewer may know of it, as it is written down.
    things: Things
    ply: int
    #: What the viewer sees after it.
    view: View

    @property
    def kind(self) -> str:
        """What kind of step it is."""
        kind: str = self.things["kind"]
        return kind

    @property
    def seat(self) -> int | None:
        """Who does it, if anybody."""
        seat: int | None = self.things.get("seat")
        return seat

    def tell(self, names: Sequence[str] | None = None, language: str = "en") -> list[str]:
        """It in sentences."""
        return self.view.say(self, names, language)


def _moment(things: Things, ply: int, view: View) -> Moment:
    moment = Moment(things, ply, view)
    view.moment = moment
    return moment
