"""Who plays the matches: this process, processes of this machine, or a Ray cluster."""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from typing import Any, Protocol

from rookery.arena.play import play
from rookery.arena.workers import Act, Workers
from rookery.core.machine import cores


class Crew(Protocol):
    """Whatever plays matches; which it is never changes a result."""

    def play(self, numbers: Iterable[int]) -> Iterator[Any]:
        """Play matches and yield their results as they come, in any order."""
        ...

    def close(self) -> None:
        """Stop at once; matches at work are lost."""
        ...


class Alone:
    """This process, one match after the other: for a few matches, and for debuggers."""

    def __init__(self, setting: Any, act: Act) -> None:
        self._setting, self._act = setting, act

    def play(self, numbers: Iterable[int]) -> Iterator[Any]:
        """Play matches in order."""
        for number in numbers:
            yield self._act(self._setting, number, lambda seat: None)

    def close(self) -> None:
        """Nothing to stop."""


def connected(ray: str | None) -> AbstractContextManager[Any]:
    """Stay connected to a cluster, if there is one, while crews come and go."""
    if ray is None:
        return nullcontext()
    from rookery.arena import cluster

    return cluster.connected(ray)


def crew(
    setting: Any, workers: int | None = None, ray: str | None = None, act: Act = play
) -> "closing[Crew]":
    """A crew, to be used in a ``with`` statement.

    ``workers`` counts processes (default: one a core; 0: this process). ``ray`` is the address
    of a cluster, which then plays everything. ``act`` is what is done for each number.
    """
    if ray is not None:
        from rookery.arena.cluster import Cluster

        return closing(Cluster(setting, ray, act))
    if workers == 0:
        return closing(Alone(setting, act))
    return closing(Workers(setting, cores() if workers is None else workers, act))
