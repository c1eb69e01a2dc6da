"""A small client for tests: a server in a process of its own, guests, streams of events."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

#: How long to wait for anything, in seconds: a busy machine is slow, and may have to compile first.
PATIENCE = 180.0
#: Limits that no test reaches by playing.
GENEROUS = (
    *("rate=0", "address_rate=0", "guest_streams=0", "address_streams=0"),
    *("address_connections=0", "quotas=0", "heavy_seconds=120"),
)

ADMIN_TOKEN = "the token of the host"  # noqa: S105

Json = dict[str, Any]


class Server:
    """``rookery serve`` in a process of its own."""

    def __init__(self, db: Path, *arguments: str, limits: tuple[str, ...] = GENEROUS) -> None:
        self.db = db
        self.log = db.with_suffix(".log")
        chosen = [f"--limit={limit}" for limit in limits]
        self._command = [sys.executable, "-m", "rookery", "serve", f"--db={db}", "--pace=0"]
        self._command += ["--log=info", *chosen, *arguments]
        self.port = 0
        self._guests: list[Guest] = []
        self.start()

    def start(self) -> None:
        """Start it, on the same port if it ran before."""
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [*self._command, f"--port={self.port}"],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "PYTHONUNBUFFERED": "1", "ROOKERY_ADMIN_TOKEN": ADMIN_TOKEN},
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found is not None, line + self.log.read_text()
        self.port = int(found[1])

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Stop it and wait until it is gone."""
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/api/v1"

    def guest(self, name: str = "Mira", language: str = "en") -> "Guest":
        """Somebody new."""
        with Api(self.url) as api:
            who = api.post("/guests", name=name, language=language)
        self._guests.append(Guest(self.url, who))
        return self._guests[-1]

    def close(self) -> None:
        """Stop it, and hang up for all its guests."""
        for guest in self._guests:
            guest.http.close()
        if self.process.poll() is None:
            self.stop()


@dataclass(frozen=True)
class Refused:
    """An answer that is an error."""

    status: int
    code: str
    message: str
    text: str


def refused(answer: httpx.Response) -> Refused:
    """The error of an answer, which must have the one form of all errors."""
    assert answer.status_code >= 400, answer.text
    assert answer.headers["content-type"] == "application/json"
    body = answer.json()
    assert set(body) == {"error"}
    return Refused(answer.status_code, **body["error"])


class Api:
    """Requests, with or without a token."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self.url = url
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.Client(base_url=url, headers=headers, timeout=PATIENCE)

    def __enter__(self) -> "Api":
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def get(self, path: str, **query: Any) -> Json:
        answer = self.http.get(path, params=_given(query))
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def post(self, path: str, **body: Any) -> Json:
        answer = self.http.post(path, json=body)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def cannot_get(self, path: str, **query: Any) -> Refused:
        with self.http.stream("GET", path, params=_given(query)) as answer:
            # A stream that is not refused would never end.
            assert answer.status_code != 200, path
            answer.read()
        return refused(answer)

    def cannot_post(self, path: str, **body: Any) -> Refused:
        return refused(self.http.post(path, json=body))

    @contextlib.contextmanager
    def events(self, table: str, last: int | None = None, **query: Any) -> Iterator["Events"]:
        """A stream of events."""
        headers = {} if last is None else {"last-event-id": str(last)}
        path = f"/tables/{table}/events"
        with self.http.stream("GET", path, params=_given(query), headers=headers) as answer:
            if answer.status_code != 200:
                answer.read()
                raise AssertionError(answer.text)
            assert answer.headers["content-type"].startswith("text/event-stream")
            # Kept here: httpx hangs up when nobody holds its lines any more.
            made = Events(answer)
            yield made


class Guest(Api):
    """Somebody with a token."""

    def __init__(self, url: str, who: Json) -> None:
        super().__init__(url, who["token"])
        self.id: str = who["id"]
        self.name: str = who["name"]
        self.token: str = who["token"]

    def table(self, game: str = "party", **settings: Any) -> str:
        """A new table."""
        return str(self.post("/tables", game=game, **settings)["id"])

    def hot_seat(self, game: str = "party", players: int = 2, **settings: Any) -> str:
        """A running table with all seats one's own."""
        seats = [{"kind": "me", "name": f"Me {n}"} for n in range(players)]
        return self.table(game, players=players, seats=seats, start=True, **settings)

    def look(self, table: str, **query: Any) -> Json:
        """What everybody may know of a table."""
        return dict(self.get(f"/tables/{table}", **query)["table"])

    def scene(self, table: str, seat: int | None = None, **query: Any) -> Json:
        """What a seat sees: its last event."""
        return self.get(f"/tables/{table}/scene", seat=seat, **query)

    def act(self, table: str, seat: int, action: str, seen: int | None = None) -> int:
        """Play an action."""
        body = {"seat": seat, "action": action, "seen": seen}
        return int(self.post(f"/tables/{table}/actions", **body)["number"])

    def turn(self, table: str, seats: int) -> tuple[int, list[str], int]:
        """Of one's own seats, which is to decide, its actions, and its last event's number."""
        for seat in range(seats):
            seen = self.scene(table, seat)
            if seen["scene"]["choices"]:
                return seat, [it["action"] for it in seen["scene"]["choices"]], seen["number"]
        raise AssertionError("none of the seats is to decide")

    def play(
        self, table: str, seats: int, pick: Callable[[list[str]], str], actions: int = 10**6
    ) -> int:
        """Play for all seats, until the match is over or so many actions; how many there were."""
        for done in range(actions):
            if self.look(table)["status"] == "over":
                return done
            seat, choices, _ = self.turn(table, seats)
            self.act(table, seat, pick(choices))
        return actions


def _given(query: Json) -> Json:
    return {name: value for name, value in query.items() if value is not None}


@dataclass(frozen=True)
class Event:
    """One event, also as it came."""

    id: int
    raw: str
    data: Json

    @property
    def over(self) -> bool:
        return bool(self.data["table"]) and self.data["table"]["status"] == "over"


class Events:
    """A stream of events, one after the other."""

    def __init__(self, answer: httpx.Response) -> None:
        self._lines = answer.iter_lines()

    def __iter__(self) -> Iterator[Event]:
        block: list[str] = []
        for line in self._lines:
            if line:
                block.append(line)
                continue
            raw, block = "\n".join(block), []
            if raw.startswith("id: "):
                head, data = raw.split("\n", 1)
                assert data.startswith("data: ")
                yield Event(int(head[4:]), raw, json.loads(data[6:]))

    def next(self) -> Event:
        """The next event."""
        for event in self:
            return event
        raise AssertionError("the stream ended")

    def until(self, wanted: Callable[[Event], object]) -> list[Event]:
        """All events up to the first that is wanted."""
        found = []
        for event in self:
            found.append(event)
            if wanted(event):
                return found
        raise AssertionError("the stream ended before the event that was wanted")


def until(true: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """Wait for something to become true."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        found = true()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError("it did not happen in time")
