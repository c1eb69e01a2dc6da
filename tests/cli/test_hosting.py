"""``rookery admin``, ``backup``, ``restore`` and ``copy``."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rookery.cli import main
from rookery.server.owner import own
from rookery.server.run import bind_admin
from rookery.server.settings import Settings
from rookery.server.store import Store
from tests.server.api.client import Server
from tests.server.store.common import entry, make, summary


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("host") / "tables.db", "--bots=0")
    yield made
    made.close()


def said(capsys: pytest.CaptureFixture[str], server: Server, *words: str) -> str:
    assert main(["admin", "--db", str(server.db), *words]) == 0
    return capsys.readouterr().out


def test_the_host_looks_after_a_server_over_its_socket(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    mira = server.guest("Mira")  # who gets an answer only once the server listens everywhere
    socket = server.db.with_name("tables.db.admin")
    assert socket.stat().st_mode & 0o777 == 0o600
    table = mira.table("party", players=2)
    assert "maintenance: off" in said(capsys, server, "status")
    assert table in said(capsys, server, "tables", "--status", "open")
    assert "Mira" in said(capsys, server, "guests")
    assert said(capsys, server, "announce", "Tea!") == "Done.\n"
    assert said(capsys, server, "ban", "address", "10.9.8.7", "--for", "2d", "--why", "x")
    told = said(capsys, server, "status")
    assert "announcement: Tea!" in told
    assert "address 10.9.8.7/32" in told
    assert said(capsys, server, "close", table, "Enough.") == "Done.\n"
    assert mira.look(table)["status"] == "over"
    assert json.loads(said(capsys, server, "export", mira.id))["guest"] == mira.id
    log = said(capsys, server, "log").splitlines()[2:]
    assert [line.split()[3] for line in log] == ["close", "ban", "announce"]
    rows = json.loads(said(capsys, server, "--json", "tables"))["rows"]
    assert [row["id"] for row in rows] == [table]
    for words, wrong in (
        (["close", "0123456789"], "there is no table '0123456789'"),
        (["lift", "address", "1.2.3.4"], "no address '1.2.3.4/32' is banned"),
        (["ban", "guest", "x", "--for", "soon"], "--for 'soon' is not a time such as 12h"),
    ):
        assert main(["admin", "--db", str(server.db), *words]) == 2
        assert wrong in capsys.readouterr().err


def test_where_no_server_is_that_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ROOKERY_ADMIN_TOKEN", raising=False)
    for words, wrong in (
        (["--db", str(tmp_path / "x.db")], "no server answers at"),
        (["--url", "ftp://x"], "--url 'ftp://x' is not like https://HOST"),
        (["--url", "https://x"], "--url needs the host's token in $ROOKERY_ADMIN_TOKEN"),
        (["--db", "postgresql://a@b/c"], "is found by --socket or --url"),
    ):
        assert main(["admin", *words, "status"]) == 2
        err = capsys.readouterr().err
        assert wrong in err
        assert err.count("\n") == 1


def test_a_socket_that_nobody_listens_at_is_made_anew(tmp_path: Path) -> None:
    settings = Settings(db=str(tmp_path / "t.db"))
    for _ in range(2):
        _, [sock] = bind_admin(settings)
        sock.close()  # without cleaning up, like somebody who was killed
    assert bind_admin(Settings(db=str(tmp_path / ("x" * 100) / "t.db")))[1] == []


# ---------------------------------------------------------------- kept elsewhere


def test_a_backup_is_made_while_people_play_and_put_back_when_nobody_does(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mira = server.guest("Mira")
    table = mira.hot_seat("party", 2)
    mira.play(table, 2, lambda choices: choices[0], 5)
    file, other = tmp_path / "backup.db", tmp_path / "other.db"
    assert main(["backup", "--db", str(server.db), str(file)]) == 0
    assert file.stat().st_mode & 0o777 == 0o600
    mira.play(table, 2, lambda choices: choices[0], 1)
    assert main(["backup", "--db", str(server.db), str(file)]) == 2
    assert "exists already" in capsys.readouterr().err
    assert main(["restore", "--db", str(server.db), str(file)]) == 2
    assert f"in use: a server at http://127.0.0.1:{server.port}/" in capsys.readouterr().err
    other.write_bytes(b"")
    assert main(["restore", "--db", str(other), str(file)]) == 0
    assert "What was there before is" in capsys.readouterr().out
    assert asyncio.run(_length(other, table)) == asyncio.run(_length(file, table))
    assert main(["backup", "--db", str(other), str(tmp_path / "again.db")]) == 0
    # Nothing of ours stays beside the files, which another user's server may want to open.
    left = {file.name for file in tmp_path.iterdir()}
    assert left == {"backup.db", "other.db", "other.db.owner", "other.db.before-1", "again.db"}


async def _length(file: Path, table: str) -> int:
    store = await Store.open(str(file), node="test")
    found = await store.load(table)
    await store.close()
    assert found is not None
    return len(found[1])


def test_only_tables_of_ours_are_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, other, new = tmp_path / "a.txt", tmp_path / "b.db", tmp_path / "c.db"
    text.write_text("hello")
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE x (y)")
    for file, wrong in ((text, "is not a SQLite database"), (other, "but not of Rookery's")):
        assert main(["backup", "--db", str(file), str(new)]) == 2
        assert wrong in capsys.readouterr().err
    assert main(["backup", "--db", str(tmp_path / "none.db"), str(new)]) == 2
    assert main(["backup", "--db", "postgresql://a@b/c", str(new)]) == 2
    assert "pg_dump" in capsys.readouterr().err
    assert sorted(tmp_path.iterdir()) == [text, other]


def test_everything_is_copied_by_a_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = str(tmp_path / "a.db"), str(tmp_path / "b.db")

    async def fill() -> None:
        store = await Store.open(source, node="one")
        await make(store, "a", "ann")
        await store.append("a", [entry(1)], summary(1))
        await store.close()

    asyncio.run(fill())
    with own(source, "a server at http://somewhere/"):
        assert main(["copy", source, target]) == 2
    assert "in use: a server at http://somewhere/" in capsys.readouterr().err
    assert main(["copy", source, target]) == 0
    assert capsys.readouterr().out == "Copied 1 tables\n"
    assert asyncio.run(_length(Path(target), "a")) == 2
