"""Several nodes on one PostgreSQL, which comes and goes."""

import asyncio
import contextlib
import random
from collections.abc import Callable

import pytest
from sqlalchemy import Connection

from rookery.errors import DatabaseFull, DatabaseReadOnly, DatabaseUnavailable, RookeryError
from rookery.server.store import Store, faults, notify
from rookery.server.store.notify import LIMIT, payloads
from tests.server.postgresql import Server
from tests.server.store.common import entry, make, plies, run, summary

# Ends everybody's connections but one's own.
CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(300):
        while not true():
            await asyncio.sleep(0.01)


def database(url: str) -> str:
    return url.split("/")[3].split("?")[0]


def test_two_nodes_at_the_same_plies_one_wins_and_the_other_hears(postgres: str) -> None:
    names = [f"t{number}" for number in range(40)]
    last = 25

    async def node(store: Store, data: str) -> int:
        """Append at every table until it is full, knowing only what it wrote or lost."""
        won = 0

        async def fill(name: str) -> None:
            nonlocal won
            for ply in range(1, last + 1):
                first = await store.append(name, [entry(ply, data)], summary(ply))
                won += first

        shuffled = random.sample(names, len(names))
        await asyncio.gather(*(fill(name) for name in shuffled))
        return won

    async def race() -> None:
        one, two = await Store.open(postgres, node="x"), await Store.open(postgres, node="x")
        heard: dict[str, list[tuple[str, int]]] = {"one": [], "two": []}
        one.listen(heard["one"].extend)
        two.listen(heard["two"].extend)
        await asyncio.gather(*(make(one, name) for name in names))
        wins = await asyncio.gather(node(one, "one"), node(two, "two"))
        assert sum(wins) == len(names) * last
        wrote: dict[str, set[tuple[str, int]]] = {"one": set(), "two": set()}
        for name in names:
            log = await two.entries(name, 0)
            assert [found.ply for found in log] == list(range(1, last + 1))
            for found in log:
                wrote[found.data].add((name, found.ply))
        await until(lambda: wrote["two"] <= set(heard["one"]) and wrote["one"] <= set(heard["two"]))
        assert set(heard["one"]) == wrote["two"]  # nobody hears himself
        assert len(heard["one"]) == len(wrote["two"])
        await one.close()
        await two.close()

    run(race())


def test_notifications_stay_within_their_limit() -> None:
    written = [(f"table-ü-{number}", number) for number in range(2_000)]
    sent = list(payloads("node", written))
    assert all(len(payload.encode()) < 8_000 for payload in sent)
    assert len(sent) < 2_000 * 30 / LIMIT
    listener = notify.Listener(lambda: asyncio.sleep(0), "other")  # type: ignore[arg-type]
    heard: list[tuple[str, int]] = []
    listener.add(heard.extend)
    for payload in [*sent, "", "[]", "{}", "[1, 2]", '["x", ["t", "y"]]', "\ud800"]:
        listener._receive(None, 0, "rookery", payload)
    assert heard == written
    assert list(payloads("node", [])) == []


def test_a_hearer_that_fails_does_not_end_the_hearing(postgres: str) -> None:
    async def fail() -> None:
        one, two = await Store.open(postgres, node="one"), await Store.open(postgres, node="two")
        heard: list[tuple[str, int]] = []

        def broken(_written: object) -> None:
            raise RuntimeError("plug")

        one.listen(broken)
        one.listen(heard.extend)
        await make(two, "t")
        await two.append("t", [entry(1)], summary())
        await until(lambda: heard == [("t", 0), ("t", 1)])
        await one.close()
        await two.close()

    run(fail())


