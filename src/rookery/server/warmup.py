"""Warmup that are ready to be played: compiled elsewhere if need be, then loaded in a thread."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import BrokenExecutor
from typing import Any

from rookery.bots.warmup import BOTS, PARTS, RULES, warm_up
from rookery.core.cache import NotCompiled, loading_only
from rookery.errors import RookeryError
from rookery.games import find, leave_out, names
from rookery.server.problems import Unprepared

log = logging.getLogger("rookery.server")

#: What may be otherwise the next time: no room for the cache, a process that was killed.
PASSING = (OSError, MemoryError, BrokenExecutor)

Compile = Callable[[str, Sequence[int]], Awaitable[None]]


class Warmup:
    """Prepares each game once; tables of a game wait for it, the server does not."""

    def __init__(self, compile_first: Compile | None) -> None:
        self._compile = compile_first
        self._ready: dict[str, asyncio.Task[None]] = {}
        #: How many parts of a game those who think have ready.
        self._awake = dict.fromkeys(names(), 0)
        #: One part is compiled at a time; games that a table waits for come first.
        self._turns = asyncio.Condition()
        self._busy = False
        self._asked: set[str] = set()
        self._others: set[asyncio.Task[None]] = set()

    def begin(self, done: Callable[[], None] = lambda: None) -> None:
        """Prepare all games, one after the other, while the server answers; then say so."""
        self._start(self._begin(done))

    async def _begin(self, done: Callable[[], None]) -> None:
        for name in names():
            await asyncio.wait([self._task(name)])
        done()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._others.add(task)
        task.add_done_callback(self._others.discard)

    def _task(self, name: str) -> "asyncio.Task[None]":
        """The game being prepared; anew, if it failed."""
        if name not in self._ready or self._failed(name):
            self._ready[name] = asyncio.ensure_future(self._prepare(name))
        return self._ready[name]

    async def _prepare(self, name: str) -> None:
        try:
            await self._load_or_compile(name)
        except (*PASSING, RookeryError):
            raise
        except Exception as error:  # its own fault: it will be no better the next time
            leave_out(name, error)
            raise
        self._start(self._wake(name))

    async def _load_or_compile(self, name: str) -> None:
        try:
            await asyncio.to_thread(_load, name)
        except NotCompiled:
            for part in RULES:
                await self._compile_part(name, part)
            await asyncio.to_thread(warm_up, name, RULES)

    async def _compile_part(self, name: str, part: int) -> None:
        if self._compile is None:
            return
        async with self._turns:
            await self._turns.wait_for(lambda: self._may(name))
            self._busy = True
        try:
            await self._compile(name, [part])
            self._awake[name] = max(self._awake[name], part + 1)
        except BaseException:
            self._asked.discard(name)  # others do not wait for what fails
            raise
        finally:
            self._busy = False
            if self.waking(name) is None:
                self._asked.discard(name)
            async with self._turns:
                self._turns.notify_all()

    def _may(self, name: str) -> bool:
        return not self._busy and (name in self._asked or not self._asked)

    async def _wake(self, name: str) -> None:
        """Have the bots ready before the first of them is asked."""
        try:
            for part in (*RULES, *BOTS):
                await self._compile_part(name, part)
        except Exception as error:  # a bot that is asked says so itself
            log.warning("bots cannot be prepared", extra={"game": name, "why": repr(error)})

    async def ready(self, name: str) -> None:
        """Wait until a game can be played without holding up the server."""
        find(name)
        if self.waking(name) is not None:
            self._asked.add(name)
        try:
            await asyncio.shield(self._task(name))
        except Exception as error:
            find(name)  # says so, if it is broken
            log.warning("rules cannot be prepared", extra={"game": name, "why": repr(error)})
            raise Unprepared(f"the rules of {name} cannot be prepared just now") from error

    def _failed(self, name: str) -> bool:
        task = self._ready[name]
        return task.done() and (task.cancelled() or task.exception() is not None)

    def known(self) -> dict[str, bool]:
        """Which games are ready."""
        return {
            name: name in self._ready and self._ready[name].done() and not self._failed(name)
            for name in names()
        }

    def waking(self, name: str) -> tuple[int, int] | None:
        """How many parts of a game the bots have ready, of how many; None: they are awake."""
        done = self._awake[name]
        return None if self._compile is None or done == len(PARTS) else (done, len(PARTS))

    def close(self) -> None:
        """Give up preparing."""
        for task in (*self._ready.values(), *self._others):
            task.cancel()


def _load(name: str) -> None:
    with loading_only():
        warm_up(name, RULES)
