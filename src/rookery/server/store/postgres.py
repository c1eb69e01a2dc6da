"""Transactions on a PostgreSQL database, through asyncpg under SQLAlchemy.

This module needs the extra ``rookery[postgres]``; importing it without raises ImportError.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from rookery.errors import DatabaseUnusable
from rookery.server.store import faults, migrate
from rookery.server.store.address import PostgresAddress
from rookery.server.store.notify import Listener, Written

T = TypeVar("T")
WRITERS, READERS = 2, 4  # connections; one more listens
CONNECT_SECONDS = 10.0
COMMAND_SECONDS = 30.0
POOL: dict[str, Any] = {"max_overflow": 0, "pool_timeout": CONNECT_SECONDS}
ATTEMPTS = 8
SETTINGS = {
    "application_name": "rookery",
    # What an append has written is on the disk when it returns, whatever the server's default.
    "synchronous_commit": "on",
    # A node that hangs in the middle of a transaction must not hold up the others for ever.
    "idle_in_transaction_session_timeout": "15s",
    "lock_timeout": "20s",
}
# Somebody else was in the way: the transaction is undone and may be tried again.
COLLISIONS = {"40001", "40P01"}


class Transaction:
    """A transaction under way; what is run in it takes place when it ends well."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Do a part of it."""
        return await self._connection.run_sync(work)


class Postgres:
    """One database: connections that write, that read, and one that listens."""

    def __init__(
        self, address: PostgresAddress, node: str, migrations: Path = migrate.MIGRATIONS
    ) -> None:
        self.where = str(address)
        self._dsn = address.dsn
        self._migrations = migrations
        self._closed = False
        self._write = self._engine(pool_size=WRITERS, **POOL)
        # Every look is one statement, or several at what never changes: no transaction needed.
        self._read = self._engine(pool_size=READERS, **POOL, isolation_level="AUTOCOMMIT")
        self._listener = Listener(self._connect, node)

    async def open(self, *, create: bool = True) -> None:
        """Connect, bring the database to the latest version, listen.

        ``create`` False refuses a database without any tables of ours.
        """
        # No time limit: another node may be at it, and a big database takes its time.
        engine = self._engine(patient=True, poolclass=NullPool)
        try:
            async with engine.connect() as connection:
                if not create:
                    await connection.run_sync(self._must_exist)
                await connection.run_sync(migrate.migrate, self.where, self._migrations)
                await connection.commit()
            await self._listener.start()
        except Exception as error:
            raise self._explain(error) from error
        finally:
            await engine.dispose()

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do something in one transaction. When this returns, it is on the disk."""
        attempt = 0
        while True:
            committing = False
            attempt += 1
            try:
                async with self._write.connect() as connection:
                    result = await connection.run_sync(work)
                    committing = True
                    await connection.commit()
                    return result
            except Exception as error:
                # Connections may have broken long ago, while nobody used them. One that breaks
                # during the commit is another matter: nobody knows what was written.
                stale = _lost(error) and attempt <= WRITERS and not committing
                collided = faults.sqlstate(error) in COLLISIONS and attempt < ATTEMPTS
                if not stale and not collided:
                    raise self._explain(error) from error
            await asyncio.sleep(random.uniform(0, 0.01) * attempt)  # noqa: S311 - no secret

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Look something up."""
        attempt = 0
        while True:
            attempt += 1
            try:
                async with self._read.connect() as connection:
                    return await connection.run_sync(work)
            except Exception as error:
                if not _lost(error) or attempt > READERS:
                    raise self._explain(error) from error

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """A transaction in several parts, in which the whole database stands still."""
        engine = self._engine(patient=True, poolclass=NullPool, isolation_level="REPEATABLE READ")
        try:
            async with engine.connect() as connection:
                yield Transaction(connection)
                await connection.commit()
        except Exception as error:
            raise self._explain(error) from error
        finally:
            await engine.dispose()

    def tell(self, connection: Connection, written: Written) -> None:
        """Tell other nodes of what a transaction writes, when it is committed."""
        self._listener.tell(connection, written)

    def listen(self, heard: Callable[[Written], None]) -> None:
        """Hear of what other nodes write."""
        self._listener.add(heard)

    async def close(self) -> None:
        """Let go of the database."""
        self._closed = True
        await self._listener.close()
        await self._read.dispose()
        await self._write.dispose()

    def _must_exist(self, connection: Connection) -> None:
        if migrate.version(connection, self.where) is None:
            raise DatabaseUnusable(f"the {self.where} holds no tables of Rookery's")

    def _engine(self, *, patient: bool = False, **settings: Any) -> AsyncEngine:
        async def connect() -> asyncpg.Connection:
            return await self._connect(patient=patient)

        # asyncpg reads the address itself, so that all it knows of (sslmode, sockets, the
        # PG… variables, password files) works.
        return create_async_engine(
            "postgresql+asyncpg://", async_creator=connect, hide_parameters=True, **settings
        )

    async def _connect(self, *, patient: bool = False) -> asyncpg.Connection:
        if self._closed:
            raise faults.closed(self.where)
        settings = {**SETTINGS, "lock_timeout": "0"} if patient else SETTINGS
        limit = None if patient else COMMAND_SECONDS
        return await asyncpg.connect(
            self._dsn, timeout=CONNECT_SECONDS, command_timeout=limit, server_settings=settings
        )

    def _explain(self, error: Exception) -> Exception:
        """An error of ours for what happened, which does not repeat the address."""
        ours = faults.of_postgres(error, self.where)
        if ours is None and _lost(error):
            return faults.silent(self.where)
        wrong = isinstance(faults.driver_error(error), asyncpg.ClientConfigurationError)
        if ours is None and wrong:
            return DatabaseUnusable(f"the address of the {self.where} has a part that is wrong")
        return ours or error


def _lost(error: Exception) -> bool:
    # A connection that ends between two statements can leave asyncpg in a state that it does
    # not expect itself to be in; such a connection is of no more use.
    cause = faults.driver_error(error)
    return isinstance(cause, asyncpg.InternalClientError) or faults.lost(error)
