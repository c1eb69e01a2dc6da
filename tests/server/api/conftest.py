"""Servers for the tests of tables over HTTP. Starting one takes seconds, so they are shared."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.api.client import GENEROUS, Guest, Server


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the shared servers keep their tables."""
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="session")
def server(folder: Path) -> Iterator[Server]:
    """A server without limits that a test could reach; many tests use it at once."""
    limits = (*GENEROUS, "away=0.01")
    made = Server(folder / "shared.db", "--push=mailto:host@example.org", limits=limits)
    yield made
    made.close()


@pytest.fixture(scope="session")
def strict(folder: Path) -> Iterator[Server]:
    """A server with narrow limits and little patience."""
    limits = (
        *("rate=0", "address_rate=0", "guest_streams=3", "address_streams=8"),
        *("patience=1", "stuck=1", "heartbeat=0.2", "backlog=64"),
    )
    made = Server(folder / "strict.db", "--bots=0", limits=limits)
    yield made
    made.close()


@pytest.fixture
def guest(server: Server) -> Callable[..., Guest]:
    """Makes guests: ``guest("Mira", "de")``."""
    return server.guest


@pytest.fixture
def mira(guest: Callable[..., Guest]) -> Guest:
    """Somebody."""
    return guest("Mira")


@pytest.fixture
def noor(guest: Callable[..., Guest]) -> Guest:
    """Somebody else."""
    return guest("Noor")


@pytest.fixture
def strict_table(strict: Server) -> tuple[Guest, str]:
    """Two seats of one guest, with a short clock and no bots that could think."""
    mira = strict.guest("Mira")
    table = mira.hot_seat("party", 2, clock={"action": 2, "late": "forfeit"}, options={"first": 0})
    return mira, table
