"""Time tells nothing: what others see comes at the same moments with and without hidden decisions.

Two worlds that spectators cannot tell apart, and a clock that the test sets: a bot's thinking and
its waiting for other bots take as long as the test says, and so do pauses.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rookery.core.match import Match
from rookery.server import hub as hubs
from rookery.server.bot_pool import BotChoice, BotTask
from rookery.server.hub import Hub
from rookery.server.live import LiveTable
from rookery.server.pacing import hides, pause
from rookery.server.setup import Setup
from rookery.server.store import Store
from tests.helpers import matches
from tests.server.store.common import run
from tests.server.test_hub import SlowWarmup, person

PACE = 0.6
#: How long somebody who leaves was there for, in ms.
LONG = 30_000
#: How long each thought takes, and each wait for other bots, in seconds: little, and so much that
#: the time of a turn is long over.
BUSY = {"idle": (0.05, 0.0), "busy": (0.45, 0.0), "crowded": (0.45, 7.0)}


@dataclass
class Clock:
    """Goes on when it is told to."""

    ms: int = 1_000_000_000_000

    def now(self) -> int:
        return self.ms

    def go_on(self, seconds: float) -> None:
        self.ms += round(1000 * seconds)


@dataclass
class Scripted:
    """Bots that play what the script says, and then think for ever."""

    clock: Clock
    wanted: list[int]
    thinks: float
    waits: float
    times: int = 0
    asked: list[tuple[int, ...]] = field(default_factory=list)

    async def ask(self, task: BotTask, *_: object) -> BotChoice:
        found = [action for action in self.wanted if action in task.legal]
        if not found:
            await asyncio.get_running_loop().create_future()
        self.asked.append(task.legal)
        self.clock.go_on(self.waits + self.thinks)
        return BotChoice(found[0], {}, waited=self.waits)


@dataclass
class World:
    """A position, what is played there, and whether some of it is hidden."""

    position: Match
    action: int
    then: list[int]
    hidden: bool


@cache
def two_worlds() -> tuple[World, World]:
    """A move after which a hunter decides about a card, and the same where it has none to hide."""
    for match in matches("pengqueen", 3, 6, "hides", asks_all=True):
        while not match.over and match.ply < 300:
            legal = match.legal()
            hiding = next((action for action in legal if hides(match, action)), None)
            if hiding is not None:
                after = match.copy()
                after.play(hiding)
                quiet = after.parse("hide")
                for seed in range(200):
                    other = match.redeal(None, seed)
                    if hiding in other.legal() and not hides(other, hiding):
                        return (
                            World(match, hiding, [quiet], hidden=True),
                            World(other, hiding, [], hidden=False),
                        )
            match.play(legal[match.ply % len(legal)])
    raise AssertionError("no such pair")


async def moment(
    world: World, bots: Scripted, folder: Path, play: Callable[..., Any], monkey: pytest.MonkeyPatch
) -> float:
    """After how many seconds spectators see something, counted from the last thing they saw."""

    async def sleep(seconds: float) -> None:
        bots.clock.go_on(seconds)

    monkey.setattr(hubs, "now", bots.clock.now)
    rules = SlowWarmup()
    rules.done.set()
    store = await Store.open(str(folder / f"{world.hidden}.db"), node="one")
    hub = Hub(store, bots, rules, pace=PACE)  # type: ignore[arg-type]
    with monkey.context() as patch:
        patch.setattr(hubs.asyncio, "sleep", sleep)
        try:
            table = await play(hub, world, bots)
            before = table.watches[None].count
            seen = table.watches[None].last.at
            while table.watches[None].count == before:
                await store.ping()
            return (table.watches[None].last.at - seen) / 1000
        finally:
            await hub.close()
            await store.close()


def setup_of(match: Match, substitute: str = "emperor") -> Setup:
    return Setup(
        game="pengqueen",
        players=match.players,
        options=match.options,
        edition=match.edition.name,
        public=True,
        clock=None,
        spectators=True,
        delay=0,
        substitute=substitute,
        aids=True,
        asks="all",
        position=match.to_dict(),
    )


async def bots_alone(hub: Hub, world: World, bots: Scripted) -> LiveTable:
    """All seats are bots'."""
    match = world.position
    seats = [("bot", seat, "emperor") for seat in range(match.players)]
    name = await hub.create(setup_of(match), [("open", None, "g"), *seats, ("start", None, "")])
    return hub.tables[name]


async def stands_in(hub: Hub, world: World, bots: Scripted) -> LiveTable:
    """A person leaves, and a bot makes the whole turn."""
    match = world.position
    seats = [("take", seat, person(f"g{seat}")) for seat in range(match.players)]
    entries = [("open", None, "g0"), *seats, ("start", None, "")]
    name = await hub.create(setup_of(match), entries)
    bots.clock.go_on(LONG / 1000)
    async with hub.held(name) as table:
        await hub.write(table, "leave", match.turn)
    return table


async def stands_in_midway(hub: Hub, world: World, bots: Scripted) -> LiveTable:
    """The same, but the person who leaves has made the decision that nobody may notice."""
    match = world.position
    seats = [("take", seat, person(f"g{seat}")) for seat in range(match.players)]
    entries = [("open", None, "g0"), *seats, ("start", None, "")]
    name = await hub.create(setup_of(match), entries)
    bots.clock.go_on(LONG / 1000)
    async with hub.held(name) as table:
        if world.hidden:
            await hub.write(table, "act", match.turn, match.notation(world.action))
            bots.clock.go_on(3)
        else:
            bots.clock.go_on(3)
        await hub.write(table, "leave", match.turn)
    return table


@pytest.mark.parametrize("busy", BUSY)
@pytest.mark.parametrize("play", [bots_alone, stands_in, stands_in_midway])
def test_what_others_see_comes_at_the_same_moment_in_both_worlds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, play: Callable[..., Any], busy: str
) -> None:
    found = {}
    thinks, waits = BUSY[busy]
    for world in two_worlds():
        bots = Scripted(Clock(), [world.action, *world.then], thinks, waits)
        found[world.hidden] = run(moment(world, bots, tmp_path, play, monkeypatch))
    assert found[True] == found[False] == pytest.approx(pause(PACE, "emperor", 0) + 2 * waits)


def test_a_forced_action_takes_as_long_as_a_choice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An only action needs no thought; nobody can tell, however long bots wait for others."""
    _, world = two_worlds()
    found = set()
    for thinks in (0.0, 0.05, 0.5):
        bots = Scripted(Clock(), [world.action], thinks, 5.0)
        folder = tmp_path / str(thinks)
        folder.mkdir()
        found.add(run(moment(world, bots, folder, bots_alone, monkeypatch)))
    assert len(found) == 1
