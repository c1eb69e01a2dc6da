"""Who is at a table, what they say there, bots that stand in; with a clock of the test's own."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rookery.server import beside, commands, hub, live
from rookery.server.beside import Company
from rookery.server.commands import Commands
from rookery.server.guests import Guest, Signer
from rookery.server.hub import Hub
from rookery.server.live import LiveTable, Stream
from rookery.server.problems import InvalidBody, NotYours, SeatTaken, TooMany, WrongTime
from rookery.server.setup import Clock, SeatPlan, check
from rookery.server.store import Store
from rookery.server.talk import EMOTES, Sociable
from rookery.server.warmup import Warmup
from tests.server.store.common import run
from tests.server.test_hub import SETUP

MIRA, NOOR, OTHER = Guest("m", "Mira"), Guest("n", "Noor"), Guest("o", "Other")


class Ready(Warmup):
    """Rules that are ready at once."""

    def __init__(self) -> None:
        super().__init__(None)

    async def ready(self, name: str) -> None:
        pass


class SetClock:
    """The house's clock, set by the test."""

    stands, stopped = 0, False

    def __init__(self, at: "House") -> None:
        self.at = at

    def now(self) -> int:
        return self.at.time

    async def keep(self, _: object) -> None:
        pass


class House:
    """A node whose time the test sets."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.time = 1_000_000_000_000
        for module in (beside, commands, hub, live):
            monkeypatch.setattr(module, "now", lambda: self.time)
        monkeypatch.setattr(beside, "GRACE", 0.0)
        monkeypatch.setattr(beside, "SOON", 0.0)
        self.hub = Hub(store, None, Ready())
        self.hub.clock = SetClock(self)  # type: ignore[assignment]
        self.commands = Commands(self.hub, Signer(bytes(32)))
        self.company = self.hub.company
        self.sociable = Sociable(self.hub, self.commands, self.company)

    async def table(self, **settings: Any) -> LiveTable:
        """A running table of Mira and Noor."""
        setup = msgspec.structs.replace(SETUP, **settings)
        made = await self.commands.create(MIRA, setup, [SeatPlan("me"), SeatPlan("open")], False)
        await self.commands.join(made, NOOR, None, None, None)
        await self.commands.start(made, MIRA)
        return await self.hub.find(made)

    async def act(self, table: LiveTable) -> None:
        """The first action that whoever is to decide may play."""
        match, turn = table.fold.match, table.fold.turn
        assert match is not None
        async with table.lock:
            await self.hub.write(table, "act", turn, match.notation(match.legal()[0]))

    async def end(self, table: LiveTable) -> None:
        """Play a table to its end."""
        while table.fold.turn is not None:
            await self.act(table)


@asynccontextmanager
async def house(file: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    store = await Store.open(str(file), node="one")
    made = House(store, monkeypatch)
    try:
        yield made
    finally:
        await made.hub.close()
        await store.close()


@pytest.fixture
def in_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Runs a test's coroutine in a house."""

    def go(work: Callable[[House], Any]) -> None:
        async def inside() -> None:
            async with house(tmp_path / "tables.db", monkeypatch) as made:
                await work(made)

        run(inside())

    return go


def told(stream: Stream) -> list[dict[str, Any]]:
    """What a stream was told beside the match."""
    lines = [it.say("en").decode().split("\n") for it in stream.events]
    return [json.loads(data[6:]) for head, data, *_ in lines if head == "event: beside"]


async def settle() -> None:
    """Let what is due happen."""
    for _ in range(5):
        await asyncio.sleep(0.01)


def test_who_closes_the_page_is_away_since_then(in_house: Callable[..., None]) -> None:
    async def work(at: House) -> None:
        table = await at.table()
        mine, theirs = (Stream("en", 0, 99) for _ in range(2))
        async with at.company.listening(table, "m", mine, beside=True):
            assert told(mine)[0]["people"][1] == {"seat": 1, "here": False, "since": at.time}
            at.time += 1000
            async with at.company.listening(table, "n", theirs, beside=False):
                assert told(mine)[-1]["people"][1] == {"seat": 1, "here": True, "since": at.time}
                assert told(theirs) == [], "nobody is told who did not ask"
            left = at.time
            at.time += 5000
            await settle()
            assert told(mine)[-1]["people"][1] == {"seat": 1, "here": False, "since": left}
            assert told(mine)[-1]["people"][0]["here"]
        # Another node, or this one after a restart, knows it too.
        await at.company.written()
        room = await Company(at.hub.store).room(table)
        assert room.people["n"] == (False, left)

    in_house(work)


