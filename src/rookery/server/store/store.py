"""The store: what the rest of the server knows of the database."""

import secrets
from collections.abc import Callable, Collection, Sequence

from sqlalchemy import Connection, Row, Select, bindparam, func, select, text

from rookery.errors import StoreError
from rookery.server.store import chain
from rookery.server.store.append import Append
from rookery.server.store.connect import Backend, connect
from rookery.server.store.house import House
from rookery.server.store.notify import Written
from rookery.server.store.people import People
from rookery.server.store.records import Entry, Summary, TableRow
from rookery.server.store.schema import VERSION_TABLE, entries, guests, keys, summaries, tables
from rookery.server.store.sessions import SessionStore
from rookery.server.store.upkeep import Upkeep
from rookery.server.store.upsert import insert_into
from rookery.server.store.writer import Writer

KEY_BYTES = 32


class Store:
    """Tables, kept in a database. Made by ``await Store.open(url, node=name)``.

    Every method raises a ``StoreError`` while the database is in trouble and works again when
    the trouble is over. When an append raises ``DatabaseUnavailable``, the connection may have
    broken at the very end: look at the log before going on.
    """

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._writer = Writer(backend)
        #: What the host has decided, and does with all tables.
        self.house = House(backend)
        self.upkeep = Upkeep(backend)
        #: What is kept of people beside the logs.
        self.people = People(backend)
        self.sessions = SessionStore(backend)

    @classmethod
    async def open(cls, url: str | None, *, node: str) -> "Store":
        """Open a database and bring it to the latest version.

        ``url`` is a path, ``sqlite:///PATH`` or ``postgresql://USER:PASSWORD@HOST/DATABASE``;
        None is the file ``rookery/tables.db`` in the user's data folder.
        """
        return cls(await connect(url, node=node))

    async def close(self) -> None:
        """Write what is waiting and let go of the database."""
        await self._writer.close()
        await self._backend.close()

    async def create(
        self,
        sheet: TableRow,
        entries: Sequence[Entry],
        summary: Summary,
        guests: Collection[str],
    ) -> None:
        """Keep a new table, with the first entries of its log (from ply 0 on)."""
        await self._writer.submit(Append(sheet.id, entries, summary, guests, sheet))

    async def append(
        self,
        table: str,
        entries: Sequence[Entry],
        summary: Summary,
        guests: Collection[str] | None = None,
    ) -> bool:
        """Add entries to a log, all or none; durable when it returns.

        False: somebody else wrote that ply first, and nothing was written. A hole in the log
        and a table that does not exist are mistakes of the caller: ``ValueError``. ``guests``
        replaces those who have this table among theirs.
        """
        return await self._writer.submit(Append(table, entries, summary, guests))

    async def load(self, table: str) -> tuple[TableRow, list[Entry]] | None:
        """A table and its whole log, or None; refuses one that is not as it was written."""

        def look(connection: Connection) -> tuple[TableRow, list[Entry]] | None:
            row = connection.execute(select(tables).where(tables.c.id == table)).one_or_none()
            return row and verified(connection, _sheet(row))

        return await self._backend.read(look)

    async def status(self, table: str) -> str | None:
        """Whether a table is open, running or over, as its summary has it."""
        query = select(summaries.c.status).where(summaries.c.table_id == table)
        return await self._backend.read(lambda c: c.execute(query).scalar_one_or_none())

    async def known_to(self, table: str, guest: str) -> bool:
        """Whether a guest may know of a table, as far as that is told without its log."""
        own = select(guests.c.guest).where(guests.c.table_id == table, guests.c.guest == guest)
        open_to_all = summaries.c.public | (summaries.c.status == "over")
        query = select(summaries.c.table_id).where(
            summaries.c.table_id == table, open_to_all | own.exists()
        )
        return await self._backend.read(lambda c: c.execute(query).first() is not None)

    async def entries(self, table: str, after: int) -> list[Entry]:
        """The entries of a log with plies greater than ``after``, in order."""
        return await self._backend.read(lambda connection: _log(connection, table, after))

    async def due(self, before: int, limit: int) -> list[str]:
        """Tables that are not over and whose due time has come, the longest overdue first."""
        query = (
            select(summaries.c.table_id)
            .where(summaries.c.due <= before, summaries.c.status != "over")
            .order_by(summaries.c.due)
            .limit(limit)
        )
        return await self._backend.read(lambda c: list(c.execute(query).scalars()))

    async def listing(
        self,
        status: str,
        *,
        game: str | None = None,
        limit: int = 50,
        before: int | None = None,
    ) -> list[tuple[TableRow, Summary]]:
        """The public tables of a status, the last changed first; those changed before a time."""
        return await self._listed(public_tables(status, game, before).limit(limit))

    async def of_guest(self, guest: str, limit: int = 50) -> list[tuple[TableRow, Summary]]:
        """A guest's tables, the last changed first."""
        query = _LISTED.join(guests, guests.c.table_id == tables.c.id)
        return await self._listed(query.where(guests.c.guest == guest).limit(limit))

    async def unfinished(self, guest: str, since: int) -> int:
        """How many of a guest's tables are not over, of those that changed since a time."""
        asked = {"of": guest, "since": since}
        return await self._backend.read(lambda c: int(c.execute(_UNFINISHED, asked).scalar_one()))

    async def key(self, name: str) -> bytes:
        """Random bytes made once and kept, the same for all nodes."""
        query = select(keys.c.value).where(keys.c.name == name)
        found: bytes | None = await self._backend.read(
            lambda connection: connection.execute(query).scalar_one_or_none()
        )
        if found is None:
            return await self._backend.write(lambda connection: _make_key(connection, name))
        return found

    async def check(self) -> None:
        """Raise if the database does not answer or cannot be written."""
        await self._backend.write(lambda connection: connection.execute(_REWRITE))
        self._writer.trouble = None

    async def ping(self) -> None:
        """Raise if the database does not answer, or did not take the last append. Writes nothing.

        After such a failure somebody has to ``check``, or append, before all is well again.
        """
        await self._backend.read(lambda connection: connection.execute(_SOMETHING).first())
        if (error := self.trouble) is not None:
            raise type(error)(str(error))

    @property
    def backlog(self) -> int:
        """How many appends wait to be written."""
        return self._writer.backlog

    @property
    def trouble(self) -> StoreError | None:
        """Why the last append failed; None: it did not."""
        return self._writer.trouble

    def listen(self, heard: Callable[[Written], None]) -> None:
        """Hear of what other nodes write: tables and the last plies of their logs.

        An empty list means that anything may have happened: the connection was lost for a
        while. On SQLite there are no other nodes.
        """
        self._backend.listen(heard)

    async def _listed(self, query: Select[tuple[object, ...]]) -> list[tuple[TableRow, Summary]]:
        def look(connection: Connection) -> list[tuple[TableRow, Summary]]:
            return [(_sheet(row), _summary(row)) for row in connection.execute(query)]

        return await self._backend.read(look)


