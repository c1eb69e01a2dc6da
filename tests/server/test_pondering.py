"""Bots that think ahead while people think: in a process of its own, and never in the way."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest

from rookery.core.match import Match
from rookery.core.seen import seen_by
from rookery.games import find
from rookery.server.bot_pool import BotChoice, BotTask, think
from rookery.server.fold import Fold
from rookery.server.hub import Hub
from rookery.server.pondering import Ponderer
from rookery.server.store import Store
from tests.server.api.client import until
from tests.server.store.common import run
from tests.server.test_hub import SETUP, SlowWarmup, person

PARTY = find("party")


@pytest.fixture(scope="module")
def ponderer() -> Iterator[Ponderer]:
    made = Ponderer(nice=0)  # a busy machine would let it wait for ever
    yield made
    made.close()


def task(match: Match, seat: int) -> BotTask:
    return BotTask(
        game="party",
        edition=match.edition.name,
        seat=seat,
        seen=seen_by(match, seat),
        legal=tuple(match.legal()),
        level="emperor",
        seed=b"12345678",
        milliseconds=5.0,
    )


def test_who_has_thought_answers_and_begins_with_what_it_has_thought(ponderer: Ponderer) -> None:
    match = PARTY.start(2, seed=3, first=0)
    ponderer.begin("one", task(match, 1))
    until(lambda: ponderer.thinking)
    match.play(match.legal()[0])
    choice = run(ponderer.answer("one", task(match, 1)))
    assert choice is not None
    assert choice.action in match.legal()
    alone = think(task(match, 1)).figures
    assert sum(alone["visits"].values()) == alone["iterations"]
    assert sum(choice.figures["visits"].values()) > choice.figures["iterations"]
    assert run(ponderer.answer("one", task(match, 1))) is None  # that thought is used up


def test_nobody_waits_for_a_thought_that_is_not_there(ponderer: Ponderer) -> None:
    match = PARTY.start(2, seed=3, first=0)
    assert run(ponderer.answer("one", task(match, 1))) is None
    ponderer.begin("two", task(match, 1))
    assert run(ponderer.answer("one", task(match, 1))) is None  # another table's
    assert run(ponderer.answer("two", task(match, 0))) is None  # another seat's
    ponderer.stop()
    ponderer._begun.value = 0  # it is still busy with something else
    ponderer.begin("two", task(match, 1))
    ponderer._begun.value = 0
    ponderer.stop()
    assert run(ponderer.answer("two", task(match, 1))) is None


class Noted(Ponderer):
    """Says what it was asked."""

    def __init__(self) -> None:
        self._about = None
        self._at = "", 0
        self.begun: list[BotTask] = []
        self.answered: list[BotTask] = []

    def begin(self, table: str, task: BotTask) -> None:
        self._about = table, task.seat
        self.begun.append(task)

    async def answer(self, table: str, task: BotTask) -> BotChoice | None:
        self.answered.append(task)
        return BotChoice(task.legal[0], {})


def test_a_bot_ponders_while_a_person_thinks_and_answers_when_it_is_asked(tmp_path: Path) -> None:
    noted = Noted()

    async def play(store: Store) -> Fold:
        ready = SlowWarmup()
        ready.done.set()
        hub = Hub(store, object(), ready)  # type: ignore[arg-type]
        hub.ponderer = noted
        setup = msgspec.structs.replace(SETUP, options={"first": 0, "rounds": 1})
        seats = [("take", 0, person("g")), ("bot", 1, "emperor")]
        name = await hub.create(setup, [("open", None, "g"), *seats, ("start", None, "")])
        table = hub.tables[name]
        fold = table.fold
        assert fold.match is not None
        assert [it.seat for it in noted.begun] == [1]
        hub.consider(table)  # somebody came or went
        assert len(noted.begun) == 1
        async with hub.held(name):
            await hub.write(table, "act", 0, fold.match.notation(fold.match.legal()[0]))
        while len(noted.begun) < 2:  # now that the person thinks again
            await asyncio.sleep(0)
        await hub.close()
        return fold

    async def whole() -> Fold:
        store = await Store.open(str(tmp_path / "tables.db"), node="one")
        with suppress(asyncio.CancelledError):
            return await play(store)
        raise AssertionError

    fold = run(whole())
    assert fold.match is not None
    assert fold.match.ply == 2
    assert [it.seat for it in noted.answered] == [1]
    # What it is handed is what its seat has seen, and nothing else.
    before = fold.match.copy()
    before.undo()
    before.undo()
    assert noted.begun[0].seen == seen_by(before, 1)
    assert noted.begun[0].legal == ()