def test_a_reload_is_not_leaving(in_house: Callable[..., None], monkeypatch: Any) -> None:
    async def work(at: House) -> None:
        monkeypatch.setattr(beside, "GRACE", 0.05)
        table, watcher = await at.table(), Stream("en", 0, 99)
        async with at.company.listening(table, "m", watcher, beside=True):
            for _ in range(2):
                async with at.company.listening(table, "n", Stream("en", 0, 99), beside=False):
                    pass
            async with at.company.listening(table, "n", Stream("en", 0, 99), beside=False):
                await asyncio.sleep(0.1)
                here = [it["people"][1]["here"] for it in told(watcher)]
                assert here == [False, False, True], "the second tells that Mira came"

    in_house(work)


def test_a_bot_stands_in_for_whoever_is_gone_until_they_return(
    in_house: Callable[..., None],
) -> None:
    async def work(at: House) -> None:
        table = await at.table()
        async with at.company.listening(table, "n", Stream("en", 0, 99), beside=False):
            with pytest.raises(WrongTime, match="is here"):
                await at.sociable.stand_in(table.id, MIRA, 1)
        await settle()
        with pytest.raises(WrongTime, match="wait 60 more seconds"):
            await at.sociable.stand_in(table.id, MIRA, 1)
        at.time += 60_000
        for who, seat, error in ((OTHER, 1, NotYours), (MIRA, 0, InvalidBody)):
            with pytest.raises(error):
                await at.sociable.stand_in(table.id, who, seat)
        await at.sociable.stand_in(table.id, MIRA, 1)
        seat = table.fold.seats[1]
        assert seat.away
        assert seat.played_by_bot
        last = table.watches[0].last
        assert last is not None
        assert last.happening("en").told == ["Noor is away: a bot stands in."]
        await at.sociable.arrive(table, OTHER, 1)
        assert seat.away, "only they themselves take over again"
        await at.sociable.arrive(table, NOOR, 1)
        assert not seat.away
        await at.commands.leave(table.id, NOOR, 1)
        await at.sociable.arrive(table, NOOR, 1)
        assert seat.away, "whoever left on purpose says when they are back"

    in_house(work)


def test_with_days_for_a_decision_nobody_is_gone_after_a_minute(
    in_house: Callable[..., None],
) -> None:
    async def work(at: House) -> None:
        table = await at.table(clock=Clock(action=86_400))
        assert at.company.gone_after(table.fold) == 8_640_000
        at.time += 61_000
        with pytest.raises(WrongTime):
            await at.sociable.stand_in(table.id, MIRA, 1)
        at.time += 8_640_000
        await at.sociable.stand_in(table.id, MIRA, 1)

    in_house(work)


def test_what_is_said_reaches_all_and_no_log(in_house: Callable[..., None]) -> None:
    async def work(at: House) -> None:
        table, watcher = await at.table(), Stream("fr", 0, 99)
        plies = table.fold.ply
        async with at.company.listening(table, None, watcher, beside=True):
            await at.sociable.say(table.id, MIRA, 0, "emote", "wave")
            await at.sociable.say(table.id, NOOR, 1, "phrase", "good-luck")
            said = [(it["seat"], it["kind"], it["what"]) for a in told(watcher) for it in a["said"]]
            assert said == [(0, "emote", "wave"), (1, "phrase", "good-luck")]
        assert table.fold.ply == plies
        late = Stream("en", 0, 99)
        async with at.company.listening(table, None, late, beside=True):
            first = told(late)[0]
            assert [it["what"] for it in first["said"]] == ["wave", "good-luck"]
            assert not first["fresh"], "what was said before does not pop up again"
        assert len(EMOTES) == 8

    in_house(work)


@pytest.mark.parametrize(
    ("who", "seat", "kind", "what", "error"),
    [
        (OTHER, 0, "emote", "wave", NotYours),
        (MIRA, 1, "emote", "wave", NotYours),
        (MIRA, 0, "emote", "boo", InvalidBody),
        (MIRA, 0, "text", "Hello", NotYours),
    ],
)
def test_what_cannot_be_said(
    in_house: Callable[..., None], who: Guest, seat: int, kind: str, what: str, error: type
) -> None:
    async def work(at: House) -> None:
        table = await at.table()
        with pytest.raises(error):
            await at.sociable.say(table.id, who, seat, kind, what)

    in_house(work)


