"""BotPool: processes in which bots decide, so that the server itself never waits for one.

A thinker is handed a view and nothing else. A process that dies is replaced; what it was
thinking about is asked again. As many decisions are under way as there are processes; the others
wait in a queue that is fair to guests, with people's tables first. The rules are compiled in these
processes too: what they put into the cache on disk, the server then only has to load.
"""

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from rookery.bots import Bot
from rookery.bots import find as find_bot
from rookery.bots.levels import LEVELS
from rookery.bots.warmup import warm_up
from rookery.core.edition import Edition
from rookery.core.record import copy
from rookery.core.seen import Seen
from rookery.core.view import View
from rookery.games import find
from rookery.server.fairness import Turns
from rookery.server.problems import Unprepared

#: How often a task is asked again after the process that had it died.
TRIES = 3
#: Who comes first: tables at which people play, tables of bots alone, hints.
PEOPLE, ALONE, HINTS = range(3)
#: How many decisions of one guest's tables, or hints for it, may wait at once, by rank.
WAITING = (64, 16, 1)
#: How far bots stand back where processors are scarce.
NICE = 10
#: Trees of a server's bots: a sixteenth of the usual memory, since there are many tables.
ROOM = 2**17


@dataclass(frozen=True)
class BotTask:
    """What a seat knows, and how strong an answer is wanted."""

    game: str
    edition: str | dict[str, Any]
    seat: int
    #: All that the seat has seen; the last record is how things are now.
    seen: Seen
    legal: tuple[int, ...]
    level: str
    #: Decides the bot's chance.
    seed: bytes
    milliseconds: float | None = None
    #: On how many cores a bot may think that takes all it gets.
    cores: int = 1


@dataclass(frozen=True)
class BotChoice:
    """What the bot chose, and its figures."""

    action: int
    figures: dict[str, Any]
    #: Seconds until somebody began to think.
    waited: float = 0.0


class BotPool:
    """A pool of processes that think."""

    def __init__(self, processes: int, cores: int = 1) -> None:
        self.processes = processes
        self._cores = cores
        self._turns = Turns(processes, WAITING)
        self._pool: Executor | None = None
        self._closed = False

    def _open(self) -> Executor:
        if self._pool is None:
            # Spawned, not forked: the server has threads and open connections.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(
                self.processes,
                mp_context=context,
                initializer=begin_process,
                initargs=(os.getpid(), NICE),
            )
        return self._pool

    async def ask(self, task: BotTask, rank: int = PEOPLE, owner: str = "") -> BotChoice:
        """What a bot would play; ``owner`` is the guest who made it think."""
        begun = time.monotonic()
        async with self._turns.one(owner, rank):
            waited = time.monotonic() - begun
            choice: BotChoice = await self._run(think, replace(task, cores=self._cores))
        return replace(choice, waited=waited)

    async def compile(self, game: str, parts: Sequence[int]) -> None:
        """Have parts of a game compiled into the cache, and loaded by one who thinks."""
        async with self._turns.one("rules"):
            await self._run(partial(warm_up, parts=parts), game)

    async def _run(self, function: Any, argument: Any) -> Any:
        loop = asyncio.get_running_loop()
        for left in range(TRIES - 1, -1, -1):
            pool = self._open()
            try:
                return await loop.run_in_executor(pool, function, argument)
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
                if not left or self._closed:
                    raise Unprepared("no bot is available just now; try again") from None
        raise AssertionError("unreachable")

    def close(self) -> None:
        """Let go of the processes; what they were thinking about is dropped."""
        self._closed = True
        if self._pool is not None:
            processes = getattr(self._pool, "_processes", None) or {}
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in list(processes.values()):
                process.terminate()


def begin_process(parent: int, nice: int) -> None:
    """Ctrl-C is for the server; a thinker goes when its server is gone, however that went.

    Where there are too few processors, what people wait for goes first.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(nice)
    threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()


def _leave_with(parent: int) -> None:
    waiting = threading.Event()
    server = multiprocessing.parent_process()
    # On Windows a process keeps its parent's number when that is gone.
    while os.getppid() == parent and server is not None and server.is_alive():
        waiting.wait(1.0)
    os._exit(0)


def thinking_time(level: str, part: float = 1.0) -> float | None:
    """How long a level thinks, or a part of that, in ms; None: for a number of iterations."""
    usual = LEVELS[level].milliseconds if level in LEVELS else None
    return None if usual is None else part * usual


@cache
def _bot(game: str, level: str, milliseconds: float | None, cores: int) -> Bot:
    settings: dict[str, Any] = {}
    usual = thinking_time(level)
    if usual is not None:
        threads = cores if LEVELS[level].all_cores else 1
        settings = {"milliseconds": milliseconds or usual, "room": ROOM, "threads": threads}
        settings["steady"] = 1  # what took longer than a pause would tell that it was hard
    return find_bot(level, find(game), **settings)


@cache
def _shipped(game: str, edition: str) -> Edition:
    return find(game).edition(edition)


def bot_of(task: BotTask) -> Bot:
    """Who does it; in each process one and the same for all tables."""
    return _bot(task.game, task.level, task.milliseconds, task.cores)


def view_of(task: BotTask) -> View:
    """What the seat knows."""
    game = find(task.game)
    if isinstance(task.edition, str):
        edition = _shipped(task.game, task.edition)
    else:
        edition = game.edition_from_data(task.edition)
    return View(game, edition, task.seat, copy(task.seen.records[-1:]), seen=task.seen)


def think(task: BotTask) -> BotChoice:
    """Decide, in this process."""
    bot = bot_of(task)
    seed = int.from_bytes(task.seed[:8], "little")
    action = bot.choose(view_of(task), list(task.legal), seed)
    return BotChoice(int(action), bot.explain())
