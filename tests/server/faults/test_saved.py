"""Saved matches that come while rules are compiled wait for them, as tables do."""

import asyncio
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

import rookery
from rookery.core.game import Game
from rookery.core.kernel import COMPILED
from rookery.core.save import game_of
from rookery.games import names
from rookery.server.heavy import Heavy
from rookery.server.settings import Settings
from rookery.server.warmup import Warmup
from tests.server.faults.threaded import FREE, Served, until


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A server without bots."""
    server = Served(Settings(db=str(tmp_path / "tables.db"), bots=0, **FREE))
    try:
        yield server
    finally:
        server.close()


def saved(name: str) -> str:
    match = rookery.game(name).start(2, seed=3)
    for _ in range(3):
        match.play(match.legal()[0])
    return match.save()


@pytest.mark.parametrize("path", ["/verify", "/replay", "/tables"])
def test_a_saved_match_waits_for_its_rules(
    served: Served, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    asked: list[str] = []
    compiled = threading.Event()
    ready = Warmup.ready

    async def slow(self: Warmup, name: str) -> None:
        asked.append(name)
        while not compiled.is_set():
            await asyncio.sleep(0.01)
        await ready(self, name)

    monkeypatch.setattr(Warmup, "ready", slow)
    begun: list[Any] = []
    run = Heavy.run

    async def noting(self: Heavy, address: str, *given: Any) -> Any:
        begun.append(given[0])
        return await run(self, address, *given)

    monkeypatch.setattr(Heavy, "run", noting)
    token = httpx.post(served.url + "/guests", json={"name": "Mira"}, timeout=180).json()["token"]
    text = saved("party")
    body: dict[str, Any] = {"match": text}
    if path == "/tables":
        body = {"game": "party", "players": 2, "from": {"match": text, "ply": 2}}
    with ThreadPoolExecutor(1) as threads:
        me = {"authorization": "Bearer " + token}
        waiting = threads.submit(httpx.post, served.url + path, json=body, headers=me, timeout=180)
        try:
            until(lambda: asked or waiting.done(), "the request")
            assert asked == ["party"]
            assert httpx.get(served.url + "/health", timeout=180).status_code == 200
            assert not begun
        finally:
            compiled.set()
        assert waiting.result(180).status_code == 200
        assert begun


def test_the_game_of_a_saved_match() -> None:
    for name in names():
        text = saved(name)
        assert game_of(text) == name
        # Wherever it stands, and however lines end.
        lines = text.splitlines()
        moved = [lines[0], *lines[2:6], lines[1], *lines[6:]]
        assert game_of("\r".join(moved)) == name
    for broken in (
        "",
        "game: party",
        "rookery match 1\nnothing\ngame: party",
        "a\ncheck: 1\ngame: x",
    ):
        assert game_of(broken) is None


SCRIPT = """
import json, sys
from rookery.bots.warmup import RULES, warm_up
from rookery.core.cache import KernelCache
from rookery.server.api.shapes import Replay
from rookery.server.api.table_endpoints import replay_part, verdict
from rookery.server.saved import moment_of

saved = json.loads(sys.stdin.read())
for name in saved:
    warm_up(name, RULES)
asked = []
load = KernelCache.load_overload
KernelCache.load_overload = lambda it, *given: asked.append(repr(it._function)) or load(it, *given)
for name, text in ((name, text) for name, texts in saved.items() for text in texts):
    assert verdict(text, None).fits
    replay_part(Replay(text), "en")
    replay_part(Replay(text, seat=0), "en")
    replay_part(Replay(text, everything=True), "en")
    moment_of(text, 1, name)
print(json.dumps(asked))
"""


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_a_saved_match_needs_nothing_but_the_rules_that_are_ready() -> None:
    """What is loaded only then would be compiled in the server where the cache has it not."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        input=json.dumps({name: played(rookery.game(name)) for name in names()}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == []


def played(game: Game) -> list[str]:
    """Saved matches of all kinds."""
    texts = []
    for asks_all in (False, True):
        match = game.start(2, seed=3, asks_all=asks_all)
        for number in range(60):
            if match.over:
                break
            match.play(match.legal()[number % len(match.legal())])
        texts.append(match.save())
        middle = next(it for it in match.replay() if it.ply == min(20, match.ply // 2))
        again = game.from_dict(middle.to_dict(), seed=1, asks_all=asks_all)
        again.play(again.legal()[0])
        texts.append(again.save())
    return texts
