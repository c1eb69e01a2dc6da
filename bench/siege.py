"""A server under siege: everything that once stopped it, all at the same time, while people play.

    python bench/siege.py                two minutes: a quiet one first, to compare with
    python bench/siege.py --seconds 30

Four people play match after match at one table, a fifth plays against three bots; both come from
the usual address. The attackers come from addresses of their own (127.0.0.2 and so on) and each
repeats one thing as fast as it is let:

    cookies      heads of 60 kB of backslashes, and of 30 kB
    editions     tables with the largest edition that is read
    uploads      the longest saved matches, to be verified and seen again, six at a time
    emperors     200 tables of four emperors, by 40 guests
    hints        hints, for as many guests
    unread       300 long answers that nobody reads, again and again
    goings       leaving and returning, and the history of a table that has 6,000 of these
    idle         1,000 connections that say nothing

The settings are the usual ones. The exit code says whether every answer to the honest five came
within half a second.
"""

import argparse
import asyncio
import multiprocessing
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import uvloop
from attacks import LONG_TABLE, besiege
from wire import Client, Listener, Server, memory_of

import rookery
from rookery.server.fold import Person
from rookery.server.setup import Setup
from rookery.server.store import Entry, Store, TableRow
from rookery.server.store.records import Summary

GOAL = 0.5
SEATS = 4
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.decode


# ---------------------------------------------------------------- the honest


class Table:
    """People who play match after match; each answers as soon as its turn comes."""

    def __init__(self, client: Client, people: int, bots: int, chance: random.Random) -> None:
        self.client, self.people, self.bots, self.chance = client, people, bots, chance
        self.waits: list[tuple[float, str]] = []
        self.bot_waits: list[float] = []
        self.matches = 0
        self._streams: list[Listener] = []
        self._latest: dict[int, Any] = {}
        self._news = asyncio.Event()

    async def run(self) -> None:
        """Until it is cancelled."""
        try:
            tokens = [await self._guest() for _ in range(self.people)]
            while True:
                await self._match(tokens)
                self.matches += 1
        finally:
            self._hang_up()

    def _hang_up(self) -> None:
        for stream in self._streams:
            stream.close()
        self._streams.clear()

    async def _guest(self) -> str:
        made = await self._ask("POST", "/guests", "", {"name": "Ada"})
        return str(made["token"])

    async def _ask(self, method: str, path: str, token: str, body: Any = None) -> Any:
        begun = time.perf_counter()
        answer = await self.client.ask(method, path, token, body)
        name = path.partition("?")[0].rpartition("/")[2]
        self.waits.append((time.perf_counter() - begun, f"{method} {name}"))
        return _decode(answer)

    async def _match(self, tokens: list[str]) -> None:
        level = {"kind": "bot", "level": "fledgling"}
        seats = [{"kind": "me"}, *({"kind": "open"} for _ in tokens[1:]), *[level] * self.bots]
        made = await self._ask("POST", "/tables", tokens[0], {"game": "party", "seats": seats})
        table = made["id"]
        for token in tokens[1:]:
            body = {"invitation": made["invitation"]}
            await self._ask("POST", f"/tables/{table}/join", token, body)
        await self._ask("POST", f"/tables/{table}/start", tokens[0], {})
        self._latest.clear()
        for seat, token in enumerate(tokens):
            hear = self._hearing(seat)
            self._streams.append(await self.client.listen(table, seat, token, hear))
        while not await self._turn(table, tokens):
            pass
        self._hang_up()

    def _hearing(self, seat: int) -> Callable[[int, bytes], None]:
        def heard(number: int, data: bytes) -> None:
            self._latest[seat] = _decode(data)
            self._news.set()

        return heard

    async def _turn(self, table: str, tokens: list[str]) -> bool:
        """Play what is to be played; whether the match is over."""
        self._news.clear()
        for seat, event in list(self._latest.items()):
            if event["table"] and event["table"]["status"] == "over":
                return True
            if event["scene"] and event["scene"]["choices"]:
                action = self.chance.choice(event["scene"]["choices"])["action"]
                body = {"seat": seat, "action": action, "seen": event["number"]}
                del self._latest[seat]
                await self._ask("POST", f"/tables/{table}/actions", tokens[seat], body)
                await self._ask("GET", f"/tables/{table}/told?seat={seat}&after=0", tokens[seat])
                await asyncio.sleep(0.2)  # somebody who thinks, if not for long
                return False
        begun = time.perf_counter()
        await self._news.wait()
        if self.bots:
            self.bot_waits.append(time.perf_counter() - begun)
        return False