def test_a_server_that_goes_and_comes_back(postgres: str, postgres_server: Server) -> None:
    async def restart() -> None:
        store = await Store.open(postgres, node="one")
        other = await Store.open(postgres, node="two")
        heard: list[list[tuple[str, int]]] = []
        store.listen(heard.append)
        await make(store, "t")
        await asyncio.gather(*(store.load("t") for _ in range(5)))
        await asyncio.to_thread(postgres_server.stop)
        for _ in range(2):
            with pytest.raises(DatabaseUnavailable, match=r"does not answer|is shutting down"):
                await store.append("t", [entry(1)], summary())
            with pytest.raises(DatabaseUnavailable):
                await store.load("t")
            with pytest.raises(DatabaseUnavailable):
                await store.check()
        await asyncio.to_thread(postgres_server.start)
        assert await plies(store, "t") == [0]
        assert await store.append("t", [entry(1)], summary())
        await until(lambda: heard == [[]])
        # Every connection is broken, nobody has noticed, and nobody has to.
        await asyncio.to_thread(postgres_server.stop)
        await asyncio.to_thread(postgres_server.start)
        assert await store.append("t", [entry(2)], summary())
        assert await plies(store, "t") == [0, 1, 2]
        await store.check()
        await until(lambda: heard == [[], []])
        await until(lambda: other._backend._listener._connection is not None)  # type: ignore[union-attr]
        assert await other.append("t", [entry(3)], summary())
        await until(lambda: heard == [[], [], [("t", 3)]])
        await store.close()
        await other.close()

    try:
        run(restart())
    finally:
        postgres_server.stop()
        postgres_server.start()


def test_connections_cut_under_load(postgres: str, postgres_server: Server) -> None:
    async def play(store: Store, name: str, stop: asyncio.Event) -> None:
        ply = 0
        while not stop.is_set():
            with contextlib.suppress(DatabaseUnavailable):
                # What failed may have been written all the same: look.
                ply = (await plies(store, name))[-1]
                while not stop.is_set():
                    ply += 1
                    assert await store.append(name, [entry(ply)], summary())

    async def load() -> None:
        store = await Store.open(postgres, node="one")
        names = [f"t{number}" for number in range(10)]
        await asyncio.gather(*(make(store, name) for name in names))
        stop = asyncio.Event()
        players = [asyncio.ensure_future(play(store, name, stop)) for name in names]
        for _ in range(5):
            await asyncio.sleep(0.2)
            await asyncio.to_thread(postgres_server.execute, CUT, database=database(postgres))
        stop.set()
        await asyncio.gather(*players)
        for name in names:
            found = await plies(store, name)
            assert found == list(range(len(found)))
        await store.close()

    run(load())


def test_a_database_that_turns_read_only(postgres: str, postgres_server: Server) -> None:
    name = database(postgres)

    def turn(how: str) -> None:
        postgres_server.execute(
            "SET default_transaction_read_only = off",
            f"ALTER DATABASE {name} SET default_transaction_read_only = {how}",
            CUT,
            database=name,
        )

    async def attempt() -> None:
        store = await Store.open(postgres, node="one")
        await make(store, "t")
        await asyncio.to_thread(turn, "on")
        with pytest.raises(DatabaseReadOnly, match="can be read but not written"):
            await store.append("t", [entry(1)], summary())
        assert await plies(store, "t") == [0]
        await asyncio.to_thread(turn, "off")
        assert await store.append("t", [entry(1)], summary())
        await store.close()

    run(attempt())


@pytest.mark.parametrize("code", ["40001", "40P01"])
def test_a_transaction_that_collides_is_tried_again(postgres: str, code: str) -> None:
    attempts = 0

    def collide(connection: Connection) -> None:
        nonlocal attempts
        attempts += 1
        if attempts < 4:
            raising = f"RAISE EXCEPTION 'collision' USING ERRCODE = '{code}'"
            connection.exec_driver_sql(f"DO $$ BEGIN {raising}; END $$")

    async def attempt() -> None:
        store = await Store.open(postgres, node="one")
        await store._backend.write(collide)
        assert attempts == 4
        await store.close()

    run(attempt())


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("53100", DatabaseFull),
        ("25006", DatabaseReadOnly),
        ("53300", DatabaseUnavailable),
        ("40P01", DatabaseUnavailable),
        ("57014", DatabaseUnavailable),
        ("22021", None),
    ],
)
def test_codes_of_postgresql(code: str, kind: type[RookeryError] | None) -> None:
    error = RuntimeError("secret")
    error.sqlstate = code  # type: ignore[attr-defined]
    found = faults.of_postgres(error, "database")
    assert (type(found) if found else None) is kind
    assert "secret" not in str(found)
