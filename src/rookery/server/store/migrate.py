"""Bringing a database to the version this Rookery knows.

Versions are numbers and the files in ``migrations/versions`` are named after them, so finding
out that nothing is to be done (nearly every start) needs no Alembic, whose import is slow.
"""

import re
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from rookery.errors import DatabaseTooNew, DatabaseUnusable
from rookery.server.store.schema import VERSION_TABLE, metadata

MIGRATIONS = Path(__file__).parent / "migrations"
# An arbitrary number that nobody else locks: "rookery" in ASCII.
ADVISORY_LOCK = 0x726F6F6B657279


def latest(folder: Path = MIGRATIONS) -> str:
    """The highest version that the files of a folder lead to."""
    names = (re.match(r"v(\d{4})_\w+\.py$", file.name) for file in (folder / "versions").iterdir())
    return max(name[1] for name in names if name)


def version(connection: Connection, where: str) -> str | None:
    """The version of a database; None if it is empty. Refuses one that is not ours."""
    names = set(inspect(connection).get_table_names())
    if VERSION_TABLE not in names:
        # A file belongs to one program, a PostgreSQL database may have several tenants.
        others = names if connection.dialect.name == "sqlite" else names & set(metadata.tables)
        if others:
            raise DatabaseUnusable(
                f"{where} belongs to another program: it has a table '{min(others)}'"
                f" and no '{VERSION_TABLE}'"
            )
        return None
    found = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalars().all()  # noqa: S608 - a constant
    if len(found) != 1 or not re.fullmatch(r"\d{4}", str(found[0])):
        raise DatabaseUnusable(f"{where} is damaged: it names no version")
    return str(found[0])


def check(connection: Connection, where: str, folder: Path = MIGRATIONS) -> bool:
    """Whether there is something to do; refuses a database that is not ours or too new."""
    found, head = version(connection, where), latest(folder)
    if found is not None and found > head:
        raise DatabaseTooNew(
            f"{where} was written by a newer Rookery (its version is {int(found)}, this one"
            f" knows {int(head)}); install that one"
        )
    return found != head


def migrate(connection: Connection, where: str, folder: Path = MIGRATIONS) -> None:
    """Bring a database to the latest version, in the transaction that is under way."""
    if connection.dialect.name == "postgresql":
        # Two nodes that start at once: the second waits here and then finds everything done.
        connection.execute(text("SELECT pg_advisory_xact_lock(:id)"), {"id": ADVISORY_LOCK})
    if not check(connection, where, folder):
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    # A percent sign in the path would be read as an interpolation.
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.attributes.update(connection=connection, version_table=VERSION_TABLE)
    command.upgrade(config, "head")
