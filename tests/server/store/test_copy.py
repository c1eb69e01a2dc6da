"""Moving everything from one database to another."""

import asyncio
from pathlib import Path

import pytest

from rookery.errors import DatabaseUnavailable, DatabaseUnusable
from rookery.server.store import Store, copy, copying
from tests.server.store.common import entry, make, run, summary


async def filled(url: str) -> bytes:
    store = await Store.open(url, node="one")
    names = [f"t{number}" for number in range(12)]
    await asyncio.gather(*(make(store, name, "ann", "böb", due=7) for name in names))
    more = [entry(1, "🐧"), entry(2, seat=1)]
    await asyncio.gather(*(store.append(name, more, summary(2)) for name in names))
    await store.check()
    key = await store.key("cookie")
    await store.close()
    return key


@pytest.mark.parametrize("rows", [1, 5, 2_000])
def test_everything_is_copied(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: int
) -> None:
    monkeypatch.setattr(copying, "ROWS", rows)
    there, back = str(tmp_path / "there.db"), str(tmp_path / "back.db")

    async def move() -> None:
        key = await filled(back)
        assert await copy(back, url) == 12
        assert await copy(url, there) == 12
        one, two = await Store.open(back, node="one"), await Store.open(there, node="two")
        for number in range(12):
            assert await two.load(f"t{number}") == await one.load(f"t{number}")
        assert await two.of_guest("böb") == await one.of_guest("böb")
        assert len(await two.of_guest("böb")) == 12
        assert await two.listing("open") == await one.listing("open")
        assert await two.key("cookie") == key
        assert await two.append("t3", [entry(3)], summary(3))
        assert not await two.append("t3", [entry(3)], summary(3))
        await one.close()
        await two.close()

    run(move())


def test_a_copy_takes_place_whole_or_not_at_all(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = str(tmp_path / "source.db")
    add = copying._add

    def fail_late(connection, table, rows):  # type: ignore[no-untyped-def]
        add(connection, table, rows)
        if table.name == "entries":
            raise RuntimeError("plug")

    async def attempt() -> None:
        await filled(source)
        monkeypatch.setattr(copying, "_add", fail_late)
        with pytest.raises(RuntimeError, match="plug"):
            await copy(source, url)
        monkeypatch.setattr(copying, "_add", add)
        assert await copy(source, url) == 12
        with pytest.raises(DatabaseUnusable, match="not empty"):
            await copy(source, url)

    run(attempt())


def test_a_source_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnavailable, match="No such file"):
        run(copy(str(tmp_path / "none.db"), str(tmp_path / "target.db")))
    assert list(tmp_path.iterdir()) == []


def test_an_empty_source_is_not_taken_for_tables(postgres: str, tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnusable, match="holds no tables of Rookery's"):
        run(copy(postgres, str(tmp_path / "target.db")))