# A table that has few rows.
_SOMETHING = select(keys.c.name).limit(1)

# Always one row, which stays as it is: written all the same.
_REWRITE = text(f"UPDATE {VERSION_TABLE} SET version_num = version_num")  # noqa: S608 - a constant

# Asked whenever somebody sits down: put together once.
_UNFINISHED = (
    select(func.count())
    .select_from(guests)
    .join(summaries, summaries.c.table_id == guests.c.table_id)
    .where(guests.c.guest == bindparam("of"), summaries.c.status != "over")
    .where(summaries.c.changed > bindparam("since"))
)

# The summary's columns but those that the sheet has, too.
_LISTED: Select[tuple[object, ...]] = (
    select(*tables.c, *(c for c in summaries.c if c.name not in ("table_id", "last", "game")))
    .join(summaries, summaries.c.table_id == tables.c.id)
    .order_by(summaries.c.changed.desc(), summaries.c.table_id)
)


def public_tables(status: str, game: str | None, before: int | None) -> Select[tuple[object, ...]]:
    """A query for which the schema has an index, however many tables there are."""
    query = _LISTED.where(summaries.c.public, summaries.c.status == status)
    if game is not None:
        query = query.where(summaries.c.game == game)
    return query if before is None else query.where(summaries.c.changed < before)


def _sheet(row: Row[tuple[object, ...]]) -> TableRow:
    return TableRow(row.id, row.game, row.settings, row.secret, row.created)


def _summary(row: Row[tuple[object, ...]]) -> Summary:
    return Summary(row.status, row.public, row.due, row.seats, row.free, row.changed)


def verified(connection: Connection, sheet: TableRow) -> tuple[TableRow, list[Entry]]:
    """A table with its log, checked."""
    # The summary first: what somebody appends in between does no harm.
    last, end = chain.ends(connection, sheet.id)
    query = select(*_ENTRY, entries.c.digest).where(entries.c.table_id == sheet.id)
    rows = connection.execute(query.order_by(entries.c.ply)).all()
    log = [Entry(*row[:-1]) for row in rows]
    chain.verify(sheet, log, [row[-1] for row in rows], last, end)
    return sheet, log


_ENTRY = (
    *(entries.c.ply, entries.c.kind, entries.c.seat, entries.c.data),
    *(entries.c.at, entries.c.clock, entries.c.lag),
)


def _log(connection: Connection, table: str, after: int) -> list[Entry]:
    query = (
        select(*_ENTRY)
        .where(entries.c.table_id == table, entries.c.ply > after)
        .order_by(entries.c.ply)
    )
    return [Entry(*row) for row in connection.execute(query)]


def _make_key(connection: Connection, name: str) -> bytes:
    new = insert_into(connection, keys).values(name=name, value=secrets.token_bytes(KEY_BYTES))
    connection.execute(new.on_conflict_do_nothing())
    value: bytes = connection.execute(select(keys.c.value).where(keys.c.name == name)).scalar_one()
    return value
