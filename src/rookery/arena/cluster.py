"""Matches on a Ray cluster (the extra ``rookery[ray]``). Every node needs Rookery installed.

A match is a task. Ray's process there hands it to a worker process of its own, as ``workers`` does
on one machine: so a bot that kills its process forfeits in the same way, and Ray only has to deal
with nodes that are lost, whose matches it gives to others.
"""

import logging
import math
import secrets
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from copy import deepcopy
from importlib import import_module
from typing import Any

from rookery.arena.play import play
from rookery.arena.workers import Act, Workers
from rookery.core.plain import whole
from rookery.errors import MissingExtra, NoCluster, RookeryError

AHEAD = 2
RETRIES = 3
KNOCK_SECONDS = 5.0
CHECK_SECONDS = 20.0


#: In a process of the cluster: the run it is in, and the worker that plays for it.
_there: dict[str, Workers] = {}


def _play_there(run: str, setting: Any, act: Act, number: int) -> Any:
    """What a process of the cluster does for one match."""
    if run not in _there:
        for workers in _there.values():
            workers.close()
        _there.clear()
        _there[run] = Workers(setting, 1, act)
    return next(_there[run].play([number]))


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """Ray, connected to a cluster; a connection that is there already serves, and stays."""
    ray = _ray()
    if ray.is_initialized():
        yield ray
        return
    _connect(address)
    try:
        yield ray
    finally:
        ray.shutdown()


class Cluster:
    """A crew of all the cores of a cluster, as many as it has at the time."""

    def __init__(self, setting: Any, address: str, act: Act = play) -> None:
        self._exit = ExitStack()
        self._ray = self._exit.enter_context(connected(address))
        self._run = secrets.token_hex(8)
        self._act = act
        self._setting = self._ray.put(setting)
        self._task = self._ray.remote(max_retries=RETRIES)(_play_there)

    def play(self, numbers: Iterable[int]) -> Iterator[Any]:
        """Play matches and yield their results as they come."""
        todo = deque(numbers)
        running: dict[Any, int] = {}
        while todo or running:
            cores = math.ceil(self._ray.cluster_resources().get("CPU", 1))
            while todo and len(running) < AHEAD * max(1, cores):
                number = todo.popleft()
                running[self._task.remote(self._run, self._setting, self._act, number)] = number
            done, _ = self._ray.wait(list(running), num_returns=1, timeout=1.0)
            for reference in done:
                yield self._result(reference, running.pop(reference))

    def _result(self, reference: Any, number: int) -> Any:
        errors = self._ray.exceptions
        try:
            # Arrays lie in memory that Ray takes back when the connection ends.
            return deepcopy(self._ray.get(reference))
        except errors.RayTaskError as error:
            reason = _reason(error.cause)
            raise RookeryError(f"match {number} failed on the cluster: {reason}") from None
        except errors.RayError as error:
            reason = _reason(error)
            raise NoCluster(f"the cluster cannot play match {number}: {reason}") from None

    def close(self) -> None:
        """Leave the cluster; what is at work there is dropped with the connection."""
        self._exit.close()


def _reason(error: object) -> str:
    """The first line of what an error says, or its name where it says nothing."""
    return next(iter(str(error).strip().splitlines()), type(error).__name__)


def _ray() -> Any:
    try:
        return import_module("ray")
    except ImportError:
        raise MissingExtra("--ray needs Ray: pip install 'rookery[ray]'") from None


def _connect(address: str) -> None:
    # Ray itself retries an address where nobody answers for minutes, and fills the terminal.
    if ":" in address:
        _knock(address)
    try:
        _ray().init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        reason = _reason(error).rstrip(".")
        raise NoCluster(f"no Ray cluster at {address!r}: {reason}") from None


def _knock(address: str) -> None:
    """Refuse an address that nobody listens at, or somebody who is not Ray."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or whole(port) is None or int(port) > 65535:
        raise NoCluster(f"{address!r} is not the address of a Ray cluster; give host:port or auto")
    try:
        socket.create_connection((host, int(port)), KNOCK_SECONDS).close()
    except OSError as error:
        reason = error.strerror or str(error)
        raise NoCluster(f"no Ray cluster answers at {address!r}: {reason}") from None
    # Nothing but Ray can tell whether it is Ray that listens there.
    try:
        subprocess.run(  # noqa: S603 - Python itself, and the address as one argument
            [sys.executable, "-c", "import ray, sys; ray.init(sys.argv[1])", address],
            capture_output=True,
            check=True,
            timeout=CHECK_SECONDS,
        )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        raise NoCluster(f"what answers at {address!r} is not a Ray cluster") from None
