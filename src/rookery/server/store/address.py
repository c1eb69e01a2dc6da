"""What a user may write to name a database, and how it is called in messages."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from rookery.errors import DatabaseUnusable

FORMS = "a path, sqlite:///PATH or postgresql://USER:PASSWORD@HOST/DATABASE"


@dataclass(frozen=True, slots=True)
class FileAddress:
    """A SQLite file."""

    path: Path
    chosen: bool  # by the user; otherwise the default, whose folder is made when missing

    def __str__(self) -> str:
        return str(self.path)


@dataclass(frozen=True, slots=True)
class PostgresAddress:
    """A PostgreSQL database."""

    dsn: str = field(repr=False)  # may hold a password: never shown
    name: str

    def __str__(self) -> str:
        return self.name


def data_folder() -> Path:
    """Where programs keep a user's data."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "rookery"


def parse(url: str | None) -> FileAddress | PostgresAddress:
    """What an address names; refuses what is none without repeating it (it may hold a password)."""
    if url is None:
        return FileAddress(data_folder() / "tables.db", chosen=False)
    scheme, separator, rest = url.partition("://")
    if not separator:
        return _file(url)
    if scheme == "sqlite":
        if not rest.startswith("/"):
            raise DatabaseUnusable("sqlite:// takes three slashes and a path: sqlite:///PATH")
        return _file(rest[1:])
    if scheme in ("postgresql", "postgres"):
        return _server(url)
    raise DatabaseUnusable(f"no database has an address with '{scheme}://'; use {FORMS}")


def _file(text: str) -> FileAddress:
    if not text or text == ":memory:" or "\0" in text:
        raise DatabaseUnusable(f"'{text}' does not name a file that lasts; use {FORMS}")
    return FileAddress(Path(text).absolute(), chosen=True)


def _server(url: str) -> PostgresAddress:
    try:
        parts = urlsplit(url)
        host, port, database = parts.hostname, parts.port, parts.path.strip("/")
        if "@" in database:  # a password with a slash: what follows must not be shown
            raise ValueError
    except ValueError:
        raise DatabaseUnusable(
            "the address of the PostgreSQL database cannot be read;"
            " use postgresql://USER:PASSWORD@HOST:PORT/DATABASE,"
            " with / @ : ? # in the password as %2F %40 %3A %3F %23"
        ) from None
    place = (host or "") + (f":{port}" if port else "")
    return PostgresAddress(
        url, f"PostgreSQL database '{database}'" + (f" at {place}" if place else "")
    )
