"""``GET /ready`` and ``/health``: anybody may ask at any time, so it costs next to nothing."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from rookery.errors import DatabaseFull
from rookery.server.settings import Settings
from rookery.server.store.sqlite import SQLite
from tests.server.faults.threaded import FREE, Served, until


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A server without bots."""
    server = Served(Settings(db=str(tmp_path / "here" / "tables.db"), bots=0, **FREE))
    try:
        yield server
    finally:
        server.close()


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()


def test_nobody_makes_the_server_write_by_asking(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[object] = []
    write = SQLite.write

    async def noting(self: SQLite, work: Any) -> Any:
        written.append(work)
        return await write(self, work)

    monkeypatch.setattr(SQLite, "write", noting)
    for _ in range(5):
        answer = httpx.get(served.url + "/ready", timeout=180)
        assert (answer.status_code, answer.json()["status"]) == (200, "ok")
    assert not written


def test_a_database_that_does_not_answer_is_told(served: Served, tmp_path: Path) -> None:
    (tmp_path / "here").rename(tmp_path / "away")
    answer = httpx.get(served.url + "/ready", timeout=180)
    assert answer.status_code == 503
    assert answer.json()["error"]["code"] == "database_unavailable"
    (tmp_path / "away").rename(tmp_path / "here")
    assert httpx.get(served.url + "/ready", timeout=180).status_code == 200


def test_a_database_that_takes_nothing_is_told_until_it_does(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has to play for the server to find out that it is well again."""
    write = SQLite.write

    async def full(self: SQLite, work: Any) -> Any:
        raise DatabaseFull("there is no room left")

    token = httpx.post(served.url + "/guests", json={"name": "Mira"}, timeout=180).json()["token"]
    me = {"authorization": "Bearer " + token}
    monkeypatch.setattr(SQLite, "write", full)
    made = httpx.post(served.url + "/tables", json={"game": "party"}, headers=me, timeout=180)
    assert made.json()["error"]["code"] == "database_full"
    for _ in range(3):
        answer = httpx.get(served.url + "/ready", timeout=180)
        assert answer.status_code == 503
        assert answer.json()["error"]["code"] == "database_full"
    monkeypatch.setattr(SQLite, "write", write)
    until(
        lambda: httpx.get(served.url + "/ready", timeout=180).status_code == 200,
        "the server to find out",
    )


def test_the_server_is_there_whatever_becomes_of_database_and_bots(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready = httpx.get(served.url + "/ready", timeout=180).json()
    assert ready == {"status": "ok", "backlog": 0, "bots": 0, "waiting": 0, "longest": 0}
    (tmp_path / "here").rename(tmp_path / "away")
    assert httpx.get(served.url + "/health", timeout=180).status_code == 200
    (tmp_path / "away").rename(tmp_path / "here")
    monkeypatch.setattr(type(served.app.hub.waits), "longest", lambda _: 31.0)
    answer = httpx.get(served.url + "/ready", timeout=180)
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "not_ready")
    assert "a bot has been waited for 31 s" in answer.json()["error"]["message"]
    monkeypatch.undo()
    monkeypatch.setattr(type(served.app.hub.store), "backlog", 2001)
    answer = httpx.get(served.url + "/ready", timeout=180)
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "not_ready")
    assert "2001 appends wait" in answer.json()["error"]["message"]
    assert httpx.get(served.url + "/health", timeout=180).status_code == 200
