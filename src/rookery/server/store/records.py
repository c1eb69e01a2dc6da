"""What a store is handed and gives back."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TableRow:
    """What never changes about a table."""

    id: str
    game: str
    settings: str  # JSON text, written and read by the caller
    secret: bytes
    created: int  # milliseconds since 1970, as are all times here


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a table's log."""

    ply: int  # 0, 1, 2 … without a hole
    kind: str
    seat: int | None
    data: str
    at: int
    #: What the house's clock said (``server/clock.py``); None in logs of former times: ``at``.
    clock: int | None = None
    #: How much of the time before it was the network's, in ms.
    lag: int = 0

    @property
    def reading(self) -> int:
        """The time that counts for the players' clocks."""
        return self.at if self.clock is None else self.clock


@dataclass(frozen=True, slots=True)
class Summary:
    """What lists and duties need to know of a table, kept beside its log."""

    status: str  # "open", "running" or "over"
    public: bool
    due: int | None  # when a server has to do something: a bot's turn, a clock
    seats: int
    free: int
    changed: int
