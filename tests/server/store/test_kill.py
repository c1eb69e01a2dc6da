"""Every append that returned is there after kill -9."""

import random
import subprocess
import sys
import time
from pathlib import Path

from rookery.server.store import Store
from tests.server.store.common import plies, run

ROOT = Path(__file__).parents[3]
TABLES = 8
PROGRAM = """
import asyncio, sys
from rookery.server.store import Store
from tests.server.store.common import entry, make, plies, summary

async def play(store, name):
    if not await store.load(name):
        await make(store, name)
    last = (await plies(store, name))[-1]
    while True:
        # Two at a time: an append is whole or not there.
        if await store.append(name, [entry(last + 1), entry(last + 2)], summary(last + 2)):
            last += 2
            sys.stdout.write(f"{name} {last}\\n")
            sys.stdout.flush()

async def main():
    store = await Store.open(sys.argv[1], node="child")
    await asyncio.gather(*(play(store, f"t{number}") for number in range(int(sys.argv[2]))))

asyncio.run(main())
"""


def test_nothing_acknowledged_is_lost(url: str, tmp_path: Path) -> None:
    chance = random.Random(1)
    acknowledged: dict[str, int] = {}

    async def compare() -> None:
        store = await Store.open(url, node="after")
        for number in range(TABLES):
            name = f"t{number}"
            found = await plies(store, name)
            assert found == list(range(len(found)))
            assert found[-1] % 2 == 0
            assert found[-1] >= acknowledged.get(name, 0)
        await store.close()

    for _ in range(4):
        told = tmp_path / "told"
        with told.open("wb") as out:
            child = subprocess.Popen(
                [sys.executable, "-c", PROGRAM, url, str(TABLES)], stdout=out, cwd=ROOT
            )
            try:
                # Until every table has something to lose.
                while (
                    len({line.split()[0] for line in told.read_text().splitlines() if line})
                    < TABLES
                ):
                    assert child.poll() is None
                    time.sleep(0.01)
                time.sleep(chance.uniform(0, 0.2))
            finally:
                child.kill()
                child.wait()
        for line in told.read_text().splitlines(keepends=True):
            if line.endswith("\n"):
                name, ply = line.split()
                acknowledged[name] = int(ply)
        assert len(acknowledged) == TABLES
        run(compare())