def test_free_text_is_for_tables_by_invitation_whose_host_allows_it(
    in_house: Callable[..., None],
) -> None:
    with pytest.raises(Exception, match="by invitation"):
        check(msgspec.structs.replace(SETUP, talk="free"))

    async def work(at: House) -> None:
        table, watcher = (
            await at.table(talk="free", public=False, kept={1: "n"}),
            Stream("en", 0, 9),
        )
        async with at.company.listening(table, None, watcher, beside=True):
            await at.sociable.say(table.id, MIRA, 0, "text", "  Your\n turn,  dear ")
            assert told(watcher)[-1]["said"][0]["what"] == "Your turn, dear"
        for bad in ("\u202eolleh", " ", "x" * 201):
            with pytest.raises(InvalidBody):
                await at.sociable.say(table.id, MIRA, 0, "text", bad)

    in_house(work)


def test_nobody_is_flooded(in_house: Callable[..., None]) -> None:
    async def work(at: House) -> None:
        table = await at.table(options={"first": 1})
        for _ in range(beside.WORDS):
            await at.sociable.say(table.id, MIRA, 0, "emote", "wow")
        with pytest.raises(TooMany):
            await at.sociable.say(table.id, MIRA, 0, "emote", "wow")
        await at.sociable.say(table.id, NOOR, 1, "emote", "wow")
        await at.sociable.nudge(table.id, MIRA, 1)
        with pytest.raises(TooMany):
            await at.sociable.nudge(table.id, MIRA, 1)
        with pytest.raises(WrongTime):
            await at.sociable.nudge(table.id, NOOR, 0)

    in_house(work)


def test_a_rematch_begins_when_all_have_tapped(in_house: Callable[..., None]) -> None:
    async def work(at: House) -> None:
        table = await at.table(public=False, kept={1: "n"}, options={"rounds": 1})
        await at.end(table)
        again = await at.commands.rematch(table.id, MIRA)
        new = await at.hub.find(again)
        shown = new.public().say("en")
        assert [it.kept for it in shown.seats] == ["", "Noor"]
        assert shown.kept_until == at.time + 60_000
        with pytest.raises(SeatTaken):
            await at.commands.add_bot(again, MIRA, 1, "greedy")
        assert new.fold.status == "open"
        await at.commands.join(again, NOOR, None, None, None)
        assert new.fold.status == "running"
        assert [seat.name for seat in new.fold.seats] == ["Mira", "Noor"]

    in_house(work)


def test_seats_of_a_rematch_are_kept_for_a_minute(in_house: Callable[..., None]) -> None:
    async def work(at: House) -> None:
        table = await at.table(options={"rounds": 1})
        await at.end(table)
        again = await at.commands.rematch(table.id, MIRA)
        with pytest.raises(SeatTaken):
            await at.commands.join(again, OTHER, None, None, None)
        at.time += 60_000
        assert await at.commands.join(again, OTHER, None, None, None) == 1

    in_house(work)


def test_a_shared_device_is_handed_over_while_no_clock_runs(in_house: Callable[..., None]) -> None:
    async def work(at: House) -> None:
        setup = msgspec.structs.replace(
            SETUP, clock=Clock(action=30, match=600), options={"first": 0}
        )
        plans = [SeatPlan("me", name="Luna"), SeatPlan("me", name="Leo")]
        made = await at.commands.create(MIRA, setup, plans, True)
        table = await at.hub.find(made)
        fold = table.fold
        at.time += 20_000
        await at.sociable.hold(made, MIRA, 0)
        assert fold.deadline() == at.time + 30_000, "until Luna had it, her clock stood"
        at.time += 5_000
        await at.act(table)
        assert fold.used[0] == 5_000
        seen = table.watches[1].last
        assert seen is not None
        assert seen.clock is not None
        assert seen.clock.waits == 60_000
        assert seen.clock.mine == 30_000
        at.time += 40_000
        assert fold.left(1, at.time) == 600_000
        await at.sociable.hold(made, MIRA, 1)
        assert fold.deadline() == at.time + 30_000
        at.time += 31_000
        async with table.lock:
            await at.hub.write(table, "late", 1)
        assert fold.seats[1].away
        await at.sociable.hold(made, MIRA, 1)
        assert not fold.seats[1].away, "'I am Leo' gives Leo his seat back"
        with pytest.raises(NotYours):
            await at.sociable.hold(made, NOOR, 1)

    in_house(work)
