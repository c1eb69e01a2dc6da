"""Results in a file, one a line as they come, so that nothing finished is ever lost.

The first line is the contest, each other line a match. A run that was interrupted goes on from
its file; a last line that was cut off in the middle of writing is played again.
"""

import hashlib
import json
from io import FileIO
from pathlib import Path
from typing import Any

from rookery.arena.results import Result, from_line
from rookery.arena.schedule import Setting
from rookery.errors import BrokenResults

VERSION = 1


def head(setting: Setting) -> dict[str, Any]:
    """What must be the same for results to belong together."""
    data = json.dumps(setting.edition.data, sort_keys=True).encode()
    return {
        "arena": VERSION,
        "game": setting.game.name,
        "rules": setting.game.rules_version,
        "players": setting.players,
        "edition": setting.edition.name,
        "edition_check": hashlib.blake2b(data, digest_size=8).hexdigest(),
        "options": dict(setting.options),
        "bots": list(setting.bots),
        "seed": setting.seed,
    }


class Logbook:
    """A file of results, open for more."""

    def __init__(self, path: Path, file: FileIO) -> None:
        self.path = path
        self._file = file
        #: How many results are safely in the file.
        self.written = 0

    def write(self, result: Result) -> None:
        """Add a result; raises OSError if it cannot be kept."""
        self._write(result.to_line())
        self.written += 1

    def _write(self, line: str) -> None:
        rest = line.encode() + b"\n"
        try:
            while rest:  # a disk that is nearly full takes a part first, and only then refuses
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from None

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def create(path: Path, setting: Setting) -> Logbook:
    """A new file; never overwrites results."""
    if path.is_file() and path.stat().st_size:
        raise BrokenResults(f"{path} exists; continue it with --resume, or name another file")
    # Unbuffered: every line is with the system before the next match is counted.
    logbook = Logbook(path, path.open("wb", buffering=0))
    try:
        logbook._write(json.dumps(head(setting), ensure_ascii=False))
    except OSError:
        logbook.close()
        raise
    return logbook


def read_seed(path: Path) -> int:
    """The seed of a file of results."""
    first = _lines(path)[0]
    seed = _head_of(path, first).get("seed")
    if not isinstance(seed, int):
        raise BrokenResults(f"{path}, line 1: there is no seed")
    return seed


def reopen(path: Path, setting: Setting) -> tuple[Logbook, list[Result]]:
    """An existing file to go on with, and what is in it."""
    lines = _lines(path)
    found, expected = _head_of(path, lines[0]), head(setting)
    for key, value in expected.items():
        if found.get(key) != value:
            raise BrokenResults(
                f"{path} belongs to another contest: its {key} is {found.get(key)!r}, not {value!r}"
            )
    results: dict[int, Result] = {}
    kept = len(lines[0])
    for number, line in enumerate(lines[1:], start=2):
        if not line.endswith(b"\n"):
            break
        results.update(_result(path, number, line, setting))
        kept += len(line)
    file = path.open("r+b", buffering=0)
    file.truncate(kept)
    file.seek(kept)
    logbook = Logbook(path, file)
    logbook.written = len(results)
    return logbook, list(results.values())


def _lines(path: Path) -> list[bytes]:
    lines = path.read_bytes().splitlines(keepends=True)
    if not lines:
        raise BrokenResults(f"{path} is empty: there is nothing to continue")
    return lines


def _head_of(path: Path, line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or "arena" not in found:
        raise BrokenResults(f"{path}, line 1: not a file of arena results")
    return found


def _result(path: Path, number: int, line: bytes, setting: Setting) -> dict[int, Result]:
    try:
        result = from_line(line.decode("utf-8", "replace"))
    except BrokenResults as error:
        raise BrokenResults(f"{path}, line {number}: {error}") from None
    if result.seats != setting.seats(result.match):
        raise BrokenResults(f"{path}, line {number}: match {result.match} has other bots or seats")
    return {result.match: result}
