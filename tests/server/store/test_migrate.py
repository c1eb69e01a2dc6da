"""Versions of the database."""

import asyncio
import shutil
from dataclasses import asdict
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, column, insert, text
from sqlalchemy import table as table_of

from rookery.errors import DatabaseTooNew
from rookery.server.store import Store
from rookery.server.store.connect import connect
from rookery.server.store.migrate import MIGRATIONS, latest, version
from rookery.server.store.schema import VERSION_TABLE, metadata
from tests.server.store.common import entry, make, run, sheet, summary

NEXT = f"{int(latest()) + 1:04}"
MORE = f"""
import sqlalchemy as sa
from alembic import op

revision = "{NEXT}"
down_revision = "{latest()}"


def upgrade():
    op.add_column("summaries", sa.Column("stars", sa.Integer, nullable=False, server_default="3"))
    op.create_table("prizes", sa.Column("id", sa.Text, primary_key=True))
    op.execute("INSERT INTO prizes SELECT id FROM tables")
"""  # noqa: S608


def migrations(folder: Path, more: str) -> Path:
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / f"v{NEXT}_prizes.py").write_text(more)
    return folder


def former(folder: Path, last: str) -> Path:
    """The migrations as they were when that one was the last."""
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in (folder / "versions").glob("v*.py"):
        if file.name[1:5] > last:
            file.unlink()
    return folder


async def with_data(url: str) -> None:
    store = await Store.open(url, node="one")
    for name in "ab":
        await make(store, name, "ann", due=5)
        await store.append(name, [entry(1, "🐧")], summary(1, due=6))
    await store.close()


async def untouched(url: str) -> None:
    store = await Store.open(url, node="one")
    for name in "ab":
        assert await store.load(name) == (sheet(name), [entry(0), entry(1, "🐧")])
    assert await store.due(6, 9) == ["a", "b"]
    assert len(await store.of_guest("ann")) == 2
    await store.close()


def test_the_migrations_lead_to_the_schema(url: str) -> None:
    def differences(connection: Connection) -> list[object]:
        options = {"version_table": VERSION_TABLE, "compare_type": True}
        context = MigrationContext.configure(connection, opts=options)
        return list(compare_metadata(context, metadata))

    async def compare() -> None:
        backend = await connect(url, node="one")
        assert await backend.read(differences) == []
        await backend.close()

    run(compare())


def test_the_files_names_are_the_versions() -> None:
    scripts = ScriptDirectory(str(MIGRATIONS))
    assert scripts.get_current_head() == latest()
    for script in scripts.walk_revisions():
        assert Path(script.path).name.startswith(f"v{script.revision}_")


def test_a_newer_version_keeps_the_data_and_refuses_older_programs(
    url: str, tmp_path: Path
) -> None:
    folder = migrations(tmp_path / "100% new", MORE)

    async def upgrade() -> None:
        await with_data(url)
        backend = await connect(url, node="one", migrations=folder)
        rows = "SELECT id, stars, free FROM prizes JOIN summaries ON table_id = id ORDER BY id"
        found = await backend.read(lambda c: [tuple(row) for row in c.execute(text(rows))])
        assert found == [("a", 3, 1), ("b", 3, 1)]
        log = "SELECT table_id, ply, data FROM entries ORDER BY 1, 2"
        found = await backend.read(lambda c: [tuple(row) for row in c.execute(text(log))])
        assert found == [("a", 0, "{}"), ("a", 1, "🐧"), ("b", 0, "{}"), ("b", 1, "🐧")]
        await backend.close()
        await (await connect(url, node="one", migrations=folder)).close()  # nothing more to do
        with pytest.raises(DatabaseTooNew):
            await Store.open(url, node="one")

    run(upgrade())


def put(connection: Connection, table: str, **row: object) -> None:
    connection.execute(insert(table_of(table, *map(column, row))), row)


def fill_0001(connection: Connection) -> None:
    """Tables a and b as Rookery kept them under the first version."""
    for name in "ab":
        put(connection, "tables", **asdict(sheet(name)))
        for one in (entry(0), entry(1, "🐧")):
            old = ("ply", "kind", "seat", "data", "at")
            put(connection, "entries", table_id=name, **{it: getattr(one, it) for it in old})
        summed = {**asdict(summary(1, due=6)), "table_id": name, "last": 1, "ply": 1}
        put(connection, "summaries", **summed)
        put(connection, "guests", guest="ann", table_id=name)
    put(connection, "keys", name="tokens", value=bytes(32))
    put(connection, "nodes", name="one", seen=1)


#: What fills a database of every version that was ever released.
RELEASED = {"0001": fill_0001}


@pytest.mark.parametrize("begun", RELEASED)
def test_a_database_of_every_former_version_comes_along(
    url: str, tmp_path: Path, begun: str
) -> None:
    async def upgrade() -> None:
        old = await connect(url, node="one", migrations=former(tmp_path / "old", begun))
        await old.write(RELEASED[begun])
        await old.close()
        await untouched(url)
        store = await Store.open(url, node="one")
        assert await store.key("tokens") == bytes(32)
        listed = [(sheet(name), summary(1, due=6)) for name in "ab"]
        assert await store.listing("open") == await store.listing("open", game="party") == listed
        assert await store.append("a", [entry(2)], summary(2))
        await store.check()
        await store.close()

    run(upgrade())


def test_a_migration_that_fails_leaves_everything_as_it_was(url: str, tmp_path: Path) -> None:
    folder = migrations(tmp_path / "new", MORE + '    raise RuntimeError("plug")\n')

    async def upgrade() -> None:
        await with_data(url)
        with pytest.raises(RuntimeError, match="plug"):
            await connect(url, node="one", migrations=folder)
        backend = await connect(url, node="one")
        assert await backend.read(lambda c: version(c, "here")) == latest()
        await backend.close()
        await untouched(url)

    run(upgrade())


def test_nodes_that_start_at_once_do_not_race(url: str) -> None:
    async def start() -> None:
        stores = await asyncio.gather(*(Store.open(url, node=str(n)) for n in range(4)))
        await make(stores[0], "t")
        for store in stores:
            assert await store.load("t")
            await store.close()

    run(start())
