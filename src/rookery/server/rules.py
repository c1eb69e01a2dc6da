"""Rules that are ready to be played: compiled elsewhere if need be, then loaded in a thread."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from rookery.games import find, names
from rookery.server.problems import Unprepared
from rookery.server.thinkers import compile_rules

log = logging.getLogger("rookery.server")


class Rules:
    """Prepares each game once; tables of a game wait for it, the server does not."""

    def __init__(self, compile_first: Callable[[str], Awaitable[None]] | None) -> None:
        self._compile = compile_first
        self._ready: dict[str, asyncio.Task[None]] = {}

    def begin(self, done: Callable[[], None] = lambda: None) -> None:
        """Prepare all games, one after the other, while the server answers; then say so."""
        previous: asyncio.Task[None] | None = None
        for name in names():
            previous = self._ready.setdefault(name, self._task(name, previous))
        if previous is not None:
            previous.add_done_callback(lambda _: done())

    def _task(self, name: str, after: "asyncio.Task[None] | None") -> "asyncio.Task[None]":
        return asyncio.ensure_future(self._prepare(name, after))

    async def _prepare(self, name: str, after: "asyncio.Task[None] | None") -> None:
        if after is not None:
            await asyncio.wait([after])
        if self._compile is not None:
            await self._compile(name)
        await asyncio.to_thread(compile_rules, name)

    async def ready(self, name: str) -> None:
        """Wait until a game can be played without holding up the server."""
        find(name)
        if name not in self._ready or self._failed(name):
            self._ready[name] = self._task(name, None)
        try:
            await asyncio.shield(self._ready[name])
        except Exception as error:
            log.warning("rules cannot be prepared", extra={"game": name, "why": repr(error)})
            raise Unprepared(f"the rules of {name} cannot be prepared just now") from error

    def _failed(self, name: str) -> bool:
        task = self._ready[name]
        return task.done() and (task.cancelled() or task.exception() is not None)

    def known(self) -> dict[str, bool]:
        """Which games are ready."""
        return {name: task.done() and not self._failed(name) for name, task in self._ready.items()}

    def close(self) -> None:
        """Give up preparing."""
        for task in self._ready.values():
            task.cancel()
