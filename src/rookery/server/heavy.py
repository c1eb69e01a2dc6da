"""Heavy work: what uploads ask for, in a process apart from players and bots, with a deadline.

A process that does not finish in time is killed and replaced, so that nothing anybody sends can
keep the others waiting for longer than that. Those who wait take turns by address.
"""

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from rookery.server.bot_pool import begin_process
from rookery.server.fairness import Turns
from rookery.server.problems import Problem

#: How many pieces of work may wait: of one address, and of all.
WAITING, WAITING_IN_ALL = 4, 64
#: How long a process may take to begin, on top of the time for its first piece of work, in seconds.
BEGINNING = 60.0
#: After how many seconds without work a process is let go of, for its memory.
IDLE = 300.0

#: How far such work stands back where processors are scarce: behind bots.
NICE = 19

Result = TypeVar("Result")


class TooLong(Problem):
    """Work that was not done in the time it may take."""

    code = "too_long"
    status = 422


class Worker:
    """One process."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(
            1, mp_context=context, initializer=begin_process, initargs=(os.getpid(), NICE)
        )
        self._fresh = True
        self.timer: asyncio.TimerHandle | None = None

    async def run(self, seconds: float, function: Callable[..., Result], *given: object) -> Result:
        """What the function gives; raises ``TimeoutError`` if it takes longer."""
        loop = asyncio.get_running_loop()
        if self._fresh:
            # To import everything is not the fault of the work that happens to come first.
            await asyncio.wait_for(loop.run_in_executor(self._pool, os.getpid), BEGINNING)
            self._fresh = False
        return await asyncio.wait_for(loop.run_in_executor(self._pool, function, *given), seconds)

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self.timer is not None:
            self.timer.cancel()
        processes = getattr(self._pool, "_processes", None) or {}
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in list(processes.values()):
            process.kill()


class Heavy:
    """A few processes for work that may take long."""

    def __init__(self, processes: int, seconds: float) -> None:
        self._seconds = seconds
        self._turns = Turns(processes, [WAITING], WAITING_IN_ALL)
        #: Processes that have nothing to do just now.
        self._idle: list[Worker] = []

    async def run(
        self,
        address: str,
        function: Callable[..., Result],
        *given: object,
        seconds: float | None = None,
    ) -> Result:
        """What a function of a module gives for some data; refuses to take too long."""
        limit = self._seconds if seconds is None else max(seconds, self._seconds)
        async with self._turns.one(address):
            worker = self._idle.pop() if self._idle else Worker()
            if worker.timer is not None:
                worker.timer.cancel()
            try:
                result = await worker.run(limit, function, *given)
            except TimeoutError:
                worker.close()
                raise TooLong(f"this takes longer than {limit:g} seconds") from None
            except BrokenProcessPool:
                worker.close()
                raise TooLong("this takes more than one request may have") from None
            except asyncio.CancelledError:
                worker.close()
                raise
            except Exception:
                self._rest(worker)
                raise
            self._rest(worker)
            return result

    def _rest(self, worker: Worker) -> None:
        def let_go() -> None:
            if worker in self._idle:
                self._idle.remove(worker)
                worker.close()

        worker.timer = asyncio.get_running_loop().call_later(IDLE, let_go)
        self._idle.append(worker)

    def close(self) -> None:
        """End all processes that have nothing to do; the others end with their work."""
        while self._idle:
            self._idle.pop().close()
