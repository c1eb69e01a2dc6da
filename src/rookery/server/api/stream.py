"""Streams of server-sent events: what a seat may know, as it happens."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import msgspec

from rookery.server.api.http import HEADERS, Call, Receive, Send, pieces
from rookery.server.api.routes import endpoint
from rookery.server.api.shapes import StreamQuery
from rookery.server.hub import ALL
from rookery.server.live import LiveTable, Present, Stream, Told
from rookery.server.messages import ClockInfo
from rookery.server.problems import InvalidBody
from rookery.server.queries import Eyes
from rookery.server.watch import Event

#: A sign of life: a comment, which clients pass over.
SIGN = b":\n\n"
_encode = msgspec.json.Encoder().encode


@endpoint(
    "GET",
    "/tables/{table}/events",
    tag="play",
    query=StreamQuery,
    guest=False,
    errors=("not_found", "not_yours", "too_many"),
    stream=True,
)
async def events(call: Call, receive: Receive, send: Send) -> None:
    """What happens at a table, as server-sent events, for a seat or a spectator.

    A new stream begins with the present scene and the table. With ``Last-Event-ID`` it begins
    with the event after that one. Each event's data is a ``Happening``.
    """
    app, query, table_id = call.app, call.query, call.path["table"]
    eyes = Eyes(call.guest, query.seat, query.invitation)
    last = read_last(call)
    with app.places(call):
        async with app.queries.listen(table_id, eyes, call.language, app.settings.backlog) as it:
            app.streams += 1
            try:
                first = await _begin(call, it.present, it.stream, last)
                async with at_table(call, it.table, it.stream, it.present.viewer):
                    await _run(call, it.stream, first, receive, send)
            finally:
                app.streams -= 1


@asynccontextmanager
async def at_table(
    call: Call, table: LiveTable, stream: Stream, viewer: int | None
) -> AsyncIterator[None]:
    """Those who open their own seat are here, unless it is only a glance from out of sight."""
    app, query, guest = call.app, call.query, call.guest
    here = (
        guest is not None
        and viewer is not None
        and not query.glance
        and table.fold.seats[viewer].guest == guest.id
    )
    if here and guest is not None and viewer is not None:
        await app.sociable.arrive(table, guest, viewer)
    who = guest.id if here and guest is not None else None
    async with app.hub.company.listening(table, who, stream, beside=query.beside):
        yield


def read_last(call: Call) -> int | None:
    """The number of the last event the client has."""
    text = call.headers.get(b"last-event-id", b"").decode("latin-1")
    if not text:
        return None
    if not text.isdecimal() or len(text) > 9:
        raise InvalidBody(f"Last-Event-ID: {text[:20]!r} is not the number of an event")
    return int(text)


async def _begin(call: Call, present: Present, stream: Stream, last: int | None) -> list[bytes]:
    """What a stream begins with; what is not ripe yet waits in it."""
    newest, language = present.newest, stream.language
    if not present.delay and newest is not None:
        if last == newest.number:
            return [_clocks(present.clock)] if present.clock else []
        if last is None:
            return [_snapshot(newest, present, language)]
    async with call.app.past(call):
        return await _look_up(call, present, stream, last)


async def _look_up(call: Call, present: Present, stream: Stream, last: int | None) -> list[bytes]:
    """What a stream begins with for those who missed something, or watch late."""
    language = stream.language
    # All of them for those who come late or anew; others have those up to their last one.
    wanted = ALL if last is None else range(last + 1, ALL.stop)
    past = await call.app.hub.history(present, wanted)
    ripe = present.ripe(past)
    if last is not None and last > len(ripe):
        past = await call.app.hub.history(present)  # of another table, or of a former one
        ripe = present.ripe(past)
    stream.events[:0] = past[len(ripe) :]  # before what has happened since
    if last is None or last > len(ripe):
        return [_snapshot(ripe[-1], present, language)] if ripe else []
    # Hundreds of scenes, perhaps: not in the way of those who play.
    return await asyncio.to_thread(lambda: pieces(it.say(language) for it in ripe[last:]))


async def _say(call: Call, events: Sequence[Told], language: str) -> bytes:
    say = call.app.artists.say
    return b"".join(
        [await say(it, language) if isinstance(it, Event) else it.say(language) for it in events]
    )


def _clocks(now: ClockInfo) -> bytes:
    """For somebody who was away, but has missed nothing: players' clocks may have stood."""
    return b"event: clock\ndata: %b\n\n" % _encode(now)


def _snapshot(event: Event, present: Present, language: str) -> bytes:
    said = event.happening(language, whole=present.whole)
    if present.clock is not None and not present.delay:
        said = msgspec.structs.replace(said, clock=present.clock)
    data = _encode(said)
    return b"id: %d\ndata: %b\n\n" % (event.number, data)


async def _run(
    call: Call, stream: Stream, first: list[bytes], receive: Receive, send: Send
) -> None:
    settings = call.app.settings
    if call.line is not None:
        call.line.endless = True
    headers = [(b"content-type", b"text/event-stream; charset=utf-8"), *HEADERS]
    headers.append((b"x-accel-buffering", b"no"))
    call.begun = True
    stream.begin(settings.heartbeat, settings.stuck)
    gone = asyncio.ensure_future(_until_gone(receive, stream))
    try:
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        data = b"retry: 1000\n\n"
        owed = sum(map(len, first))
        for piece in first:
            _owe(call, owed)
            await send({"type": "http.response.body", "body": data, "more_body": True})
            data = piece
            owed -= len(piece)
        _owe(call, 0)
        while not stream.closed:
            await send({"type": "http.response.body", "body": data, "more_body": True})
            events = await stream.take()
            data = await _say(call, events, stream.language) or SIGN
        await send({"type": "http.response.body", "body": b""})
    except OSError:
        await _break_off(call)
    except asyncio.CancelledError:
        if not stream.cut:
            raise
        # The client does not read: it may come back with its last event's id.
        await _break_off(call)
    finally:
        stream.end()
        gone.cancel()


def _owe(call: Call, size: int) -> None:
    if call.line is not None:
        call.line.owed = size


async def _break_off(call: Call) -> None:
    """Close the connection without waiting for what was not read."""
    if call.line is not None:
        call.line.abort()
        await asyncio.sleep(0)


async def _until_gone(receive: Receive, stream: Stream) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.close()
