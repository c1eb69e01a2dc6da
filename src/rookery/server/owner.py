"""One owner: a SQLite file is served by one server, whose address stands in a file beside it.

The system keeps the lock, so it goes with the server however that ends; nothing stale remains.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from rookery.errors import DatabaseInUse
from rookery.server.store.address import FileAddress, parse

#: The byte that is locked: far behind the address, which others read meanwhile.
BYTE = 1 << 20


@contextmanager
def own(url: str | None, what: str) -> Iterator[None]:
    """Be the only one at a database while this lasts; ``what`` is told to others who try.

    Several servers may share a PostgreSQL database: there it does nothing.
    """
    address = parse(url)
    file = _open(address) if isinstance(address, FileAddress) else None
    if file is None:
        yield
        return
    with file:
        if not _lock(file):
            file.seek(0)
            holder = file.read(200).strip() or "by another program"
            raise DatabaseInUse(f"the database {address} is in use: {holder}")
        file.truncate(0)
        file.write(what)
        file.flush()
        yield


def beside(path: Path, ending: str) -> Path:
    """A file that belongs to a database file."""
    return path.with_name(f"{path.name}.{ending}")


def _open(address: FileAddress) -> IO[str] | None:
    """The file of the lock; None where none can be made: then the database says why itself."""
    # Append: what another one wrote stays until the lock is ours.
    with suppress(OSError):
        if not address.chosen:
            address.path.parent.mkdir(0o700, parents=True, exist_ok=True)
        return beside(address.path, "owner").open("a+", encoding="utf-8")
    return None


try:
    import fcntl
except ImportError:  # Windows
    import msvcrt

    def _lock(file: IO[str]) -> bool:
        file.seek(BYTE)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        except OSError:
            return False
        return True

else:

    def _lock(file: IO[str]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
