"""Every append that returned is there after kill -9."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rookery.server.store import Store
from tests.server.store.common import plies, run

ROOT = Path(__file__).parents[3]
TABLES = 8
#: How often, in each database; ROOKERY_KILLS=1000 tries harder, see bench/kills.py.
KILLS = int(os.environ.get("ROOKERY_KILLS", "90"))
#: Only a hang takes longer.
PATIENCE = 120.0
# To start Python takes longer than a life: all of them are children of one that has everything.
PROGRAM = """
import asyncio, os, sys
from rookery.server.store import Store
from tests.server.store.common import entry, make, plies, summary

def tell(*words):
    sys.stdout.write(" ".join(map(str, words)) + "\\n")
    sys.stdout.flush()

async def play(store, name):
    if not await store.load(name):
        await make(store, name)
    found = await plies(store, name)
    assert found == list(range(len(found)))
    last = found[-1]
    tell(name, "found", last)
    while True:
        # Two at a time: an append is whole or not there.
        if await store.append(name, [entry(last + 1), entry(last + 2)], summary(last + 2)):
            last += 2
            tell(name, "wrote", last)

async def ready():
    await (await Store.open(sys.argv[1], node="mother")).close()

async def main():
    store = await Store.open(sys.argv[1], node="child")
    await asyncio.gather(*(play(store, f"t{number}") for number in range(int(sys.argv[2]))))

asyncio.run(ready())
for _ in sys.stdin:
    child = os.fork()
    if not child:
        asyncio.run(main())
    print(child, file=sys.stderr, flush=True)
    os.waitpid(child, 0)
    print("gone", file=sys.stderr, flush=True)
"""


@contextmanager
def mother(url: str, told: Path) -> Iterator["subprocess.Popen[str]"]:
    """A process that lives again and again; what its children say is in the file."""
    command = [sys.executable, "-c", PROGRAM, url, str(TABLES)]
    pipe = subprocess.PIPE
    with told.open("wb") as out:
        process = subprocess.Popen(
            command, stdin=pipe, stdout=out, stderr=pipe, text=True, cwd=ROOT
        )
    with process:
        try:
            yield process
        finally:
            process.kill()


def lines(told: Path) -> list[list[str]]:
    """What was said in whole lines."""
    return [it.split() for it in told.read_text().splitlines(keepends=True) if it.endswith("\n")]


def test_nothing_acknowledged_is_lost(url: str, tmp_path: Path) -> None:
    chance = random.Random(1)
    told = tmp_path / "told"
    with mother(url, told) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        for number in range(KILLS):
            begun = told.stat().st_size
            process.stdin.write("live\n")
            process.stdin.flush()
            child = int(process.stderr.readline())
            # Every second life is long enough that there is something to lose.
            end = time.monotonic() + PATIENCE
            while number % 2 == 0 and told.stat().st_size < begun + 40 * TABLES:
                assert time.monotonic() < end
                time.sleep(0.002)
            time.sleep(chance.uniform(0, 0.05))
            os.kill(child, signal.SIGKILL)
            assert process.stderr.readline() == "gone\n"
            with told.open("ab") as out:
                out.write(b"\n")  # a line may have broken off
    acknowledged: dict[str, int] = {}
    for words in lines(told):
        if len(words) == 3:
            name, what, ply = words[0], words[1], int(words[2])
            assert what == "wrote" or ply >= acknowledged.get(name, 0), words
            acknowledged[name] = ply
    assert len(acknowledged) == TABLES
    assert sum(acknowledged.values()) > KILLS

    async def compare() -> None:
        store = await Store.open(url, node="after")
        for name, last in acknowledged.items():
            found = await plies(store, name)
            assert found == list(range(len(found)))
            assert found[-1] % 2 == 0
            assert found[-1] >= last
        await store.close()

    run(compare())
