"""Streams: when they give events, when a sign of life, and whom they cut off."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from rookery.server import live
from rookery.server.live import Stream
from rookery.server.watch import Event

LONG = 600.0


def event(number: int, at: int = 0) -> Event:
    return Event(number, at, "act", None, None, [], None, [], (), True)


def run(work: Coroutine[Any, Any, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(300):
            await work

    asyncio.run(bounded())


def test_what_came_meanwhile_is_taken_together() -> None:
    async def work() -> None:
        stream = Stream("en", 0, 10)
        stream.begin(LONG, LONG)
        stream.put(event(1))
        stream.put(event(2))
        assert [it.number for it in await stream.take()] == [1, 2]
        waiting = asyncio.ensure_future(stream.take())
        await asyncio.sleep(0)
        stream.put(event(3))
        assert [it.number for it in await waiting] == [3]
        stream.end()

    run(work())


def test_a_quiet_stream_gives_signs_of_life() -> None:
    async def work() -> None:
        stream = Stream("en", 0, 10)
        stream.begin(0.02, LONG)
        assert await stream.take() == []
        assert await stream.take() == []
        assert not stream.closed
        stream.end()

    run(work())


def test_a_late_stream_does_not_tell_when_something_happened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    time = [0]
    monkeypatch.setattr(live, "now", lambda: time[0])

    async def work() -> None:
        stream = Stream("en", 50, 10)
        stream.begin(LONG, LONG)
        waiting = asyncio.ensure_future(stream.take())
        await asyncio.sleep(0)
        monkeypatch.setattr(Event, "ripe", lambda it, until: it.at <= until)
        stream.put(event(1))
        for _ in range(10):
            await asyncio.sleep(0)
        assert not waiting.done()  # not even a sign of life
        time[0] = 50
        assert [it.number for it in await waiting] == [1]
        stream.end()

    run(work())


def test_who_does_not_read_is_cut_off() -> None:
    async def work() -> None:
        stream = Stream("en", 0, 10)
        stuck = asyncio.Event()

        async def send() -> None:
            stream.begin(LONG, 0.02)
            await stuck.wait()

        with pytest.raises(asyncio.CancelledError):
            await asyncio.ensure_future(send())
        assert stream.cut
        assert stream.closed
        stream.end()

    run(work())


def test_too_many_events_close_a_stream() -> None:
    async def work() -> None:
        stream = Stream("en", 0, 2)
        stream.begin(LONG, LONG)
        for number in range(3):
            stream.put(event(number))
        assert stream.closed
        stream.end()

    run(work())
