"""View: what one seat may know, in every form that may leave the table's secrets behind."""

from dataclasses import dataclass

from rookery.core.edition import Edition
from rookery.core.game import Game, Position
from rookery.core.record import Records


@dataclass(frozen=True, eq=False)
class View:
    """A hidden record with what is needed to read it. Bots, scenes and the wire get this."""

    game: Game
    edition: Edition
    #: None is a spectator.
    seat: int | None
    #: One hidden record; a copy that the holder may do with as it likes.
    records: Records

    @property
    def number(self) -> int:
        """The seat as compiled code wants it: -1 for a spectator."""
        return -1 if self.seat is None else self.seat

    def to_dict(self) -> Position:
        """The view as a position, unknown things as their sizes."""
        return self.game.write_position(self.edition, self.records[0])

    def notation(self, action: int) -> str:
        """The text of an action."""
        return self.game.write_action(self.edition, self.records[0], action)
