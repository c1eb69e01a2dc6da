"""Copying everything from one database to another, of whichever kind."""

from typing import Any

from sqlalchemy import Connection, Table, func, insert, select, tuple_

from rookery.errors import DatabaseUnusable
from rookery.server.store.connect import connect
from rookery.server.store.schema import keys, metadata, tables

ROWS = 2_000  # read and written at a time


async def copy(source_url: str | None, target_url: str | None) -> int:
    """Copy all tables, logs and keys to an empty database; returns the number of tables.

    All or nothing: the target stays empty if anything goes wrong. The source is as it was at
    one moment; what is written to it later is not copied, so stop its servers first.
    """
    source = await connect(source_url, node="copy", create=False)
    try:
        target = await connect(target_url, node="copy")
        try:
            async with source.transaction() as reading, target.transaction() as writing:
                await writing.run(lambda connection: _must_be_empty(connection, target.where))
                # Those that others refer to come first.
                for table in metadata.sorted_tables:
                    last: tuple[Any, ...] | None = None
                    while rows := await reading.run(lambda c, t=table, a=last: _rows(c, t, a)):  # type: ignore[misc]
                        await writing.run(lambda c, t=table, r=rows: _add(c, t, r))  # type: ignore[misc]
                        last = tuple(rows[-1][column.name] for column in table.primary_key)
                return await writing.run(_count)
        finally:
            await target.close()
    finally:
        await source.close()


def _must_be_empty(connection: Connection, where: str) -> None:
    for table in (tables, keys):
        if connection.execute(select(table).limit(1)).first():
            raise DatabaseUnusable(f"{where} is not empty; copy to a new database")


def _rows(connection: Connection, table: Table, after: tuple[Any, ...] | None) -> list[Any]:
    key = list(table.primary_key)
    query = select(table).order_by(*key).limit(ROWS)
    if after is not None:
        query = query.where(tuple_(*key) > tuple_(*after))
    return [dict(row) for row in connection.execute(query).mappings()]


def _add(connection: Connection, table: Table, rows: list[Any]) -> None:
    connection.execute(insert(table), rows)


def _count(connection: Connection) -> int:
    return connection.execute(select(func.count()).select_from(tables)).scalar_one()
