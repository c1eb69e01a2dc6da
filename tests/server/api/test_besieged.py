"""One visitor who asks for too much: refused with a reason, and nobody else notices."""

import contextlib
import random
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from httpx import Response
from starlette.requests import Request

from rookery.server import connections
from rookery.server.api.http import cookies
from rookery.server.connections import Connections
from rookery.web import pages
from tests.server.api.client import Api, Server, refused, until
from tests.server.api.wire import ask, connect, head, read, seconds_until_closed

#: A fifth of the usual quotas; connections and answers that nobody reads are soon too many.
NARROW = (
    *("rate=0", "address_rate=0", "quotas=0.2", "address_streams=30", "guest_streams=0"),
    *("address_connections=20", "address_unread=2", "stuck=1", "heartbeat=0.5"),
)


@pytest.fixture(scope="module")
def besieged(folder: Path) -> Iterator[Server]:
    """A server with narrow quotas."""
    made = Server(folder / "besieged.db", "--bots=1", limits=NARROW)
    yield made
    made.close()


# ---------------------------------------------------------------- heads


def test_cookies_are_taken_as_they_are() -> None:
    """To undo quotes and backslashes took the library 46 seconds for 60 kB."""
    slashes = "\\" * 30_000
    header = f'a=1; rookery="{slashes}"; rookery=second; broken; =nameless; language=de'
    found = cookies(header.encode())
    assert found["rookery"] == f'"{slashes}"'
    assert (found["a"], found["language"]) == ("1", "de")
    assert cookies(b"") == {}


def test_pages_read_cookies_in_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("this takes minutes for many backslashes")

    monkeypatch.setattr("http.cookies._unquote", never)
    headers = [(b"cookie", b'x="\\\\\\""; language=de; theme=dark')]
    request = Request({"type": "http", "headers": headers})
    assert (pages.language_of(request), pages.theme_of(request)) == ("de", "dark")


@pytest.mark.parametrize("path", ["/api/v1/games", "/"])
def test_heads_in_one_piece_are_bounded_too(besieged: Server, path: str) -> None:
    long = head(besieged, "GET", path, f"Cookie: a={'x' * 60_000}")
    answer = ask(besieged, long)
    assert (answer.status, answer.code) == (431, "too_large")
    many = head(besieged, "GET", path, *(f"X-{n}: {'x' * 400}" for n in range(90)))
    assert ask(besieged, many).status == 431
    assert ask(besieged, head(besieged, "GET", path, f"Cookie: a={'x' * 30_000}")).status == 200


# ---------------------------------------------------------------- connections


def test_idle_connections_give_way_to_those_that_ask(besieged: Server) -> None:
    with contextlib.ExitStack() as stack:
        idle = [stack.enter_context(connect(besieged)) for _ in range(80)]
        answer = ask(besieged, head(besieged, "GET", "/api/v1/health"))
        assert answer.status == 200
        closed = sum(seconds_until_closed(it) >= 0 for it in idle[:50])
        assert closed == 50


def test_an_address_whose_connections_are_all_in_use_gets_no_more(besieged: Server) -> None:
    mira = besieged.guest("Mira")
    table = mira.hot_seat("party", 2, public=True)
    mira.http.close()
    with contextlib.ExitStack() as stack:
        statuses = []
        for _ in range(25):
            stream = stack.enter_context(connect(besieged))
            stream.sendall(head(besieged, "GET", f"/api/v1/tables/{table}/events"))
            answer = read(stream)
            statuses.append(answer.status)
        assert statuses == [200] * 20 + [429] * 5
        assert answer.code == "too_many"
        assert answer.headers["retry-after"] == "1"
    until(lambda: ask(besieged, head(besieged, "GET", "/api/v1/health")).status == 200)


class Client:
    """A connection as ``Connections`` knows it."""

    def __init__(self, address: str, *, unused: bool = False, unread: int = 0) -> None:
        self.address, self.unused, self.unread = address, unused, unread
        self.aborted = False
        self.transport = SimpleNamespace(abort=self._abort)

    def _abort(self) -> None:
        self.aborted = True


def test_who_leaves_much_unread_loses_what_has_waited_longest() -> None:
    everybody: Any = Connections(0, 100)
    mira = Client("10.0.0.1", unread=90)
    everybody.behind(mira)
    clients = [Client("10.0.0.2", unread=40) for _ in range(10)]
    for client in clients:
        everybody.behind(client)
    assert [it.aborted for it in clients] == [True] * 8 + [False] * 2
    everybody.caught_up(clients[8])
    last = Client("10.0.0.2", unread=60)
    everybody.behind(last)
    assert [it.aborted for it in (mira, clients[8], clients[9], last)] == [False] * 4
    alone = Client("10.0.0.3", unread=10**9)
    everybody.behind(alone)  # one answer is never too long
    assert not alone.aborted


