"""Actions a second beside a boardgame.io server, in one run: 50 tables, two clients each.

    (cd bench/boardgame.io && npm ci)
    python bench/compare_boardgame.py

Everybody plays as soon as they are told that it is their turn. boardgame.io plays tic-tac-toe and
keeps it in memory. Rookery plays Penguin Party for two, its smallest game, and has every action
on the disk before it answers; each event is a whole scene with its sentences. Both in turn, several
times over, because machines are noisy.
"""

import argparse
import asyncio
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import uvloop
from crowd import Action, Crowd, Table, gather, now, warm
from wire import Client, Server, cpu_of

HERE = Path(__file__).resolve().parent / "boardgame.io"


class Result:
    """Actions a second, and the cores that server and clients took."""

    def __init__(self, rate: float, server: float, clients: float, errors: int) -> None:
        self.rate, self.server, self.clients, self.errors = rate, server, clients, errors

    def __str__(self) -> str:
        share = f"server {self.server:.2f} cores, clients {self.clients:.2f}"
        return f"{self.rate:7.0f}/s   {share}   errors {self.errors}"


def theirs(tables: int, seconds: float) -> Result:
    """A boardgame.io server and its clients, a process each."""
    server = subprocess.Popen(["node", "server.js"], cwd=HERE, stdout=subprocess.PIPE, text=True)  # noqa: S607
    assert server.stdout is not None
    try:
        port = ""
        while not port:
            found = re.search(r"^port (\d+)", line := server.stdout.readline())
            port = found[1] if found else ""
            if not line:
                raise SystemExit("boardgame.io does not start: npm ci in bench/boardgame.io first")
        command = ["node", "drive.js", port, str(tables), str(seconds)]
        clients = subprocess.Popen(command, cwd=HERE, stdout=subprocess.PIPE, text=True)
        time.sleep(3.5)  # the clients measure after three seconds
        begun, cpu = now(), cpu_of(server.pid)
        time.sleep(seconds - 1)
        cpu, took = cpu_of(server.pid) - cpu, now() - begun
        said = json.loads(clients.communicate()[0])
        return Result(said["moves"] / said["seconds"], cpu / took, said["own"], said["errors"])
    finally:
        server.terminate()
        server.wait(10)


async def ours(tables: int, seconds: float) -> Result:
    """A Rookery server; the clients are this process."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "tables.db", "--bots", "0")
        try:
            client = Client(server)
            await connected(client)
            await warm(client)
            crowd = Crowd(client, random.Random(1), ("party",), 2)
            crowd.go_on = lambda table: crowd.spawn(act(table))
            await gather(crowd, tables)
            await asyncio.sleep(2)
            crowd.measured.clear()
            cpu, own, begun = server.cpu(), time.process_time(), now()
            await asyncio.sleep(seconds)
            took, count = now() - begun, sum(bool(it.answered) for it in crowd.measured)
            cpu, own = server.cpu() - cpu, time.process_time() - own
            errors = len(crowd.errors)
            crowd.go_on = lambda table: None
            await asyncio.sleep(0.5)
            for table in crowd.tables:
                table.close()
            client.close()
            return Result(count / took, cpu / took, own / took, errors)
        finally:
            server.stop()


async def connected(client: Client) -> None:
    while True:
        try:
            await client.ask("GET", "/health")
        except OSError:
            await asyncio.sleep(0.05)
        else:
            return


async def act(table: Table) -> None:
    action = Action(table, now())
    table.crowd.measured.append(action)
    await table.act(action)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure beside boardgame.io.")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    found: dict[str, list[float]] = {"boardgame.io": [], "rookery": []}
    for _ in range(args.rounds):
        print("load", Path("/proc/loadavg").read_text().split()[0])
        for name, rates in found.items():
            if name == "rookery":
                result = uvloop.run(ours(args.tables, args.seconds))
            else:
                result = theirs(args.tables, args.seconds)
            rates.append(result.rate)
            print(f"{name:14}{result}", flush=True)
            if result.errors:
                sys.exit(1)
    us, them = statistics.median(found["rookery"]), statistics.median(found["boardgame.io"])
    print(f"medians: rookery {us:.0f}/s, boardgame.io {them:.0f}/s, ratio {us / them:.2f}")


if __name__ == "__main__":
    main()
