"""People at tables who keep playing whatever happens to the server, and who remember everything."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx

import rookery
from rookery.server.store import Entry, Store
from tests.helpers import short

#: What a client gets from a server that is dying, dead or in trouble.
TROUBLE = (httpx.TransportError, OSError)


@dataclass
class Attempt:
    """An action that was sent; nobody knows whether it was taken unless it was answered."""

    seat: int
    action: str
    answered: bool


@dataclass
class Journal:
    """A table as one of its people remembers it."""

    id: str
    people: list[int]
    attempts: list[Attempt] = field(default_factory=list)
    over: bool = False
    refused: dict[int, int] = field(default_factory=dict)

    def check(self, log: list[Entry]) -> None:
        """Everything answered is there once, in order; nothing else of theirs but attempts."""
        assert [entry.ply for entry in log] == list(range(len(log))), "the log has a hole"
        for seat in self.people:
            written = [it.data for it in log if it.kind == "act" and it.seat == seat]
            attempts = [it for it in self.attempts if it.seat == seat]
            # The numbers of entries that the attempts so far may account for.
            may = {0}
            for it in attempts:
                taken = {n + 1 for n in may if n < len(written) and written[n] == it.action}
                may = taken if it.answered else taken | may
            assert len(written) in may, f"table {self.id}, seat {seat}: {attempts} became {written}"


class Crowd:
    """Some people who play at many tables, over HTTP, at one or several servers in turn."""

    def __init__(self, urls: list[str], seed: int = 1) -> None:
        self.urls = urls
        self.chance = random.Random(seed)
        self.client = httpx.AsyncClient(
            timeout=10, limits=httpx.Limits(max_connections=100, max_keepalive_connections=50)
        )
        self.journals: list[Journal] = []
        self.answered = 0
        self.stopping = False
        self._token: dict[str, str] = {}

    async def ask(self, method: str, path: str, body: Any = None) -> httpx.Response | None:
        """An answer, or None if there is none to be had; asks another server next time."""
        url = self.chance.choice(self.urls) + path
        try:
            return await self.client.request(method, url, json=body, headers=self._token)
        except TROUBLE:
            await asyncio.sleep(0.01)
            return None

    async def insist(self, method: str, path: str, body: Any = None) -> Any:
        """Ask until it is answered well."""
        while True:
            found = await self.ask(method, path, body)
            if found is not None and found.status_code == 200:
                return found.json()
            assert found is None or found.status_code in (429, 503), found.text
            await asyncio.sleep(0.02)

    async def arrive(self) -> None:
        """Become a guest."""
        guest = await self.insist("POST", "/guests", {"name": "Mira"})
        self._token = {"authorization": "Bearer " + guest["token"]}

    async def play(self, make: Callable[[random.Random], dict[str, Any]]) -> None:
        """One table after the other, until told to stop; the last one to its end."""
        while not self.stopping:
            await self.play_one(make(self.chance))

    async def play_one(self, wanted: dict[str, Any]) -> None:
        """A table, from its beginning to its end."""
        await self.finish(await self.make(wanted))

    async def make(self, wanted: dict[str, Any]) -> Journal:
        """A new table."""
        made = await self.insist("POST", "/tables", wanted)
        people = [n for n, seat in enumerate(wanted["seats"]) if seat["kind"] == "me"]
        journal = Journal(made["id"], people)
        self.journals.append(journal)
        return journal

    async def finish(self, journal: Journal) -> None:
        """Play until it is over."""
        while not journal.over:
            await self._turn(journal)

    async def _turn(self, journal: Journal) -> None:
        for seat in journal.people:
            seen = await self.insist("GET", f"/tables/{journal.id}/scene?seat={seat}")
            if seen["table"]["status"] == "over":
                journal.over = True
                return
            choices = seen["scene"].get("choices")
            if choices:
                action = self.chance.choice(choices)["action"]
                await self._act(journal, seat, action, seen["number"])
                return
        await asyncio.sleep(0.02)

    async def _act(self, journal: Journal, seat: int, action: str, seen: int) -> None:
        body = {"seat": seat, "action": action, "seen": seen}
        attempt = Attempt(seat, action, answered=False)
        journal.attempts.append(attempt)
        found = await self.ask("POST", f"/tables/{journal.id}/actions", body)
        if found is None:
            return
        status = found.status_code
        if status == 200:
            attempt.answered = True
            self.answered += 1
            return
        journal.refused[status] = journal.refused.get(status, 0) + 1
        assert status in (409, 503), found.text
        if status == 409:
            # Somebody was first: perhaps this very request, before the server died.
            assert found.json()["error"]["code"] in ("stale", "not_your_turn"), found.text
            journal.attempts.remove(attempt)

    async def listen(self, journal: Journal, seat: int, heard: list[int]) -> None:
        """Hear everything that happens at a table; come back whenever the stream breaks."""
        path = f"/tables/{journal.id}/events?seat={seat}"
        while True:
            headers = {**self._token, "last-event-id": str(heard[-1] if heard else 0)}
            try:
                url = self.chance.choice(self.urls) + path
                async with self.client.stream("GET", url, headers=headers) as stream:
                    async for line in stream.aiter_lines():
                        if line.startswith("id: "):
                            heard.append(int(line[4:]))
                        elif line.startswith("data: ") and '"status":"over"' in line:
                            return
            except TROUBLE:
                pass
            await asyncio.sleep(0.05)

    async def close(self) -> None:
        """Go."""
        await self.client.aclose()


async def check_database(db: str, journals: list[Journal]) -> dict[str, list[Entry]]:
    """Every table against what its people remember."""
    store = await Store.open(db, node="check")
    logs = {}
    try:
        for journal in journals:
            found = await store.load(journal.id)
            assert found is not None, f"table {journal.id} is lost"
            journal.check(found[1])
            logs[journal.id] = found[1]
    finally:
        await store.close()
    return logs


def mixed(chance: random.Random) -> dict[str, Any]:
    """A table of any game, with people on one device and perhaps bots."""
    game = chance.choice(rookery.games())
    bots = chance.choice(([], ["random"], ["greedy", "random"]))
    seats: list[dict[str, str]] = [{"kind": "me"}, {"kind": "me"}]
    seats += [{"kind": "bot", "level": level} for level in bots]
    seats += [{"kind": "me"}] * (rookery.game(game).players[0] - len(seats))
    seats = seats[: rookery.game(game).players[-1]]
    chance.shuffle(seats)
    return {"game": game, "seats": seats, "start": True, "options": short(game)}