# ---------------------------------------------------------------- the whole


async def prepare(db: Path) -> None:
    """A table with 6,000 comings and goings, as a log of former times may have them."""
    setup = Setup(
        game="party",
        players=2,
        options={},
        edition=rookery.game("party").default_edition,
        public=True,
        clock=None,
        spectators=True,
        delay=0,
        substitute="random",
        aids=True,
    )
    sheet = TableRow(LONG_TABLE, "party", _encode(setup).decode(), bytes(32), 1)
    said: list[tuple[str, int | None, str]] = [("open", None, "g0")]
    said += [("take", seat, _encode(Person("g0", "Eve")).decode()) for seat in (0, 1)]
    said += [("start", None, ""), *[("leave", 0, ""), ("return", 0, "")] * 3000]
    entries = [Entry(ply, *it, ply + 1) for ply, it in enumerate(said)]
    store = await Store.open(str(db), node="siege")
    summary = Summary(status="running", public=True, due=None, seats=2, free=0, changed=1)
    await store.create(sheet, entries, summary, {"g0"})
    await store.close()


def long_match() -> str:
    """The longest saved match that may be uploaded, or nearly so."""
    match = rookery.game("pengqueen").start(4, seed=5)
    chance = random.Random(5)
    while not match.over and match.ply < 3000:
        match.play(chance.choice(match.legal()))
    return str(match.save())


def tell(what: str, tables: list[Table]) -> float:
    """Print what the honest had to wait for; the longest."""
    known = sorted((1000 * wait, name) for table in tables for wait, name in table.waits)
    waits = [wait for wait, _ in known] or [1e6]
    bots = sorted(1000 * wait for table in tables for wait in table.bot_waits)

    def at(share: float, values: list[float]) -> float:
        return values[min(len(values) - 1, int(share * len(values)))] if values else 0.0

    print(f"{what}: {len(waits)} answers, {sum(table.matches for table in tables)} matches")
    print(f"  ms: median {at(0.5, waits):.0f}, 99 % {at(0.99, waits):.0f}, longest {waits[-1]:.0f}")
    print("  slowest: " + ", ".join(f"{name} {wait:.0f}" for wait, name in known[-1:-6:-1]))
    print(f"  bots' moves came after, ms: median {at(0.5, bots):.0f}, 99 % {at(0.99, bots):.0f}")
    return waits[-1] / 1000


async def play(server: Server, seconds: float) -> list[Table]:
    """The honest five, for a while."""
    client = Client(server)
    tables = [
        Table(client, SEATS, 0, random.Random(1)),
        Table(client, 1, SEATS - 1, random.Random(2)),
    ]
    tasks = [asyncio.ensure_future(table.run()) for table in tables]
    done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    client.close()
    for task in done:
        task.result()
    return tables


async def measure(args: argparse.Namespace) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "siege.db"
        await prepare(db)
        text = long_match()
        print(f"load before: {Path('/proc/loadavg').read_text().split()[0]}; upload: {len(text)} B")
        server = Server(db, "--bots", "1", unlimited=())
        try:
            await ready(server)
            tell("in peace", await play(server, args.seconds / 4))
            before = memory_of(server.pid)
            here, there = multiprocessing.Pipe()
            given = (server.host, server.port, text, args.only, there)
            attack = multiprocessing.get_context("spawn").Process(target=besiege, args=given)
            attack.start()
            await asyncio.to_thread(here.recv)
            await asyncio.sleep(2)
            tables = await play(server, args.seconds)
            peak = memory_of(server.pid)
            here.send("enough")
            seen = await asyncio.to_thread(here.recv)
            attack.join()
            longest = tell("under siege", tables)
            print(f"  memory of the server, MB: {before / 1e6:.0f}, then {peak / 1e6:.0f}")
            for name, counts in seen.items():
                said = ", ".join(f"{it} {count}" for it, count in sorted(counts.items()))
                print(f"  {name:10} {said}")
        finally:
            server.stop()
    print(f"every answer within {GOAL:g} s: {'yes' if longest <= GOAL else 'NO'}")
    return longest <= GOAL


async def ready(server: Server) -> None:
    """Wait until rules and bots are awake."""
    client = Client(server)
    while True:
        games = _decode(await client.ask("GET", "/games"))["games"]
        if all(game["ready"] and game["waking"] is None for game in games):
            break
        await asyncio.sleep(0.5)
    client.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--only", help="one attack by itself")
    args = parser.parse_args()
    return 0 if uvloop.run(measure(args)) else 1


if __name__ == "__main__":
    sys.exit(main())
