"""An artist: a process that puts events into scenes, sentences and JSON when there are many.

What the seats are told of an action takes longer to draw than the action to play. On a quiet server
the loop draws it itself, at once. Above ``BUSY`` events a second an artist is called, which gives
back the very bytes that the loop would have made. Whatever an artist cannot do, or has no time for,
the loop still does, and it goes on alone when the artist dies.
"""

import asyncio
import logging
import multiprocessing
import signal
import socket
import time
from contextlib import suppress
from functools import cache
from typing import Any

import msgspec
import numpy as np

from rookery.core.edition import Edition
from rookery.core.language import LANGUAGES
from rookery.core.machine import cores
from rookery.core.steps import Step
from rookery.core.view import View
from rookery.errors import BrokenGame
from rookery.games import find, names
from rookery.server.messages import ClockInfo, Name, TableInfo
from rookery.server.watch import Event

#: Events a second from which on an artist is worth its memory.
BUSY = 1000
#: Events that may wait for it, and for how many seconds: then the loop does without.
WAITING, PATIENCE = 1000, 5.0
#: After how many seconds with little to do it is let go.
IDLE = 60.0
#: Bytes before each message: its length and its number.
HEAD = 8
#: The number of the message that says that an artist can begin; those of orders are from 1 on.
READY, MOST = bytes(4), 2**32 - 1

log = logging.getLogger("rookery.server")
_encode = msgspec.msgpack.Encoder().encode


class Order(msgspec.Struct, array_like=True):
    """An event as an artist gets it, and the language that it is to be said in."""

    language: str
    game: str
    edition: str
    number: int
    at: int
    kind: str
    seat: int | None
    viewer: int | None
    view: bytes
    legal: list[int]
    names: tuple[Name, ...]
    aids: bool
    clock: ClockInfo | None
    table: TableInfo | None
    data: str
    #: Kind, things, ply, action and record of each.
    steps: list[tuple[str, dict[str, Any], int, int | None, bytes]]


def order(event: Event, language: str) -> Order | None:
    """The event for an artist; None: one for the loop, before the deal or with somebody's cards."""
    view = event.view
    if view is None or not view.edition.shipped:
        return None
    return Order(
        language=language,
        game=view.game.name,
        edition=view.edition.name,
        number=event.number,
        at=event.at,
        kind=event.kind,
        seat=event.seat,
        viewer=event.viewer,
        view=view.records.tobytes(),
        legal=event.legal,
        names=event.names,
        aids=event.aids,
        clock=event.clock,
        table=event.table.say(language) if event.table else None,
        data=event.data,
        steps=[(it.kind, it.things, it.ply, it.action, it.records.tobytes()) for it in event.steps],
    )


class SaidTable:
    """The public side of a table, in the one language that is asked for."""

    def __init__(self, info: TableInfo) -> None:
        self._info = info

    def say(self, language: str) -> TableInfo:
        """It."""
        return self._info


def draw(it: Order) -> bytes:
    """What the event's own ``say`` gives."""
    game, edition = find(it.game), _edition(it.game, it.edition)

    def records(data: bytes) -> Any:
        return np.frombuffer(bytearray(data), game.dtype)

    steps = [
        Step(game, edition, kind, things, ply, action, records(data))
        for kind, things, ply, action, data in it.steps
    ]
    event = Event(
        number=it.number,
        at=it.at,
        kind=it.kind,
        seat=it.seat,
        viewer=it.viewer,
        steps=steps,
        view=View(game, edition, it.viewer, records(it.view)),
        legal=it.legal,
        names=it.names,
        aids=it.aids,
        clock=it.clock,
        table=SaidTable(it.table) if it.table else None,  # type: ignore[arg-type]
        data=it.data,
    )
    return event.say(it.language)


@cache
def _edition(game: str, name: str) -> Edition:
    return find(game).edition(name)


def messages(data: bytes) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Numbers and contents of the messages that are whole, and what is left."""
    found, at = [], 0
    while len(data) - at >= HEAD:
        end = at + HEAD + int.from_bytes(data[at : at + 4], "little")
        if len(data) < end:
            break
        found.append((data[at + 4 : at + HEAD], data[at + HEAD : end]))
        at = end
    return found, data[at:]


def message(number: bytes, content: bytes) -> bytes:
    """A message."""
    return b"".join((len(content).to_bytes(4, "little"), number, content))


def warm() -> None:
    """Have at hand what the first order of each game needs, or it would wait for seconds."""
    for name in names():
        with suppress(BrokenGame):
            match = find(name).start(find(name).players[0], 1)
            for language in LANGUAGES:
                for moment in match.moments(0):
                    moment.tell(None, language)
                    moment.view.scene([], None, language)


def work(sock: socket.socket) -> None:
    """Be an artist, until the server closes the line or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    decode = msgspec.msgpack.Decoder(Order).decode
    warm()
    sock.sendall(message(READY, b""))
    left = b""
    while more := sock.recv(1 << 18):
        asked, left = messages(left + more)
        if asked:
            sock.sendall(b"".join([message(it, draw(decode(content))) for it, content in asked]))


