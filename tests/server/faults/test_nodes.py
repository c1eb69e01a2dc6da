"""Two nodes on one PostgreSQL: they serve the same tables, and one goes on when the other dies."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from typing import Any

import httpx
import pytest

from tests.server.faults.forked import ROOT, Forked
from tests.server.faults.playing import Crowd, check_database, mixed
from tests.server.faults.test_stop import spawned
from tests.server.faults.threaded import FREE, Hearing, until

PATIENCE = 300
pytestmark = pytest.mark.slow


@pytest.fixture
def nodes(postgres: str, forks: tuple[Forked, Forked]) -> tuple[Forked, Forked]:
    """Two servers, running."""
    for it in forks:
        it.start(db=postgres, bots=1, pace=0, **FREE)
    return forks


def guest(url: str) -> dict[str, str]:
    """The headers of a new guest."""
    made = httpx.post(url + "/guests", json={"name": "Mira"}, timeout=180).json()
    return {"authorization": "Bearer " + made["token"]}


def new_table(url: str, me: dict[str, str], **more: Any) -> str:
    """A running table with two seats for one guest."""
    wanted = {"game": "party", "seats": [{"kind": "me"}, {"kind": "me"}], "start": True, **more}
    found = httpx.post(url + "/tables", json=wanted, headers=me, timeout=180)
    assert found.status_code == 200, found.text
    name: str = found.json()["id"]
    return name


def seen(url: str, me: dict[str, str], table: str, seat: int) -> Any:
    """What a seat sees now."""
    return httpx.get(f"{url}/tables/{table}/scene?seat={seat}", headers=me, timeout=180).json()


def test_a_stream_on_one_node_hears_of_actions_on_the_other(nodes: tuple[Forked, Forked]) -> None:
    one, two = (node.url for node in nodes)
    me = guest(one)
    table = new_table(one, me)
    streams = [Hearing(f"{one}/tables/{table}/events?seat={seat}", me) for seat in (0, 1)]
    try:
        for _ in range(6):
            scenes = [seen(two, me, table, seat) for seat in (0, 1)]
            seat = 0 if scenes[0]["scene"].get("choices") else 1
            choice = scenes[seat]["scene"]["choices"][0]["action"]
            body = {"seat": seat, "action": choice, "seen": scenes[seat]["number"]}
            done = httpx.post(f"{two}/tables/{table}/actions", json=body, headers=me, timeout=180)
            assert done.status_code == 200, done.text
            number = done.json()["number"]
            until(lambda: all(it.has(number) for it in streams), "both to hear")  # noqa: B023
        for seat, stream in enumerate(streams):
            data = stream.data.rpartition(b"data: ")[2].strip()
            assert json.loads(data)["scene"] == seen(two, me, table, seat)["scene"]
    finally:
        for stream in streams:
            stream.close()


def test_of_two_actions_for_one_ply_one_wins(nodes: tuple[Forked, Forked]) -> None:
    urls = [node.url for node in nodes]
    me = guest(urls[0])

    async def race(client: httpx.AsyncClient, table: str) -> list[tuple[int, str]]:
        """Both nodes at once, each with another action, until the match is over."""
        found: list[tuple[int, str]] = []
        while True:
            for seat in (0, 1):
                where = f"{urls[0]}/tables/{table}/scene?seat={seat}"
                now = (await client.get(where, headers=me)).json()
                if now["table"]["status"] == "over":
                    return found
                choices = now["scene"].get("choices")
                if not choices:
                    continue
                bodies = [
                    {"seat": seat, "action": it["action"], "seen": now["number"]}
                    for it in (choices[0], choices[-1])
                ]
                answers = await asyncio.gather(
                    *(
                        client.post(f"{url}/tables/{table}/actions", json=body, headers=me)
                        for url, body in zip(urls, bodies, strict=True)
                    )
                )
                codes = []
                for it in answers:
                    error = it.json().get("error", {}).get("code", "")
                    codes.append((it.status_code, error))
                # None wins where the first node had not heard of the last action yet.
                assert sorted(status for status, _ in codes) in ([200, 409], [409, 409]), codes
                found += codes

    async def everything() -> list[tuple[int, str]]:
        async with httpx.AsyncClient(timeout=180) as client:
            tables = [new_table(urls[n % 2], me, options={"rounds": 1}) for n in range(4)]
            results = await asyncio.gather(*(race(client, table) for table in tables))
            for table, answers in zip(tables, results, strict=True):
                said = (await client.get(f"{urls[0]}/tables/{table}/verify", headers=me)).json()
                assert said["fits"], said
                assert said["plies"] == answers.count((200, ""))
            return [it for result in results for it in result]

    answers = asyncio.run(everything())
    # Who heard of the other's action in time knows even better what is wrong.
    assert {code for _, code in answers} <= {"", "stale", "not_your_turn", "wrong_time"}
    assert (409, "stale") in answers


def test_when_a_node_dies_its_tables_go_on_on_the_other(
    nodes: tuple[Forked, Forked], postgres: str
) -> None:
    async def everything() -> Crowd:
        crowd = Crowd([node.url for node in nodes])
        heard: dict[str, list[int]] = {}
        players: list[asyncio.Future[Any]] = []
        try:
            await crowd.arrive()
            for _ in range(10):
                journal = await crowd.make(mixed(crowd.chance))
                numbers = heard.setdefault(journal.id, [])
                players += [
                    asyncio.ensure_future(crowd.finish(journal)),
                    asyncio.ensure_future(crowd.listen(journal, journal.people[0], numbers)),
                ]
            while crowd.answered < 30:
                await asyncio.sleep(0.01)
            assert sum(journal.over for journal in crowd.journals) < 5
            await asyncio.to_thread(nodes[0].bury)
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*players)
            crowd.urls = [nodes[1].url]
            for journal in crowd.journals:
                verdict = await crowd.insist("GET", f"/tables/{journal.id}/verify")
                assert verdict["fits"], verdict
                where = f"/tables/{journal.id}/told?seat={journal.people[0]}"
                told = await crowd.insist("GET", where)
                assert heard[journal.id] == list(range(1, told["count"] + 1))
        finally:
            for player in players:
                player.cancel()
            await asyncio.gather(*players, return_exceptions=True)
            await crowd.close()
        return crowd

    crowd = asyncio.run(everything())
    asyncio.run(check_database(postgres, crowd.journals))


def test_bots_and_clocks_of_a_dead_node_go_on_by_themselves(nodes: tuple[Forked, Forked]) -> None:
    """Nobody even asks for the tables."""
    one, two = (node.url for node in nodes)
    me = guest(one)
    # A seat of the guest's own that a bot plays: only so is the table among the guest's.
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    short: dict[str, Any] = {"options": {"rounds": 1}, "substitute": "random"}
    playing = [new_table(one, me, seats=seats, **short) for _ in range(5)]
    for table in playing:
        left = httpx.post(f"{one}/tables/{table}/leave", json={"seat": 0}, headers=me, timeout=180)
        assert left.status_code == 200, left.text
    clocked = new_table(one, me, clock={"action": 1.0, "late": "forfeit"})
    nodes[0].bury()

    def status() -> dict[str, str]:
        """From the guest's list, which touches no table."""
        found = httpx.get(f"{two}/guests/me/tables", headers=me, timeout=180).json()["tables"]
        return {it["id"]: it["status"] for it in found}

    until(lambda: all(status()[it] == "over" for it in (*playing, clocked)), "all tables")


