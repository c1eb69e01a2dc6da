"""A SQLite file saved while a server runs, and put back when none does."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from rookery.errors import DatabaseUnusable
from rookery.server.store import faults

HEADER = b"SQLite format 3\0"


def save(source: Path, target: Path) -> None:
    """Copy a database as it is at one moment; the target comes whole or not at all.

    It is a read like any other: a server goes on writing meanwhile, and nobody waits.
    """
    if target.exists():
        raise DatabaseUnusable(f"{target} exists already; name a new file")
    with source.open("rb") as file:
        if file.read(len(HEADER)) != HEADER:
            raise DatabaseUnusable(f"{source} is not a SQLite database")
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))  # secrets are in it
    try:
        # Not mode=ro: the last one to close such a connection would leave files beside the source.
        with closing(sqlite3.connect(f"{source.as_uri()}?mode=rw", uri=True)) as connection:
            known = "SELECT count(*) FROM sqlite_master WHERE name = 'rookery_version'"
            if not connection.execute(known).fetchone()[0]:
                raise DatabaseUnusable(f"{source} is a database, but not of Rookery's")
            connection.execute("VACUUM INTO ?", [str(part)])
        _check(part)
        part.rename(target)
    except sqlite3.Error as error:
        raise faults.of_sqlite(error, str(source)) or error from None
    finally:
        part.unlink(missing_ok=True)


def put_back(backup: Path, target: Path) -> Path | None:
    """Put a backup in the place of a database; where the one before is now, if there was one.

    The caller has made sure that no server is at it.
    """
    new = target.with_name(target.name + ".new")
    new.unlink(missing_ok=True)
    save(backup, new)
    kept = None
    if target.exists():
        number = 1
        while (kept := target.with_name(f"{target.name}.before-{number}")).exists():
            number += 1
        # The write-ahead log belongs to the old file: it goes with it.
        for ending in ("", "-wal", "-shm"):
            if (beside := Path(f"{target}{ending}")).exists():
                beside.rename(f"{kept}{ending}")
    new.rename(target)
    return kept


def _check(file: Path) -> None:
    """Refuse a copy that is not whole, and see that it stays."""
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as connection:
        if connection.execute("PRAGMA quick_check").fetchone()[0] != "ok":
            raise DatabaseUnusable("the copy is damaged: the database itself may be")
    with file.open("rb") as written:
        os.fsync(written.fileno())
