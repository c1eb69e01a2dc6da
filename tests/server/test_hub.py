"""Tables that are loaded while other nodes write to them."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rookery.server.fold import Person
from rookery.server.hub import Hub
from rookery.server.setup import Setup
from rookery.server.store import Store
from rookery.server.warmup import Warmup
from tests.server.store.common import run

SETUP = Setup(
    game="party",
    players=2,
    options={},
    edition="iello-2024",
    public=True,
    clock=None,
    spectators=True,
    delay=0,
    substitute="random",
    aids=True,
)


class SlowWarmup(Warmup):
    """Warmup that are ready when the test says so."""

    def __init__(self) -> None:
        super().__init__(None)
        self.asked, self.done = asyncio.Event(), asyncio.Event()

    async def ready(self, name: str) -> None:
        self.asked.set()
        await self.done.wait()


class Nodes:
    """Two nodes on one database; what one writes, the other hears of when the test says so."""

    def __init__(self, one: Hub, two: Hub, rules: SlowWarmup) -> None:
        self.one, self.two, self.warmup = one, two, rules
        self.table = ""

    async def begin(self) -> None:
        entries = [("open", None, "g0"), ("take", 0, person("g0"))]
        self.table = await self.one.create(SETUP, entries)

    async def write(self) -> int:
        """Somebody sits down at the first node; how many entries there are."""
        async with self.one.held(self.table) as table:
            await self.one.write(table, "take", 1, person("g1"))
            await self.one.write(table, "leave", 1)
            return table.fold.ply


def person(guest: str) -> str:
    return msgspec.json.encode(Person(guest, guest)).decode()


@asynccontextmanager
async def nodes(file: Path) -> AsyncIterator[Nodes]:
    rules, ready = SlowWarmup(), SlowWarmup()
    ready.done.set()
    stores = [await Store.open(str(file), node=name) for name in ("one", "two")]
    made = Nodes(Hub(stores[0], None, ready), Hub(stores[1], None, rules), rules)
    await made.begin()
    try:
        yield made
    finally:
        for hub in (made.one, made.two):
            await hub.close()
            await hub.store.close()


def loaded(file: Path, meanwhile: Callable[[Nodes], Awaitable[int]]) -> None:
    """What happens while a table is loaded is known when it is."""

    async def work() -> None:
        async with nodes(file) as both:
            finding = asyncio.ensure_future(both.two.find(both.table))
            written = await meanwhile(both)
            both.warmup.done.set()
            table = await finding
            assert table.fold.ply == written
            assert both.two.tables[both.table] is table
            assert table.watches[None].last is not None

    run(work())


@pytest.mark.parametrize("named", [True, False])
def test_what_is_written_while_the_rules_are_compiled_is_not_lost(
    tmp_path: Path, named: bool
) -> None:
    async def meanwhile(both: Nodes) -> int:
        await both.warmup.asked.wait()
        written = await both.write()
        # Without names: the connection was lost for a while, anything may have happened.
        both.two.heard([(both.table, written - 1)] if named else [])
        return written

    loaded(tmp_path / "tables.db", meanwhile)


def test_what_is_written_between_reading_and_registering_is_not_lost(tmp_path: Path) -> None:
    async def meanwhile(both: Nodes) -> int:
        both.warmup.done.set()
        written: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        load = both.two.store.load

        async def late(table: str) -> Any:
            found = await load(table)
            if not written.done():
                ply = await both.write()
                both.two.heard([(table, ply - 1)])
                written.set_result(ply)
            return found

        both.two.store.load = late  # type: ignore[method-assign]
        return await written

    loaded(tmp_path / "tables.db", meanwhile)


def test_a_table_that_nobody_has_or_loads_is_left_alone(tmp_path: Path) -> None:
    async def work() -> None:
        async with nodes(tmp_path / "tables.db") as both:
            both.two.heard([(both.table, 1)])
            both.two.heard([])
            both.warmup.done.set()
            await both.two.find(both.table)
            assert not both.two._missed

    run(work())
