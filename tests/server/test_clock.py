"""Time is fair: nobody's clock runs while the house is not there, whatever other clocks say."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from rookery.server import clock as clocks
from rookery.server import hub as hubs
from rookery.server.clock import GRACE, LAG, HouseClock, lag
from rookery.server.commands import Act, Commands
from rookery.server.guests import Guest, Signer
from rookery.server.hub import Hub
from rookery.server.live import LiveTable
from rookery.server.setup import Clock, Setup
from rookery.server.store import Store
from tests.server.store.common import run
from tests.server.test_hub import SETUP, SlowWarmup, person

SECOND = 1000


class Time:
    """The clocks of the machine, as the test wants them."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds

    def wait(self, clock: HouseClock, seconds: float) -> None:
        """Time goes by and the server is there: it looks at the clock again and again."""
        for _ in range(round(2 * seconds)):
            self.seconds += 0.5
            clock.now()


@asynccontextmanager
async def house(file: Path, time: Time) -> AsyncIterator[tuple[Hub, Commands]]:
    """A server on a file, with the test's time."""
    store = await Store.open(str(file), node="one")
    rules = SlowWarmup()
    rules.done.set()
    hub = Hub(store, None, rules)
    hub.clock = HouseClock(time)
    await hub.clock.begin(store.house)
    try:
        yield hub, Commands(hub, Signer(bytes(32)))
    finally:
        await hub.close()
        await store.close()


def setup(**clock: object) -> Setup:
    values = {name: getattr(SETUP, name) for name in SETUP.__struct_fields__}
    values["clock"] = Clock(**clock) if clock else None  # type: ignore[arg-type]
    return Setup(**{**values, "options": {"first": 0}})  # type: ignore[arg-type]


async def begin(hub: Hub, **clock: object) -> LiveTable:
    """Two people, seat 0 is to decide."""
    entries = [("open", None, "g0"), ("take", 0, person("g0")), ("take", 1, person("g1"))]
    table = await hub.create(setup(**clock), [*entries, ("start", None, "")])
    return await hub.find(table)


async def play(do: Commands, table: LiveTable, thought: int | None = None) -> None:
    assert table.fold.match is not None
    seat = table.fold.turn
    assert seat is not None
    action = table.fold.match.notation(table.fold.match.legal()[0])
    await do.act(table.id, Guest(f"g{seat}", "x"), Act(seat, action, thought=thought))


def test_time_runs_while_the_server_is_there(tmp_path: Path) -> None:
    async def work() -> None:
        time = Time()
        async with house(tmp_path / "tables.db", time) as (hub, do):
            table = await begin(hub, action=60, match=600)
            time.wait(hub.clock, 20)
            assert table.fold.left(0, hub.clock.now()) == 580 * SECOND
            await play(do, table)
            time.wait(hub.clock, 59)
            await hub._attend(table.id)
            assert not table.fold.seats[1].late
            time.wait(hub.clock, 2)
            await hub._attend(table.id)
            assert table.fold.seats[1].late
            assert table.fold.left(0, hub.clock.now()) == 580 * SECOND

    run(work())


async def nothing(_: object) -> None:
    """What a server keeps that is killed."""


@pytest.mark.parametrize("killed", [True, False])
def test_downtime_costs_nobody_time_and_ends_nobodys_match(tmp_path: Path, killed: bool) -> None:
    async def work() -> None:
        time = Time()
        async with house(tmp_path / "tables.db", time) as (hub, _):
            table = await begin(hub, action=60, late="forfeit")
            time.wait(hub.clock, 40)
            await hub.clock.beat(hub.store.house)
            if killed:
                hub.clock.keep = nothing  # type: ignore[method-assign]
        time.seconds += 86_400
        async with house(tmp_path / "tables.db", time) as (hub, do):
            table = await hub.find(table.id)
            deadline = table.fold.deadline()
            assert deadline is not None
            assert deadline - hub.clock.now() == 20 * SECOND
            # Nobody has to hurry to be back.
            assert hub.clock.stands == GRACE
            time.wait(hub.clock, GRACE / SECOND)
            assert deadline - hub.clock.now() == 20 * SECOND
            time.wait(hub.clock, 19)
            await hub._attend(table.id)
            assert table.fold.status == "running"
            await play(do, table)

    run(work())


