"""What a host has decided, and a record of it: bans, notices, the house's clock."""

import secrets
import time
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select

from rookery.server.store.connect import Backend
from rookery.server.store.schema import audit, bans, house, summaries
from rookery.server.store.upsert import upsert

CLOCK = "clock"
MILLISECOND = 1_000_000  # nanoseconds


class House:
    """The part of a store that is the host's."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def notices(self) -> dict[str, str]:
        """What is so until it is changed, by name."""
        query = select(house.c.name, house.c.value).where(house.c.name != CLOCK)
        return await self._backend.read(
            lambda connection: {row.name: row.value for row in connection.execute(query)}
        )

    async def bans(self) -> list[dict[str, Any]]:
        """Who may not come in; those whose time is over are left out."""
        query = select(bans).where(bans.c.until.is_(None) | (bans.c.until > _now()))
        query = query.order_by(bans.c.at)
        return await self._backend.read(
            lambda connection: [dict(row) for row in connection.execute(query).mappings()]
        )

    async def decide(self, who: str, what: str, about: str, data: str, change: Any = None) -> None:
        """Change something and note it, both or none; ``change`` is done with the connection."""

        def write(connection: Connection) -> None:
            if change is not None:
                change(connection)
            note(connection, who, what, about, data)

        await self._backend.write(write)

    async def once(self, what: str, about: str, data: str) -> bool:
        """Note something that is found again and again, the first time; whether it was that."""

        def write(connection: Connection) -> bool:
            same = select(audit.c.id).where(audit.c.what == what, audit.c.about == about)
            if connection.execute(same.limit(1)).first():
                return False
            note(connection, "", what, about, data)
            return True

        return await self._backend.write(write)

    async def audit(self, limit: int) -> list[dict[str, Any]]:
        """What was done last, the latest first."""
        query = select(audit).order_by(audit.c.at.desc(), audit.c.id).limit(limit)
        return await self._backend.read(
            lambda connection: [dict(row) for row in connection.execute(query).mappings()]
        )

    async def clock(self) -> int | None:
        """How far the house's clock was; None in a house that is new."""

        def look(connection: Connection) -> int | None:
            query = select(house.c.value).where(house.c.name == CLOCK)
            found = connection.execute(query).scalar_one_or_none()
            # Before there was such a clock, the last thing that happened is the best guess.
            last = select(func.max(summaries.c.changed))
            return int(found) if found else connection.execute(last).scalar_one_or_none()

        return await self._backend.read(look)

    async def advance(self, ms: int) -> int:
        """Keep how far the clock is, unless another node is further; how far the furthest is."""

        def write(connection: Connection) -> int:
            query = select(house.c.value).where(house.c.name == CLOCK).with_for_update()
            found = connection.execute(query).scalar_one_or_none()
            furthest = max(ms, int(found or 0))
            put(connection, CLOCK, str(furthest))
            return furthest

        return await self._backend.write(write)


def note(connection: Connection, who: str, what: str, about: str, data: str) -> None:
    """Add to the record."""
    values = {"who": who, "what": what, "about": about, "data": data}
    connection.execute(insert(audit).values(id=secrets.token_hex(8), at=_now(), **values))


def put(connection: Connection, name: str, value: str | None) -> None:
    """Keep a notice under its name; None: none."""
    if value is None:
        connection.execute(delete(house).where(house.c.name == name))
    else:
        upsert(connection, house, [{"name": name, "value": value}], "name")


def _now() -> int:
    return time.time_ns() // MILLISECOND
