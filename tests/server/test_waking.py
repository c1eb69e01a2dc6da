"""Bots wake up part by part, and the server says how far they are."""

import asyncio
from collections.abc import Sequence

import pytest

from rookery.bots.warmup import PARTS, RULES
from rookery.core.cache import NotCompiled
from rookery.games import names
from rookery.server import rules as module
from rookery.server.rules import Rules


class Compiler:
    """Compiles when it is told to, and notes what."""

    def __init__(self) -> None:
        self.done: list[tuple[str, int]] = []
        self.may = asyncio.Semaphore(0)

    async def compile(self, game: str, parts: Sequence[int]) -> None:
        await self.may.acquire()
        self.done += [(game, part) for part in parts]

    async def some(self, count: int) -> None:
        """Let it compile so many parts more."""
        wanted = len(self.done) + count
        for _ in range(count):
            self.may.release()
        while len(self.done) < wanted:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.01)


@pytest.fixture
def empty_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str) -> None:
        raise NotCompiled(name)

    monkeypatch.setattr(module, "_load", load)
    monkeypatch.setattr(module, "warm_up", lambda name, parts: None)


@pytest.mark.usefixtures("empty_cache")
def test_a_game_wakes_part_by_part() -> None:
    async def run() -> None:
        compiler = Compiler()
        rules = Rules(compiler.compile)
        game = names()[0]
        total = len(PARTS)
        assert rules.waking(game) == (0, total)
        waiting = asyncio.ensure_future(rules.ready(game))
        await compiler.some(1)
        assert rules.waking(game) == (1, total)
        assert not waiting.done()
        await compiler.some(1)
        await asyncio.wait_for(waiting, 30)  # rules are two parts; tables wait for no more
        assert rules.waking(game) == (2, total)
        await compiler.some(total)  # who thinks has the first two already: no work, but asked
        assert rules.waking(game) is None
        rules.close()

    asyncio.run(run())


@pytest.mark.usefixtures("empty_cache")
def test_a_game_that_is_asked_for_does_not_wait_for_all_others() -> None:
    async def run() -> None:
        compiler = Compiler()
        rules = Rules(compiler.compile)
        rules.begin()
        last = names()[-1]
        await asyncio.sleep(0.01)
        waiting = asyncio.ensure_future(rules.ready(last))
        for _ in range(2 * len(PARTS) * len(names())):
            if waiting.done():
                break
            await compiler.some(1)
        await asyncio.wait_for(waiting, 30)
        rules_done = compiler.done.index((last, RULES[-1]))
        before = {game for game, _ in compiler.done[:rules_done]} - {last}
        assert before == {names()[0]}
        rules.close()

    asyncio.run(run())


def test_without_bots_nobody_wakes_up() -> None:
    assert Rules(None).waking(names()[0]) is None
