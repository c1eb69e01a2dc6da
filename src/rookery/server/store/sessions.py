"""Where guests are signed in, and which one-time keys have been used."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Index,
    Table,
    Text,
    delete,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from rookery.server.store.connect import Backend
from rookery.server.store.schema import metadata

sessions = Table(
    "sessions",
    metadata,
    Column("id", Text, primary_key=True),
    Column("guest", Text, nullable=False),
    Column("device", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("revoked", BigInteger),
    sqlite_with_rowid=False,
)
Index("sessions_of_guest", sessions.c.guest)
_revoked = sessions.c.revoked.is_not(None)
Index("revoked_sessions", sessions.c.revoked, sqlite_where=_revoked, postgresql_where=_revoked)

spent = Table(
    "spent",
    metadata,
    Column("nonce", Text, primary_key=True),
    Column("until", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)


class SessionRow(NamedTuple):
    """One device of a guest."""

    id: str
    guest: str
    device: str
    created: int
    seen: int


class SessionStore:
    """The part of a store that knows of sessions."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def keep(self, new: Sequence[SessionRow], seen: Mapping[str, int]) -> None:
        """Keep new sessions, and when others were seen last, all at once."""

        def write(connection: Connection) -> None:
            if new:
                connection.execute(insert(sessions), [row._asdict() for row in new])
            for session, at in seen.items():
                again = update(sessions).where(sessions.c.id == session).values(seen=at)
                connection.execute(again)

        await self._backend.write(write)

    async def of_guest(self, guest: str) -> list[SessionRow]:
        """A guest's sessions that stand, the last used first."""
        query = (
            select(*(sessions.c[name] for name in SessionRow._fields))
            .where(sessions.c.guest == guest, sessions.c.revoked.is_(None))
            .order_by(sessions.c.seen.desc(), sessions.c.id)
        )
        return await self._backend.read(
            lambda connection: [SessionRow(*row) for row in connection.execute(query)]
        )

    async def revoke(self, rows: Sequence[SessionRow], at: int) -> None:
        """End sessions; those that nobody knew yet are kept as ended ones."""

        def write(connection: Connection) -> None:
            names = [row.id for row in rows]
            ended = update(sessions).where(sessions.c.id.in_(names)).values(revoked=at)
            connection.execute(ended)
            known = set(
                connection.execute(select(sessions.c.id).where(sessions.c.id.in_(names))).scalars()
            )
            new = [{**row._asdict(), "revoked": at} for row in rows if row.id not in known]
            if new:
                connection.execute(insert(sessions), new)

        await self._backend.write(write)

    async def revoked(self, since: int) -> list[str]:
        """The sessions that were ended since a time."""
        query = select(sessions.c.id).where(sessions.c.revoked >= since)
        return await self._backend.read(lambda c: list(c.execute(query).scalars()))

    async def spend(self, nonce: str, until: int, at: int) -> bool:
        """Use up a one-time key; False: somebody has. Those long expired are forgotten."""

        def write(connection: Connection) -> bool:
            connection.execute(delete(spent).where(spent.c.until < at))
            if connection.execute(select(spent).where(spent.c.nonce == nonce)).first():
                return False
            connection.execute(insert(spent).values(nonce=nonce, until=until))
            return True

        try:
            return await self._backend.write(write)
        except IntegrityError:  # at the same moment, on another node
            return False

    async def is_spent(self, nonce: str) -> bool:
        """Whether a one-time key was used."""
        query = select(spent.c.nonce).where(spent.c.nonce == nonce)
        return await self._backend.read(lambda c: c.execute(query).first() is not None)

    async def forget(self, before: int) -> None:
        """Forget sessions that were not in use since a time: their tokens have expired."""
        query: Any = delete(sessions).where(sessions.c.seen < before)
        await self._backend.write(lambda connection: connection.execute(query) and None)
