"""What people may ask about a table. Answers are taken with its lock and good without it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from rookery.core import rng
from rookery.core.match import Match
from rookery.errors import WrongRules
from rookery.server.commands import Commands
from rookery.server.guests import Guest
from rookery.server.hub import ALL, Hub
from rookery.server.live import LiveTable, Present, Stream
from rookery.server.problems import WrongTime
from rookery.server.watch import Event, PublicTable


class Eyes(NamedTuple):
    """Through whose eyes somebody wants to look; no seat: a spectator's."""

    guest: Guest | None
    seat: int | None
    invitation: str | None


class Listening(NamedTuple):
    """A stream that hears what a viewer is told from a moment on."""

    table: LiveTable
    present: Present
    stream: Stream


class Queries:
    """The things people ask about tables."""

    def __init__(self, hub: Hub, commands: Commands) -> None:
        self._hub = hub
        self._commands = commands

    async def look(
        self, table_id: str, guest: Guest | None, invitation: str | None
    ) -> tuple[PublicTable, list[int]]:
        """What everybody may know of a table, and which seats are the asker's."""
        async with self._hub.held(table_id) as table:
            self._commands.admit(table, guest, invitation)
            seats = table.fold.seats
            return table.public(), [
                n for n, it in enumerate(seats) if guest and it.guest == guest.id
            ]

    async def newest(self, table_id: str, eyes: Eyes) -> tuple[Event, PublicTable]:
        """The last event that a viewer may know of, and the table now."""
        present = await self._present(table_id, eyes)
        event = present.newest
        if event is None or present.delay:
            event = present.ripe(await self._hub.history(present))[-1]
        return event, present.whole

    async def past(self, table_id: str, eyes: Eyes, wanted: range = ALL) -> list[Event]:
        """All events that a viewer may know of; those with the wanted numbers can be said."""
        present = await self._present(table_id, eyes)
        return present.ripe(await self._hub.history(present, wanted))

    async def match(self, table_id: str, guest: Guest | None, invitation: str | None) -> Match:
        """The match; before it begins, one like it."""
        async with self._hub.held(table_id) as table:
            self._commands.admit(table, guest, invitation)
            return table.fold.match or table.fold.setup.start(bytes(32))

    async def finished(
        self, table_id: str, guest: Guest | None, invitation: str | None
    ) -> tuple[Match, str]:
        """The match, once it is over, and what was promised of its secret before the deal."""
        async with self._hub.held(table_id) as table:
            self._commands.admit(table, guest, invitation)
            fold = table.fold
            if fold.record is not None:
                raise WrongRules("the rules by which it was played are no longer known here")
            if fold.status != "over" or fold.match is None:
                raise WrongTime("the match is not over yet: until then its secret is kept")
            return fold.match, rng.commitment(fold.sheet.secret)

    @asynccontextmanager
    async def listen(
        self, table_id: str, eyes: Eyes, language: str, backlog: int
    ) -> AsyncIterator[Listening]:
        """A stream of all that a viewer is told from now on; what was before is in ``present``."""
        async with self._hub.held(table_id) as table:
            present = self._seen(table, eyes)
            stream = Stream(language, present.delay, backlog)
            table.streams.setdefault(present.viewer, set()).add(stream)
        try:
            yield Listening(table, present, stream)
        finally:
            table.streams[present.viewer].discard(stream)

    async def _present(self, table_id: str, eyes: Eyes) -> Present:
        async with self._hub.held(table_id) as table:
            return self._seen(table, eyes)

    def _seen(self, table: LiveTable, eyes: Eyes) -> Present:
        return table.present(self._commands.viewer(table, *eyes), self._hub.clock)
