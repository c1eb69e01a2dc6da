"""View: what one seat may know, in every form that may leave the table's secrets behind."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

from rookery.core import fallback, loops
from rookery.core.art import mend, mend_sprites
from rookery.core.edition import Edition
from rookery.core.fields import Position
from rookery.core.kernel import bind
from rookery.core.language import speech
from rookery.core.record import Records, new
from rookery.core.scene import Backdrop, Scene, Stage
from rookery.errors import InvalidOption

if TYPE_CHECKING:
    from rookery.core.game import Game
    from rookery.core.seen import Seen
    from rookery.core.steps import Moment

Read = TypeVar("Read")

#: ``loops.hide``, bound to the types of each game's records.
_hide: dict[str, Callable[..., None]] = {}


@dataclass(eq=False)
class View:
    """A hidden record with what is needed to read it. Bots, scenes and the wire get this."""

    game: "Game"
    edition: Edition
    #: None is a spectator.
    seat: int | None
    #: One hidden record; a copy that the holder may do with as it likes.
    records: Records
    #: Whether nothing is hidden from whoever looks.
    complete: bool = False
    #: The step that made it so, as far as the viewer may know it: scenes mark what it touched.
    moment: "Moment | None" = None
    #: What led here, as far as the seat has seen it; None if only the position is known.
    seen: "Seen | None" = None
    _read: dict[Any, Any] = field(default_factory=dict, repr=False)

    def read(self, reader: Callable[["View"], Read]) -> Read:
        """What a reader makes of it, made once: scenes show it, and sentences compare it.

        Whoever changes the record, or keeps the view for long, calls ``forget``.
        """
        if reader not in self._read:
            self._read[reader] = reader(self)
        found: Read = self._read[reader]
        return found

    def forget(self) -> None:
        """Keep nothing but the record."""
        self._read.clear()

    @property
    def fields(self) -> SimpleNamespace:
        """The record's fields under their names, as plain numbers and lists.

        All are read at once, and once: one by one takes twenty times as long.
        """
        return self.read(_fields)

    @property
    def number(self) -> int:
        """The seat as compiled code wants it: -1 for a spectator."""
        return -1 if self.seat is None else self.seat

    def features(self, dtype: Any = np.uint8) -> npt.NDArray[Any]:
        """The view as numbers for learning: ``game.observation`` says what each means."""
        row = np.zeros(self.game.num_features, np.uint8)
        loops.features(self.edition.printed, self.records, self.number, row)
        kind = np.dtype(dtype)
        if kind not in (np.uint8, np.float32):
            raise InvalidOption(f"features are uint8 or float32, not {kind}")
        return row if kind == np.uint8 else (row / self.game.observation.high).astype(np.float32)

    def to_dict(self) -> Position:
        """The view as a position, unknown things as their sizes."""
        if self.game.plain_positions:
            return fallback.position_of(self)
        return self.game.write_position(self.edition, self.records[0])

    def notation(self, action: int) -> str:
        """The text of an action."""
        return self.game.write_action(self.edition, self.records[0], action)

    def scene(
        self, legal: Sequence[int], names: Sequence[str] | None = None, language: str = "en"
    ) -> Scene:
        """What the seat sees, and the legal actions as choices."""
        words = speech(language, self.game.name)
        scene = mend(self._stage.scene(self, legal, self._names(names, language), words))
        scene.lay_on(partial(self.backdrop, language))
        return scene

    def tell(self, names: Sequence[str] | None = None, language: str = "en") -> list[str]:
        """The step that made it so, in sentences; none if it is not known."""
        return [] if self.moment is None else self.say(self.moment, names, language)

    def say(self, moment: "Moment", names: Sequence[str] | None, language: str) -> list[str]:
        """A step that this view shows, in sentences."""
        words = speech(language, self.game.name)
        return self._stage.tell(moment, self._names(names, language), words)

    def backdrop(self, language: str = "en") -> Backdrop:
        """What stays the same in all scenes of the match."""
        make = self._stage.backdrop
        made = make(self, speech(language, self.game.name)) if make else Backdrop([])
        mend_sprites(self.game.name, made.sprites)
        return made

    @property
    def _stage(self) -> Stage:
        if self.game.stage is None:
            raise InvalidOption(f"{self.game.name} has no scenes")
        return self.game.stage

    def _names(self, names: Sequence[str] | None, language: str) -> Sequence[str]:
        players = int(self.records["players"][0])
        if names is None:
            seat = speech(language).gettext("Seat {number}")
            return [seat.format(number=number) for number in range(players)]
        if len(names) != players:
            raise InvalidOption(f"{players} seats need {players} names, not {len(names)}")
        return names


def look(game: "Game", edition: Edition, records: Records, seat: int | None) -> View:
    """What a seat (or, with None, a spectator) may know of a state."""
    hidden = new(game.dtype)
    number = -1 if seat is None else seat
    if game.name not in _hide:
        _hide[game.name] = bind(loops.hide, edition.printed, records, 0, hidden)
    _hide[game.name](edition.printed, records, number, hidden)
    return View(game, edition, seat, hidden)


def _fields(view: View) -> SimpleNamespace:
    values = view.records[0].item()
    plain = [value.tolist() if isinstance(value, np.ndarray) else value for value in values]
    return SimpleNamespace(**dict(zip(view.game.dtype.names or (), plain, strict=True)))
