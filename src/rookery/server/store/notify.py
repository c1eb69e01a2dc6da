"""Hearing what other nodes wrote: PostgreSQL's LISTEN and NOTIFY.

A notification is a JSON list: who sends it, then pairs of a table and the last ply of its log.
It belongs to the transaction that wrote the entries, so it comes when they can be read.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterator
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection, func, select

if TYPE_CHECKING:
    import asyncpg

Written = list[tuple[str, int]]
CHANNEL = "rookery"
LIMIT = 7_900  # bytes; PostgreSQL takes fewer than 8,000
KEEPALIVE_SECONDS = 20.0
PATIENCE_SECONDS = 10.0
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0

log = logging.getLogger(__name__)


class Listener:
    """A connection that listens, and a task that makes a new one when it breaks."""

    def __init__(self, connect: Callable[[], Awaitable["asyncpg.Connection"]], node: str) -> None:
        self._connect = connect
        # Two nodes that were given one name must hear each other all the same.
        self._name = f"{node[:100]}:{secrets.token_hex(8)}"
        self._hearers: list[Callable[[Written], None]] = []
        self._connection: asyncpg.Connection | None = None
        self._broken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Listen from now on."""
        await self._listen()
        self._task = asyncio.create_task(self._watch(), name="rookery-listener")

    async def close(self) -> None:
        """Listen no more."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._drop()

    def add(self, heard: Callable[[Written], None]) -> None:
        """Tell somebody what is heard."""
        self._hearers.append(heard)

    def tell(self, connection: Connection, written: Written) -> None:
        """Tell the other nodes, when the transaction under way is committed."""
        for payload in payloads(self._name, written):
            connection.execute(select(func.pg_notify(CHANNEL, payload)))

    async def _listen(self) -> None:
        connection = await self._connect()
        try:
            self._broken.clear()
            connection.add_termination_listener(lambda _connection: self._broken.set())
            await connection.add_listener(CHANNEL, self._receive)
        except BaseException:
            connection.terminate()
            raise
        self._connection = connection

    async def _watch(self) -> None:
        while True:
            try:
                await asyncio.wait_for(self._broken.wait(), KEEPALIVE_SECONDS)
            except TimeoutError:
                # A connection can be dead without saying so: its machine has gone.
                if await self._alive():
                    continue
            self._drop()
            await self._again()
            self._pass_on([])

    async def _again(self) -> None:
        pause = FIRST_PAUSE
        log.warning("the connection that hears of other nodes is lost")
        while True:
            try:
                await self._listen()
            except Exception:  # whatever it is, the next attempt may go well
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                log.warning("the connection that hears of other nodes is back")
                return

    async def _alive(self) -> bool:
        try:
            assert self._connection
            await self._connection.execute("SELECT 1", timeout=PATIENCE_SECONDS)
        except Exception:
            return False
        return True

    def _drop(self) -> None:
        if self._connection:
            self._connection.terminate()
            self._connection = None

    def _receive(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        try:
            name, *written = msgspec.json.decode(str(payload))
            pairs = msgspec.convert(written, Written)
        except (msgspec.MsgspecError, ValueError, TypeError):
            # Anybody who may connect may notify.
            log.warning("a notification that is none of Rookery's")
            return
        if name != self._name:
            self._pass_on(pairs)

    def _pass_on(self, written: Written) -> None:
        for heard in self._hearers:
            try:
                heard(written)
            except Exception:
                log.exception("hearing of other nodes failed")


def payloads(name: str, written: Written) -> Iterator[str]:
    """What is written, in as few notifications as their size allows."""
    begin = msgspec.json.encode([name])[:-1]
    parts, size = [begin], len(begin)
    for pair in written:
        part = msgspec.json.encode(pair)
        if size + len(part) + 2 > LIMIT and len(parts) > 1:
            yield b",".join(parts).decode() + "]"
            parts, size = [begin], len(begin)
        parts.append(part)
        size += len(part) + 1
    if len(parts) > 1:
        yield b",".join(parts).decode() + "]"
