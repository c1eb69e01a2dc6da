"""Databases for the server's tests."""

from collections.abc import Iterator

import pytest

from tests.server import postgresql


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[postgresql.Server]:
    """A running server, one for each worker of the suite. Who stops it starts it again."""
    programs = postgresql.find()
    if programs is None:
        pytest.skip("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    pytest.importorskip("asyncpg", reason="asyncpg is not installed: rookery[postgres]")
    pytest.importorskip("greenlet", reason="greenlet is not installed: rookery[postgres]")
    server = postgresql.Server(programs)
    try:
        server.start()
        yield server
    finally:
        server.close()


@pytest.fixture
def postgres(postgres_server: postgresql.Server) -> str:
    """The URL of a fresh PostgreSQL database."""
    return postgres_server.fresh()