def test_when_descriptors_run_out_the_address_with_most_connections_loses_one() -> None:
    everybody: Any = Connections(0, 0, most=10)
    crowd = [Client("10.0.0.2", unused=number > 3) for number in range(9)]
    assert all(everybody.enter(it) for it in [Client("10.0.0.1"), *crowd])
    assert everybody.enter(Client("10.0.0.3"))
    assert [it.aborted for it in crowd] == [False] * 4 + [True] + [False] * 4
    for it in crowd:
        it.unused = False
    assert not everybody.enter(Client("10.0.0.4"))
    everybody.leave(crowd[0])
    assert everybody.enter(Client("10.0.0.4"))


def test_as_many_descriptors_are_used_as_the_system_allows() -> None:
    resource = pytest.importorskip("resource")
    most = connections.descriptors()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert most == soft - connections.RESERVED
    assert soft == hard or hard == resource.RLIM_INFINITY


# ---------------------------------------------------------------- answers that nobody reads


@pytest.fixture(scope="module")
def long_answer(besieged: Server) -> tuple[str, int]:
    """A request with a long answer, and its length."""
    mira = besieged.guest("Mira")
    table = mira.hot_seat("ultimatum", 2, public=True)
    mira.play(table, 2, random.Random(1).choice, actions=70)
    mira.http.close()
    path = f"/api/v1/tables/{table}/told?limit=500"
    return path, len(ask(besieged, head(besieged, "GET", path)).body)


def gone(connection: socket.socket, length: int) -> bool:
    """Whether the server hung up before all of an answer was read."""
    connection.settimeout(300)
    size = 0
    try:
        while size < length:
            more = connection.recv(65536)
            if not more:
                return True
            size += len(more)
    except ConnectionError:
        return True
    return False


@pytest.mark.parametrize("how", ["keep-alive", "close"])
def test_an_answer_that_is_not_read_is_cut_off(
    besieged: Server, long_answer: tuple[str, int], how: str
) -> None:
    path, length = long_answer
    assert length > 300_000
    with connect(besieged, buffer=2048) as stuck:
        stuck.sendall(head(besieged, "GET", path, f"Connection: {how}"))
        # Signs of its end: its descriptor is closed on the other side.
        until(lambda: not established(besieged, stuck))
        assert gone(stuck, length)


def established(server: Server, connection: socket.socket) -> bool:
    """Whether the server still has its end of a connection."""
    mine = f"{connection.getsockname()[1]:04X}"
    server_port = f"{server.port:04X}"
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        local, remote, state = line.split()[1:4]
        if (local.endswith(f":{server_port}"), remote.endswith(f":{mine}")) == (True, True):
            return state == "01"
    return False


# ---------------------------------------------------------------- quotas


def first_refusal(
    answers: Iterator[Response], seconds: float, at_once: int | None = None
) -> Response:
    """See that so many are granted, and one more whenever so many seconds went by.

    A busy machine may take that long to ask. Without a number, any number is granted at once.
    """
    begun = time.monotonic()
    all_of_them = list(answers)
    more = 1 + (time.monotonic() - begun) / seconds
    told = [it.status_code for it in all_of_them]
    first = told.index(429)
    assert set(told) == {200, 429}
    assert told.count(200) <= first + more
    assert at_once is None or at_once <= first <= at_once + more
    return all_of_them[first]


def test_comings_and_goings_are_limited(besieged: Server) -> None:
    mira = besieged.guest("Mira")
    table = mira.hot_seat("party", 2)
    goings = (
        mira.http.post(f"/tables/{table}/{what}", json={"seat": 0})
        for _ in range(10)
        for what in ("leave", "return")
    )
    answer = first_refusal(goings, 25, at_once=8)
    late = refused(answer)
    assert late.code == "too_many"
    assert "comings and goings of one guest: 8 at once" in late.message
    assert 1 <= int(answer.headers["retry-after"]) <= 26
    # What one cannot do at one moment does not keep one from playing.
    assert mira.look(table)["status"] == "running"


def newcomers(crowd: Api, count: int) -> Iterator[Response]:
    """Guests who come one after the other from one address."""
    for _ in range(count):
        yield crowd.http.post("/guests", json={"name": "Bo"})
        crowd.http.cookies.clear()


def test_new_tables_hints_and_guests_are_limited(besieged: Server) -> None:
    noor = besieged.guest("Noor")
    new = {"game": "party", "players": 2}
    tables = (noor.http.post("/tables", json=new) for _ in range(12))
    assert "new tables of one guest" in refused(first_refusal(tables, 50, at_once=6)).message
    ada = besieged.guest("Ada")
    table = ada.hot_seat("party", 2)
    seat, _, _ = ada.turn(table, 2)
    hints = (ada.http.post(f"/tables/{table}/hint", json={"seat": seat}) for _ in range(10))
    assert "hints of one guest" in refused(first_refusal(hints, 50, at_once=4)).message
    with Api(besieged.url) as crowd:
        first_refusal(newcomers(crowd, 60), 10)
    # Whoever is somebody already goes on playing.
    assert ada.look(table)["status"] == "running"
