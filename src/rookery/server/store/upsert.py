"""Adding rows that may be there already: each database has its own INSERT for it, alike."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

Rows = Sequence[Mapping[str, Any]]


def insert_into(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """An INSERT that knows ON CONFLICT."""
    return (sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert)(table)


def upsert(connection: Connection, table: Table, rows: Rows, *key: str) -> None:
    """Add rows, or replace those with the same key."""
    new = insert_into(connection, table)
    others = {name: new.excluded[name] for name in rows[0] if name not in key}
    connection.execute(new.on_conflict_do_update(index_elements=key, set_=others), rows)
