"""Bots wake up part by part, and the server says how far they are."""

import asyncio
from collections.abc import Sequence

import pytest

from rookery.bots.warmup import PARTS
from rookery.core.cache import NotCompiled
from rookery.games import names
from rookery.server import warmup as module
from rookery.server.problems import Unprepared
from rookery.server.warmup import Warmup


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
        warmup = Warmup(compiler.compile)
        game = names()[0]
        total = len(PARTS)
        assert warmup.waking(game) == (0, total)
        waiting = asyncio.ensure_future(warmup.ready(game))
        await compiler.some(1)
        assert warmup.waking(game) == (1, total)
        assert not waiting.done()
        await compiler.some(1)
        await asyncio.wait_for(waiting, 300)  # rules are two parts; tables wait for no more
        assert warmup.waking(game) == (2, total)
        await compiler.some(total)  # who thinks has the first two already: no work, but asked
        assert warmup.waking(game) is None
        warmup.close()

    asyncio.run(run())


@pytest.mark.usefixtures("empty_cache")
def test_a_game_that_a_table_waits_for_comes_first() -> None:
    async def run() -> None:
        compiler = Compiler()
        warmup = Warmup(compiler.compile)
        warmup.begin()
        first, *_, last = names()
        await compiler.some(1)
        waiting = asyncio.ensure_future(warmup.ready(last))
        while warmup.waking(last) is not None:
            await compiler.some(1)
        await asyncio.wait_for(waiting, 300)
        # What had begun is finished, then all that the table needs, its bots too.
        begun = compiler.done.index((last, 0))
        assert {game for game, _ in compiler.done[:begun]} == {first}
        assert {game for game, _ in compiler.done[begun:]} == {last}
        while not all(warmup.waking(name) is None for name in names()):
            await compiler.some(1)
        warmup.close()

    asyncio.run(run())


@pytest.mark.usefixtures("empty_cache")
def test_nobody_waits_for_a_game_that_fails() -> None:
    async def run() -> None:
        compiler = Compiler()
        first, *_, last = names()

        async def compile_some(game: str, parts: Sequence[int]) -> None:
            if game == last:
                raise OSError("no room for the cache")
            await compiler.compile(game, parts)

        warmup = Warmup(compile_some)
        with pytest.raises(Unprepared):
            await warmup.ready(last)
        waiting = asyncio.ensure_future(warmup.ready(first))
        while warmup.waking(first) is not None:
            await compiler.some(1)
        await asyncio.wait_for(waiting, 300)
        warmup.close()

    asyncio.run(run())


def test_without_bots_nobody_wakes_up() -> None:
    assert Warmup(None).waking(names()[0]) is None
