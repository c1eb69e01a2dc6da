"""Servers to be killed."""

from collections.abc import Iterator

import pytest

from tests.server.faults.forked import Forked


@pytest.fixture(scope="session")
def two_forks() -> Iterator[tuple[Forked, Forked]]:
    """The processes that fork servers: to start one takes longer than most tests."""
    found = Forked(), Forked()
    yield found
    for it in found:
        it.close()


@pytest.fixture
def forks(two_forks: tuple[Forked, Forked]) -> Iterator[tuple[Forked, Forked]]:
    """Two servers, to be started; none of them is left running."""
    yield two_forks
    for it in two_forks:
        if it.running:
            it.bury()


@pytest.fixture
def fork(forks: tuple[Forked, Forked]) -> Forked:
    """A server, to be started."""
    return forks[0]
