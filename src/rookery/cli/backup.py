"""``rookery backup``, ``restore`` and ``copy``: the tables, kept elsewhere."""

import argparse
import asyncio
from pathlib import Path
from typing import Any

from rookery.errors import InvalidOption


def add(commands: Any) -> None:
    """Declare the three commands."""
    command = commands.add_parser(
        "backup",
        help="save the tables while the server runs",
        description="Save a SQLite file of tables as a new file, while a server is at it or not."
        " PostgreSQL has pg_dump; rookery copy makes a SQLite file of it too.",
    )
    command.add_argument("file", metavar="FILE", help="a file that is not there yet")
    command.add_argument("--db", metavar="PATH", help="the tables, if not the usual ones")
    command.set_defaults(run=run_backup)

    command = commands.add_parser(
        "restore",
        help="put a backup in the place of the tables",
        description="Put a backup in the place of the tables; no server may be at them. What was"
        " there before is kept under another name.",
    )
    command.add_argument("file", metavar="FILE", help="what rookery backup wrote")
    command.add_argument("--db", metavar="PATH", help="the tables, if not the usual ones")
    command.set_defaults(run=run_restore)

    command = commands.add_parser(
        "copy",
        help="copy the tables to another database",
        description="Copy everything from one database to an empty one, of whichever kind, as it"
        " is at one moment. Stop the servers of the first one before.",
    )
    command.add_argument("source", metavar="FROM", help="a SQLite file, or postgresql://…")
    command.add_argument("target", metavar="TO", help="a new SQLite file, or postgresql://…")
    command.set_defaults(run=run_copy)


def file_of(url: str | None, what: str) -> Path:
    """The SQLite file that is meant."""
    from rookery.server.store.address import FileAddress, parse

    address = parse(url)
    if not isinstance(address, FileAddress):
        raise InvalidOption(f"{what} is for SQLite files; PostgreSQL has pg_dump and pg_restore")
    return address.path


def run_backup(args: argparse.Namespace) -> int:
    """Save."""
    from rookery.server.store.backup import save

    source, target = file_of(args.db, "rookery backup"), Path(args.file).absolute()
    save(source, target)
    print(f"Saved {source} as {target} ({target.stat().st_size / 1e6:.1f} MB)")
    return 0


def run_restore(args: argparse.Namespace) -> int:
    """Put back."""
    from rookery.server.owner import own
    from rookery.server.store.backup import put_back

    target = file_of(args.db, "rookery restore")
    with own(str(target), "somebody puts a backup back"):
        kept = put_back(Path(args.file).absolute(), target)
    print(f"{target} is what {args.file} was")
    if kept is not None:
        print(f"What was there before is {kept}")
    return 0


def run_copy(args: argparse.Namespace) -> int:
    """Copy."""
    from rookery.server.owner import own
    from rookery.server.store import copy

    with own(args.source, "somebody copies tables"), own(args.target, "somebody copies tables"):
        count = asyncio.run(copy(args.source, args.target))
    print(f"Copied {count:,} tables")
    return 0
