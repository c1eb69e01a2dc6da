"""A live table: its fold in memory, who watches it, and how entries get into its log.

Whoever changes a table holds its lock. An entry is folded in memory, written, and told to
anybody only when it is durable (see ``hub``).
"""

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from rookery.server.clock import HouseClock
from rookery.server.fold import Fold, Record
from rookery.server.messages import ClockInfo
from rookery.server.store import Entry, Summary, TableRow
from rookery.server.watch import Event, PublicTable, Watch, clock_now, public_side

#: How long a bot's turn may last before any node takes care of it, in ms.
BOT_NET = 10_000

#: Entries after which a seat is somebody else's: whoever looked through its eyes must ask again.
SEATING = ("take", "claim", "bot")

Seen = list[tuple[int | None, Event]]


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
    def of(
        cls, sheet: TableRow, entries: Iterable[Entry], record: Record | None = None
    ) -> "LiveTable":
        """Fold a whole log."""
        return cls.folded(sheet, entries, record)[0]

    @classmethod
    def folded(
        cls, sheet: TableRow, entries: Iterable[Entry], record: Record | None = None
    ) -> tuple["LiveTable", Seen]:
        """The same, and all that its viewers see on the way."""
        fold = Fold(sheet, record)
        viewers: list[int | None] = [None, *range(fold.setup.players)]
        table = cls(sheet.id, fold, {viewer: Watch(viewer) for viewer in viewers})
        return table, [it for entry in entries for it in table.advance(entry)]

    def become(self, other: "LiveTable", seen: Seen) -> Seen:
        """Go on as the same table folded anew; what of that nobody has been told yet."""
        counts = {viewer: watch.count for viewer, watch in self.watches.items()}
        self.fold, self.watches = other.fold, other.watches
        return [(viewer, event) for viewer, event in seen if event.number > counts[viewer]]

    def advance(self, entry: Entry) -> Seen:
        """Fold one more entry; what each viewer sees of it."""
        change = self.fold.apply(entry)
        public = public_side(self.fold, change)
        seen: Seen = []
        for viewer, watch in self.watches.items():
            event = watch.see(self.fold, change, public)
            if event is not None:
                seen.append((viewer, event))
        if self.fold.match is not None:
            self.fold.match.rest()
        return seen

    def publish(self, seen: Seen) -> None:
        """Hand events to the streams."""
        for viewer, event in seen:
            for stream in tuple(self.streams.get(viewer, ())):
                stream.put(event)
                if event.kind in SEATING and event.seat == viewer:
                    stream.close()
                if event.kind == "start" and viewer is None and not self.fold.setup.spectators:
                    stream.close()  # those who sit at the table may ask again

    def hang_up(self) -> None:
        """End all streams; clients come back by themselves."""
        for streams in self.streams.values():
            for stream in tuple(streams):
                stream.close()

    @property
    def watched(self) -> bool:
        """Whether anybody has a stream open."""
        return any(self.streams.values())

    def present(self, viewer: int | None, clock: HouseClock | None = None) -> "Present":
        """What a viewer has now. The caller holds the lock."""
        late = self.fold.setup.delay if viewer is None else 0
        last = self.watches[viewer].last
        times = clock_now(self.fold, last, clock) if last and clock else None
        return Present(self.id, viewer, self.fold.ply, last, self.public(), 1000 * late, times)

    def public(self) -> PublicTable:
        """The public side as it is now."""
        return PublicTable(self.fold)

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
            changed=fold.changed,
        )


@dataclass(frozen=True, slots=True)
class Present:
    """A table as a viewer has it at a moment: taken with its lock, good without."""

    table: str
    viewer: int | None
    #: How many the log has.
    entries: int
    #: The viewer's last event.
    newest: Event | None
    whole: PublicTable
    #: How much later than it happened an event is told, in ms.
    delay: int
    #: The clocks as they are now.
    clock: ClockInfo | None = None

    def ripe(self, events: list[Event]) -> list[Event]:
        """Those of its events that may be told by now."""
        until = now() - self.delay
        return [event for event in events if event.ripe(until)] if self.delay else events


class Told(Protocol):
    """What goes through a stream: an event of the match, or something beside it."""

    at: int

    def ripe(self, until: int) -> bool:
        """Whether it may be told to those who watch late."""

    def say(self, language: str) -> bytes:
        """As a server-sent event."""


class Stream:
    """Events on their way to one client. What does not keep up is cut off, to come back later.

    A stream has one timer, not one for each wait: thousands of streams wait at any time.
    """

    __slots__ = (
        "_beat",
        "_due",
        "_limit",
        "_loop",
        "_period",
        "_since",
        "_stuck",
        "_task",
        "_timer",
        "_waiter",
        "closed",
        "cut",
        "delay",
        "events",
        "language",
    )

    def __init__(self, language: str, delay: int, limit: int) -> None:
        self.language = language
        #: How much later than it happened an event is told, in ms.
        self.delay = delay
        self.events: list[Told] = []
        self.closed = False
        #: Whether its task was cancelled because the client does not read.
        self.cut = False
        self._limit = limit
        self._loop = asyncio.get_running_loop()
        self._waiter: asyncio.Future[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        #: When something was taken last, and whether a sign of life is due since.
        self._since = self._loop.time()
        self._due = False

    def begin(self, beat: float, stuck: float) -> None:
        """From now on the present task takes events and sends them.

        When nothing was taken for ``beat`` seconds, ``take`` gives nothing: a sign of life is
        due. A task that does not come back for ``stuck`` seconds is cut off.
        """
        self._beat, self._stuck, self._period = beat, stuck, min(beat, stuck) / 4
        self._task = asyncio.current_task()
        self._since = self._loop.time()
        self._timer = self._loop.call_later(self._period, self._tick)

    def end(self) -> None:
        """The task is done."""
        self._task = None
        if self._timer is not None:
            self._timer.cancel()

    def _tick(self) -> None:
        self._timer = self._loop.call_later(self._period, self._tick)
        idle = self._loop.time() - self._since
        if self._waiter is not None:
            if idle >= self._beat:
                self._due = True
                self._wake()
        elif idle >= self._stuck and self._task is not None:
            self.closed = self.cut = True
            self._task.cancel()

    def put(self, event: Told) -> None:
        """One more event."""
        self.events.append(event)
        if len(self.events) > self._limit:
            self.closed = True
        self._wake()

    def close(self) -> None:
        """No more events; the client may come back."""
        self.closed = True
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def take(self) -> list[Told]:
        """The events whose time has come; none: the client is to hear a sign of life."""
        while not (events := self._ripe()) and not self.closed and not self._due:
            self._waiter = self._loop.create_future()
            late = self._later()
            try:
                await self._waiter
            finally:
                self._waiter = None
                if late is not None:
                    late.cancel()
        self._since, self._due = self._loop.time(), False
        return events

    def _ripe(self) -> list[Told]:
        if not self.delay:
            events, self.events = self.events, []
            return events
        until = now() - self.delay
        ripe = 0
        while ripe < len(self.events) and self.events[ripe].ripe(until):
            ripe += 1
        events, self.events = self.events[:ripe], self.events[ripe:]
        return events

    def _later(self) -> asyncio.TimerHandle | None:
        """What wakes a delayed stream for the first of its events."""
        if not self.events:
            return None
        wait = (self.events[0].at + self.delay - now()) / 1000
        return self._loop.call_later(max(0.0, wait), self._wake)
