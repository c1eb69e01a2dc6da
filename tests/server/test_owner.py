"""One owner: a file is served by one server, and workers go with the one who started them."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from rookery.cli import main
from rookery.errors import DatabaseInUse
from rookery.server.owner import own
from tests.server.faults.forked import ROOT, alive
from tests.server.faults.test_stop import spawned
from tests.server.faults.threaded import until

HERE = "a server at http://127.0.0.1:8000/"


def test_a_second_server_at_the_same_file_is_refused_with_the_address_of_the_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tables.db"
    with own(str(file), HERE):
        assert main(["serve", "--port", "0", "--db", f"sqlite:///{file}"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"rookery: the database {file} is in use: {HERE}\n"
    assert not file.exists()  # nothing was touched


def test_the_next_one_may_have_it_however_the_first_one_ended(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    holding = (
        "import sys; from rookery.server.owner import own\nwith own(sys.argv[1], 'a long text'):"
    )
    holding += "\n    print('mine', flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", holding, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == b"mine\n"
        with pytest.raises(DatabaseInUse, match="a long text"), own(str(file), HERE):
            pass
        first.kill()
        first.wait()
    with own(str(file), "new"), pytest.raises(DatabaseInUse, match=r"new$"), own(str(file), HERE):
        pass


def test_several_servers_share_postgresql(tmp_path: Path) -> None:
    url = "postgresql://nobody@nowhere/tables"
    with own(url, HERE), own(url, HERE):
        pass


WORKERS = """
import socket, sys
from rookery.server.run import supervise
from rookery.server.settings import Settings
if __name__ == "__main__":
    sock = socket.create_server(("127.0.0.1", 0))
    settings = Settings(db=sys.argv[1], bots=0, workers=2)
    supervise(settings, [sock], "rookery.server.run:make")
"""


def test_killing_the_supervisor_takes_its_workers_along(tmp_path: Path) -> None:
    script = tmp_path / "workers.py"
    script.write_text(WORKERS)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    supervisor = subprocess.Popen(
        [sys.executable, str(script), str(tmp_path / "tables.db")], env=environment
    )
    try:
        # One of the children is multiprocessing's own.
        until(lambda: len(spawned(supervisor.pid)) == 2, "the workers")
        workers = spawned(supervisor.pid)
        supervisor.send_signal(signal.SIGKILL)
        supervisor.wait(300)
        until(lambda: not any(alive(pid) for pid in workers), "the workers to go")
    finally:
        supervisor.kill()
