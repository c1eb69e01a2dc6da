"""What the tests of the store share."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from rookery.server.store import Entry, Store, Summary, TableRow

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run to the end, but never for ever."""

    async def limited() -> T:
        async with asyncio.timeout(120):
            return await work

    return asyncio.run(limited())


def sheet(id: str, game: str = "party", **changes: Any) -> TableRow:
    values = {"settings": '{"seats": ["é", "🐧"]}', "secret": bytes(range(32)), "created": 1_000}
    return TableRow(id, game, **{**values, **changes})


def entry(ply: int, data: str = "{}", seat: int | None = None) -> Entry:
    return Entry(ply, "action", seat, data, 2_000_000_000_000 + ply)


def summary(free: int = 0, **changes: Any) -> Summary:
    values = {"status": "open", "public": True, "due": None, "seats": 4, "changed": 1}
    return Summary(**{"free": free, **values, **changes})


async def make(store: Store, id: str, *guests: str, game: str = "party", **changes: Any) -> None:
    await store.create(sheet(id, game), [entry(0)], summary(0, **changes), guests)


async def plies(store: Store, table: str) -> list[int]:
    return [entry.ply for entry in await store.entries(table, -1)]
