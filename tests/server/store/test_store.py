"""What the store keeps and gives back."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection

from rookery.errors import DatabaseUnavailable
from rookery.server.store import Entry, Store
from rookery.server.store.connect import connect
from rookery.server.store.store import public_tables
from tests.server.store.common import entry, make, plies, run, sheet, summary


def using(url: str, work: Callable[[Store], Awaitable[None]]) -> None:
    async def whole() -> None:
        store = await Store.open(url, node="one")
        try:
            await work(store)
        finally:
            await store.close()

    run(whole())


def test_a_table_comes_back_as_it_was_kept(url: str) -> None:
    first = [Entry(0, "made", None, '{"a": "ü🐧"}', 5), Entry(1, "sit", 3, "", 2**53)]

    async def keep(store: Store) -> None:
        await store.create(sheet("t"), first, summary(1), [])
        assert await store.load("t") == (sheet("t"), first)

    async def find(store: Store) -> None:
        assert await store.load("t") == (sheet("t"), first)
        assert await store.load("u") is None
        assert await store.entries("t", 0) == first[1:]
        assert await store.entries("t", 1) == []
        assert await store.entries("u", -1) == []

    using(url, keep)
    using(url, find)


def test_the_first_to_write_a_ply_wins_and_the_other_writes_nothing(url: str) -> None:
    async def race(store: Store) -> None:
        await make(store, "t")
        assert await store.append("t", [entry(1, "a"), entry(2)], summary(2))
        assert not await store.append("t", [entry(1, "b")], summary(9, status="over"))
        # The first of its entries comes too late, the second would not.
        assert not await store.append("t", [entry(2, "b"), entry(3, "b")], summary(9))
        found = await store.load("t")
        assert found
        assert found[1] == [entry(0), entry(1, "a"), entry(2)]
        assert await store.listing("open") == [(sheet("t"), summary(2))]

    using(url, race)


def test_of_many_at_once_exactly_one_wins_each_ply(url: str) -> None:
    async def race(store: Store) -> None:
        names = [f"t{number}" for number in range(20)]
        for name in names:
            await make(store, name)
        for ply in range(1, 6):
            attempts = [
                store.append(name, [entry(ply, str(who))], summary(ply))
                for who in range(4)
                for name in names
            ]
            assert sum(await asyncio.gather(*attempts)) == len(names)
        for name in names:
            assert await plies(store, name) == list(range(6))

    using(url, race)


def test_a_batch_with_losers_and_mistakes_keeps_the_others(url: str) -> None:
    async def mixed(store: Store) -> None:
        for name in "abc":
            await make(store, name)
        await store.append("b", [entry(1)], summary(1))
        results = await asyncio.gather(
            store.append("a", [entry(1)], summary(1)),
            store.append("b", [entry(1)], summary(1)),
            store.append("c", [entry(5)], summary(1)),
            store.append("none", [entry(1)], summary(1)),
            make(store, "a"),
            make(store, "d"),
            return_exceptions=True,
        )
        assert results[:2] == [True, False]
        hole, missing, again = results[2:5]
        assert isinstance(hole, ValueError)
        assert str(hole) == "table c: ply 5 would leave a hole after 0"
        assert str(missing) == "there is no table none"
        assert str(again) == "there is a table a already"
        assert results[5] is None
        assert [await plies(store, name) for name in "abcd"] == [[0, 1], [0, 1], [0], [0]]

    using(url, mixed)


@pytest.mark.parametrize("bad", [entry(1, "\ud800"), Entry(1, "x", None, "", 2**70)])
def test_a_value_the_database_does_not_take_fails_alone(url: str, bad: Entry) -> None:
    async def poison(store: Store) -> None:
        await make(store, "a")
        await make(store, "b")
        results = await asyncio.gather(
            store.append("a", [bad], summary(1)),
            store.append("b", [entry(1)], summary(1)),
            return_exceptions=True,
        )
        assert isinstance(results[0], Exception)
        assert results[1] is True
        assert await plies(store, "a") == [0]
        assert await store.append("a", [entry(1)], summary(1))

    using(url, poison)


@pytest.mark.parametrize("numbers", [[], [2, 1], [1, 3], [1, 1], [-1]])
def test_entries_follow_each_other(url: str, numbers: list[int]) -> None:
    async def wrong(store: Store) -> None:
        await make(store, "t")
        with pytest.raises(ValueError, match="must follow each other"):
            await store.append("t", [entry(ply) for ply in numbers], summary())
        with pytest.raises(ValueError, match="must follow each other"):
            await store.create(sheet("u"), [entry(1)], summary(), [])

    using(url, wrong)


def test_duties_come_when_they_are_due_the_oldest_first(url: str) -> None:
    async def duties(store: Store) -> None:
        await make(store, "later", due=300)
        await make(store, "second", due=200, status="running")
        await make(store, "first", due=100)
        await make(store, "over", due=50, status="over")
        await make(store, "never")
        assert await store.due(99, 10) == []
        assert await store.due(200, 10) == ["first", "second"]
        assert await store.due(10**15, 1) == ["first"]
        await store.append("first", [entry(1)], summary(1, due=None))
        assert await store.due(10**15, 10) == ["second", "later"]

    using(url, duties)


def test_lists_show_public_tables_the_last_changed_first(url: str) -> None:
    async def lists(store: Store) -> None:
        for number, name in enumerate("abcd"):
            game = "party" if name < "c" else "ultimatum"
            await make(store, name, game=game, changed=number, public=name != "d")
        await store.append("a", [entry(1)], summary(1, changed=9))

        async def names(status: str, **wanted: object) -> str:
            found = await store.listing(status, **wanted)  # type: ignore[arg-type]
            return "".join(sheet.id for sheet, _ in found)

        assert await names("open") == "acb"
        assert await names("open", limit=2) == "ac"
        assert await names("open", before=9) == "cb"
        assert await names("open", game="party") == "ab"
        assert await names("running") == ""

    using(url, lists)


def test_guests_find_their_tables(url: str) -> None:
    async def find(store: Store) -> None:
        await make(store, "a", "ann", "bob", "ann", changed=1)
        await make(store, "b", "ann", changed=2, public=False)

        async def of(guest: str, limit: int = 50) -> str:
            return "".join(sheet.id for sheet, _ in await store.of_guest(guest, limit))

        assert (await of("ann"), await of("bob"), await of("ann", 1)) == ("ba", "a", "b")
        await store.append("a", [entry(1)], summary(1, changed=3))
        assert (await of("ann"), await of("bob")) == ("ab", "a")
        await store.append("a", [entry(2)], summary(2, changed=3), ["bob", "cid"])
        assert (await of("ann"), await of("bob"), await of("cid")) == ("b", "a", "a")
        await store.append("b", [entry(1)], summary(1), [])
        assert await of("ann") == ""
        assert not await store.append("b", [entry(1)], summary(1), ["ann"])
        assert await of("ann") == ""

    using(url, find)


def test_keys_are_made_once_for_all_nodes(url: str) -> None:
    async def keys() -> None:
        one, two = await Store.open(url, node="one"), await Store.open(url, node="two")
        many = await asyncio.gather(*(store.key("cookie") for store in (one, two) * 5))
        assert len(set(many)) == 1
        assert len(many[0]) == 32
        assert await one.key("other") != many[0]
        await one.check()
        await two.check()
        await one.check()
        await one.close()
        await two.close()

    run(keys())


def test_a_caller_who_goes_leaves_the_writer_at_work(url: str) -> None:
    async def impatient(store: Store) -> None:
        names = [f"t{number}" for number in range(30)]
        for name in names:
            await make(store, name)
        calls = [
            asyncio.ensure_future(store.append(name, [entry(1)], summary(1))) for name in names
        ]
        for pause, call in enumerate(calls[::2]):
            if pause % 5 == 0:
                await asyncio.sleep(0)
            call.cancel()
        results = await asyncio.gather(*calls, return_exceptions=True)
        assert results[1::2] == [True] * 15
        for name in names:
            # Written or not, the log goes on from where it is.
            last = (await plies(store, name))[-1]
            assert await store.append(name, [entry(last + 1)], summary(1))

    using(url, impatient)


def test_closing_writes_what_is_waiting(url: str) -> None:
    async def closing() -> None:
        store = await Store.open(url, node="one")
        await make(store, "t")
        calls = [
            asyncio.ensure_future(store.append("t", [entry(ply)], summary(ply)))
            for ply in range(1, 6)
        ]
        await asyncio.sleep(0)
        await store.close()
        assert await asyncio.gather(*calls) == [True] * 5
        with pytest.raises(DatabaseUnavailable, match="has been closed"):
            await store.append("t", [entry(6)], summary(6))
        with pytest.raises(DatabaseUnavailable, match="has been closed"):
            await store.load("t")
        with pytest.raises(DatabaseUnavailable, match="has been closed"):
            await store.check()

    run(closing())


@pytest.mark.parametrize("game", [None, "party"])
@pytest.mark.parametrize("before", [None, 9])
def test_public_tables_are_found_by_an_index(
    tmp_path: Path, game: str | None, before: int | None
) -> None:
    query = public_tables("over", game, before).limit(50)

    def explain(connection: Connection) -> list[str]:
        said = query.compile(connection, compile_kwargs={"literal_binds": True})
        return [row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {said}")]

    async def look() -> None:
        backend = await connect(str(tmp_path / "t.db"), node="one")
        plan = await backend.read(explain)
        await backend.close()
        assert "INDEX public_tables" in plan[0], plan
        # Neither read from end to end nor put in order afterwards.
        assert not [step for step in plan if "SCAN" in step or "B-TREE" in step], plan

    run(look())
