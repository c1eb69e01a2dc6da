"""The running check of a log: every entry's digest covers all before it, and the table itself.

An entry that is changed, moved or missing is found where it stands. The digest of the last one
is also kept in the summary, so that a log which has lost its end is found too.
"""

import hashlib
from collections.abc import Iterable, Sequence

import msgspec
from sqlalchemy import Connection, bindparam, select, update

from rookery.errors import DamagedLog
from rookery.server.store.records import Entry, TableRow
from rookery.server.store.schema import entries, summaries

SIZE = 8
_encode = msgspec.json.Encoder().encode


def begin(sheet: TableRow) -> bytes:
    """What the first entry's digest goes on from."""
    whole = [sheet.id, sheet.game, sheet.settings, sheet.secret, sheet.created]
    return hashlib.blake2b(_encode(whole), digest_size=SIZE).digest()


def follow(before: bytes, log: Iterable[Entry]) -> list[bytes]:
    """The digests of entries that follow one with a digest."""
    found = []
    for entry in log:
        whole = [entry.ply, entry.kind, entry.seat, entry.data, entry.at, entry.clock, entry.lag]
        before = hashlib.blake2b(before + _encode(whole), digest_size=SIZE).digest()
        found.append(before)
    return found


def verify(
    sheet: TableRow, log: Sequence[Entry], digests: Sequence[bytes], last: int, end: bytes
) -> None:
    """Refuse a log that is not as it was written; ``last`` and ``end`` are the summary's."""
    for number, entry in enumerate(log):
        if entry.ply != number:
            raise DamagedLog(f"table {sheet.id}: entry {number} of the log is missing")
    if last >= len(log):
        raise DamagedLog(f"table {sheet.id}: the log ends with entry {len(log) - 1}, not {last}")
    for number, (is_so, should_be) in enumerate(
        zip(digests, follow(begin(sheet), log), strict=True)
    ):
        if is_so != should_be:
            what = "or the table's settings are" if number == 0 else "is"
            raise DamagedLog(f"table {sheet.id}: entry {number} {what} not as it was written")
    if digests[last] != end:
        raise DamagedLog(f"table {sheet.id}: the log is not the one that the summary is of")


def renew(connection: Connection, sheet: TableRow, log: Sequence[Entry]) -> None:
    """Write the digests of a log anew, after entries of it were rewritten on purpose."""
    digests = follow(begin(sheet), log)
    connection.execute(
        _RENEW,
        [
            {"of": sheet.id, "number": entry.ply, "new": digest}
            for entry, digest in zip(log, digests, strict=True)
        ],
    )
    query = update(summaries).where(summaries.c.table_id == sheet.id)
    connection.execute(query.values(digest=digests[-1]))


def ends(connection: Connection, table: str) -> tuple[int, bytes]:
    """The last ply of a log and its digest, as the summary has them."""
    query = select(summaries.c.last, summaries.c.digest).where(summaries.c.table_id == table)
    row = connection.execute(query).one_or_none()
    if row is None:
        raise DamagedLog(f"table {table}: its summary is missing")
    return row.last, row.digest


_RENEW = (
    update(entries)
    .where(entries.c.table_id == bindparam("of"), entries.c.ply == bindparam("number"))
    .values(digest=bindparam("new"))
)
