"""The kind of database that an address names, opened."""

from pathlib import Path
from typing import TYPE_CHECKING, Union

from rookery.errors import MissingExtra
from rookery.server.store.address import FileAddress, parse
from rookery.server.store.migrate import MIGRATIONS
from rookery.server.store.sqlite import SQLite

if TYPE_CHECKING:
    from rookery.server.store.postgres import Postgres

Backend = Union[SQLite, "Postgres"]


async def connect(
    url: str | None, *, node: str, create: bool = True, migrations: Path = MIGRATIONS
) -> Backend:
    """Open a database and bring it to the latest version; ``create`` False: one that is there."""
    address = parse(url)
    backend: Backend
    if isinstance(address, FileAddress):
        backend = SQLite(address, migrations)
    else:
        try:
            from rookery.server.store.postgres import Postgres
        except ImportError:
            raise MissingExtra(
                "PostgreSQL needs its driver: pip install 'rookery[postgres]'"
            ) from None
        backend = Postgres(address, node, migrations)
    try:
        await backend.open(create=create)
    except BaseException:
        await backend.close()
        raise
    return backend
