"""What may be opened, what is refused, and what the refusal says."""

import sqlite3
import stat
import sys
from pathlib import Path

import pytest

from rookery.errors import (
    DatabaseTooNew,
    DatabaseUnavailable,
    DatabaseUnusable,
    MissingExtra,
    StoreError,
)
from rookery.server.store import Store
from tests.server.postgresql import WARY, Server
from tests.server.store.common import make, plies, run


async def open_and_close(url: str | None) -> None:
    await (await Store.open(url, node="one")).close()


def refusal(url: str, kind: type[StoreError]) -> str:
    """The one line of a refusal."""
    with pytest.raises(kind) as caught:
        run(open_and_close(url))
    text = str(caught.value)
    assert type(caught.value) is kind
    assert "\n" not in text
    assert "hunter2" not in text
    return text


def test_by_default_the_file_is_in_the_users_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    run(open_and_close(None))
    file = tmp_path / "data" / "rookery" / "tables.db"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    run(open_and_close(None))
    assert (tmp_path / "home" / ".local" / "share" / "rookery" / "tables.db").exists()


def test_a_path_and_its_url_name_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def keep(url: str, *names: str) -> list[list[int]]:
        store = await Store.open(url, node="one")
        if not await store.load("t"):
            await make(store, "t")
        found = [await plies(store, name) for name in names]
        await store.close()
        return found

    path = tmp_path / "a %3F ?#.db"
    monkeypatch.chdir(tmp_path)
    run(keep(str(path)))
    for url in (path.name, f"sqlite:///{path}", f"sqlite:///{path.name}"):
        assert run(keep(url, "t")) == [[0]]
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("content", [b"no database", b"x" * 5000, b"SQLite format 2\0" * 99])
def test_a_file_that_is_no_database_is_refused_and_left(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    assert "is not a SQLite database" in refusal(str(file), DatabaseUnusable)
    assert file.read_bytes() == content
    assert list(tmp_path.iterdir()) == [file]


def test_a_damaged_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"SQLite format 3\0" + b"\x11" * 9000)
    refusal(str(file), DatabaseUnusable)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("CREATE TABLE entries (what)", "it has a table 'entries'"),
        ("CREATE TABLE cats (name)", "it has a table 'cats'"),
        ("PRAGMA application_id = 7", "belongs to another program"),
    ],
)
def test_another_programs_file_is_refused_and_left(
    tmp_path: Path, statement: str, said: str
) -> None:
    file = tmp_path / "file"
    connection = sqlite3.connect(file)
    connection.execute(statement)
    connection.commit()
    connection.close()
    before = file.read_bytes()
    assert said in refusal(str(file), DatabaseUnusable)
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_another_programs_tables_in_postgresql_are_refused(
    postgres: str, postgres_server: Server
) -> None:
    name = postgres.split("/")[3].split("?")[0]
    postgres_server.execute("CREATE TABLE cats (name text)", database=name)
    run(open_and_close(postgres))  # neighbours are welcome
    other = postgres_server.fresh()
    name = other.split("/")[3].split("?")[0]
    postgres_server.execute("CREATE TABLE entries (what text)", database=name)
    assert "it has a table 'entries'" in refusal(other, DatabaseUnusable)


def test_a_database_of_a_newer_version_is_refused(url: str, request: pytest.FixtureRequest) -> None:
    run(open_and_close(url))
    newer = "UPDATE rookery_version SET version_num = '0042'"
    if url.startswith("postgresql"):
        server: Server = request.getfixturevalue("postgres_server")
        server.execute(newer, database=url.split("/")[3].split("?")[0])
    else:
        connection = sqlite3.connect(url)
        connection.execute(newer)
        connection.commit()
        connection.close()
    assert "written by a newer Rookery (its version is 42" in refusal(url, DatabaseTooNew)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("", "; use a path"),
        (":memory:", "; use a path"),
        ("sqlite://", "sqlite:///PATH"),
        ("sqlite://file.db", "sqlite:///PATH"),
        ("mysql://root:hunter2@host/db", "'mysql://'"),
        ("postgresql://me:hunter2/x@host/db", "cannot be read"),
        ("postgresql://me:12/hunter2@host/db", "cannot be read"),
        ("postgresql://me:x@host:hunter2/db", "cannot be read"),
        ("postgresql://me@[hunter2/db", "cannot be read"),
    ],
)
def test_an_address_that_names_no_database_is_refused(url: str, said: str) -> None:
    assert said in refusal(url, DatabaseUnusable)


def test_a_wrong_part_of_an_address_is_not_repeated(postgres: str) -> None:
    text = refusal(f"{postgres}&sslmode=hunter2", DatabaseUnusable)
    assert "has a part that is wrong" in text


def test_what_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    assert "No such file" in refusal(str(tmp_path / "none" / "t.db"), DatabaseUnavailable)
    assert "directory" in refusal(str(tmp_path), DatabaseUnavailable)


def test_a_server_that_does_not_answer_is_named_without_the_password(
    postgres_server: Server,
) -> None:
    text = refusal("postgresql://me:hunter2@127.0.0.1:1/db", DatabaseUnavailable)
    assert text == "the PostgreSQL database 'db' at 127.0.0.1:1 does not answer"
    url = postgres_server.url("nowhere").replace("postgres@", "postgres:hunter2@")
    text = refusal(url, DatabaseUnavailable)
    assert text == "the PostgreSQL database 'nowhere' does not exist"
    postgres_server.execute(f"CREATE USER {WARY} PASSWORD 'right'")
    url = postgres_server.url("postgres").replace("postgres@", f"{WARY}:hunter2@")
    text = refusal(url, DatabaseUnavailable)
    assert text == "the PostgreSQL database 'postgres' refuses this user"


def test_the_driver_of_postgresql_is_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    monkeypatch.delitem(sys.modules, "rookery.server.store.postgres", raising=False)
    with pytest.raises(MissingExtra, match=r"pip install 'rookery\[postgres\]'"):
        run(open_and_close("postgresql://me:hunter2@host/db"))
