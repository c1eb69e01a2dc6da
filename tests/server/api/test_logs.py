"""Logs and figures: enough to run a server by, nothing to act for somebody with."""

import json
from pathlib import Path

import pytest

from rookery.cli import main
from tests.server.api.client import Guest, Server, until


def test_logs_are_json_lines_without_any_secret(folder: Path) -> None:
    server = Server(folder / "logged.db", "--log=debug")
    try:
        mira, noor = server.guest("Mira"), server.guest("Noor")
        made = mira.post("/tables", game="party", players=2)
        table = made["id"]
        noor.post(f"/tables/{table}/join", invitation=made["invitation"])
        key = noor.get(f"/tables/{table}/seats/1/key")["key"]
        mira.post(f"/tables/{table}/start")
        mira.get(f"/tables/{table}/scene", seat=0, invitation=made["invitation"])
        mira.cannot_post(f"/tables/{table}/claim", key=key + "x")
        forged = {"authorization": f"Bearer {mira.token}x", "cookie": f"rookery={noor.token}x"}
        assert mira.http.get("/guests/me", headers=forged).status_code == 401
        assert mira.http.get("/guests/me", headers={"origin": "http://["}).status_code == 200
        mira.http.post("/verify", content=b"\xff", headers={"content-type": "application/json"})
        mira.post(f"/tables/{table}/resign", seat=0)
        secret = mira.look(table)["secret"]
        until(lambda: _ready(mira))  # Python itself complains of compilers that are stopped
    finally:
        server.close()
    text = server.log.read_text("utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    requests = [line for line in lines if line["message"] == "request"]
    assert {line["endpoint"] for line in requests} >= {"be_somebody", "join", "claim", "look"}
    for line in lines:
        assert {"at", "level", "message"} <= set(line)
    for line in requests:
        assert {"endpoint", "method", "status", "ms"} <= set(line)
    for token in (mira.token, noor.token, key, made["invitation"]):
        assert token not in text
        assert token.rsplit(".", 1)[1] not in text, "nor its signature alone"
    for hidden in (secret, mira.id, noor.id, "Bearer", "cookie"):
        assert hidden not in text


def test_figures_count_requests_entries_streams_and_tables(mira: Guest) -> None:
    def figure(name: str) -> float:
        lines = mira.http.get("/metrics").text.splitlines()
        return sum(float(line.rsplit(" ", 1)[1]) for line in lines if line.startswith(name))

    acts = figure('rookery_entries_total{kind="act"}')
    asked = figure('rookery_requests_total{endpoint="act",status="200"}')
    table = mira.hot_seat("party", 2)
    mira.play(table, 2, lambda choices: choices[0], actions=2)
    assert figure('rookery_entries_total{kind="act"}') >= acts + 2
    assert figure('rookery_requests_total{endpoint="act",status="200"}') == asked + 2
    assert figure('rookery_request_seconds_count{endpoint="act"}') >= 2
    assert figure("rookery_tables ") >= 1
    with mira.events(table, seat=0) as stream:
        stream.next()
        assert figure("rookery_streams ") >= 1
    assert mira.cannot_get("/tables/0123456789").status == 404
    assert figure('rookery_requests_total{endpoint="look",status="404"}') >= 1


def test_health_says_how_the_server_is(mira: Guest) -> None:
    seen = until(lambda: _ready(mira))
    assert seen["status"] == "ok"
    assert mira.http.head("/health").status_code == 200


def _ready(mira: Guest) -> dict[str, object] | None:
    seen = mira.get("/health")
    return seen if all(seen["ready"].values()) else None


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--limit", "colour=5"], "colour=5"),
        (["--limit", "rate"], "rate"),
        (["--limit", "rate=fast"], "rate"),
        (["--limit", "burst=1.5"], "burst"),
        (["--workers", "2"], "--workers 2"),
        (["--host", "256.1.1.1"], "256.1.1.1"),
        (["--port", "1", "--host", "192.0.2.1"], "192.0.2.1"),
    ],
)
def test_a_server_that_cannot_start_says_why_in_one_line(
    arguments: list[str], named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--db", str(tmp_path / "x.db"), "--port", "0", *arguments]) == 2
    said = capsys.readouterr().err
    assert named in said
    assert said.count("\n") == 1
