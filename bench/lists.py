"""How long a list of public tables takes among many: 300,000 of them in a SQLite file.

    python bench/lists.py [TABLES]

The tables are made in the database itself; then lists are asked for as `GET /tables` asks.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

from sqlalchemy import Connection, insert

from rookery.server.store import Store
from rookery.server.store.connect import connect
from rookery.server.store.schema import summaries, tables

STATUSES = ("open", "running", *["over"] * 18)
GAMES = ("party", *["ultimatum"] * 9)  # one of them is rare
ASKED = ({}, {"game": "party"}, {"before": 500_000}, {"game": "party", "before": 500_000})


def fill(connection: Connection, first: int, count: int) -> None:
    numbers = range(first, first + count)
    sheets = [
        {"id": f"{n:010x}", "game": GAMES[n % 10], "settings": "{}", "secret": b"", "created": n}
        for n in numbers
    ]
    connection.execute(insert(tables), sheets)
    rows = [
        {
            "table_id": f"{n:010x}",
            "last": 0,
            "game": GAMES[n % 10],
            "public": n % 3 > 0,
            "status": STATUSES[n % 20],
            "due": None,
            "seats": 4,
            "free": 0,
            "changed": n * 7919 % 1_000_003,
        }
        for n in numbers
    ]
    connection.execute(insert(summaries), rows)


async def main(count: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "tables.db")
        backend = await connect(file, node="bench")
        for first in range(0, count, 10_000):
            await backend.write(lambda c, n=first: fill(c, n, min(10_000, count - n)))
        await backend.close()
        store = await Store.open(file, node="bench")
        for status in ("open", "running", "over"):
            for asked in ASKED:
                took = []
                for _ in range(30):
                    begun = time.perf_counter()
                    found = await store.listing(status, limit=50, **asked)
                    took.append(1000 * (time.perf_counter() - begun))
                middle, longest = statistics.median(took), max(took)
                said = f"{status:8} {asked!s:38} {len(found):3} tables"
                print(f"{said}: median {middle:.2f} ms, longest {longest:.2f} ms")
        await store.close()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 300_000))