def test_a_stopped_process_was_not_there(tmp_path: Path) -> None:
    async def work() -> None:
        time = Time()
        async with house(tmp_path / "tables.db", time) as (hub, _):
            table = await begin(hub, action=5, late="forfeit")
            time.wait(hub.clock, 4)
            time.seconds += 3600
            await hub._attend(table.id)
            assert table.fold.status == "running"
            time.wait(hub.clock, GRACE / SECOND)
            await hub._attend(table.id)
            assert table.fold.status == "running"
            time.wait(hub.clock, 2)
            await hub._attend(table.id)
            assert table.fold.status == "over"

    run(work())


@pytest.mark.parametrize("jump", [-86_400_000, 86_400_000])
def test_the_wall_clock_may_jump(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    wall = [2_000_000_000_000]
    monkeypatch.setattr(hubs, "now", lambda: wall[0])

    async def work() -> None:
        time = Time()
        async with house(tmp_path / "tables.db", time) as (hub, do):
            table = await begin(hub, action=10, match=100)
            time.wait(hub.clock, 3)
            wall[0] += jump
            await hub._attend(table.id)
            await play(do, table)
            assert table.fold.left(0, hub.clock.now()) == 97 * SECOND
            time.wait(hub.clock, 3)
            await play(do, table)
            assert table.fold.left(1, hub.clock.now()) == 97 * SECOND
            # The same from the log.
            hub.drop(table)
            again = (await hub.find(table.id)).fold
            assert (again.used, again.since) == (table.fold.used, table.fold.since)

    run(work())


def test_a_clock_that_is_told_to_stand_does(tmp_path: Path) -> None:
    async def work() -> None:
        time = Time()
        async with house(tmp_path / "tables.db", time) as (hub, _):
            table = await begin(hub, action=5, late="forfeit")
            hub.clock.stopped = True
            time.wait(hub.clock, 100)
            await hub._attend(table.id)
            assert table.fold.status == "running"
            present = table.present(0, hub.clock).clock
            assert present is not None
            assert (present.mine, present.waits) == (5 * SECOND, clocks.HOUR)
            hub.clock.stopped = False
            time.wait(hub.clock, 6)
            await hub._attend(table.id)
            assert table.fold.status == "over"

    run(work())


def test_up_to_a_second_of_lag_does_not_count(tmp_path: Path) -> None:
    async def work() -> None:
        time = Time()
        async with house(tmp_path / "tables.db", time) as (hub, do):
            table = await begin(hub, match=100, action=10)
            time.wait(hub.clock, 5)
            await play(do, table, thought=4500)
            assert table.fold.used == [4500, 0]
            time.wait(hub.clock, 5)
            await play(do, table, thought=0)  # nobody has so much
            assert table.fold.used == [4500, 4000]
            time.wait(hub.clock, 5)
            await play(do, table, thought=9000)  # nor gives time away
            assert table.fold.used == [9500, 4000]
            # What was sent in time may arrive a moment later.
            time.wait(hub.clock, 10.5)
            await hub._attend(table.id)
            await play(do, table, thought=10_000)
            assert table.fold.used == [9500, 14_000]
            assert not table.fold.seats[1].late

    run(work())


def test_lag_is_believed_within_bounds() -> None:
    assert [lag(5000, it) for it in (None, 5000, 4600, 0, 9000)] == [0, 0, 400, LAG, 0]


def test_nodes_agree_on_the_one_that_has_come_furthest(tmp_path: Path) -> None:
    async def work() -> None:
        store = await Store.open(str(tmp_path / "tables.db"), node="one")
        times = Time(), Time()
        one, two = (HouseClock(time) for time in times)
        await one.begin(store.house)
        await two.begin(store.house)
        times[1].wait(two, GRACE / SECOND)
        times[0].wait(one, 30)
        await one.keep(store.house)
        assert two.now() < one.now() - 20 * SECOND
        await two.keep(store.house)
        assert two.now() == one.now()
        await store.close()

    run(work())


def test_a_house_that_is_new_does_not_stand_still(tmp_path: Path) -> None:
    async def work() -> None:
        store = await Store.open(str(tmp_path / "tables.db"), node="one")
        clock = HouseClock()
        await clock.begin(store.house)
        assert clock.stands == 0
        await store.close()

    asyncio.run(work())
