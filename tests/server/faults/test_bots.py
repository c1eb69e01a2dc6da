"""Bots that die, bots that cannot answer, rules that are not ready: tables wait, servers do not."""

import asyncio
import os
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, ClassVar

import httpx
import pytest

import rookery
from rookery.server.bot_pool import BotChoice, BotPool, BotTask
from rookery.server.settings import Settings
from rookery.server.warmup import Warmup
from tests.server.faults.forked import alive
from tests.server.faults.threaded import FREE, Served, until

SHORT = {"rounds": 1}


class Someone:
    """A guest of a server."""

    clients: ClassVar[list[httpx.Client]] = []

    def __init__(self, url: str) -> None:
        self.client = httpx.Client(base_url=url, timeout=180)
        self.clients.append(self.client)
        token = self.client.post("/guests", json={"name": "Mira"}).json()["token"]
        self.client.headers["authorization"] = "Bearer " + token

    def table(self, *levels: str, game: str = "party") -> str:
        """A table that has begun: a seat for the guest, then bots."""
        seats: list[dict[str, str]] = [{"kind": "bot", "level": level} for level in levels]
        wanted = {"game": game, "seats": [*seats, {"kind": "me"}], "start": True}
        # Seat 0, a bot, is the first to decide.
        options = {"options": {**SHORT, "first": 0}} if game == "party" else {}
        made = self.client.post("/tables", json={**wanted, **options})
        assert made.status_code == 200, made.text
        name: str = made.json()["id"]
        return name

    def events(self, table: str) -> int:
        """How many the table's spectators have seen."""
        number: int = self.client.get(f"/tables/{table}/scene").json()["number"]
        return number


@pytest.fixture(autouse=True)
def _everybody_goes() -> Iterator[None]:
    yield
    while Someone.clients:
        Someone.clients.pop().close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A server with one process for bots."""
    server = Served(Settings(db=str(tmp_path / "tables.db"), bots=1, pace=0, **FREE))
    try:
        yield server
    finally:
        server.close()


def thinker(server: Served) -> int:
    """The process in which bots think."""
    pool: Any = server.app._bots and server.app._bots._pool
    pids = list(pool._processes) if pool is not None and pool._processes else []
    return pids[0] if pids else 0


def test_a_thinker_that_dies_while_thinking_is_replaced(served: Served) -> None:
    me = Someone(served.url)
    first = 0
    for _ in range(2):
        table = me.table("emperor")
        begun = me.events(table)
        until(lambda: served.app.hub.tables[table].thinking, "the bot to think")  # noqa: B023
        victim = until(lambda: thinker(served), "the bots' process")
        first = first or victim
        os.kill(victim, signal.SIGKILL)
        until(lambda: me.events(table) > begun, "the bot's action")  # noqa: B023
        assert thinker(served) != victim
        assert not alive(victim)
    assert thinker(served) != first


def test_a_bot_that_cannot_answer_harms_no_other_table(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: Counter[str] = Counter()
    broken = threading.Event()
    broken.set()

    async def ask(self: BotPool, task: BotTask, *_: object) -> BotChoice:
        asked[task.level] += 1
        if task.level == "greedy" and broken.is_set():
            raise RuntimeError("no idea")
        return BotChoice(task.legal[0], {})

    monkeypatch.setattr(BotPool, "ask", ask)
    monkeypatch.setattr("rookery.server.hub.REST", 0.3)
    monkeypatch.setattr("rookery.server.hub.MANY", 2)
    me = Someone(served.url)
    stuck = [me.table("greedy") for _ in range(5)]
    begun = me.events(stuck[0])
    healthy = me.table("random")
    until(lambda: me.events(healthy) > begun, "another table")
    # Asked again and again, and nobody was told anything meanwhile.
    until(lambda: asked["greedy"] > 15, "more attempts")
    assert [me.events(table) for table in stuck] == [begun] * len(stuck)
    broken.clear()
    until(lambda: all(me.events(table) > begun for table in stuck), "the bots to act")


def test_a_broken_table_harms_no_other(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """One whose log cannot be folded, say, comes first in every list of what is due."""

    async def ask(self: BotPool, task: BotTask, *_: object) -> BotChoice:
        return BotChoice(task.legal[0], {})

    monkeypatch.setattr(BotPool, "ask", ask)
    monkeypatch.setattr("rookery.server.hub.IDLE", 0.0)
    me = Someone(served.url)
    hub = served.app.hub
    load = hub.store.load
    bad = me.client.post("/tables", json=clocked()).json()["id"]
    good = me.client.post("/tables", json=clocked()).json()["id"]
    until(lambda: not hub.tables, "tables to leave the memory")

    async def loads(table: str) -> Any:
        if table == bad:
            raise AssertionError("this log makes no sense")
        return await load(table)

    hub.store.load = loads  # type: ignore[method-assign]

    def status(table: str) -> str:
        found = me.client.get("/guests/me/tables").json()["tables"]
        return next(str(it["status"]) for it in found if it["id"] == table)

    until(lambda: status(good) == "over", "the other table's clock")
    assert status(bad) == "running"
    answer = me.client.get(f"/tables/{bad}")
    assert answer.status_code == 500
    assert "sense" not in answer.text
    hub.store.load = load  # type: ignore[method-assign]
    until(lambda: status(bad) == "over", "the table that is whole again")


def clocked() -> dict[str, Any]:
    """A table of people who will be late."""
    seats = [{"kind": "me"}, {"kind": "me"}]
    clock = {"action": 1.0, "late": "forfeit"}
    return {"game": "party", "seats": seats, "start": True, "clock": clock}


def test_the_server_answers_while_rules_are_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with an empty cache; here the compiler takes as long as the test wants."""
    compiled = {name: threading.Event() for name in rookery.games()}
    prepare = Warmup._prepare
    failing = threading.Event()

    async def slow(self: Warmup, name: str) -> None:
        while not compiled[name].is_set():
            if name == "ultimatum" and failing.is_set():
                raise OSError("no room for the cache")
            await asyncio.sleep(0.01)
        await prepare(self, name)

    monkeypatch.setattr(Warmup, "_prepare", slow)
    server = Served(Settings(db=str(tmp_path / "tables.db"), bots=0, **FREE))
    try:
        me = Someone(server.url)
        health = me.client.get("/health").json()
        assert health["status"] == "ok"
        assert not any(health["ready"].values())
        with ThreadPoolExecutor(2) as threads:
            waiting = threads.submit(lambda: Someone(server.url).table("random", game="pengqueen"))
            # Everything else is answered meanwhile, a table of another game too.
            for path in ("/health", "/games", "/tables", "/guests/me/tables", "/openapi.json"):
                assert me.client.get(path).status_code == 200
            compiled["party"].set()
            table = me.table("random")
            assert me.events(table)
            assert not waiting.done()
            failing.set()
            wanted = {"game": "ultimatum", "seats": [{"kind": "me"}, {"kind": "me"}]}
            refused = me.client.post("/tables", json=wanted)
            assert refused.status_code == 503
            assert refused.json()["error"]["code"] == "not_ready"
            failing.clear()
            compiled["ultimatum"].set()
            # What failed is tried again.
            assert me.client.post("/tables", json=wanted).status_code == 200
            assert not waiting.done()
            for event in compiled.values():
                event.set()
            assert waiting.result(300)
        assert all(me.client.get("/health").json()["ready"].values())
    finally:
        for event in compiled.values():
            event.set()
        server.close()
