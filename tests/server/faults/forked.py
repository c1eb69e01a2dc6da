"""Servers that start in no time, to be killed often.

A process of its own has imported everything and loaded the rules. It keeps the listening socket
and forks a server when it is asked to, before there is any thread. What is forked runs like
``rookery serve``; only its bots' process is forked too, not spawned.

Run as a module it obeys lines: ``start`` with settings answers with the port and the pids of the
new server and of its bots, ``kill`` ends it with SIGKILL, ``stop`` with SIGTERM, ``bury`` closes
the socket as well.
"""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).parents[3]


class Forked:
    """The test's end: a server that can be killed and started again, at the same address."""

    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
        command = [sys.executable, "-m", "tests.server.faults.forked"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, cwd=ROOT
        )
        self.running = False
        self.url = ""
        self.pids: list[int] = []

    def start(self, **settings: Any) -> None:
        """Fork a server."""
        port, *pids = self._obey("start " + json.dumps(settings)).split()
        self.url = f"http://127.0.0.1:{port}/api/v1"
        self.pids = [int(pid) for pid in pids]
        self.running = True

    def kill(self) -> None:
        """End the server in the middle of whatever it does."""
        self._obey("kill")
        self.running = False

    def bury(self) -> None:
        """Kill it for good: nobody listens at its address any more."""
        self._obey("bury")
        self.running = False

    def stop(self) -> None:
        """End the server as an operator would."""
        self._obey("stop")
        self.running = False

    def close(self) -> None:
        """End everything."""
        self._process.communicate()

    def _obey(self, word: str) -> str:
        assert self._process.stdin is not None
        self._process.stdin.write(word.encode() + b"\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline().decode().strip()
        assert line, "the process that forks servers has died"
        return line


def alive(pid: int) -> bool:
    """Whether a process still runs; one that nobody has buried does not."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"


def main() -> None:
    """The other end."""
    from rookery.bots.warmup import RULES, warm_up
    from rookery.games import names
    from rookery.server.run import bind
    from rookery.server.settings import Settings

    for name in names():
        warm_up(name, RULES)
    server = 0
    sock = None
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "start":
            settings = msgspec.convert(json.loads(rest), Settings, strict=False)
            sock = sock or bind(settings)
            get, put = os.pipe()
            server = os.fork()
            if not server:
                os.close(get)
                be_server(settings, sock, put)
            os.close(put)
            bots = os.read(get, 20).decode()
            os.close(get)
            say(f"{sock.getsockname()[1]} {server} {bots}")
            continue
        end(server, signal.SIGTERM if word == "stop" else signal.SIGKILL)
        server = 0
        if word == "bury" and sock is not None:
            sock.close()
            sock = None
        say("done")
    if server:
        end(server, signal.SIGKILL)
    os._exit(0)


def say(what: object) -> None:
    """Answer a line."""
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


def end(server: int, how: signal.Signals) -> None:
    """End a server and wait until it has gone."""
    os.kill(server, how)
    os.waitpid(server, 0)


def be_server(settings: Any, sock: Any, told: int) -> None:
    """What a forked process does for the rest of its life."""
    from rookery.server import bot_pool
    from rookery.server.run import serve

    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    context = multiprocessing.get_context("fork")
    pool = ProcessPoolExecutor(
        1, mp_context=context, initializer=bot_pool.begin_process, initargs=(os.getpid(), 0)
    )
    os.write(told, str(pool.submit(os.getpid).result()).encode())
    os.close(told)
    bot_pool.BotPool._open = lambda self: pool  # type: ignore[method-assign]
    try:
        serve(settings, sock)
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
