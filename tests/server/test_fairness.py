"""Who is served next: people first, everybody in turn, nobody who has too much waiting."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rookery.errors import InvalidEdition
from rookery.server import heavy as heavies
from rookery.server.bot_pool import ALONE, HINTS, PEOPLE, WAITING, BotChoice, BotTask
from rookery.server.fairness import Crowded, FairQueue, Turns
from rookery.server.heavy import Heavy, TooLong
from rookery.server.hub import Hub
from rookery.server.problems import TooMany
from rookery.server.quotas import QUOTAS, SEATS, Quotas
from rookery.server.setup import check_edition
from rookery.server.store import Store
from tests.server.store.common import run
from tests.server.test_hub import SETUP, SlowWarmup, person


def test_one_owner_of_many_does_not_keep_another_waiting() -> None:
    queue: FairQueue[str] = FairQueue(2)
    for number in range(200):
        queue.put(f"many {number}", 0, "attacker")
    queue.put("bots alone", 1, "somebody")
    queue.put("first", 0, "mira")
    queue.put("second", 0, "mira")
    assert [queue.pop() for _ in range(4)] == ["many 0", "first", "many 1", "second"]
    assert len(queue) == 199
    assert queue.waiting(0, "attacker") == 198
    assert [queue.pop() for _ in range(199)][-1] == "bots alone"


def test_turns_are_handed_on_by_rank_and_past_those_who_have_gone() -> None:
    async def work() -> list[str]:
        turns = Turns(1, [3, 3])
        done: list[str] = []

        async def take(name: str, rank: int) -> None:
            async with turns.one(name, rank):
                done.append(name)
                await asyncio.sleep(0)

        async with turns.one("first"):
            waiting = {
                name: asyncio.ensure_future(take(name, rank))
                for name, rank in (("hint", 1), ("gone", 0), ("table", 0))
            }
            await asyncio.sleep(0)
            waiting["gone"].cancel()
        await asyncio.gather(*waiting.values(), return_exceptions=True)
        async with asyncio.timeout(300), turns.one("last"):
            done.append("last")
        return done

    assert run(work()) == ["table", "hint", "last"]


def test_whoever_has_too_much_waiting_is_told_so() -> None:
    async def work() -> None:
        turns = Turns(1, [2], 3)
        async with turns.one("busy"):
            waiting = [asyncio.ensure_future(_pass(turns, it)) for it in ("a", "a", "b")]
            await asyncio.sleep(0)
            with pytest.raises(Crowded, match="2 requests of yours"):
                await _pass(turns, "a")
            with pytest.raises(Crowded, match="3 requests wait"):
                await _pass(turns, "c")
        await asyncio.gather(*waiting)

    run(work())


async def _pass(turns: Turns, owner: str) -> None:
    async with turns.one(owner):
        pass


# ---------------------------------------------------------------- bots


class Noting:
    """Bots that note for whom they are asked, and never answer."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, str]] = []

    async def ask(self, task: BotTask, rank: int, owner: str) -> BotChoice:
        self.asked.append((rank, owner))
        return await asyncio.get_running_loop().create_future()


