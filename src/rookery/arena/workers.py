"""Matches in processes of this machine. A process that dies takes no result with it.

Each worker is given two matches at a time, so that it never waits for the next. If it dies, the
match it was at is tried once more in a new process, since something else may have killed it.
If that dies as well, the bot that was at work forfeits.
"""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any

from rookery.arena.play import NOBODY, forfeited, play
from rookery.arena.results import Result
from rookery.arena.schedule import Setting
from rookery.errors import RookeryError

AHEAD = 2
PATIENCE = 3
#: What is done with a match of a setting: by its number, telling whose bot is at work.
Act = Callable[[Any, int, Callable[[int], None]], Any]
#: Fresh interpreters: no lock or thread of this process is copied in a bad moment.
_CONTEXT = multiprocessing.get_context("spawn")


def _serve(setting: Setting, act: Act, pipe: Connection, seat: Any) -> None:
    """A worker's life: numbers in, results out, until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(2, 1)  # what a bot prints must not end up among the results
    threading.Thread(target=_end_with_parent, daemon=True).start()

    def thinking(at_work: int) -> None:
        seat.value = at_work

    try:
        while True:
            pipe.send(act(setting, pipe.recv(), thinking))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


def _end_with_parent() -> None:
    """No worker goes on thinking for a process that has been killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C is for this process alone, from the child's first moment.

    A blocked signal stays blocked in a child. Python's tracker of shared memory unblocks it when it
    starts: let it start before. Windows has neither.
    """
    if os.name != "posix":
        yield
        return
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Worker:
    """One process, what it has to do, and whose turn it is there."""

    def __init__(self, setting: Setting, act: Act = play) -> None:
        self.jobs: deque[int] = deque()
        self.seat = _CONTEXT.RawValue("i", NOBODY)
        self.pipe, theirs = _CONTEXT.Pipe()
        self.process = _CONTEXT.Process(
            target=_serve, args=(setting, act, theirs, self.seat), daemon=True
        )
        with _undisturbed():
            self.process.start()
        theirs.close()

    def give(self, number: int) -> None:
        """One more match; a worker that has just died is noticed when its result is awaited."""
        self.jobs.append(number)
        try:
            self.pipe.send(number)
        except (BrokenPipeError, ConnectionResetError):
            return

    def end(self) -> str:
        """End the process; say how it ended if it had ended by itself."""
        self.pipe.close()
        self.process.join(0.1)
        code = self.process.exitcode
        if code is None:
            self.process.kill()
        self.process.join()
        self.process.close()
        return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"


class Workers:
    """Several workers around one list of matches."""

    def __init__(self, setting: Setting, count: int, act: Act = play) -> None:
        self._setting = setting
        self._act = act
        self._workers = [Worker(setting, act) for _ in range(count)]
        #: Matches whose process died once while a bot was at work.
        self._suspect: set[int] = set()
        #: Processes that died since the last result, before any bot was at work.
        self._stillborn = 0

    def play(self, numbers: Iterable[int]) -> Iterator[Any]:
        """Play matches and yield their results as they come."""
        todo = deque(numbers)
        for _ in range(AHEAD):
            for worker in self._workers:
                if todo:
                    worker.give(todo.popleft())
        while busy := {worker.pipe: worker for worker in self._workers if worker.jobs}:
            for pipe in wait(list(busy)):
                worker = busy[pipe]  # type: ignore[index]
                try:
                    result = worker.pipe.recv()
                    worker.jobs.popleft()
                    self._stillborn = 0
                except (EOFError, ConnectionResetError):
                    result = self._replace(worker)
                    worker = self._workers[-1]
                if todo and len(worker.jobs) < AHEAD:
                    worker.give(todo.popleft())
                if result is not None:
                    yield result

    def _replace(self, worker: Worker) -> Result | None:
        """Bury a dead worker, put a new one at the end of the row, with what was left to do."""
        self._workers.remove(worker)
        seat, jobs = worker.seat.value, list(worker.jobs)
        how = worker.end()
        result = None
        if seat == NOBODY:
            self._stillborn += 1
            if self._stillborn > PATIENCE:
                raise RookeryError(f"worker processes die before they can play ({how})")
        elif jobs[0] in self._suspect:
            number = jobs.pop(0)
            reason = f"crashed: its process died twice ({how})"
            result = forfeited(self._setting, number, seat, reason, 0)
        else:
            self._suspect.add(jobs[0])
        self._workers.append(Worker(self._setting, self._act))
        for number in jobs:
            self._workers[-1].give(number)
        return result

    def close(self) -> None:
        """End all processes, whatever they are doing."""
        while self._workers:
            self._workers.pop().end()