def test_workers_share_a_port_and_a_dead_one_is_replaced(postgres: str) -> None:
    command = [sys.executable, "-m", "rookery", "serve", "--port", "0", "--db", postgres]
    command += ["--workers", "2", "--bots", "1", "--pace", "0", "--limit", "rate=0"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, cwd=ROOT)
    try:
        assert process.stdout is not None
        url = process.stdout.readline().decode().split()[4].rstrip("/") + "/api/v1"

        def known() -> set[str]:
            """The nodes that answer."""
            found = set()
            for _ in range(12):
                try:
                    found.add(httpx.get(url + "/health", timeout=180).json()["node"])
                except httpx.TransportError:
                    time.sleep(0.05)
            return found

        until(lambda: len(known()) == 2, "both workers")
        me = guest(url)
        seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
        table = new_table(url, me, seats=seats, options={"rounds": 1})
        before = known()
        victim = min(spawned(process.pid))
        os.kill(victim, signal.SIGKILL)
        until(lambda: len(known()) == 2 and known() != before, "a new worker")
        play_to_the_end(url, me, table)
        process.send_signal(signal.SIGTERM)
        assert process.wait(300) == 0
    finally:
        process.kill()
        process.communicate()


def play_to_the_end(url: str, me: dict[str, str], table: str) -> None:
    """Play whatever is possible for seat 0."""

    def turn() -> bool:
        try:
            now = seen(url, me, table, 0)
            if now["table"]["status"] == "over":
                return True
            for choice in now["scene"].get("choices", [])[:1]:
                body = {"seat": 0, "action": choice["action"], "seen": now["number"]}
                httpx.post(f"{url}/tables/{table}/actions", json=body, headers=me, timeout=180)
        except httpx.TransportError:
            pass  # the worker that had this connection has died
        return False

    until(turn, "the end of the match")