@pytest.mark.parametrize(
    ("seats", "left", "rank"),
    [
        ([("take", 0, person("mira")), ("bot", 1, "random")], None, PEOPLE),
        ([("bot", 0, "random"), ("bot", 1, "random")], None, ALONE),
        ([("take", 0, person("mira")), ("bot", 1, "random")], 0, ALONE),
    ],
    ids=["people", "bots", "people who left"],
)
def test_people_s_tables_come_first_and_belong_to_their_makers(
    tmp_path: Path, seats: list[Any], left: int | None, rank: int
) -> None:
    async def work() -> Noting:
        bots, rules = Noting(), SlowWarmup()
        rules.done.set()
        store = await Store.open(str(tmp_path / "tables.db"), node="one")
        hub = Hub(store, bots, rules)  # type: ignore[arg-type]
        try:
            entries = [("open", None, "maker"), *seats]
            table = hub.tables[await hub.create(SETUP, entries)]
            async with table.lock:
                await hub.write(table, "start")
                if left is not None:
                    await hub.write(table, "leave", left)
            fold = table.fold
            assert fold.turn is not None
            if not fold.seats[fold.turn].played_by_bot:
                async with table.lock:
                    assert fold.match is not None
                    action = fold.match.notation(fold.match.legal()[0])
                    await hub.write(table, "act", fold.turn, action)
            asyncio.ensure_future(hub.ask(fold, 0, "random", 10.0, hint=True))  # noqa: RUF006
            for _ in range(5):
                await asyncio.sleep(0)
            return bots
        finally:
            await hub.close()
            await store.close()

    bots = run(work())
    assert (rank, "maker") in bots.asked
    assert bots.asked[-1][0] == HINTS
    assert WAITING[PEOPLE] > WAITING[ALONE] > WAITING[HINTS] >= 1


# ---------------------------------------------------------------- heavy work


def test_work_that_takes_too_long_is_ended_and_the_next_is_done() -> None:
    async def work() -> None:
        heavy = Heavy(1, 2.0)
        try:
            slow = asyncio.ensure_future(heavy.run("attacker", time.sleep, 3600))
            await asyncio.sleep(0)
            waiting = [
                asyncio.ensure_future(heavy.run("attacker", time.sleep, 3600))
                for _ in range(heavies.WAITING)
            ]
            await asyncio.sleep(0)
            with pytest.raises(Crowded):
                await heavy.run("attacker", time.sleep, 0)
            good = asyncio.ensure_future(heavy.run("mira", abs, -3, seconds=60))
            with pytest.raises(TooLong, match="2 seconds"):
                await slow
            for it in waiting[1:]:
                it.cancel()
            # Of each address one in turn: the first of those who waited is ended, too.
            with pytest.raises(TooLong):
                await waiting[0]
            assert await good == 3
            with pytest.raises(InvalidEdition):
                await heavy.run("mira", check_edition, "party", b'{"name": "x"}', seconds=60)
        finally:
            heavy.close()

    run(work())


# ---------------------------------------------------------------- quotas


def refused(take: Callable[[], Any], most: int) -> TooMany:
    """The error after so many; fails if it comes earlier, or not at all."""
    for _ in range(most):
        take()
    with pytest.raises(TooMany) as error:
        take()
    return error.value


@pytest.mark.parametrize("name", QUOTAS)
def test_guests_addresses_and_tables_have_quotas(name: str) -> None:
    quota = QUOTAS[name]
    quotas = Quotas(1.0)
    error = refused(lambda: quotas.take(name, "mira", "1.2.3.4", None), quota.at_once)
    assert f"{quota.what} of one guest: {quota.at_once} at once" in str(error)
    assert 1 <= error.retry <= 60 / quota.a_minute + 1
    quotas.take(name, "noor", "1.2.3.4", None)
    guests = iter(range(10**6))
    quotas = Quotas(1.0)
    many = refused(
        lambda: quotas.take(name, f"g{next(guests)}", "2001:db8::1", None), 10 * quota.at_once
    )
    assert "one address" in str(many)
    with pytest.raises(TooMany):  # the next address of the same network
        quotas.take(name, "another", "2001:db8::2", None)
    quotas.take(name, "another", "2001:db8:0:1::1", None)
    if quota.of_table:
        quotas = Quotas(1.0)
        each = refused(
            lambda: quotas.take(name, f"g{next(guests)}", f"10.0.{next(guests) % 250}.1", "t"),
            quota.at_once,
        )
        assert "one table" in str(each)
    Quotas(0).take(name, "mira", "1.2.3.4", "t")


def test_a_guest_can_only_sit_at_so_many_tables() -> None:
    quotas = Quotas(1.0)
    quotas.check_seats(SEATS - 1)
    with pytest.raises(TooMany, match=f"{SEATS} are the most"):
        quotas.check_seats(SEATS)
    Quotas(0).check_seats(10**6)
