"""A server whose database is in trouble for a while: it says so, and goes on by itself."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.disks import small_disk_at
from tests.server.faults.forked import Forked
from tests.server.faults.playing import Crowd, check_database, mixed
from tests.server.faults.threaded import FREE
from tests.server.postgresql import Server
from tests.server.store.test_nodes import CUT, database

TABLES = 4
PATIENCE = 300


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk with room for little more than a write-ahead log."""
    with small_disk_at(tmp_path / "disk", "16m") as folder:
        yield folder


def survive(
    server: Forked, db: str, spoil: Callable[[], None], heal: Callable[[], None], code: str
) -> None:
    """Play; trouble comes, is told with its code, and goes; everybody plays on to the end."""
    heard: list[list[int]] = []

    async def refused(crowd: Crowd) -> None:
        """Both a table's log and the server's own answer say what is wrong."""
        wanted = mixed(crowd.chance)
        for method, path, body in (("POST", "/tables", wanted), ("GET", "/ready", None)):
            async with asyncio.timeout(PATIENCE):
                while True:
                    found = await crowd.ask(method, path, body)
                    if found is not None and found.status_code != 200:
                        break
                    await asyncio.sleep(0.01)
            assert found.status_code == 503, found.text
            assert found.json()["error"]["code"] == code, found.text
            assert found.headers["retry-after"] == "1"

    async def play_and_listen(crowd: Crowd) -> None:
        wanted = mixed(crowd.chance)
        journal = await crowd.make(wanted)
        numbers: list[int] = []
        heard.append(numbers)
        seat = journal.people[0]
        await asyncio.gather(crowd.finish(journal), crowd.listen(journal, seat, numbers))
        told = await crowd.insist("GET", f"/tables/{journal.id}/told?seat={seat}")
        assert numbers == list(range(1, told["count"] + 1))

    async def everything() -> Crowd:
        crowd = Crowd([server.url])
        players: list[asyncio.Future[None]] = []
        try:
            await crowd.arrive()
            for _ in range(TABLES):
                players.append(asyncio.ensure_future(play_and_listen(crowd)))
                while len(heard) < len(players):
                    await asyncio.sleep(0.01)
            while crowd.answered < 2 * TABLES:
                await asyncio.sleep(0.01)
            await asyncio.to_thread(spoil)
            try:
                await refused(crowd)
            finally:
                await asyncio.to_thread(heal)
            assert not all(journal.over for journal in crowd.journals)
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*players)
            for journal in crowd.journals:
                verdict = await crowd.insist("GET", f"/tables/{journal.id}/verify")
                assert verdict["fits"], verdict
            assert (await crowd.insist("GET", "/ready"))["status"] == "ok"
        finally:
            for player in players:
                player.cancel()
            await asyncio.gather(*players, return_exceptions=True)
            await crowd.close()
        return crowd

    server.start(db=db, bots=1, pace=0, **FREE)
    crowd = asyncio.run(everything())
    server.stop()
    asyncio.run(check_database(db, crowd.journals))


def test_a_full_disk(small_disk: Path, fork: Forked) -> None:
    filler = small_disk / "filler"

    def fill() -> None:
        with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(b"x" * 4096)

    survive(fork, str(small_disk / "tables.db"), fill, filler.unlink, "database_full")


def test_a_file_that_is_gone_and_comes_back(tmp_path: Path, fork: Forked) -> None:
    here, away = tmp_path / "here", tmp_path / "away"
    here.mkdir()
    survive(
        fork,
        str(here / "tables.db"),
        lambda: here.rename(away) and None,
        lambda: away.rename(here) and None,
        "database_unavailable",
    )


def test_a_postgresql_that_is_gone_and_comes_back(
    postgres: str, postgres_server: Server, fork: Forked
) -> None:
    survive(fork, postgres, postgres_server.stop, postgres_server.start, "database_unavailable")


def test_a_postgresql_that_turns_read_only(
    postgres: str, postgres_server: Server, fork: Forked
) -> None:
    name = database(postgres)

    def turn(how: str) -> None:
        postgres_server.execute(
            "SET default_transaction_read_only = off",
            f"ALTER DATABASE {name} SET default_transaction_read_only = {how}",
            CUT,
            database=name,
        )

    survive(fork, postgres, lambda: turn("on"), lambda: turn("off"), "database_read_only")
