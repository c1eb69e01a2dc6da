"""Writing a batch of appends, one for each of several tables, in the transaction of a caller."""

import json
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, Text, any_, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects.postgresql import ARRAY

from rookery.server.store import chain
from rookery.server.store.records import Entry, Summary, TableRow
from rookery.server.store.schema import entries, guests, summaries, tables


@dataclass(frozen=True, slots=True)
class Append:
    """Entries that follow a table's last one; with a sheet, a new table and its first entries."""

    table: str
    entries: Sequence[Entry]
    summary: Summary
    guests: Collection[str] | None  # who from now on has this table among theirs; None: as before
    sheet: TableRow | None = None

    def __post_init__(self) -> None:
        plies = [entry.ply for entry in self.entries]
        first = 0 if self.sheet or not plies else plies[0]
        if not plies or first < 0 or plies != list(range(first, first + len(plies))):
            raise ValueError(f"table {self.table}: entries must follow each other, not {plies}")

    @property
    def last(self) -> int:
        """The ply of the last entry."""
        return self.entries[-1].ply


def write(connection: Connection, batch: Sequence[Append]) -> list[bool | ValueError]:
    """Write those that come in time, each whole; say of each whether it did, or what is wrong.

    The rows of the tables are locked first (SQLite has locked everything). So nobody can come
    between the look at the last ply and the new entries, and no attempt harms another.
    """
    known = _lock(connection, [append.table for append in batch])
    results = [_judge(append, known.get(append.table, (None, b""))[0]) for append in batch]
    won = [append for append, result in zip(batch, results, strict=True) if result is True]
    digests = [_digests(append, known) for append in won]
    both = list(zip(won, digests, strict=True))
    if sheets := [append.sheet for append in won if append.sheet]:
        connection.execute(insert(tables), [asdict(sheet) for sheet in sheets])
        connection.execute(
            insert(summaries), [_first(append, found[-1]) for append, found in both if append.sheet]
        )
    if going_on := [_later(append, found[-1]) for append, found in both if not append.sheet]:
        connection.execute(_UPDATE, going_on)
    if won:
        connection.execute(
            insert(entries),
            [
                _entry(append.table, entry, digest)
                for append, found in both
                for entry, digest in zip(append.entries, found, strict=True)
            ],
        )
    if seated := [append for append in won if append.guests is not None]:
        _seat(connection, seated)
    return results


def exists(append: Append) -> ValueError:
    """What is wrong with making a table twice."""
    return ValueError(f"there is a table {append.table} already")


def _judge(append: Append, last: int | None) -> bool | ValueError:
    """Whether an append comes in time, given the ply that is the last one now."""
    first = append.entries[0].ply
    if append.sheet:
        return True if last is None else exists(append)
    if last is None:
        return ValueError(f"there is no table {append.table}")
    if first > last + 1:
        return ValueError(f"table {append.table}: ply {first} would leave a hole after {last}")
    return first == last + 1


def _digests(append: Append, known: dict[str, tuple[int, bytes]]) -> list[bytes]:
    """The running check of new entries."""
    before = chain.begin(append.sheet) if append.sheet else known[append.table][1]
    return chain.follow(before, append.entries)


def _lock(connection: Connection, names: list[str]) -> dict[str, tuple[int, bytes]]:
    """The last plies of tables with their digests; nobody else changes them until the end."""
    # One parameter whatever the number of tables, so that there is one statement to prepare.
    if connection.dialect.name == "sqlite":
        rows = connection.execute(_LOOK_SQLITE, {"names": json.dumps(names)})
    else:
        rows = connection.execute(_LOCK_POSTGRES, {"names": names})
    return {row[0]: (row[1], row[2] or b"") for row in rows}


def _seat(connection: Connection, batch: list[Append]) -> None:
    """Replace the guests of tables."""
    before = [{"of": append.table} for append in batch if not append.sheet]
    if before:
        connection.execute(_UNSEAT, before)
    after = [
        {"guest": guest, "table_id": append.table}
        for append in batch
        for guest in set(append.guests or ())
    ]
    if after:
        connection.execute(insert(guests), after)


def _entry(table: str, entry: Entry, digest: bytes) -> dict[str, Any]:
    return {
        "table_id": table,
        "ply": entry.ply,
        "kind": entry.kind,
        "seat": entry.seat,
        "data": entry.data,
        "at": entry.at,
        "clock": entry.clock,
        "lag": entry.lag,
        "digest": digest,
    }


def _first(append: Append, digest: bytes) -> dict[str, Any]:
    """The row of a new table."""
    assert append.sheet is not None
    known = {"table_id": append.table, "last": append.last, "game": append.sheet.game}
    return {**known, "digest": digest, **asdict(append.summary)}


def _later(append: Append, digest: bytes) -> dict[str, Any]:
    """What changes in it. A parameter may not be called like the column it goes to."""
    summary = append.summary
    return {
        "new_table_id": append.table,
        "new_last": append.last,
        "new_digest": digest,
        "new_status": summary.status,
        "new_due": summary.due,
        "new_free": summary.free,
        "new_changed": summary.changed,
    }


_LAST = select(summaries.c.table_id, summaries.c.last, summaries.c.digest)
_LOOK_SQLITE = _LAST.where(
    summaries.c.table_id.in_(
        select(func.json_each(bindparam("names", type_=Text)).table_valued("value").c.value)
    )
)
# Always in the same order: two nodes never wait for each other.
_LOCK_POSTGRES = (
    _LAST.where(summaries.c.table_id == any_(bindparam("names", type_=ARRAY(Text))))
    .order_by(summaries.c.table_id)
    .with_for_update()
)
# What never changes is left alone, or every index that has it would be written too.
_CHANGING = ("last", "digest", "status", "due", "free", "changed")
_UPDATE = (
    update(summaries)
    .where(summaries.c.table_id == bindparam("new_table_id"))
    .values({name: bindparam(f"new_{name}") for name in _CHANGING})
)
_UNSEAT = delete(guests).where(guests.c.table_id == bindparam("of"))
