"""Events drawn by another process are the same bytes, and nothing is lost when it dies."""

import asyncio
import multiprocessing
import random
import socket
from typing import Any

import msgspec
import pytest

from rookery.core.language import LANGUAGES
from rookery.games import find, names
from rookery.server import artists
from rookery.server.artists import Artists, Channel, Order, draw, order
from rookery.server.fold import Person
from rookery.server.live import LiveTable
from rookery.server.setup import Clock, Setup
from rookery.server.store import Entry, TableRow
from rookery.server.watch import Event


def events_of(game: str, actions: int, edition: str | dict[str, Any] = "") -> list[Event]:
    """All events of all viewers of the beginning of a match for three."""
    setup = Setup(
        game=game,
        players=3,
        options={},
        edition=edition or find(game).default_edition,
        public=True,
        clock=Clock(action=60),
        spectators=True,
        delay=0,
        substitute="random",
        aids=False,
        asks="all",
    )
    sheet = TableRow("t", game, msgspec.json.encode(setup).decode(), bytes(32), 0)
    table, seen = LiveTable.folded(sheet, [Entry(0, "open", None, "g0", 0)])
    for seat in range(3):
        person = msgspec.json.encode(Person(f"g{seat}", f"Bo {seat}")).decode()
        seen += table.advance(Entry(seat + 1, "take", seat, person, 0))
    seen += table.advance(Entry(4, "start", None, "", 0))
    match, chance = table.fold.match, random.Random(1)
    assert match is not None
    while not match.over and match.ply < actions:
        text = match.notation(chance.choice(match.legal()))
        seen += table.advance(Entry(table.fold.ply, "act", match.turn, text, 0))
    return [event for _, event in seen]


def sent(made: Order) -> Order:
    """An order as it comes out at the other end of the line."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(made), type=Order)


@pytest.mark.parametrize("game", names())
def test_an_artist_draws_what_the_loop_would(game: str) -> None:
    drawn = 0
    for number, event in enumerate(events_of(game, 25)):
        language = LANGUAGES[number % len(LANGUAGES)]
        made = order(event, language)
        if made is None:
            assert event.view is None
            continue
        drawn += 1
        assert draw(sent(made)) == event.say(language)
    assert drawn > 50


def test_cards_of_somebody_s_own_are_drawn_by_the_loop() -> None:
    own = {**find("party").edition().data, "name": "mine"}
    assert all(order(event, "en") is None for event in events_of("party", 1, own))


def test_an_artist_is_called_when_there_is_much_to_say_and_the_loop_goes_on_without_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(artists, "BUSY", 5)
    monkeypatch.setattr(artists, "cores", lambda: 2)
    events = [event for event in events_of("party", 12) if event.view is not None]
    wanted = [event.say("de") for event in events_of("party", 12) if event.view is not None]

    async def say() -> None:
        house = Artists()
        for event in events[:6]:
            await house.say(event, "de")
        async with asyncio.timeout(120):
            while house._channel is None or not house._channel.ready:
                await asyncio.sleep(0.01)
        channel = house._channel
        both = [asyncio.ensure_future(house.say(events[6], "de")) for _ in range(2)]
        await asyncio.sleep(0)
        assert len(channel.waiting) == 1, "two who ask the same are told the same"
        both[0].cancel()  # one of them leaves: the other is told all the same
        assert await both[1] == wanted[6]
        found = [await house.say(event, "de") for event in events[7:12]]
        assert found == wanted[7:12]
        last = asyncio.ensure_future(asyncio.gather(*(house.say(it, "de") for it in events[12:])))
        await asyncio.sleep(0)
        for process in multiprocessing.active_children():
            process.kill()
        assert await last == wanted[12:]
        assert channel.transport is None
        assert [await house.say(event, "de") for event in events] == wanted
        house.close()

    asyncio.run(say())


def test_an_artist_that_hangs_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(artists, "PATIENCE", 0.01)
    events = [event for event in events_of("party", 2) if event.view is not None]

    async def say() -> None:
        house = Artists()
        here, there = socket.socketpair()
        _, channel = await asyncio.get_running_loop().create_connection(Channel, sock=here)
        channel.ready, house._channel = True, channel
        house._look(0, False)
        async with asyncio.timeout(60):
            said = await house.say(events[0], "en")
        assert said == events[0].say("en")
        assert channel.transport is None
        there.close()

    asyncio.run(say())
