"""Ponderer: a process in which a bot thinks ahead while a person thinks.

It is for one table at a time, the last one at which a person began to think, and takes one core at
most. When it is that bot's turn it answers itself, beginning with what it has thought, so it has as
much right to a processor as any bot. If it has not come so far, bots decide as they do without it.
It is handed what its seat knows and nothing else, as any bot is.
"""

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import replace
from typing import Any

from rookery.bots.levels import SearchingBot
from rookery.server.bot_pool import (
    NICE,
    BotChoice,
    BotTask,
    begin_process,
    bot_of,
    think,
    thinking_time,
    view_of,
)
from rookery.server.fold import Fold
from rookery.server.pacing import task_of

#: In the process: which thought is wanted now, and which has really begun.
_shared: list[Any] = []


class Ponderer:
    """One process that ponders."""

    def __init__(self, cores: int = 1, nice: int = NICE) -> None:
        #: For decisions; whoever ponders takes one.
        self._cores = cores
        context = multiprocessing.get_context("spawn")
        self._wanted = context.Value("q", 0, lock=False)
        self._begun = context.Value("q", 0, lock=False)
        #: What it thinks about: a table, and a seat there.
        self._about: tuple[str, int] | None = None
        #: And when it began: the table, and how many actions had been played there.
        self._at = "", 0
        self._pool = ProcessPoolExecutor(
            1,
            mp_context=context,
            initializer=_begin,
            initargs=(os.getpid(), nice, self._wanted, self._begun),
        )

    def consider(self, fold: Fold) -> None:
        """While a person thinks, let the next bot think ahead that takes its time."""
        if fold.turn is None or fold.match is None or not fold.match.game.open_actions:
            return
        if self._about is not None and self._at == (fold.sheet.id, fold.match.ply):
            return  # somebody came or went, and that is all
        for step in range(1, len(fold.seats)):
            number = (fold.turn + step) % len(fold.seats)
            seat = fold.seats[number]
            level = seat.level or fold.setup.substitute
            if seat.played_by_bot and thinking_time(level) is not None:
                # What a person may do is that person's business.
                self.begin(fold.sheet.id, replace(task_of(fold, number, level), legal=()))
                self._at = fold.sheet.id, fold.match.ply
                return

    def begin(self, table: str, task: BotTask) -> None:
        """Think about a table from now on, and about no other."""
        self.stop()
        self._about = table, task.seat
        with suppress(BrokenProcessPool, RuntimeError):  # without it, nobody ponders
            asked = self._pool.submit(_ponder, self._fit(task), self._wanted.value)
            asked.add_done_callback(_forget)

    def stop(self) -> None:
        """Think about nothing any more; it takes some milliseconds until that is so."""
        self._wanted.value += 1
        self._about = None

    @property
    def thinking(self) -> bool:
        """Whether it has begun with what it was last asked to think about."""
        return bool(self._begun.value == self._wanted.value)

    async def answer(self, table: str, task: BotTask) -> BotChoice | None:
        """What the bot plays that has thought about this; None: ask another."""
        if self._about != (table, task.seat):
            return None
        ready = self.thinking
        self.stop()
        if not ready:  # it still wakes up, and nobody is to wait for that
            return None
        with suppress(BrokenProcessPool, RuntimeError):
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool, think, self._fit(task))
        return None

    def _fit(self, task: BotTask) -> BotTask:
        return replace(task, cores=self._cores)

    def close(self) -> None:
        """Let go of the process."""
        self.stop()
        processes = getattr(self._pool, "_processes", None) or {}
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in list(processes.values()):
            process.terminate()


def _forget(done: "Future[None]") -> None:
    """Whatever came of a thought, nobody waits for it."""
    if not done.cancelled():
        done.exception()


def _begin(parent: int, nice: int, wanted: Any, begun: Any) -> None:
    begin_process(parent, nice)
    _shared[:] = [wanted, begun]


def _ponder(task: BotTask, number: int) -> None:
    wanted, begun = _shared
    bot = bot_of(task)
    if wanted.value == number and isinstance(bot, SearchingBot):
        bot.ponder(view_of(task), int.from_bytes(task.seed[:8], "little"), _until(task, number))
        if wanted.value == number:
            begun.value = number


def _until(task: BotTask, number: int) -> Callable[[], bool]:
    """Stops a thought that is no longer wanted; tells when it has really begun."""
    wanted, begun = _shared
    looks = iter(range(1))

    def stop() -> bool:
        if next(looks, None) is None:  # the second look: all is loaded and read
            begun.value = number
        return bool(wanted.value != number)

    return stop
