"""Group commit: what many callers append at once is written in one transaction.

One task takes what has come up while the last transaction was under way. When nothing is under
way, an append is written at once. When several came at once, more will come: then it rests for a
moment, because a transaction costs ten times what a further append in it does.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from rookery.errors import StoreError
from rookery.server.store.append import Append, exists, write
from rookery.server.store.faults import closed
from rookery.server.store.notify import Written

T = TypeVar("T")
BATCH = 1000  # appends; bounds the time a transaction takes
REST = 0.004  # seconds after a transaction of several


class Backend(Protocol):
    """What a kind of database does for the writer."""

    where: str

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do something in one transaction."""

    def tell(self, connection: Connection, written: Written) -> None:
        """Tell other nodes of tables and their last plies, when the transaction is committed."""


class Job(NamedTuple):
    """An append, and who waits for it."""

    append: Append
    done: asyncio.Future[bool]


class Writer:
    """The one task that writes."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._jobs: deque[Job] = deque()
        self._wake = asyncio.Event()
        self._closed = False
        #: Why the last transaction failed; None: it did not.
        self.trouble: StoreError | None = None
        self._task = asyncio.create_task(self._run(), name="rookery-writer")

    async def submit(self, append: Append) -> bool:
        """Whether it was written; False if somebody else wrote that ply first."""
        if self._closed:
            raise closed(self._backend.where)
        job = Job(append, asyncio.get_running_loop().create_future())
        self._jobs.append(job)
        self._wake.set()
        return await job.done

    @property
    def backlog(self) -> int:
        """How many appends wait to be written."""
        return len(self._jobs)

    async def close(self) -> None:
        """Write what is waiting and stop."""
        self._closed = True
        self._wake.set()
        await self._task

    async def _run(self) -> None:
        while self._jobs or not self._closed:
            await self._wake.wait()
            self._wake.clear()
            while batch := self._take():
                await self._commit(batch)
                if len(batch) > 1 and not self._closed:
                    await asyncio.sleep(REST)

    def _take(self) -> list[Job]:
        """The next batch: in order, at most one job a table, none whose caller has gone."""
        batch: dict[str, Job] = {}
        later: list[Job] = []
        while self._jobs and len(batch) < BATCH:
            job = self._jobs.popleft()
            if job.done.cancelled():
                continue
            if job.append.table in batch:
                later.append(job)
            else:
                batch[job.append.table] = job
        self._jobs.extendleft(reversed(later))
        return list(batch.values())

    async def _commit(self, batch: list[Job]) -> None:
        try:
            results = await self._backend.write(lambda connection: self._write(connection, batch))
        except StoreError as error:
            self.trouble = error
            for job in batch:
                _settle(job, type(error)(str(error)))
        except Exception as error:
            # A value that the database does not take, say: only its own job is to fail.
            if len(batch) > 1:
                for job in batch:
                    await self._commit([job])
            elif batch[0].append.sheet and isinstance(error, IntegrityError):
                _settle(batch[0], exists(batch[0].append))
            else:
                _settle(batch[0], error)
        else:
            self.trouble = None
            for job, result in zip(batch, results, strict=True):
                _settle(job, result)

    def _write(self, connection: Connection, batch: list[Job]) -> list[bool | ValueError]:
        results = write(connection, [job.append for job in batch])
        self._backend.tell(
            connection,
            [
                (job.append.table, job.append.last)
                for job, result in zip(batch, results, strict=True)
                if result is True
            ],
        )
        return results


def _settle(job: Job, result: bool | Exception) -> None:
    """Tell the caller, who may have gone."""
    if job.done.done():
        return
    if isinstance(result, Exception):
        job.done.set_exception(result)
    else:
        job.done.set_result(result)
