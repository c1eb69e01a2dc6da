"""A server that is told to stop: streams end, nothing is left behind, nobody sees an error."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from tests.server.faults.forked import ROOT, alive
from tests.server.faults.threaded import until


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_server_stops_though_people_listen_and_bots_think(
    how: signal.Signals, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "rookery", "serve", "--port", "0"]
    command += ["--db", str(tmp_path / "tables.db")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    server = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, cwd=ROOT
    )
    try:
        assert server.stdout is not None
        url = server.stdout.readline().decode().split()[4] + "api/v1"
        with httpx.Client(base_url=url, timeout=180) as client:
            token = client.post("/guests", json={"name": "Mira"}).json()["token"]
            client.headers["authorization"] = f"Bearer {token}"
            seats = [{"kind": "bot", "level": "emperor"}, {"kind": "me"}]
            table = client.post("/tables", json={"game": "party", "seats": seats, "start": True})
            bots = children(server.pid)
            with client.stream("GET", f"/tables/{table.json()['id']}/events?seat=1") as stream:
                parts = stream.iter_raw()
                assert any(b"data: " in part for part in parts)
                server.send_signal(how)
                # It ends or breaks off; a client comes back in both cases.
                with suppress(httpx.RemoteProtocolError):
                    for _ in parts:
                        pass
        assert server.wait(300) == 0
        assert server.stderr is not None
        assert server.stderr.read() == b""
        assert bots
        until(lambda: not any(alive(pid) for pid in bots), "the bots to go")
    finally:
        server.kill()
        server.communicate()


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(OSError):  # a thread that has ended meanwhile
            found += [int(word) for word in (task / "children").read_text().split()]
    return found


def spawned(pid: int) -> list[int]:
    """Those of them that Python's multiprocessing has started, apart from its own."""
    found = []
    for it in children(pid):
        with suppress(OSError):  # a process that has gone meanwhile
            if "spawn_main" in Path(f"/proc/{it}/cmdline").read_text():
                found.append(it)
    return found
