"""Those who besiege a server in ``siege.py``: each repeats one thing as fast as it is let."""

import asyncio
import contextlib
import os
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import msgspec
import uvloop

import rookery

SEATS = 4
#: A table with thousands of entries.
LONG_TABLE = "5" * 10
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.decode


class Place(NamedTuple):
    """Where the server is."""

    host: str
    port: int


class Attacker:
    """Somebody at an address, with or without a name."""

    def __init__(self, place: Place, number: int, seen: Counter[str]) -> None:
        self.place = place
        self.address = f"127.0.0.{number}"
        self.seen = seen

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(
            self.place.host, self.place.port, local_addr=(self.address, 0)
        )

    def request(
        self, method: str, path: str, token: str = "", body: Any = None, *headers: str
    ) -> bytes:
        data = b"" if body is None else _encode(body)
        lines = [f"{method} /api/v1{path} HTTP/1.1", f"host: {self.place.host}", *headers]
        if token:
            lines.append(f"authorization: Bearer {token}")
        if body is not None:
            lines += ["content-type: application/json", f"content-length: {len(data)}"]
        return ("\r\n".join(lines) + "\r\n\r\n").encode() + data

    async def ask(self, method: str, path: str, token: str = "", body: Any = None) -> Any:
        """The answer's body; None if it was refused."""
        return await self.send(self.request(method, path, token, body))

    async def send(self, request: bytes) -> Any:
        """Send bytes on a connection of their own; what comes back."""
        try:
            reader, writer = await self.connect()
            try:
                writer.write(request)
                head = await reader.readuntil(b"\r\n\r\n")
                size = int(head.lower().partition(b"content-length: ")[2].partition(b"\r")[0])
                body = await reader.readexactly(size)
            finally:
                writer.close()
        except (OSError, asyncio.IncompleteReadError, ValueError):
            self.seen["cut off"] += 1
            return None
        status = int(head[9:12])
        self.seen[str(status)] += 1
        return _decode(body) if status == 200 else None

    async def guest(self) -> str:
        """A new guest's token; empty where there is none to be had."""
        made = await self.ask("POST", "/guests", "", {"name": "Eve"})
        return made["token"] if made else ""


# ---------------------------------------------------------------- attacks


async def cookies(it: Attacker) -> None:
    for size in (60_000, 30_000):
        cookie = 'cookie: rookery="' + "\\" * size + '"'
        await it.send(it.request("GET", "/games", "", None, cookie))


async def editions(it: Attacker) -> None:
    data = dict(rookery.game("pengqueen").edition("small").data)
    data["name"] = f"mine {random.random()}"
    large = {"name": "x", "deck": [[]] * 2900}
    token = await it.guest()
    for game, edition in (("pengqueen", data), ("party", large)):
        await it.ask("POST", "/tables", token, {"game": game, "players": 2, "edition": edition})


async def uploads(it: Attacker, text: str) -> None:
    half = [it.ask("POST", "/verify", "", {"match": text}) for _ in range(3)]
    rest = [it.ask("POST", "/replay", "", {"match": text, "everything": True}) for _ in range(3)]
    await asyncio.gather(*half, *rest)


async def emperors(it: Attacker) -> None:
    token = await it.guest()
    seats = [{"kind": "bot", "level": "emperor"}] * SEATS
    for _ in range(5):
        await it.ask("POST", "/tables", token, {"game": "party", "seats": seats, "start": True})
    await asyncio.sleep(0.5)


async def hints(it: Attacker) -> None:
    token = await it.guest()
    seats = [{"kind": "me"}, {"kind": "me"}]
    made = await it.ask("POST", "/tables", token, {"game": "party", "seats": seats, "start": True})
    if made:
        path = f"/tables/{made['id']}/hint"
        await asyncio.gather(*(it.ask("POST", path, token, {"seat": n % 2}) for n in range(10)))


async def unread(it: Attacker) -> None:
    request = it.request("GET", f"/tables/{LONG_TABLE}/told?limit=500&after=5000")
    held = []
    for _ in range(300):
        with contextlib.suppress(OSError):
            reader, writer = await it.connect()
            reader._transport.pause_reading()  # type: ignore[attr-defined]
            writer.write(request)
            held.append(writer)
            it.seen["unread"] += 1
        await asyncio.sleep(0.005)
    for writer in held:
        writer.transport.abort()


async def goings(it: Attacker) -> None:
    token = await it.guest()
    body = {"game": "party", "seats": [{"kind": "me"}, {"kind": "me"}], "start": True}
    made = await it.ask("POST", "/tables", token, body)
    for number in range(60):
        if made:
            what = ("leave", "return")[number % 2]
            await it.ask("POST", f"/tables/{made['id']}/{what}", token, {"seat": 0})
        await it.ask("GET", f"/tables/{LONG_TABLE}/told?after=5900")


async def idle(it: Attacker) -> None:
    held = []
    for _ in range(1000):
        with contextlib.suppress(OSError):
            held.append((await it.connect())[1])
            it.seen["opened"] += 1
    await asyncio.sleep(5)
    for writer in held:
        writer.transport.abort()


# ---------------------------------------------------------------- all together


def besiege(host: str, port: int, text: str, only: str | None, pipe: Any) -> None:
    """Attack until the other end of a pipe says something; then tell it what was seen."""
    os.nice(5)  # those who are measured are not to wait for their attackers' work
    pipe.send(uvloop.run(_all(Place(host, port), text, only, pipe)))


async def _all(place: Place, text: str, only: str | None, pipe: Any) -> dict[str, Counter[str]]:
    """Everybody at once, each from an address of its own."""
    works: dict[str, Callable[[Attacker], Awaitable[None]]] = {
        "cookies": cookies,
        "editions": editions,
        "uploads": lambda it: uploads(it, text),
        "emperors": emperors,
        "hints": hints,
        "unread": unread,
        "goings": goings,
        "idle": idle,
    }
    seen: dict[str, Counter[str]] = {}
    tasks = []
    for number, (name, work) in enumerate(works.items()):
        if only is None or name == only:
            seen[name] = Counter()
            attacker = Attacker(place, 2 + number, seen[name])
            tasks.append(asyncio.ensure_future(_again(work, attacker)))
    pipe.send("begun")
    await asyncio.to_thread(pipe.recv)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return seen


async def _again(work: Callable[[Attacker], Awaitable[None]], attacker: Attacker) -> None:
    while True:
        await work(attacker)
        await asyncio.sleep(0.01)
