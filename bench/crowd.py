"""People at tables, for load.py and compare_boardgame.py: they listen and play random actions."""

import asyncio
import random
import time
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
from wire import Client, Listener

LANGUAGES = ("en", "fr", "de")
#: Guests that come at the same time.
CONNECTING = 100
now = time.perf_counter


class Choice(msgspec.Struct):
    action: str


class Scene(msgspec.Struct):
    choices: list[Choice]


class Info(msgspec.Struct):
    status: str


class Happening(msgspec.Struct):
    number: int
    at: int
    table: Info | None
    scene: Scene | None


class Number(msgspec.Struct):
    number: int


_event = msgspec.json.Decoder(Happening).decode
_number = msgspec.json.Decoder(Number).decode


class Crowd:
    """All tables, and what was measured."""

    def __init__(
        self, client: Client, rnd: random.Random, games: tuple[str, ...], seats: int
    ) -> None:
        self.client = client
        self.rnd = rnd
        self.games = games
        self.seats = seats
        #: Called with a table whose next action is known.
        self.go_on: Callable[[Table], None] = lambda table: self.ready.append(table)
        self.ready: deque[Table] = deque()
        self.tables: list[Table] = []
        self.errors: list[str] = []
        self.events = 0
        self.bytes = 0
        self.finished = 0
        self.tasks: set[asyncio.Task[None]] = set()
        #: Of each measured action: when it was due, when it was answered, when all had seen it.
        self.measured: list[Action] = []

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(self._guard(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _guard(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception as error:
            self.errors.append(repr(error))


class Action:
    """One action: its times, and the table's events with its stamp."""

    __slots__ = ("answered", "due", "key", "table")

    def __init__(self, table: "Table", due: float) -> None:
        self.table = table
        self.due = due
        self.answered = 0.0
        self.key = (0, 0)

    def seen(self) -> float | None:
        """When the last seat had its event."""
        at = self.table.stamps.get(self.key)
        return None if at is None else self.table.arrived[at]


class Table:
    """A table and its guests."""

    def __init__(self, crowd: Crowd, number: int, tokens: list[str]) -> None:
        self.crowd = crowd
        self.number = number
        self.tokens = tokens
        self.played = 0
        self.streams: list[Listener] = []

    async def open(self) -> None:
        """Make it, seat everybody, begin, listen."""
        ask, games = self.crowd.client.ask, self.crowd.games
        seats = [{"kind": "me"}, *({"kind": "open"} for _ in range(self.crowd.seats - 1))]
        body = {"game": games[self.number % len(games)], "seats": seats, "public": True}
        made = msgspec.json.decode(await ask("POST", "/tables", self.tokens[0], body))
        self.id = made["id"]
        for seat in range(1, self.crowd.seats):
            await ask("POST", f"/tables/{self.id}/join", self.tokens[seat], {"seat": seat})
        await ask("POST", f"/tables/{self.id}/start", self.tokens[0])
        self.last = [0] * self.crowd.seats
        self.over = 0
        self.next: tuple[int, list[Choice], int] | None = None
        #: The stamp of each event, and when the last event with a stamp came.
        self.stamps: dict[tuple[int, int], int] = {}
        self.arrived: dict[int, float] = {}
        self.streams = [
            await self.crowd.client.listen(self.id, seat, token, self._hear(seat))
            for seat, token in enumerate(self.tokens)
        ]

    def _hear(self, seat: int) -> Callable[[int, bytes], None]:
        crowd = self.crowd

        def heard(number: int, data: bytes) -> None:
            at = now()
            crowd.events += 1
            crowd.bytes += len(data)
            event = _event(data)
            if self.last[seat] and number != self.last[seat] + 1:
                crowd.errors.append(f"event {number} after {self.last[seat]}")
            self.last[seat] = number
            self.stamps[seat, number] = event.at
            self.arrived[event.at] = at
            if event.scene is not None and event.scene.choices:
                self.next = (seat, event.scene.choices, number)
                crowd.go_on(self)
            elif event.table is not None and event.table.status == "over":
                self.over += 1
                if self.over == crowd.seats:
                    crowd.finished += 1
                    crowd.spawn(self._again())

        return heard

    async def _again(self) -> None:
        self.close()
        self.number += 1
        twin = Table(self.crowd, self.number, self.tokens)
        self.crowd.tables[self.crowd.tables.index(self)] = twin
        await twin.open()

    async def act(self, action: Action) -> None:
        """Play a random choice."""
        assert self.next is not None
        seat, choices, number = self.next
        self.next = None
        self.played += 1
        body = {"seat": seat, "action": self.crowd.rnd.choice(choices).action, "seen": number}
        path = f"/tables/{self.id}/actions"
        answer = await self.crowd.client.ask("POST", path, self.tokens[seat], body)
        action.answered = now()
        action.key = (seat, _number(answer).number)

    def close(self) -> None:
        for stream in self.streams:
            if stream.broken:
                self.crowd.errors.append("a stream broke")
            stream.close()


async def gather(crowd: Crowd, tables: int) -> None:
    """Guests, tables, streams."""
    some = asyncio.Semaphore(CONNECTING)

    async def one(number: int) -> None:
        async with some:
            tokens = []
            for seat in range(crowd.seats):
                language = LANGUAGES[(number + seat) % 3]
                body = {"name": f"Guest {number}-{seat}", "language": language}
                made = await crowd.client.ask("POST", "/guests", "", body)
                tokens.append(msgspec.json.decode(made)["token"])
            table = Table(crowd, number, tokens)
            crowd.tables.append(table)
            await table.open()

    await asyncio.gather(*(one(number) for number in range(tables)))


async def settle(crowd: Crowd) -> None:
    """Wait until every seat has the last event the server knows of."""
    for table in crowd.tables:
        for seat, token in enumerate(table.tokens):
            path = f"/tables/{table.id}/scene?seat={seat}"
            known = _number(await crowd.client.ask("GET", path, token)).number
            until = now() + 5
            while table.last[seat] < known and now() < until:
                await asyncio.sleep(0.01)
            if table.last[seat] != known:
                crowd.errors.append(f"seat {seat} has event {table.last[seat]}, not {known}")


async def warm(client: Client) -> None:
    """Wait until all rules are loaded: what is needed once is no table's cost."""
    while True:
        health = msgspec.json.decode(await client.ask("GET", "/health"))
        if len(health["ready"]) == 3 and all(health["ready"].values()):
            return
        await asyncio.sleep(0.1)
