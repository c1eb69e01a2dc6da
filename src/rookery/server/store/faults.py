"""What drivers raise, as errors of ours: one line, a stable code, no secret.

Only what the driver says is repeated, never the statement or its values.
"""

import errno
import sqlite3

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from rookery.errors import (
    DatabaseFull,
    DatabaseReadOnly,
    DatabaseUnavailable,
    DatabaseUnusable,
    StoreError,
)

_SQLITE: dict[int, tuple[type[StoreError], str]] = {
    sqlite3.SQLITE_BUSY: (DatabaseUnavailable, "is locked by another program"),
    sqlite3.SQLITE_LOCKED: (DatabaseUnavailable, "is locked by another program"),
    sqlite3.SQLITE_FULL: (DatabaseFull, "cannot grow: its disk is full"),
    sqlite3.SQLITE_READONLY: (DatabaseReadOnly, "can be read but not written"),
    sqlite3.SQLITE_PERM: (DatabaseUnavailable, "may not be opened"),
    sqlite3.SQLITE_CANTOPEN: (DatabaseUnavailable, "cannot be opened"),
    sqlite3.SQLITE_IOERR: (DatabaseUnavailable, "cannot be read or written: its disk fails"),
    sqlite3.SQLITE_CORRUPT: (DatabaseUnusable, "is damaged"),
    sqlite3.SQLITE_NOTADB: (DatabaseUnusable, "is not a SQLite database"),
}

_SYSTEM: dict[int, type[StoreError]] = {
    errno.ENOSPC: DatabaseFull,
    errno.EDQUOT: DatabaseFull,
    errno.EROFS: DatabaseReadOnly,
}

# PostgreSQL's codes, the most particular first: a code or the class it begins with.
_POSTGRES: dict[str, tuple[type[StoreError], str]] = {
    "53100": (DatabaseFull, "cannot grow: its disk is full"),
    "25006": (DatabaseReadOnly, "can be read but not written"),
    "42501": (DatabaseReadOnly, "does not allow this user to write"),
    "XX001": (DatabaseUnusable, "is damaged"),
    "XX002": (DatabaseUnusable, "is damaged"),
    "40": (DatabaseUnavailable, "is too busy"),  # after several attempts
    "08": (DatabaseUnavailable, "does not answer"),
    "28": (DatabaseUnavailable, "refuses this user"),
    "3D": (DatabaseUnavailable, "does not exist"),
    "53": (DatabaseUnavailable, "has no resources left"),
    "55": (DatabaseUnavailable, "is locked"),
    "57": (DatabaseUnavailable, "is shutting down or starting"),
    "58": (DatabaseUnavailable, "has a failing disk"),
}


def of_sqlite(error: BaseException, where: str) -> StoreError | None:
    """The error of ours that fits; None if it is no fault of the database."""
    cause = driver_error(error)
    if isinstance(cause, sqlite3.Error):
        # Extended codes hold the plain one in their lowest byte.
        code = getattr(cause, "sqlite_errorcode", None)
        if code is not None and code & 255 in _SQLITE:
            kind, text = _SQLITE[code & 255]
            return kind(f"the database {where} {text}")
    if isinstance(cause, OSError):
        kind = _SYSTEM.get(cause.errno or 0, DatabaseUnavailable)
        return kind(f"the database {where} cannot be opened: {cause.strerror}")
    return None


def busy(error: BaseException) -> bool:
    """Whether a SQLite file is merely locked, so that its connections are sound."""
    code = getattr(driver_error(error), "sqlite_errorcode", 0)
    return code & 255 in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def closed(where: str) -> DatabaseUnavailable:
    """What is said to those who come after the end."""
    return DatabaseUnavailable(f"the database {where} has been closed")


def of_postgres(error: BaseException, where: str) -> StoreError | None:
    """The error of ours that fits; None if it is no fault of the database."""
    code = sqlstate(error)
    for prefix, (kind, text) in _POSTGRES.items():
        if code.startswith(prefix):
            return kind(f"the {where} {text}")
    # TimeoutError is an OSError.
    if isinstance(driver_error(error), OSError | PoolTimeout) or lost(error):
        return silent(where)
    return None


def silent(where: str) -> DatabaseUnavailable:
    """What is said of a PostgreSQL database that cannot be reached."""
    return DatabaseUnavailable(f"the {where} does not answer")


def sqlstate(error: BaseException) -> str:
    """PostgreSQL's code of an error, or an empty text."""
    return str(getattr(driver_error(error), "sqlstate", None) or "")


def lost(error: BaseException) -> bool:
    """Whether a PostgreSQL connection broke, so that another one may do."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    cause = driver_error(error)
    if isinstance(cause, OSError):
        return not isinstance(cause, TimeoutError)
    return sqlstate(error).startswith(("08", "57P"))


def driver_error(error: BaseException) -> BaseException:
    """What the driver raised, out of the wrappings of SQLAlchemy and its adapters."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        return error.orig.__cause__ or error.orig
    return error
