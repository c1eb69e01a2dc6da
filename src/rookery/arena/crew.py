"""Who plays the matches: this process, processes of this machine, or a Ray cluster."""

from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import Protocol

from rookery.arena.play import play
from rookery.arena.results import Result
from rookery.arena.schedule import Setting
from rookery.arena.workers import Workers, cores


class Crew(Protocol):
    """Whatever plays matches; which it is never changes a result."""

    def play(self, numbers: Iterable[int]) -> Iterator[Result]:
        """Play matches and yield their results as they come, in any order."""
        ...

    def close(self) -> None:
        """Stop at once; matches at work are lost."""
        ...


class Alone:
    """This process, one match after the other: for a few matches, and for debuggers."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def play(self, numbers: Iterable[int]) -> Iterator[Result]:
        """Play matches in order."""
        for number in numbers:
            yield play(self._setting, number)

    def close(self) -> None:
        """Nothing to stop."""


def crew(setting: Setting, workers: int | None = None, ray: str | None = None) -> "closing[Crew]":
    """A crew, to be used in a ``with`` statement.

    ``workers`` counts processes (default: one a core; 0: this process). ``ray`` is the address
    of a cluster, which then plays everything.
    """
    if ray is not None:
        from rookery.arena.cluster import Cluster

        return closing(Cluster(setting, ray))
    if workers == 0:
        return closing(Alone(setting))
    return closing(Workers(setting, cores() if workers is None else workers))