class Channel(asyncio.Protocol):
    """The line to an artist."""

    transport: Any = None

    def __init__(self) -> None:
        #: By the number of the message, in the order they were asked.
        self.waiting: dict[bytes, asyncio.Future[bytes]] = {}
        #: Whether the artist has all its brushes.
        self.ready = False
        #: How many answers came.
        self.answered = 0
        self._next = 0
        self._left = b""

    def connection_made(self, transport: Any) -> None:
        """It is open."""
        self.transport = transport

    def ask(self, content: bytes) -> "asyncio.Future[bytes]":
        """Have something drawn."""
        self._next = self._next % MOST + 1
        number = self._next.to_bytes(4, "little")
        self.waiting[number] = asyncio.get_running_loop().create_future()
        self.transport.write(message(number, content))
        return self.waiting[number]

    def data_received(self, data: bytes) -> None:
        """Some of what was drawn."""
        drawn, self._left = messages(self._left + data)
        self.answered += 1
        for number, content in drawn:
            if number == READY:
                self.ready = True
                continue
            found = self.waiting.pop(number)
            if not found.done():
                found.set_result(content)

    def connection_lost(self, error: Exception | None) -> None:
        """The artist is gone."""
        self.transport = None
        for found in self.waiting.values():
            if not found.done():
                found.set_exception(ConnectionError("the artist is gone"))
        self.waiting.clear()

    def hang_up(self) -> None:
        """Let the artist go; whoever waits for it hears so at once."""
        if self.transport is not None:
            self.transport.abort()
            self.connection_lost(None)


class Artists:
    """Says events: in the loop, or by an artist while there are many."""

    def __init__(self) -> None:
        self._channel: Channel | None = None
        self._calling: asyncio.Task[None] | None = None
        #: Events since a moment.
        self._count, self._since = 0, time.monotonic()
        #: Until when no other one is called.
        self._rested = 0.0
        self._spare = cores() > 1

    async def say(self, event: Event, language: str) -> bytes:
        """An event as a server-sent event."""
        said = event.said.get(language)
        if isinstance(said, bytes):
            return said
        if said is None or said.cancelled():
            said = self._ask(event, language)
            if said is None:
                return event.say(language)
            event.said[language] = said
        try:
            event.said[language] = found = await said
        except ConnectionError:
            return self._say_here(event, language)
        except asyncio.CancelledError:
            # Another stream's end took along what both wait for; or it is this one's own.
            task = asyncio.current_task()
            if not said.cancelled() or (task is not None and task.cancelling()):
                raise
            return self._say_here(event, language)
        return found

    def _say_here(self, event: Event, language: str) -> bytes:
        event.said.pop(language, None)
        return event.say(language)

    def _ask(self, event: Event, language: str) -> "asyncio.Future[bytes] | None":
        """Have an artist draw; None: the loop is to do it."""
        self._count += 1
        channel = self._channel
        if channel is None or channel.transport is None:
            self._consider()
            return None
        if not channel.ready or len(channel.waiting) > WAITING:
            return None
        made = order(event, language)
        return None if made is None else channel.ask(_encode(made))

    def _consider(self) -> None:
        """Call an artist when the loop has drawn too much in a second."""
        if self._count < BUSY:
            return
        passed = time.monotonic() - self._since
        self._count, self._since = 0, time.monotonic()
        if passed < 1.0 and self._spare and self._since > self._rested:
            self._rested = self._since + IDLE  # one that cannot work is not called all the time
            self._calling = asyncio.ensure_future(self._call())

    async def _call(self) -> None:
        try:
            await self._open()
        except Exception as error:
            log.warning("no artist can be called", extra={"why": repr(error)})
        self._calling = None

    async def _open(self) -> None:
        here, there = socket.socketpair()
        try:
            # Spawned, not forked: the server has threads and open connections.
            context = multiprocessing.get_context("spawn")
            process = context.Process(target=work, args=(there,), daemon=True)
            await asyncio.to_thread(process.start)
            loop = asyncio.get_running_loop()
            _, self._channel = await loop.create_connection(Channel, sock=here)
            loop.call_later(IDLE, self._rest)
            loop.call_later(PATIENCE, self._look, 0, False)
        except BaseException:
            here.close()
            raise
        finally:
            there.close()

    def _look(self, before: int, suspected: bool) -> None:
        """Let go of an artist that hangs: not if it was the loop that did not read its answers."""
        channel = self._channel
        if channel is None or channel.transport is None:
            return
        silent = bool(channel.waiting) and channel.answered == before
        if silent and suspected:
            log.warning("an artist does not answer")
            channel.hang_up()
        loop = asyncio.get_running_loop()
        loop.call_later(1.0 if silent else PATIENCE, self._look, channel.answered, silent)

    def _rest(self) -> None:
        """Let the artist go if there is little to do."""
        if self._channel is None or self._channel.transport is None:
            return
        if self._count < IDLE * BUSY / 10:
            self.close()
        else:
            asyncio.get_running_loop().call_later(IDLE, self._rest)
        self._count, self._since = 0, time.monotonic()

    def close(self) -> None:
        """Let the artist go; what it was drawing, the loop draws."""
        if self._calling is not None:
            self._calling.cancel()
        if self._channel is not None:
            self._channel.hang_up()
