"""What takes long is done in threads, and without a table's lock: others play on meanwhile."""

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import rookery
from rookery.core.game import Game
from rookery.server import app
from rookery.server.api import http, table_endpoints
from rookery.server.api.shapes import Replay
from rookery.server.fold import Fold
from rookery.server.settings import Settings
from rookery.server.setup import given_edition
from rookery.server.store import Store
from rookery.server.watch import Event
from tests.server.faults.threaded import FREE, Hearing, Served, until
from tests.test_save import resealed

ACTIONS = 8


class Table:
    """A table that one guest plays at for everybody."""

    def __init__(self, served: Served, **settings: Any) -> None:
        self.served = served
        self.client = httpx.Client(base_url=served.url, timeout=180)
        token = self.client.post("/guests", json={"name": "Mira"}).json()["token"]
        self.me = {"authorization": "Bearer " + token}
        self.client.headers.update(self.me)
        seats = [{"kind": "me", "name": "Mira"}, {"kind": "me", "name": "Bo"}]
        wanted = {"game": "party", "seats": seats, "start": True, "public": True, **settings}
        made = self.client.post("/tables", json=wanted)
        assert made.status_code == 200, made.text
        self.id: str = made.json()["id"]

    def play(self, actions: int) -> None:
        for _ in range(actions):
            for seat in (0, 1):
                now = self.client.get(f"/tables/{self.id}/scene", params={"seat": seat}).json()
                if choices := now["scene"].get("choices"):
                    body = {"seat": seat, "action": choices[0]["action"], "seen": now["number"]}
                    self.client.post(f"/tables/{self.id}/actions", json=body)
                    break

    def hear(self, last: int | None, seat: int | None = None) -> Hearing:
        query = "" if seat is None else f"?seat={seat}"
        resumed = {} if last is None else {"last-event-id": str(last)}
        return Hearing(f"{self.served.url}/tables/{self.id}/events{query}", {**self.me, **resumed})

    @property
    def locked(self) -> bool:
        return self.served.app.hub.tables[self.id].lock.locked()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A server without bots."""
    server = Served(Settings(db=str(tmp_path / "tables.db"), bots=0, **FREE))
    try:
        yield server
    finally:
        server.close()


@pytest.fixture
def sit(served: Served) -> Iterator[Callable[..., Table]]:
    """Makes tables, and leaves them in the end."""
    tables: list[Table] = []

    def make(**settings: Any) -> Table:
        tables.append(Table(served, **settings))
        return tables[-1]

    yield make
    for table in tables:
        table.client.close()


@pytest.mark.parametrize("delay", [0, 3000])
def test_a_stream_that_is_resumed_reads_the_log_once(
    sit: Callable[..., Table], monkeypatch: pytest.MonkeyPatch, delay: int
) -> None:
    table = sit(delay=delay)
    table.play(ACTIONS)
    load, loads = Store.load, []

    async def counted(self: Store, name: str) -> Any:
        loads.append(name)
        return await load(self, name)

    monkeypatch.setattr(Store, "load", counted)
    stream = table.hear(0)
    until(lambda: stream.has(1), "the first event")
    stream.close()
    assert loads == [table.id]


def test_what_a_stream_missed_is_drawn_in_a_thread_without_the_lock(
    sit: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit()
    table.play(ACTIONS)
    last = table.client.get(f"/tables/{table.id}/scene", params={"seat": 0}).json()["number"]
    found: list[tuple[str, bool, bool]] = []

    def note(what: str) -> None:
        found.append((what, threading.current_thread() is table.served._thread, table.locked))

    say, apply = Event.say, Fold.apply
    monkeypatch.setattr(Event, "say", lambda it, *given: note("say") or say(it, *given))
    monkeypatch.setattr(Fold, "apply", lambda it, *given: note("apply") or apply(it, *given))
    stream = table.hear(0, seat=0)
    until(lambda: stream.has(last), "all events")
    stream.close()
    assert {what for what, _, _ in found} == {"say", "apply"}
    assert {(on_loop, locked) for _, on_loop, locked in found} == {(False, False)}


def test_somebody_acts_while_a_stream_begins_and_nothing_is_lost(
    sit: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit()
    table.play(ACTIONS)
    begun, go_on = threading.Event(), threading.Event()
    say = Event.say

    def slow(event: Event, language: str) -> bytes:
        if event.number == 1:
            begun.set()
            go_on.wait(300)
        return say(event, language)

    monkeypatch.setattr(Event, "say", slow)
    stream = table.hear(0, seat=0)
    try:
        assert begun.wait(300)
        table.play(3)  # nobody has to wait for the stream
        last = table.client.get(f"/tables/{table.id}/scene", params={"seat": 0}).json()["number"]
        go_on.set()
        until(lambda: stream.has(last), "all events")
        numbers = [int(it[4:]) for it in stream.data.decode().splitlines() if it.startswith("id: ")]
        assert numbers == list(range(1, last + 1))
    finally:
        go_on.set()
        stream.close()


@pytest.mark.parametrize("path", ["told", "scene"])
def test_the_past_is_looked_up_without_the_lock(
    sit: Callable[..., Table], monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    table = sit(delay=3000)
    table.play(ACTIONS)
    load, locked = Store.load, []

    async def noting(self: Store, name: str) -> Any:
        locked.append(table.locked)
        return await load(self, name)

    monkeypatch.setattr(Store, "load", noting)
    answer = table.client.get(f"/tables/{table.id}/{path}")
    assert answer.status_code == 200
    assert "Me" not in json.dumps(answer.json())
    assert locked == [False]


def own_map() -> dict[str, Any]:
    return {**rookery.game("pengqueen").edition("small").data, "name": "mine"}


def test_an_edition_is_made_once_and_in_a_thread(
    sit: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    given_edition.cache_clear()
    made: list[threading.Thread] = []
    make = Game.edition_from_data

    def noting(self: Game, data: Any) -> Any:
        made.append(threading.current_thread())
        return make(self, data)

    monkeypatch.setattr(Game, "edition_from_data", noting)
    table = sit(game="pengqueen", edition=own_map())
    once = len(made)
    table.play(3)
    hub = table.served.app.hub
    hub.drop(hub.tables[table.id])
    for path in ("", "/scene", "/told", "/backdrop"):
        assert table.client.get(f"/tables/{table.id}{path}").status_code == 200
    assert 0 < len(made) == once
    assert table.served._thread not in made


@pytest.mark.parametrize(
    ("wanted", "code", "limit"),
    [
        ({"edition": {"name": "x", "deck": [[]] * 20_000}}, "invalid_edition", "at most 32768"),
        (
            {"edition": {"name": "x", "deck": [[]] * 9_000}},
            "invalid_edition",
            "at most 3000 values",
        ),
        ({"edition": "x" * 40_000}, "invalid_edition", "at most 32768"),
        ({"options": {"rounds": "9" * 5000}}, "invalid_option", "at most 4096"),
        ({"options": {str(n): 0 for n in range(900)}}, "invalid_option", "at most 4096"),
        ({"seats": [{}] * 100_000}, "too_large", "at most 20000 values"),
        ({"edition": {"name": "x", "deck": [[]] * 200_000}}, "too_large", "at most 20000 values"),
    ],
    ids=lambda it: str(it)[:40],
)
def test_what_is_too_large_is_refused_with_its_limit(
    served: Served, wanted: dict[str, Any], code: str, limit: str
) -> None:
    with httpx.Client(base_url=served.url, timeout=180) as client:
        token = client.post("/guests", json={"name": "Mira"}).json()["token"]
        client.headers["authorization"] = "Bearer " + token
        answer = client.post("/tables", json={"game": "party", "players": 2, **wanted})
        error = answer.json()["error"]
        assert (error["code"], limit in error["message"]) == (code, True), error
        assert len(error["message"]) < 1000


@pytest.mark.parametrize("path", ["/verify", "/replay", "/tables"])
def test_saves_of_endless_digits_and_depths_are_refused(served: Served, path: str) -> None:
    whole = rookery.game("party").start(3, seed=11).save()
    with httpx.Client(base_url=served.url, timeout=180) as client:
        token = client.post("/guests", json={"name": "Mira"}).json()["token"]
        client.headers["authorization"] = "Bearer " + token
        for old, new in (
            ("players: 3", f"players: {'9' * 5000}"),
            ("rounds: default", f"rounds: {'9' * 5000}"),
            ("tie: shared", f"position: {'[' * 10_000}"),
            ("tie: shared", f"position: {'[' * 900 + ']' * 900}"),
            ("tie: shared", f'edition-data: {{"a": {"9" * 5000}}}'),
        ):
            text = resealed(whole, old, new)
            body: dict[str, Any] = {"match": text}
            if path == "/tables":
                body = {"game": "party", "players": 3, "from": {"match": text, "ply": 0}}
            answer = client.post(path, json=body)
            if path == "/verify":
                assert answer.status_code == 200, answer.text
                assert answer.json()["faults"][0].startswith("line ")
            else:
                assert answer.status_code == 422, answer.text
                assert answer.json()["error"]["code"] == "broken_save"


def test_a_huge_option_is_refused(served: Served) -> None:
    with httpx.Client(base_url=served.url, timeout=180) as client:
        token = client.post("/guests", json={"name": "Mira"}).json()["token"]
        client.headers["authorization"] = "Bearer " + token
        kind = {"content-type": "application/json"}
        for value in (b'"%b"' % (b"9" * 4050), b"9" * 4050, b"[" * 1000 + b"]" * 1000):
            body = b'{"game": "party", "options": {"rounds": %b}}' % value
            answer = client.post("/tables", content=body, headers=kind)
            assert answer.status_code == 422, answer.text
            assert answer.json()["error"]["code"] in ("invalid_option", "invalid_body")


def test_many_scenes_are_told_in_pieces_that_are_made_in_a_thread(
    sit: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also JSON of hundreds of scenes takes long, and so does sending it all at once."""
    table = sit()
    table.play(ACTIONS)
    monkeypatch.setattr(http, "PIECE", 1000)
    made: list[threading.Thread] = []
    sent: list[int] = []
    respond = http.respond

    def noting(parts: Any) -> list[bytes]:
        made.append(threading.current_thread())
        return http.pieces(parts)

    async def counting(send: Any, answer: http.Reply) -> None:
        async def count(message: Any) -> None:
            sent.append(len(message.get("body", b"")))
            await send(message)

        await respond(count, answer)

    monkeypatch.setattr(table_endpoints, "pieces", noting)
    monkeypatch.setattr(app, "respond", counting)
    answer = table.client.get(f"/tables/{table.id}/told")
    assert answer.status_code == 200
    events = answer.json()["events"]
    assert [event["number"] for event in events] == [n + 1 for n in range(len(events))]
    assert [it is table.served._thread for it in made] == [False]
    assert sum(sent) == len(answer.content)
    assert max(sent) < 2000 + max(len(json.dumps(event)) for event in events)


@pytest.mark.parametrize("everything", [False, True])
def test_a_replay_comes_in_pieces(monkeypatch: pytest.MonkeyPatch, everything: bool) -> None:
    monkeypatch.setattr(http, "PIECE", 1000)
    match = rookery.game("party").start(2, seed=3)
    for _ in range(ACTIONS):
        match.play(match.legal()[0])
    found = table_endpoints.replay_part(Replay(match.save(), everything=everything), "en")
    whole = json.loads(found.body + b"".join(found.rest))
    assert whole["count"] == len(whole["events"]) == ACTIONS + 1
    assert len(found.rest) > ACTIONS // 2
