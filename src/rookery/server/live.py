"""A live table: its fold in memory, who watches it, and how entries get into its log.

Whoever changes a table holds its lock. An entry is folded in memory, written, and told to
anybody only when it is durable (see ``hub``).
"""

import asyncio
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field

from rookery.server.fold import Fold
from rookery.server.store import Entry, Sheet, Summary
from rookery.server.watch import Seen, Tables, Watch, public_side

#: How long a bot's turn may last before any node takes care of it, in ms.
BOT_NET = 10_000

#: Entries after which a seat is somebody else's: whoever looked through its eyes must ask again.
SEATING = ("take", "claim", "bot")

Told = list[tuple[int | None, Seen]]


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass(slots=True)
class LiveTable:
    """A table that somebody is at, or was until a moment ago."""

    id: str
    fold: Fold
    watches: dict[int | None, Watch]
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    #: The streams of each viewer.
    streams: dict[int | None, set["Stream"]] = field(default_factory=dict)
    #: Whether a bot is thinking about its next action.
    thinking: bool = False
    #: Set when it was thrown away: whoever still holds it must ask for it again.
    dropped: bool = False
    touched: float = field(default_factory=time.monotonic)

    @classmethod
    def of(cls, sheet: Sheet, entries: Iterable[Entry]) -> "LiveTable":
        """Fold a whole log."""
        fold = Fold(sheet)
        viewers: list[int | None] = [None, *range(fold.setup.players)]
        table = cls(sheet.id, fold, {viewer: Watch(viewer) for viewer in viewers})
        for entry in entries:
            table.advance(entry)
        return table

    def reload(self, entries: Iterable[Entry]) -> Told:
        """Fold the log anew in place of what is here; what nobody has been told yet."""
        told = {viewer: watch.count for viewer, watch in self.watches.items()}
        self.fold = Fold(self.fold.sheet)
        self.watches = {viewer: Watch(viewer) for viewer in told}
        seen = [it for entry in entries for it in self.advance(entry)]
        return [(viewer, event) for viewer, event in seen if event.number > told[viewer]]

    def advance(self, entry: Entry) -> Told:
        """Fold one more entry; what each viewer sees of it."""
        change = self.fold.apply(entry)
        tables = public_side(self.fold, change)
        seen: Told = []
        for viewer, watch in self.watches.items():
            event = watch.see(self.fold, change, tables)
            if event is not None:
                seen.append((viewer, event))
        return seen

    def publish(self, seen: Told) -> None:
        """Hand events to the streams."""
        for viewer, event in seen:
            for stream in tuple(self.streams.get(viewer, ())):
                stream.put(event)
                if event.kind in SEATING and event.seat == viewer:
                    stream.close()

    @property
    def watched(self) -> bool:
        """Whether anybody has a stream open."""
        return any(self.streams.values())

    def tables(self) -> Tables:
        """The public side as it is now."""
        return Tables(self.fold)

    def summary(self, at: int) -> Summary:
        """What lists and duties need to know."""
        fold = self.fold
        due = fold.deadline()
        if fold.turn is not None and fold.seats[fold.turn].played_by_bot:
            due = at + BOT_NET
        return Summary(
            status=fold.status,
            public=fold.setup.public,
            due=due,
            seats=fold.setup.players,
            free=sum(seat.kind == "free" for seat in fold.seats),
            ply=fold.ply,
            changed=fold.changed,
        )


class Stream:
    """Events on their way to one client. What does not keep up is cut off, to come back later."""

    __slots__ = ("_ready", "closed", "delay", "events", "language", "limit")

    def __init__(self, language: str, delay: int, limit: int) -> None:
        self.language = language
        #: How much later than it happened an event is told, in ms.
        self.delay = delay
        self.limit = limit
        self.events: list[Seen] = []
        self.closed = False
        self._ready = asyncio.Event()

    def put(self, event: Seen) -> None:
        """One more event."""
        self.events.append(event)
        if len(self.events) > self.limit:
            self.close()
        self._ready.set()

    def close(self) -> None:
        """No more events; the client may come back."""
        self.closed = True
        self._ready.set()

    async def take(self, wait: float) -> list[Seen]:
        """The events whose time has come; empty after ``wait`` seconds without one."""
        if not self.events or self.delay:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ready.wait(), self._patience(wait))
        self._ready.clear()
        if not self.delay:
            events, self.events = self.events, []
            return events
        until = now() - self.delay
        ripe = 0
        while ripe < len(self.events) and self.events[ripe].ripe(until):
            ripe += 1
        events, self.events = self.events[:ripe], self.events[ripe:]
        return events

    def _patience(self, wait: float) -> float:
        if not self.events:
            return wait
        return max(0.0, min(wait, (self.events[0].at + self.delay - now()) / 1000))
