"""Beside the match: who is at a table, and what people say to each other there.

None of it is in the table's log: it is kept apart, it can be lost without harm, and nothing of
the match follows from it. Who listens asks for it (``beside=true``) and gets it between the
events of the match, without a number.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Coroutine
from dataclasses import dataclass, field
from typing import Any

import msgspec

from rookery.errors import StoreError
from rookery.server.fold import Fold
from rookery.server.live import LiveTable, Stream, now
from rookery.server.problems import TooMany, WrongTime
from rookery.server.store import Store
from rookery.server.store.people import Seen, Word

#: How long somebody whose page is closed counts as here, in seconds: a reload is not leaving.
GRACE = 6.0
#: How often a node says that those who are here still are, and when that is not believed any more.
REFRESH = 60.0
BELIEVED = 150_000
#: How soon what is kept of presence is written: many who come at once are one transaction.
SOON = 0.2
#: Words a guest may say at a table in so many seconds, and how often one may nudge somebody.
WORDS, WITHIN = 5, 10.0
NUDGE = 30.0

log = logging.getLogger("rookery.server")
_encode = msgspec.json.Encoder().encode


class Presence(msgspec.Struct, frozen=True):
    """Whether the person of a seat has the table in sight, and since when that is so."""

    seat: int
    here: bool
    since: int


class Said(msgspec.Struct, frozen=True):
    """Something that was said: an emote, a ready-made sentence, a text, or a nudge for a seat."""

    id: str
    seat: int
    kind: str
    what: str
    at: int


class Beside(msgspec.Struct, frozen=True):
    """What a stream tells beside the match."""

    people: list[Presence] | None = None
    said: list[Said] = []
    #: Whether it was said just now, not before the stream began.
    fresh: bool = True
    #: After how long somebody who is away is gone, so that a bot may stand in, in ms.
    gone: int = 60_000


@dataclass(slots=True)
class Aside:
    """The same on its way to a client: it has no number, and reads alike in all languages."""

    at: int
    data: bytes

    @classmethod
    def of(cls, what: Beside) -> "Aside":
        """Ready to be sent."""
        return cls(now(), b"event: beside\ndata: %b\n\n" % _encode(what))

    def ripe(self, until: int) -> bool:
        """Whether it may be told late."""
        return self.at <= until

    def say(self, language: str) -> bytes:
        """As a server-sent event."""
        return self.data


@dataclass(slots=True)
class Room:
    """What is known of a table beside its match."""

    #: By guest: whether they are here, and since when that is so.
    people: dict[str, tuple[bool, int]] = field(default_factory=dict)
    words: deque[Word] = field(default_factory=lambda: deque(maxlen=50))
    listeners: set[Stream] = field(default_factory=set)
    #: When guests said something last.
    spoke: dict[str, deque[float]] = field(default_factory=dict)

    def seats(self, fold: Fold) -> list[Presence]:
        """Who of the seats is here."""
        found = []
        for number, seat in enumerate(fold.seats):
            if seat.kind == "person":
                here, since = self.people.get(seat.guest, (False, fold.sheet.created))
                found.append(Presence(number, here, since))
        return found


class Company:
    """Everybody at the tables of a node."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._rooms: dict[str, Room] = {}
        #: Open pages by table and guest.
        self._pages: Counter[tuple[str, str]] = Counter()
        self._unwritten: dict[tuple[str, str], Seen] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._tables: dict[str, LiveTable] = {}
        self._refreshed = time.monotonic()
        #: How long somebody must at least have been away before a bot may stand in, in seconds.
        self.away = 60.0

    def close(self) -> None:
        """Wait for nobody any more."""
        for task in self._tasks:
            task.cancel()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---------------------------------------------------------------- who is here

    async def room(self, table: LiveTable) -> Room:
        """What is known of a table; looked up the first time."""
        room = self._rooms.get(table.id)
        if room is None:
            room = Room()
            try:
                people, words = await self._store.people.beside(table.id)
            except StoreError:
                people, words = [], []
            room = self._rooms.setdefault(table.id, room)
            for seen in people:
                room.people.setdefault(seen.guest, _believed(seen))
            room.words.extend(word for word in words if word not in room.words)
        self._tables[table.id] = table
        return room

    @contextlib.asynccontextmanager
    async def listening(
        self, table: LiveTable, guest: str | None, stream: Stream, *, beside: bool
    ) -> AsyncIterator[None]:
        """A stream of somebody at a table; with ``beside`` it is told what goes on there.

        ``guest`` is whoever sits there and has it in sight; None: somebody who watches.
        """
        room = await self.room(table)
        if beside:
            room.listeners.add(stream)
            said = [_said(word) for word in room.words]
            people, gone = room.seats(table.fold), self.gone_after(table.fold)
            stream.put(Aside.of(Beside(people, said, fresh=False, gone=gone)))
        if guest is not None:
            self._come(table, guest)
        try:
            yield
        finally:
            room.listeners.discard(stream)
            if guest is not None:
                self._go(table, guest)

    def _come(self, table: LiveTable, guest: str) -> None:
        self._pages[table.id, guest] += 1
        room = self._rooms[table.id]
        if not room.people.get(guest, (False, 0))[0]:
            self._set(table.id, guest, here=True, at=now())

    def _go(self, table: LiveTable, guest: str) -> None:
        key = (table.id, guest)
        self._pages[key] -= 1
        if self._pages[key] <= 0:
            del self._pages[key]
            asyncio.get_running_loop().call_later(GRACE, self._gone, key, now())

    def _gone(self, key: tuple[str, str], at: int) -> None:
        if key not in self._pages and key[0] in self._rooms:
            self._set(*key, here=False, at=at)

    def _set(self, table_id: str, guest: str, *, here: bool, at: int) -> None:
        self._rooms[table_id].people[guest] = (here, at)
        if not self._unwritten:
            self._spawn(self._write())
        self._unwritten[table_id, guest] = Seen(table_id, guest, here, at)
        self._tell_people(table_id)

    async def _write(self) -> None:
        await asyncio.sleep(SOON)
        seen, self._unwritten = list(self._unwritten.values()), {}
        try:
            await self._store.people.note(seen, tell=True)
        except StoreError as error:
            # It is known here, and said again when somebody comes or goes.
            log.warning("presence is not kept", extra={"why": repr(error)})

    async def written(self) -> None:
        """Wait until all that is known is kept."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def _tell_people(self, table_id: str) -> None:
        room, table = self._rooms[table_id], self._tables[table_id]
        self._tell(room, Beside(room.seats(table.fold), gone=self.gone_after(table.fold)))

    def _tell(self, room: Room, what: Beside) -> None:
        aside = Aside.of(what)
        for stream in tuple(room.listeners):
            stream.put(aside)

    def seated(self, table: LiveTable) -> None:
        """Somebody took or left a seat: say anew who is here."""
        if table.id in self._rooms:
            self._tables[table.id] = table
            self._tell_people(table.id)

    def gone_since(self, table: LiveTable, guest: str) -> int | None:
        """When somebody was last seen at a table; None: they are here."""
        room = self._rooms.get(table.id)
        here, since = (room.people if room else {}).get(guest, (False, table.fold.sheet.created))
        return None if here else since

    def gone_after(self, fold: Fold) -> int:
        """How long somebody must have been away before a bot may stand in, in ms.

        At tables where people have days for a decision, a tenth of that.
        """
        clock = fold.setup.clock
        seconds = clock.action if clock is not None and clock.action is not None else 0.0
        return int(max(self.away, seconds / 10) * 1000)

    def check_gone(self, table: LiveTable, guest: str) -> None:
        """Refuse to let a bot stand in for somebody who is here, or was a moment ago."""
        since = self.gone_since(table, guest)
        if since is None:
            raise WrongTime("that person is here")
        left = since + self.gone_after(table.fold) - now()
        if left > 0:
            raise WrongTime(f"that person left a moment ago; wait {-(-left // 1000)} more seconds")

    # ---------------------------------------------------------------- what is said

    async def say(self, table: LiveTable, guest: str, seat: int, kind: str, what: str) -> None:
        """Say something; who may has been checked."""
        room = await self.room(table)
        self._not_too_fast(room, guest if kind != "nudge" else f"{guest} {what}", kind)
        at = now()
        word = Word(f"{at:013d}-{secrets.token_hex(3)}", guest, seat, kind, what, at)
        room.words.append(word)
        await self._store.people.say(table.id, word)
        self._tell(room, Beside(said=[_said(word)]))

    def _not_too_fast(self, room: Room, who: str, kind: str) -> None:
        many, within = (1, NUDGE) if kind == "nudge" else (WORDS, WITHIN)
        spoke = room.spoke.setdefault(who, deque(maxlen=many))
        if len(spoke) == many and time.monotonic() - spoke[0] < within:
            raise TooMany(f"at most {many} in {within:g} seconds at this table")
        spoke.append(time.monotonic())

    # ---------------------------------------------------------------- other nodes, and time

    def heard(self, table_id: str) -> None:
        """Another node wrote something beside the log of a table."""
        if table_id in self._rooms:
            self._spawn(self._catch_up(table_id))

    async def _catch_up(self, table_id: str) -> None:
        try:
            people, words = await self._store.people.beside(table_id)
        except StoreError:
            return
        room = self._rooms.get(table_id)
        if room is None:
            return
        for seen in people:
            if (table_id, seen.guest) not in self._pages:
                room.people[seen.guest] = _believed(seen)
        self._tell_people(table_id)
        known = {word.id for word in room.words}
        new = [word for word in words if word.id not in known]
        room.words.extend(new)
        if new:
            self._tell(room, Beside(said=[_said(word) for word in new]))

    def forget(self, table_id: str) -> None:
        """A table that nobody watches leaves the memory."""
        room = self._rooms.get(table_id)
        if room is not None and not room.listeners:
            self._rooms.pop(table_id)
            self._tables.pop(table_id, None)

    def refresh(self) -> None:
        """Now and then: those who are here still are, if this node should die."""
        if time.monotonic() - self._refreshed < REFRESH:
            return
        self._refreshed = time.monotonic()
        seen = [Seen(table, guest, True, now()) for table, guest in self._pages]
        if seen:
            self._spawn(self._refresh(seen))

    async def _refresh(self, seen: list[Seen]) -> None:
        with contextlib.suppress(StoreError):
            await self._store.people.note(seen, tell=False)


def _believed(seen: Seen) -> tuple[bool, int]:
    """Whether somebody is here: a node that died said so long ago."""
    return seen.here and seen.seen > now() - BELIEVED, seen.seen


def _said(word: Word) -> Said:
    return Said(word.id, word.seat, word.kind, word.what, word.at)
