"""Editions: what differs between printed copies of a game, as text a person can edit.

An edition file starts with a head of ``key: value`` lines, one of them ``game``, and goes on
with whatever the game draws there. ``#`` starts a comment. The game turns the text into plain
data (what ``rookery edition`` prints as JSON), and the data into a record for compiled rules.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from rookery.core.record import Records
from rookery.errors import InvalidEdition, UnknownEdition, shown

#: Far more than any real edition needs; keeps a wrong path from filling memory.
MAX_FILE_BYTES = 100_000
MAX_NAME = 60
#: Enough to see what is wrong.
MAX_FAULTS = 100


@dataclass(frozen=True, eq=False)
class Edition:
    """One edition, ready to play.

    >>> edition = rookery.game("party").edition()
    >>> edition.name, edition.data["deck"]["blue"]
    ('iello-2024', 8)
    """

    name: str
    #: What ``rookery edition GAME NAME`` prints.
    data: dict[str, Any]
    #: The same for compiled rules: one record.
    printed: Records
    #: False for an edition that came from a user's file.
    shipped: bool
    #: A sentence for people, for instance that the data is a reconstruction.
    note: str = ""


@dataclass(frozen=True)
class Sheet:
    """An edition file cut into its head and the numbered lines of its body."""

    head: dict[str, str]
    body: list[tuple[int, str]]


def cut(text: str) -> Sheet:
    """Split a file; comments and blank lines are dropped, line numbers kept."""
    head: dict[str, str] = {}
    body: list[tuple[int, str]] = []
    for number, line in _lines(text):
        key, colon, value = line.partition(":")
        if colon and not body and key.strip().isidentifier():
            if key.strip() in head:
                raise InvalidEdition(f"line {number}: {key.strip()!r} is given twice")
            head[key.strip()] = value.strip()
        else:
            body.append((number, line))
    if "name" not in head:
        raise InvalidEdition(f"the head needs a line 'name: …' of 1 to {MAX_NAME} characters")
    check_name(head["name"])
    return Sheet(head, body)


def check_name(name: object) -> str:
    """An edition's name, if it can be one: it stands in a line of every saved match."""
    line = isinstance(name, str) and name.isprintable() and name == name.strip()
    if isinstance(name, str) and line and 0 < len(name) <= MAX_NAME:
        return name
    raise InvalidEdition(
        f"an edition's name is a line of 1 to {MAX_NAME} characters, not {shown(name)}"
    )


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        kept = line.split("#", 1)[0].rstrip()
        if kept:
            yield number, kept


#: A folder of ``editions`` with those that are not for a table.
STUDY = "study"


def shipped_names(package: str, part: str = "") -> tuple[str, ...]:
    """The editions in a game's ``editions`` folder, or in a part of it."""
    folder = resources.files(package) / "editions" / part
    if not folder.is_dir():
        return ()
    return tuple(
        sorted(p.name.removesuffix(".txt") for p in folder.iterdir() if p.name.endswith(".txt"))
    )


def read_shipped(package: str, name: str) -> str:
    """The text of a shipped edition."""
    part = STUDY if name in shipped_names(package, STUDY) else ""
    return (resources.files(package) / "editions" / part / f"{name}.txt").read_text("utf-8")


def read_file(path: Path) -> str:
    """The text of a user's edition file."""
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise UnknownEdition(f"{path} is too large for an edition: over {MAX_FILE_BYTES} bytes")
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise UnknownEdition(f"{path} is not a text file in UTF-8") from None
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise UnknownEdition(f"cannot read edition file {path}: {reason}") from None


def refuse(faults: list[str]) -> None:
    """Raise if there are faults, all of them in one error."""
    if len(faults) > MAX_FAULTS:
        faults = [*faults[:MAX_FAULTS], f"and {len(faults) - MAX_FAULTS} more faults"]
    if faults:
        raise InvalidEdition("\n".join(faults))
