"""Those who are slow, and those who are too many: bounded, without harm to others."""

import contextlib
import itertools
import random
from pathlib import Path

import httpx
import pytest

from rookery.server.api import limits
from rookery.server.problems import TooMany
from tests.server.api.client import Guest, Server, refused, until
from tests.server.api.wire import connect, head, read, seconds_until_closed

#: The strict server waits for a second; what is more than that is a slow machine's share.
SOON = 15.0


def test_a_connection_that_says_nothing_is_closed(strict: Server) -> None:
    with connect(strict) as connection:
        assert seconds_until_closed(connection) < SOON


@pytest.mark.parametrize("served", [0, 1])
@pytest.mark.parametrize(
    ("first", "drop"),
    [
        (b"\r\n", b"\r\n"),
        (b"GET /api/v1/games HTTP/1.1\r\n", b"X-A: b\r\n"),
        (b"GET /", b"a"),
    ],
    ids=["empty lines", "headers", "path"],
)
def test_heads_that_drip_in_are_cut_off(
    strict: Server, first: bytes, drop: bytes, served: int
) -> None:
    """Also on a connection that has served a request already."""
    with connect(strict) as connection:
        for _ in range(served):
            connection.sendall(head(strict, "GET", "/api/v1/health"))
            assert read(connection).status == 200
        drops = itertools.chain([first], itertools.repeat(drop))
        assert seconds_until_closed(connection, drops) < SOON


def test_a_body_that_drips_in_is_refused(strict: Server) -> None:
    said = ("Content-Type: application/json", "Content-Length: 1000")
    with connect(strict) as connection:
        connection.sendall(head(strict, "POST", "/api/v1/guests", *said) + b'{"name":')
        answer = read(connection)
        assert (answer.status, answer.code) == (408, "too_slow")
        assert seconds_until_closed(connection, itertools.repeat(b" ")) < SOON


def test_a_body_that_nobody_waits_for_does_not_keep_a_connection(strict: Server) -> None:
    with connect(strict) as connection:
        connection.sendall(head(strict, "POST", "/api/v1/nothing", "Content-Length: 100000"))
        assert read(connection).status == 404
        assert seconds_until_closed(connection, itertools.repeat(b" ")) < SOON


def test_who_does_not_read_the_stream_is_cut_off_and_others_are_not(strict: Server) -> None:
    mira = strict.guest("Mira")
    table = mira.hot_seat("pengqueen", 2, public=True)
    chance = random.Random(1)
    mira.play(table, 2, chance.choice, actions=60)
    count = mira.scene(table)["number"]
    streams = mira.get("/health")["streams"]
    said = head(strict, "GET", f"/api/v1/tables/{table}/events", "Last-Event-ID: 0")
    with contextlib.ExitStack() as stack:
        stuck = stack.enter_context(connect(strict, buffer=2048))
        stuck.sendall(said)
        reader = stack.enter_context(mira.events(table, last=0))
        seen = reader.until(lambda event: event.id == count)
        until(lambda: mira.get("/health")["streams"] == streams + 2)

        def cut_off() -> bool:
            mira.play(table, 2, chance.choice, actions=2)
            return bool(mira.get("/health")["streams"] < streams + 2)

        until(cut_off)
        seen += reader.until(lambda event: event.id == mira.scene(table)["number"])
    assert [event.id for event in seen] == list(range(1, len(seen) + 1))
    until(lambda: mira.get("/health")["streams"] <= streams)
    assert "without completing" not in strict.log.read_text()


def test_streams_of_one_guest_and_of_one_address_are_bounded(strict: Server) -> None:
    mira = strict.guest("Mira")
    table = mira.hot_seat("party", 2, public=True)
    until(lambda: mira.get("/health")["streams"] == 0)
    with contextlib.ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(mira.events(table, seat=0)).next()
        found = mira.cannot_get(f"/tables/{table}/events", seat=0)
        assert (found.status, found.code) == (429, "too_many")
        crowd = [stack.enter_context(connect(strict)) for _ in range(100)]
        for connection in crowd:
            connection.sendall(head(strict, "GET", f"/api/v1/tables/{table}/events"))
        statuses = [read(connection).status for connection in crowd]
        assert statuses.count(200) == 8 - 3
        assert statuses.count(429) == 100 - 5
        assert mira.get("/health")["streams"] == 8
    until(lambda: mira.get("/health")["streams"] == 0)
    with mira.events(table, seat=0) as stream:
        stream.next()


def test_requests_of_one_guest_and_of_one_address_are_bounded(folder: Path) -> None:
    # So little comes again that it does not matter how long the test takes.
    narrow = ("rate=0.01", "burst=30", "address_rate=0.01", "address_burst=100")
    server = Server(folder / "narrow.db", "--bots=0", limits=narrow)
    try:
        mira = server.guest("Mira")
        answers = [mira.http.get("/guests/me") for _ in range(60)]
        assert 30 <= sum(answer.status_code == 200 for answer in answers) <= 45
        late = refused(answers[-1])
        assert (late.status, late.code) == (429, "too_many")
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 100
        with httpx.Client(base_url=server.url, timeout=300) as nobody:
            statuses = [nobody.get("/games").status_code for _ in range(500)]
        assert 20 <= statuses.count(200) <= 200
        assert set(statuses) == {200, 429}
    finally:
        server.close()


def test_buckets_fill_again_and_forget_those_long_unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    at = 0.0
    monkeypatch.setattr(limits.time, "monotonic", lambda: at)
    monkeypatch.setattr(limits, "REMEMBERED", 10)
    buckets = limits.Buckets(rate=2.0, burst=3)
    for _ in range(3):
        buckets.take("mira")
    with pytest.raises(TooMany):
        buckets.take("mira")
    buckets.take("noor")
    at = 1.0
    buckets.take("mira")
    buckets.take("mira")
    with pytest.raises(TooMany):
        buckets.take("mira")
    for number in range(100):
        buckets.take(f"visitor {number}")
    assert len(buckets._levels) == 10


def test_a_stream_that_is_quiet_shows_signs_of_life(strict: Server) -> None:
    mira: Guest = strict.guest("Mira")
    table = mira.hot_seat("party", 2, public=True)
    with connect(strict) as connection:
        connection.sendall(head(strict, "GET", f"/api/v1/tables/{table}/events"))
        data = b""
        while data.count(b"\r\n:\n\n") < 2:
            data += connection.recv(65536)
