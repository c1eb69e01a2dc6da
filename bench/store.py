"""How many appends a second a store takes, all of them durable, and how long each one waits.

    python bench/store.py                                   a SQLite file in a temporary folder
    python bench/store.py --db FILE                         on the disk that counts
    python bench/store.py --db postgresql://USER@HOST/DB    an empty PostgreSQL database
    python bench/store.py --busy 5 --callers 50             in a loop with much else to do

Each caller has a table of its own and appends to it, one entry after another. With --busy
callers think up to a quarter of a second, and the loop computes in slices of so many ms.
"""

import argparse
import asyncio
import random
import secrets
import statistics
import tempfile
import time
from pathlib import Path

from rookery.server.store import Entry, Store, Summary, TableRow

DATA = '{"action": 117, "spent": 1834}'


def summary(ply: int, now: int) -> Summary:
    return Summary("running", True, now + 60_000, 4, 0, now)


async def compute(busy: float) -> None:
    while busy:
        until = time.perf_counter() + busy / 1e3
        while time.perf_counter() < until:
            pass
        await asyncio.sleep(0.001)


async def play(store: Store, table: str, until: float, waits: list[float], thinking: float) -> None:
    ply = 0
    while time.perf_counter() < until:
        if thinking:
            await asyncio.sleep(random.uniform(0, thinking))
        ply += 1
        now = time.time_ns() // 1_000_000
        begun = time.perf_counter()
        entry = Entry(ply, "action", ply % 4, DATA, now)
        assert await store.append(table, [entry], summary(ply, now))
        waits.append(time.perf_counter() - begun)


async def measure(url: str, callers: int, seconds: float, busy: float) -> None:
    store = await Store.open(url, node="bench")
    try:
        names = [secrets.token_urlsafe(12) for _ in range(callers)]
        now = time.time_ns() // 1_000_000
        first = [Entry(0, "made", None, "{}", now)]
        await asyncio.gather(
            *(
                store.create(
                    TableRow(name, "party", "{}", secrets.token_bytes(32), now),
                    first,
                    summary(0, now),
                    [f"{name}-{seat}" for seat in range(4)],
                )
                for name in names
            )
        )
        waits: list[float] = []
        other = asyncio.create_task(compute(busy))
        begun = time.perf_counter()
        end, thinking = begun + seconds, 0.25 if busy else 0
        await asyncio.gather(*(play(store, name, end, waits, thinking) for name in names))
        took = time.perf_counter() - begun
        other.cancel()
    finally:
        await store.close()
    hundredths = statistics.quantiles(waits, n=100)
    print(
        f"{callers:5} callers  {len(waits) / took:8,.0f} appends/s"
        f"   median {hundredths[49] * 1e3:7.2f} ms   p99 {hundredths[98] * 1e3:7.2f} ms"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--db", help="a path or an address; default: a file that is deleted again")
    parser.add_argument("--callers", type=int, nargs="+", default=[1, 50, 500])
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--busy", type=float, default=0.0, metavar="MS")
    wanted = parser.parse_args()
    for callers in wanted.callers:
        with tempfile.TemporaryDirectory() as folder:
            url = wanted.db or str(Path(folder) / "tables.db")
            asyncio.run(measure(url, callers, wanted.seconds, wanted.busy))


if __name__ == "__main__":
    main()
