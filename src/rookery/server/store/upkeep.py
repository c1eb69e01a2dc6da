"""What a host does with the tables as a whole: list them, let old ones go, forget somebody."""

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, select, update

from rookery.server.store import chain
from rookery.server.store.connect import Backend
from rookery.server.store.people import forget, forget_tables
from rookery.server.store.records import Entry, TableRow
from rookery.server.store.schema import entries, guests, summaries, tables
from rookery.server.store.sessions import sessions

#: Entries that say who somebody is; their data names a guest.
PEOPLE = ("take", "claim")
#: Tables looked at in one step of purging: each is one short transaction.
STEP = 200


class Upkeep:
    """The part of a store that is about all tables."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def tables(
        self, status: str | None, before: int | None, limit: int
    ) -> list[dict[str, Any]]:
        """All tables, the last changed first."""
        query = (
            select(
                *(tables.c.id, tables.c.game, tables.c.created),
                *(summaries.c.status, summaries.c.public, summaries.c.seats, summaries.c.free),
                *(summaries.c.changed, summaries.c.last),
            )
            .join(summaries, summaries.c.table_id == tables.c.id)
            .order_by(summaries.c.changed.desc(), tables.c.id)
            .limit(limit)
        )
        if status is not None:
            query = query.where(summaries.c.status == status)
        if before is not None:
            query = query.where(summaries.c.changed < before)

        def look(connection: Connection) -> list[dict[str, Any]]:
            found = [dict(row) for row in connection.execute(query).mappings()]
            named = _people(connection, [row["id"] for row in found])
            for row in found:
                row["people"] = sorted(
                    {it for all in named.get(row["id"], {}).values() for it in all}
                )
            return found

        return await self._backend.read(look)

    async def guests(self, before: int | None, limit: int) -> list[dict[str, Any]]:
        """Guests with what they are called, how many tables they have, and since when none."""
        last = func.max(summaries.c.changed).label("changed")
        query = (
            select(guests.c.guest, func.count().label("tables"), last)
            .join(summaries, summaries.c.table_id == guests.c.table_id)
            .group_by(guests.c.guest)
            .order_by(last.desc())
            .limit(limit)
        )
        if before is not None:
            query = query.having(last < before)

        def look(connection: Connection) -> list[dict[str, Any]]:
            found = [dict(row) for row in connection.execute(query).mappings()]
            for row in found:
                of = select(guests.c.table_id).where(guests.c.guest == row["guest"])
                newest = list(connection.execute(of.limit(3)).scalars())
                named = _people(connection, newest).values()
                row["names"] = sorted({name for it in named for name in it.get(row["guest"], ())})
            return found

        return await self._backend.read(look)

    # ---------------------------------------------------------------- old tables

    async def purge(self, after: str, limits: dict[str, int]) -> tuple[str, int]:
        """Look at some tables and delete those unchanged since the limit of their status.

        Where the next step begins (empty: at the beginning again), and how many were deleted.
        """

        def step(connection: Connection) -> tuple[str, int]:
            query = select(summaries.c.table_id, summaries.c.status, summaries.c.changed)
            query = query.where(summaries.c.table_id > after).order_by(summaries.c.table_id)
            rows = connection.execute(query.limit(STEP)).all()
            old = [row.table_id for row in rows if row.changed < limits.get(row.status, 0)]
            if old:
                remove(connection, old)
            return rows[-1].table_id if len(rows) == STEP else "", len(old)

        return await self._backend.write(step)

    # ---------------------------------------------------------------- somebody's data

    async def export(self, guest: str) -> dict[str, Any]:
        """What the tables' logs have about a guest."""

        def look(connection: Connection) -> dict[str, Any]:
            query = select(tables).join(guests, guests.c.table_id == tables.c.id)
            rows = connection.execute(query.where(guests.c.guest == guest)).all()
            signed_in = select(sessions.c.device, sessions.c.created, sessions.c.seen)
            devices = connection.execute(signed_in.where(sessions.c.guest == guest)).mappings()
            return {
                "guest": guest,
                "sessions": [dict(row) for row in devices],
                "tables": [_shown(connection, row, guest) for row in rows],
            }

        return await self._backend.read(look)

    async def forget(self, guest: str) -> list[str]:
        """Delete all about a guest; the tables that changed.

        In the logs of matches with others somebody without a name stays. What nobody else
        played at is deleted as a whole.
        """

        def write(connection: Connection) -> list[str]:
            mine = select(guests.c.table_id).where(guests.c.guest == guest)
            names = list(connection.execute(mine).scalars())
            shared = select(guests.c.table_id).where(guests.c.table_id.in_(names))
            others = set(connection.execute(shared.where(guests.c.guest != guest)).scalars())
            remove(connection, [name for name in names if name not in others])
            for name in sorted(others):
                _anonymise(connection, name, guest)
            connection.execute(delete(guests).where(guests.c.guest == guest))
            connection.execute(delete(sessions).where(sessions.c.guest == guest))
            forget(connection, guest)
            self._backend.tell(connection, [(name, GONE) for name in names])
            return names

        return await self._backend.write(write)


