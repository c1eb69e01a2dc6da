"""Who is served next where there are more who wait than can be served at once."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Generic, TypeVar

from rookery.server.problems import TooMany

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """A queue of ranks: a lower rank goes first; within one, owners take turns.

    However many things one owner has waiting, another's first one waits for no more than one of
    each owner's.
    """

    def __init__(self, ranks: int = 1) -> None:
        self._ranks: list[OrderedDict[str, deque[Item]]] = [OrderedDict() for _ in range(ranks)]
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def waiting(self, rank: int, owner: str) -> int:
        """How many things of an owner wait there."""
        return len(self._ranks[rank].get(owner, ()))

    def put(self, item: Item, rank: int, owner: str) -> None:
        """One more, behind the owner's others."""
        self._ranks[rank].setdefault(owner, deque()).append(item)
        self._size += 1

    def pop(self) -> Item:
        """The next one; its owner goes to the end of the line."""
        for owners in self._ranks:
            if owners:
                owner, items = owners.popitem(last=False)
                item = items.popleft()
                self._size -= 1
                if items:
                    owners[owner] = items
                return item
        raise IndexError("nobody waits")


class Crowded(TooMany):
    """Too much of one visitor waits already."""

    retry = 3


class Turns:
    """A few places, and turns for those who wait for one."""

    def __init__(self, places: int, waiting: Sequence[int], waiting_in_all: int = 0) -> None:
        self._free = places
        #: How much of one owner may wait, by rank, and of all owners (0: any number).
        self._limits = waiting
        self._limit_in_all = waiting_in_all
        self._queue: FairQueue[asyncio.Future[None]] = FairQueue(len(waiting))

    @asynccontextmanager
    async def one(self, owner: str, rank: int = 0) -> AsyncIterator[None]:
        """Wait for a place, and hand it on afterwards; refuses owners with too much waiting."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(owner, rank)
        try:
            yield
        finally:
            self._hand_on()

    async def _wait(self, owner: str, rank: int) -> None:
        if self._queue.waiting(rank, owner) >= self._limits[rank]:
            raise Crowded(f"{self._limits[rank]} requests of yours wait already; try again later")
        if self._limit_in_all and len(self._queue) >= self._limit_in_all:
            raise Crowded(f"{self._limit_in_all} requests wait already; try again later")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put(turn, rank, owner)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._hand_on()
            raise

    def _hand_on(self) -> None:
        while self._queue:
            turn = self._queue.pop()
            if not turn.done():  # or else whoever waited has gone
                turn.set_result(None)
                return
        self._free += 1
