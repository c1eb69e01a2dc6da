"""The host closes tables, shuts people out, announces, stops clocks; all of it is on record."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rookery.cli import main
from rookery.server import upkeep
from rookery.server.settings import Settings
from rookery.server.store import Store
from rookery.server.store import upkeep as kept
from rookery.server.upkeep import Purge, read_keep
from tests.server.api.client import Api, Guest, refused
from tests.server.faults.threaded import FREE, Served
from tests.server.store.common import make, run

TOKEN = "a token of the host's"  # noqa: S105
HOUR = 3_600_000


class House:
    """A server, its host, and its guests."""

    def __init__(self, server: Served) -> None:
        self.server = server
        self.api = Api(server.url)
        self.api.http.headers["x-rookery-admin"] = TOKEN
        self.people: list[Guest] = []

    def guest(self, name: str) -> Guest:
        with Api(self.server.url) as api:
            self.people.append(Guest(self.server.url, api.post("/guests", name=name)))
        return self.people[-1]

    def close(self) -> None:
        for it in (*self.people, self.api):
            it.http.close()
        self.server.close()

    def does(self, what: str, **body: Any) -> None:
        assert self.api.post(f"/admin/{what}", **body) == {"done": True}

    def record(self) -> list[tuple[str, str]]:
        rows = self.api.get("/admin/log")["rows"]
        return [(it["what"], it["about"]) for it in rows]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    file = tmp_path_factory.mktemp("house") / "tables.db"
    settings = Settings(db=str(file), bots=0, admin_token=TOKEN, **FREE)
    made = House(Served(settings))
    yield made
    made.close()


def table_of(mira: Guest, noor: Guest, **settings: Any) -> str:
    table = mira.table("party", players=2, public=True, options={"first": 0}, **settings)
    noor.post(f"/tables/{table}/join")
    mira.post(f"/tables/{table}/start")
    return table


def test_nobody_else_is_the_host(house: House) -> None:
    mira = house.guest("Mira")
    for headers in ({}, {"x-rookery-admin": TOKEN[:-1]}, {"x-forwarded-for": "127.0.0.1"}):
        for path in ("status", "tables", "guests", "log", "guest?guest=x"):
            answer = refused(mira.http.get(f"/admin/{path}", headers=headers))
            assert (answer.status, answer.code) == (401, "not_host")
        answer = refused(mira.http.post("/admin/maintenance", headers=headers, json={"on": True}))
        assert answer.code == "not_host"
    assert mira.get("/notice") == {"announcement": "", "maintenance": False}


def test_a_table_is_closed_with_a_reason(house: House) -> None:
    mira, noor = house.guest("Mira"), house.guest("Noor")
    table = table_of(mira, noor)
    [row] = [it for it in house.api.get("/admin/tables")["rows"] if it["id"] == table]
    assert (row["status"], row["people"]) == ("running", ["Mira", "Noor"])
    house.does("close", table=table, why="It is late.")
    seen = mira.look(table)
    assert (seen["status"], seen["winners"]) == ("over", [])
    told = mira.get(f"/tables/{table}/told", limit=500)["events"][-1]["told"]
    assert told == ["The host has closed this table.", "It is late."]
    assert mira.cannot_post(f"/tables/{table}/actions", seat=0, action="r>").code == "wrong_time"
    assert house.api.cannot_post("/admin/close", table=table).code == "wrong_time"
    assert house.record()[0] == ("close", table)


def test_a_banned_guest_is_out_at_once_and_a_bot_plays_on(house: House) -> None:
    mira, noor = house.guest("Mira"), house.guest("Noor")
    table = table_of(mira, noor)
    rows = house.api.get("/admin/guests")["rows"]
    [row] = [it for it in rows if it["guest"] == mira.id]
    assert (row["names"], row["tables"]) == (["Mira"], 1)
    with mira.events(table, seat=0) as events:
        events.next()
        house.does("ban", kind="guest", who=mira.id, why="rude", hours=2)
        list(events)  # it ends
    answer = mira.cannot_get(f"/tables/{table}/events", seat=0)
    assert (answer.status, answer.code) == (403, "banned")
    assert noor.look(table)["seats"][0]["away"]
    [ban] = house.api.get("/admin/status")["bans"]
    assert (ban["who"], ban["until"] - ban["at"]) == (mira.id, 2 * HOUR)
    house.does("lift", kind="guest", who=mira.id)
    mira.post(f"/tables/{table}/return", seat=0)
    assert house.record()[:2] == [("lift guest", mira.id), ("ban guest", mira.id)]
    answer = house.api.cannot_post("/admin/lift", kind="guest", who=mira.id)
    assert answer.message == f"who: no guest {mira.id!r} is banned"


def test_an_address_or_a_network_is_banned(house: House) -> None:
    mira = house.guest("Mira")
    house.does("ban", kind="address", who="10.1.2.3/8")
    assert mira.get("/health")["status"] == "ok"
    house.does("ban", kind="address", who="127.0.0.1")
    assert mira.cannot_get("/health").code == "banned"
    for who in ("127.0.0.1", "10.0.0.0/8"):
        house.does("lift", kind="address", who=who)
    assert mira.get("/health")["status"] == "ok"
    for kind, who, said in (
        ("address", "here", "who: 'here' is not an address or a network"),
        ("table", "x", "kind: 'table' is not one of guest, address"),
        ("guest", "", "who: '' is not a guest's id"),
    ):
        assert house.api.cannot_post("/admin/ban", kind=kind, who=who).message == said


def test_while_the_house_is_looked_after_clocks_stand_and_no_table_is_opened(
    house: House,
) -> None:
    mira, noor = house.guest("Mira"), house.guest("Noor")
    table = table_of(mira, noor, clock={"action": 60, "late": "forfeit"})
    house.does("announce", text="Back in a minute.")
    house.does("maintenance", on=True)
    assert mira.get("/notice") == {"announcement": "Back in a minute.", "maintenance": True}
    answer = mira.cannot_post("/tables", game="party")
    assert (answer.status, answer.code) == (503, "maintenance")
    clock = house.server.app.hub.clock
    stands = clock.now()
    with mira.events(table, seat=0) as events:
        assert events.next().data["clock"]["waits"] == HOUR
    # People may play on.
    mira.act(table, 0, mira.scene(table, 0)["scene"]["choices"][0]["action"])
    assert clock.now() == stands
    house.does("maintenance", on=False)
    house.does("announce")
    assert mira.get("/notice") == {"announcement": "", "maintenance": False}
    mira.table("party")
    names = [what for what, _ in house.record()[:4]]
    assert names == ["announce", "maintenance off", "maintenance on", "announce"]


def test_what_is_kept_about_a_guest_is_handed_out_and_deleted(house: House) -> None:
    mira, noor = house.guest("Mira"), house.guest("Noor")
    shared, alone = table_of(mira, noor), mira.hot_seat("party", 2)
    data = mira.get("/guests/me/data")
    assert data["guest"] == mira.id
    assert {it["id"] for it in data["tables"]} == {shared, alone}
    [entries] = [it["entries"] for it in data["tables"] if it["id"] == shared]
    assert [it["kind"] for it in entries] == ["open", "take"]
    assert noor.id not in str(data)
    assert house.api.get("/admin/guest", guest=mira.id)["tables"] == data["tables"]
    answer = mira.http.request("DELETE", "/guests/me/data")
    assert answer.json() == {"done": True}, answer.text
    assert noor.cannot_get(f"/tables/{alone}").code == "not_found"
    seats = noor.look(shared)["seats"]
    assert (seats[0]["name"], seats[0]["away"], seats[1]["name"]) == ("nobody", True, "Noor")
    # Nowhere is there a trace left.
    run(_no_trace(house, mira.id))
    assert noor.get("/guests/me/data")["tables"][0]["id"] == shared
    house.does("forget", guest=noor.id)
    assert house.record()[0] == ("forget guest", noor.id)


async def _no_trace(house: House, guest: str) -> None:
    store = await Store.open(house.server.app.settings.db, node="test")
    backend = store._backend

    def everything(connection: Any) -> str:
        tables = [it for it in kept.tables.metadata.sorted_tables if it.name != "audit"]
        return str([list(connection.execute(it.select())) for it in tables])

    text = await backend.read(everything)
    assert guest not in text
    await store.close()


# ---------------------------------------------------------------- old tables


def test_old_tables_go_in_small_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "STEP", 3)
    monkeypatch.setattr(upkeep.time, "time_ns", lambda: 1_000 * 86_400 * 10**9)
    day = 86_400_000

    async def work() -> None:
        store = await Store.open(str(tmp_path / "tables.db"), node="one")
        for number in range(8):
            status = ("over", "running", "open", "over")[number % 4]
            await make(
                store, f"t{number}", "ann", status=status, changed=day * (1000 - 40 * number)
            )

        class Only:
            """As much of a hub as is needed."""

        hub: Any = Only()
        hub.store = store
        assert await Purge(hub, "finished=26w").round() == 1
        assert await Purge(hub, "finished=1y,abandoned=60d").round() == 3
        assert await Purge(hub, "abandoned=60d").round() == 0
        left = [sheet.id for sheet, _ in await store.of_guest("ann")]
        assert left == ["t0", "t1", "t3", "t4"]
        await store.close()

    run(work())


@pytest.mark.parametrize("text", ["finished", "finished=1", "done=1y", "finished=0d", "x", "=1y"])
def test_how_long_tables_are_kept_is_checked(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--keep", text, "--db", str(tmp_path / "t.db")]) == 2
    err = capsys.readouterr().err
    assert f"keep: {text!r} is not like finished=1y,abandoned=30d" in err
    assert not list(tmp_path.iterdir())


def test_how_long_tables_are_kept_is_read() -> None:
    found = read_keep("finished=1y, abandoned=30d")
    assert found == {"over": 31_557_600_000, "open": 30 * 86_400_000, "running": 30 * 86_400_000}
