"""A file in trouble: gone, locked, full, read-only. And back again."""

import asyncio
import contextlib
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection

from rookery.errors import (
    DatabaseFull,
    DatabaseReadOnly,
    DatabaseUnavailable,
    DatabaseUnusable,
)
from rookery.server.store import Store, sqlite
from tests.server.disks import small_disk_at
from tests.server.store.common import entry, make, plies, run, summary

BIG = "x" * 100_000


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.2)
    (tmp_path / "here").mkdir()
    return tmp_path / "here" / "tables.db"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of one megabyte."""
    with small_disk_at(tmp_path / "disk", "1m") as folder:
        yield folder


def fill_up(filler: Path) -> None:
    """Take what is left of a disk."""
    with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(b"x" * 4096)


async def append_for_ever(store: Store) -> None:
    for ply in range(1, 10_000):
        assert await store.append("t", [entry(ply, BIG[:5_000])], summary())


async def goes_on(store: Store, table: str = "t") -> None:
    """The log has no hole and takes another entry."""
    found = await plies(store, table)
    assert found == list(range(len(found)))
    assert await store.append(table, [entry(len(found))], summary())
    await store.check()


def test_a_file_that_is_gone_is_not_made_anew_and_works_when_it_is_back(file: Path) -> None:
    async def vanish() -> None:
        store = await Store.open(str(file), node="one")
        await make(store, "t")
        away = file.parent.with_name("away")
        file.parent.rename(away)
        for _ in range(2):
            with pytest.raises(DatabaseUnavailable, match=r"tables\.db cannot be opened: No such"):
                await store.append("t", [entry(1)], summary())
            with pytest.raises(DatabaseUnavailable):
                await store.load("t")
            with pytest.raises(DatabaseUnavailable):
                await store.check()
        assert not file.exists()
        away.rename(file.parent)
        assert await plies(store, "t") == [0]
        await goes_on(store)
        await store.close()

    run(vanish())


def test_only_the_file_is_moved_away_and_back(file: Path) -> None:
    async def vanish() -> None:
        store = await Store.open(str(file), node="one")
        await make(store, "t")
        file.rename(file.with_name("away"))
        with pytest.raises(DatabaseUnavailable):
            await store.append("t", [entry(1)], summary())
        file.with_name("away").rename(file)
        await goes_on(store)
        await store.close()

    run(vanish())


def test_another_file_in_its_place_is_opened(file: Path, tmp_path: Path) -> None:
    async def restore() -> None:
        store = await Store.open(str(file), node="one")
        await make(store, "t")
        source, backup = sqlite3.connect(file), sqlite3.connect(tmp_path / "backup")
        source.backup(backup)
        source.close()
        backup.close()
        assert await store.append("t", [entry(1)], summary())
        shutil.rmtree(file.parent)
        file.parent.mkdir()
        (tmp_path / "backup").rename(file)
        assert await plies(store, "t") == [0]
        await goes_on(store)
        shutil.rmtree(file.parent)
        file.parent.mkdir()
        file.write_text("something else")
        with pytest.raises(DatabaseUnusable, match="is not a SQLite database"):
            await store.append("t", [entry(2)], summary())
        assert file.read_text() == "something else"
        await store.close()

    run(restore())


def test_a_file_deleted_during_a_transaction_is_noticed(file: Path) -> None:
    async def vanish() -> None:
        store = await Store.open(str(file), node="one")

        def delete(_connection: Connection) -> None:
            file.unlink()

        with pytest.raises(DatabaseUnavailable):
            await store._backend.write(delete)
        await store.close()

    run(vanish())


def test_a_locked_file_is_reported_and_works_when_it_is_free(file: Path) -> None:
    async def lock() -> None:
        store = await Store.open(str(file), node="one")
        await make(store, "t")
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseUnavailable, match="is locked by another program"):
            await store.append("t", [entry(1)], summary())
        assert await plies(store, "t") == [0]  # reading goes on
        other.execute("ROLLBACK")
        other.close()
        await goes_on(store)
        await store.close()

    run(lock())


def test_a_full_database_takes_nothing_half(file: Path) -> None:
    async def fill() -> None:
        store = await Store.open(str(file), node="one")
        names = [f"t{number}" for number in range(10)]
        await asyncio.gather(*(make(store, name) for name in names))
        limit = "PRAGMA max_page_count = 100"
        await store._backend.write(lambda c: c.exec_driver_sql(limit).scalar())
        with pytest.raises(DatabaseFull, match="its disk is full"):
            await store.append("t0", [entry(1), entry(2, BIG * 9)], summary())
        results = await asyncio.gather(
            *(store.append(name, [entry(1, BIG)], summary()) for name in names),
            return_exceptions=True,
        )
        assert all(isinstance(result, DatabaseFull) for result in results)
        assert [await plies(store, name) for name in names] == [[0]] * 10
        await goes_on(store, "t3")
        limit = "PRAGMA max_page_count = 100000"
        await store._backend.write(lambda c: c.exec_driver_sql(limit).scalar())
        for name in names:
            await goes_on(store, name)
        await store.close()

    run(fill())


def test_a_full_disk_takes_nothing_half(small_disk: Path) -> None:
    async def fill() -> None:
        store = await Store.open(str(small_disk / "tables.db"), node="one")
        await make(store, "t")
        filler = small_disk / "filler"
        fill_up(filler)
        with pytest.raises(DatabaseFull):
            await append_for_ever(store)
        with pytest.raises(DatabaseFull):
            await store.append("t", [entry(len(await plies(store, "t")), BIG)], summary())
        filler.unlink()
        await goes_on(store)
        await store.close()
        fill_up(filler)
        with pytest.raises(DatabaseFull):
            await Store.open(str(small_disk / "other.db"), node="one")

    run(fill())


def test_a_disk_mounted_read_only_is_reported(small_disk: Path) -> None:
    def mount(how: str) -> None:
        subprocess.run(["mount", "-o", f"remount,{how}", str(small_disk)], check=True)

    async def attempt() -> None:
        url = str(small_disk / "tables.db")
        store = await Store.open(url, node="one")
        await make(store, "t")
        await store.close()
        mount("ro")
        with pytest.raises(DatabaseReadOnly, match="can be read but not written"):
            await Store.open(url, node="one")
        with pytest.raises(DatabaseReadOnly):
            await Store.open(str(small_disk / "other.db"), node="one")
        mount("rw")
        store = await Store.open(url, node="one")
        await goes_on(store)
        await store.close()

    run(attempt())


def test_a_file_without_write_permission_is_reported(file: Path) -> None:
    async def attempt() -> None:
        await (await Store.open(str(file), node="one")).close()
        file.chmod(0o400)
        if os.access(file, os.W_OK):
            pytest.skip("root may write everything")
        with pytest.raises(DatabaseReadOnly):
            await Store.open(str(file), node="one")

    run(attempt())


def test_a_database_that_turns_read_only_works_again_later(file: Path) -> None:
    async def attempt() -> None:
        store = await Store.open(str(file), node="one")
        await make(store, "t")
        await store._backend.write(lambda c: c.exec_driver_sql("PRAGMA query_only = 1").close())
        with pytest.raises(DatabaseReadOnly, match="can be read but not written"):
            await store.append("t", [entry(1)], summary())
        await goes_on(store)
        await store.close()

    run(attempt())
