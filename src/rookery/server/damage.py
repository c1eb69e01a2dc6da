"""Tables that cannot go on: damaged logs, which hosts are told of, and rules that are no more."""

import logging
import time

from rookery.errors import DamagedLog
from rookery.server.fold import Record
from rookery.server.live import LiveTable, now
from rookery.server.store import Entry, Store
from rookery.server.store.house import House
from rookery.server.watch import OTHER_RULES

#: How long a damaged table is not looked at again, in seconds: somebody may put it right.
REST = 30.0

log = logging.getLogger("rookery.server")


class Damage:
    """Which tables are damaged: told once, in the log and to the host."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._known: dict[str, tuple[float, str]] = {}

    def __len__(self) -> int:
        return len(self._known)

    def check(self, table: str) -> None:
        """Refuse a table that was found damaged a moment ago."""
        since, why = self._known.get(table, (0.0, ""))
        if why and time.monotonic() < since + REST:
            raise DamagedLog(why)

    async def tell(self, table: str, error: DamagedLog) -> None:
        """Somebody has found a damaged table."""
        new = self._known.get(table, (0.0, ""))[1] != str(error)
        self._known[table] = time.monotonic(), str(error)
        if new:
            log.error("a table is damaged", extra={"table": table, "why": str(error)})
            await self._house.once("damage", table, str(error))

    def over(self, table: str) -> None:
        """It could be read again."""
        self._known.pop(table, None)


async def close_unknown(store: Store, table: LiveTable, entries: list[Entry]) -> Record:
    """What is kept of a table whose rules are not known; one that still runs is closed first."""
    if await store.status(table.id) != "over":
        fold = table.fold
        log.warning(
            "a table is closed: its rules are not known",
            extra={"table": table.id, "why": fold.unknown},
        )
        entry = Entry(fold.ply, "close", None, OTHER_RULES, max(now(), fold.changed))
        table.advance(entry)
        # If another node was first, it wrote the same.
        await store.append(table.id, [entry], table.summary(0))
        entries.append(entry)
    return Record(await store.people.winners(table.id))
