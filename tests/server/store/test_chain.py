"""Logs that are not as they were written are found out, and other tables go on."""

import pytest
from sqlalchemy import text

from rookery.errors import DamagedLog
from rookery.server.store import Store
from rookery.server.store.connect import connect
from tests.server.store.common import entry, make, run, sheet, summary

#: What is done to one table by hand, and what is said then. Each is done to a table of its own.
DAMAGE = [
    ("DELETE FROM entries WHERE ply = 2", "ends with entry 1, not 2"),
    ("DELETE FROM entries WHERE ply = 1", "entry 1 .* is missing"),
    ("UPDATE entries SET data = 'x' WHERE ply = 1", "entry 1 is"),
    ("UPDATE entries SET seat = 1 WHERE ply = 2", "entry 2 is"),
    ("UPDATE entries SET at = at - 60000 WHERE ply = 2", "entry 2 is"),
    ("UPDATE entries SET clock = 5 WHERE ply = 2", "entry 2 is"),
    ("UPDATE tables SET created = 5 WHERE id > ''", "entry 0 or the table's settings are not"),
    ("UPDATE summaries SET last = 1 WHERE last = 2", "not the one that the summary is of"),
    ("DELETE FROM summaries WHERE last = 2", "its summary is missing"),
    # The log of another table, which has as many entries.
    ("UPDATE entries SET digest = (SELECT digest FROM entries AS other WHERE"
     " other.ply = entries.ply AND other.table_id = 'well') WHERE ply >= 0", "entry 0 or"),
]  # fmt: skip


def test_what_was_changed_by_hand_is_found(url: str) -> None:
    async def work() -> None:
        store = await Store.open(url, node="one")
        names = [f"t{number}" for number in range(len(DAMAGE))]
        for name in (*names, "well"):
            await make(store, name)
            await store.append(name, [entry(1), entry(2)], summary(2))
        backend = await connect(url, node="one")
        for name, (statement, _) in zip(names, DAMAGE, strict=True):
            key = "id" if statement.startswith("UPDATE tables") else "table_id"
            await backend.write(
                lambda c, s=statement, k=key, n=name: c.execute(text(f"{s} AND {k} = '{n}'"))
            )
        await backend.close()
        for name, (_, said) in zip(names, DAMAGE, strict=True):
            with pytest.raises(DamagedLog, match=f"table {name}: .*{said}"):
                await store.load(name)
        assert await store.load("well") == (sheet("well"), [entry(0), entry(1), entry(2)])
        assert await store.append("well", [entry(3)], summary(3))
        await store.close()

    run(work())
