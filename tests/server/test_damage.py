"""A damaged table: told as damage, once, in the log and to the host; other tables go on."""

import logging
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text

from rookery.errors import DamagedLog
from rookery.server import damage
from rookery.server.settings import Settings
from rookery.server.store import Store
from tests.server.faults.threaded import FREE, Served
from tests.server.store.common import run
from tests.server.test_clock import Time, begin, house, play


def test_damage_is_told_once_and_other_tables_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        time = Time()
        async with house(tmp_path / "tables.db", time) as (hub, _):
            bad, good = await begin(hub, action=5), await begin(hub, action=5)
            hub.drop(bad)
            gone = text("DELETE FROM entries WHERE ply = 2 AND table_id = :table")
            await hub.store._backend.write(lambda c: c.execute(gone, {"table": bad.id}))
            time.wait(hub.clock, 7)
            for _ in range(3):
                with pytest.raises(DamagedLog, match="entry 2 of the log is missing"):
                    await hub.find(bad.id)
                # The clock's turn: it is not asked again and again.
                await hub._attend(bad.id)
                monkeypatch.setattr(damage, "REST", 0.0)
            assert len(hub.damage) == 1
            await hub._attend(good.id)
            assert good.fold.seats[0].late
            assert [it["what"] for it in await hub.store.house.audit(9)] == ["damage"]
        # A restart tells nobody a second time.
        async with house(tmp_path / "tables.db", time) as (hub, _):
            with pytest.raises(DamagedLog):
                await hub.find(bad.id)
            assert len(await hub.store.house.audit(9)) == 1
            assert (await hub.find(good.id)).fold.seats[0].late

    with caplog.at_level(logging.WARNING, "rookery.server"):
        run(work())
    told = [it for it in caplog.records if "cannot attend" in it.message or it.levelname == "ERROR"]
    assert len(told) == 2  # one for each server


def test_a_table_that_was_put_right_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(damage, "REST", 0.0)

    async def work() -> None:
        async with house(tmp_path / "tables.db", Time()) as (hub, do):
            table = await begin(hub)
            hub.drop(table)
            change = text("UPDATE entries SET data = :word WHERE ply = 0")
            for word, found in (("x", DamagedLog), ("g0", None)):
                await hub.store._backend.write(lambda c, w=word: c.execute(change, {"word": w}))
                if found:
                    with pytest.raises(found):
                        await hub.find(table.id)
            await play(do, await hub.find(table.id))
            assert len(hub.damage) == 0

    run(work())


def somebody(client: httpx.Client, name: str) -> dict[str, str]:
    """The headers of a new guest."""
    token = client.post("/guests", json={"name": name}).json()["token"]
    client.cookies.clear()
    return {"authorization": f"Bearer {token}"}


def test_only_those_who_may_know_of_a_table_hear_of_its_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = Served(Settings(db=str(tmp_path / "tables.db"), bots=0, **FREE))
    try:
        with httpx.Client(base_url=served.url, timeout=300) as client:
            mira, noor = somebody(client, "Mira"), somebody(client, "Noor")
            seats = [{"kind": "me"}, {"kind": "open"}]
            private, public = (
                client.post("/tables", json={"game": "party", "seats": seats, **more}, headers=mira)
                for more in ({}, {"public": True})
            )
            served.app.hub.tables.clear()

            async def load(_: Store, table: str) -> None:
                raise DamagedLog(f"table {table}: entry 1 of the log is missing")

            monkeypatch.setattr(Store, "load", load)

            def code(path: str, who: dict[str, str]) -> str:
                found = client.get(f"/tables/{path}", headers=who).json()
                return str(found["error"]["code"])

            hidden, invitation = private.json()["id"], private.json()["invitation"]
            for path in (hidden, f"{hidden}/told", f"{hidden}/events"):
                assert [code(path, it) for it in (mira, noor, {})] == [
                    *("damaged_log", "not_yours", "not_yours")
                ]
            assert code(f"{hidden}?invitation={invitation}", {}) == "damaged_log"
            assert code(public.json()["id"], {}) == "damaged_log"
    finally:
        served.close()