#: What other nodes hear instead of a ply: forget what you have in memory.
GONE = -3


def remove(connection: Connection, names: Sequence[str]) -> None:
    """Delete tables with all that belongs to them."""
    for table in (entries, summaries, guests):
        connection.execute(delete(table).where(table.c.table_id.in_(names)))
    forget_tables(connection, names)
    connection.execute(delete(tables).where(tables.c.id.in_(names)))


def _people(connection: Connection, names: Sequence[str]) -> dict[str, dict[str, set[str]]]:
    """Who sat at tables: by table, what each guest was called; on a shared device, all of them."""
    query = select(entries.c.table_id, entries.c.data).where(
        entries.c.table_id.in_(names), entries.c.kind.in_(PEOPLE)
    )
    found: dict[str, dict[str, set[str]]] = {}
    for row in connection.execute(query.order_by(entries.c.table_id, entries.c.ply)):
        person = msgspec.json.decode(row.data)
        if person["name"]:
            table = found.setdefault(row.table_id, {})
            table.setdefault(person["guest"], set()).add(person["name"])
    return found


def _log(connection: Connection, table: str) -> list[Entry]:
    columns = [entries.c[name] for name in ("ply", "kind", "seat", "data", "at", "clock", "lag")]
    query = select(*columns).where(entries.c.table_id == table).order_by(entries.c.ply)
    return [Entry(*row) for row in connection.execute(query)]


def _shown(connection: Connection, row: Any, guest: str) -> dict[str, Any]:
    """A table as it is handed to one of its guests: their own entries."""
    mine: set[int | None] = set()
    log = []
    for entry in _log(connection, row.id):
        if entry.kind in PEOPLE:
            person = msgspec.json.decode(entry.data)
            (mine.add if person["guest"] == guest else mine.discard)(entry.seat)
        if entry.seat in mine or (entry.kind == "open" and entry.data == guest):
            log.append(msgspec.to_builtins(entry))
    return {"id": row.id, "game": row.game, "created": row.created, "entries": log}


def _anonymise(connection: Connection, name: str, guest: str) -> None:
    """Take a guest out of a log, and of the table's settings; its digests are made anew."""
    row = connection.execute(select(tables).where(tables.c.id == name)).one()
    # One for all entries, so that the seat stays the same person's.
    nobody = f"gone-{secrets.token_hex(6)}"
    settings = row.settings.replace(f'"{guest}"', f'"{nobody}"')
    log = [_blank(entry, guest, nobody) for entry in _log(connection, name)]
    connection.execute(update(tables).where(tables.c.id == name).values(settings=settings))
    for entry in log:
        key = (entries.c.table_id == name) & (entries.c.ply == entry.ply)
        connection.execute(update(entries).where(key).values(data=entry.data))
    sheet = TableRow(row.id, row.game, settings, row.secret, row.created)
    chain.renew(connection, sheet, log)


def _blank(entry: Entry, guest: str, nobody: str) -> Entry:
    data = entry.data
    if entry.kind == "open" and data == guest:
        data = nobody
    elif entry.kind in PEOPLE and msgspec.json.decode(data)["guest"] == guest:
        data = msgspec.json.encode({"guest": nobody, "name": ""}).decode()
    return Entry(entry.ply, entry.kind, entry.seat, data, entry.at, entry.clock, entry.lag)
