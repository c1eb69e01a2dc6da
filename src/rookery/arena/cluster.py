"""Matches on a Ray cluster (the extra ``rookery[ray]``). Every node needs Rookery installed.

A match is a task. One whose process dies is played again in a process of its own on some node,
as ``workers`` does it: so a bot that kills its process forfeits, and a node that is lost does not
make anybody forfeit.
"""

import logging
import math
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from rookery.arena.play import play
from rookery.arena.results import Result
from rookery.arena.schedule import Setting
from rookery.arena.workers import Workers
from rookery.errors import MissingExtra, NoCluster

AHEAD = 2
RETRIES = 3
KNOCK_SECONDS = 5.0
CHECK_SECONDS = 20.0


def _play_alone(setting: Setting, number: int) -> Result:
    """A match in a process of its own, which may die."""
    workers = Workers(setting, 1)
    try:
        return next(workers.play([number]))
    finally:
        workers.close()


class Cluster:
    """A crew of all the cores of a cluster, as many as it has at the time."""

    def __init__(self, setting: Setting, address: str) -> None:
        self._ray = _connect(address)
        self._setting = self._ray.put(setting)
        self._plain = self._ray.remote(max_retries=0)(play)
        self._guarded = self._ray.remote(max_retries=RETRIES)(_play_alone)

    def play(self, numbers: Iterable[int]) -> Iterator[Result]:
        """Play matches and yield their results as they come."""
        todo = deque(numbers)
        running: dict[Any, int] = {}
        while todo or running:
            cores = math.ceil(self._ray.cluster_resources().get("CPU", 1))
            while todo and len(running) < AHEAD * max(1, cores):
                number = todo.popleft()
                running[self._plain.remote(self._setting, number)] = number
            done, _ = self._ray.wait(list(running), num_returns=1, timeout=1.0)
            for reference in done:
                number = running.pop(reference)
                try:
                    yield self._ray.get(reference)
                except self._ray.exceptions.WorkerCrashedError:
                    running[self._guarded.remote(self._setting, number)] = number

    def close(self) -> None:
        """Leave the cluster; what is at work there is dropped."""
        self._ray.shutdown()


def _connect(address: str) -> Any:
    try:
        import ray
    except ImportError:
        raise MissingExtra("--ray needs Ray: pip install 'rookery[ray]'") from None
    # Ray itself retries an address where nobody answers for minutes, and fills the terminal.
    if ":" in address:
        _knock(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        reason = str(error).splitlines()[0].rstrip(".")
        raise NoCluster(f"no Ray cluster at {address!r}: {reason}") from None
    return ray


def _knock(address: str) -> None:
    """Refuse an address that nobody listens at, or somebody who is not Ray."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise NoCluster(f"{address!r} is no address of a Ray cluster: give host:port or auto")
    try:
        socket.create_connection((host, int(port)), KNOCK_SECONDS).close()
    except OSError as error:
        reason = error.strerror or str(error)
        raise NoCluster(f"no Ray cluster answers at {address!r}: {reason}") from None
    if address.startswith("ray://"):
        return  # Ray's client asks for itself, and gives up
    check = [sys.executable, "-m", "ray.scripts.scripts", "health-check", "--address"]
    try:
        subprocess.run(  # noqa: S603 - Ray's own check, with a checked address
            [*check, f"{host}:{port}"], capture_output=True, check=True, timeout=CHECK_SECONDS
        )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        raise NoCluster(f"what answers at {address!r} is no Ray cluster") from None
