"""Transactions on a SQLite file.

Python's own sqlite3 under SQLAlchemy, in threads: one that writes, a few that read. A whole
transaction is one trip to its thread. Through aiosqlite every statement is a trip, and each trip
waits for its turn in a busy event loop: docs/storage.md has the figures.
"""

import asyncio
import os
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import QueuePool

from rookery.errors import (
    DatabaseFull,
    DatabaseReadOnly,
    DatabaseUnavailable,
    DatabaseUnusable,
)
from rookery.server.store import faults, migrate
from rookery.server.store.address import FileAddress
from rookery.server.store.notify import Written

T = TypeVar("T")
READERS = 2
BUSY_SECONDS = 5.0
HEADER = b"SQLite format 3\0"
APPLICATION = 0x526F6F6B  # "Rook", in the file's header, tells this format from others


class Transaction:
    """A transaction under way; what is run in it takes place when it ends well."""

    def __init__(self, connection: Connection, thread: ThreadPoolExecutor) -> None:
        self._connection = connection
        self._thread = thread

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Do a part of it."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, work, self._connection)


class SQLite:
    """One file: a connection that writes, a few that read."""

    def __init__(self, address: FileAddress, migrations: Path = migrate.MIGRATIONS) -> None:
        self.where = str(address)
        self._address = address
        self._migrations = migrations
        self._writer = ThreadPoolExecutor(1, "rookery-write")
        self._readers = ThreadPoolExecutor(READERS, "rookery-read")
        self._write = self._engine(
            1, "PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA foreign_keys=ON"
        )
        self._read = self._engine(READERS, "PRAGMA query_only=ON")
        event.listen(self._write, "begin", _begin)
        self._closed = False
        self._lock = threading.Lock()
        self._open: tuple[int, int] | None = None  # device and number of the file that is open

    async def open(self, *, create: bool = True) -> None:
        """Open the file, make it when it may be made, bring it to the latest version."""
        await self._in(self._writer, self._prepare, create)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do something in one transaction. When this returns, it is on the disk."""
        return await self._in(self._writer, self._transact, work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Look something up."""
        return await self._in(self._readers, self._look, work)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """A transaction in several parts, which nobody else writes beside."""
        connection = await self._in(self._writer, self._write.connect)
        transaction = Transaction(connection, self._writer)
        try:
            yield transaction
            await self._in(self._writer, connection.commit)
        except Exception as error:
            raise self._explain(error) from error
        finally:
            await self._in(self._writer, connection.close)

    def tell(self, connection: Connection, written: Written) -> None:
        """Tell nobody: there are no other nodes."""

    def listen(self, heard: Callable[[Written], None]) -> None:
        """Hear nothing: there are no other nodes."""

    async def close(self) -> None:
        """Close the file. The last to close it folds the write-ahead log into it."""
        loop = asyncio.get_running_loop()
        if not self._closed:
            self._closed = True
            await loop.run_in_executor(None, self._readers.shutdown)
            await loop.run_in_executor(self._writer, self._dispose)
            self._writer.shutdown()

    async def _in(self, threads: ThreadPoolExecutor, work: Callable[..., T], *values: object) -> T:
        if self._closed:
            raise faults.closed(self.where)

        def safely() -> T:
            try:
                return work(*values)
            except Exception as error:
                raise self._explain(error) from error

        return await asyncio.get_running_loop().run_in_executor(threads, safely)

    def _transact(self, work: Callable[[Connection], T]) -> T:
        self._same_file()
        with self._write.begin() as connection:
            result = work(connection)
        # A file deleted meanwhile takes writes as before, but nobody will ever read them.
        self._same_file()
        return result

    def _look(self, work: Callable[[Connection], T]) -> T:
        self._same_file()
        with self._read.connect() as connection:
            return work(connection)

    def _same_file(self) -> None:
        """Make sure that the open file is the one in the folder; open that one if it is not."""
        if self._open is None or _identity(self._address.path) != self._open:
            with self._lock:
                if self._open is None or _identity(self._address.path) != self._open:
                    self._prepare(create=False)

    def _prepare(self, create: bool) -> None:
        self._dispose()
        path = self._address.path
        if create and not path.exists():
            if not self._address.chosen:
                path.parent.mkdir(0o700, parents=True, exist_ok=True)
            # Secrets are in it: nobody else reads it.
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        with path.open("rb") as file:
            if file.read(len(HEADER)) not in (b"", HEADER):
                raise DatabaseUnusable(f"{path} is not a SQLite database")
        # A look before the writing connection, which turns any file into one with a
        # write-ahead log.
        with self._read.connect() as connection:
            migrate.check(connection, self.where, self._migrations)
            application = connection.exec_driver_sql("PRAGMA application_id").scalar_one()
            if application not in (0, APPLICATION):
                raise DatabaseUnusable(f"{path} belongs to another program: {application:#x}")
        with self._write.begin() as connection:
            migrate.migrate(connection, self.where, self._migrations)
            # Written every time: a file that cannot be is found out now and not with the first
            # append.
            connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION}")
        _keep_name(path)
        self._open = _identity(path)

    def _dispose(self) -> None:
        self._open = None
        self._write.dispose()
        self._read.dispose()

    def _engine(self, size: int, *pragmas: str) -> Engine:
        def connect() -> sqlite3.Connection:
            # rw, not rwc: a file that is gone is not to come back empty.
            connection = sqlite3.connect(
                f"{self._address.path.as_uri()}?mode=rw",
                uri=True,
                timeout=BUSY_SECONDS,
                isolation_level=None,  # SQLAlchemy's transactions, not the module's own
                check_same_thread=False,  # the pool hands it to one at a time
            )
            for pragma in pragmas:
                connection.execute(pragma)
            return connection

        return create_engine(
            "sqlite://",
            creator=connect,
            poolclass=QueuePool,
            pool_size=size,
            max_overflow=0,
            hide_parameters=True,
        )

    def _explain(self, error: Exception) -> Exception:
        """An error of ours for what happened; what is left open is closed after a fault."""
        ours = faults.of_sqlite(error, self.where)
        if ours is None:
            return error
        if not isinstance(ours, DatabaseFull) and not faults.busy(error):
            self._open = None  # start again with new connections
        if isinstance(ours, DatabaseUnavailable) and _unwritable(self._address.path):
            return DatabaseReadOnly(f"the database {self.where} can be read but not written")
        return ours


def _begin(connection: Connection) -> None:
    # Immediate: the lock comes first, so that nothing read under it can be outdated.
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _keep_name(path: Path) -> None:
    """The file's name must last too; Windows keeps it by itself, and opens no folders."""
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _unwritable(path: Path) -> bool:
    return path.exists() and not all(os.access(name, os.W_OK) for name in (path, path.parent))
