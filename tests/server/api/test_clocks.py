"""Clocks: when time is up a bot plays on or the seat loses; nobody gains time by going away."""

import time

import pytest

from tests.server.api.client import Guest, until


def table_with(mira: Guest, noor: Guest, **clock: object) -> str:
    """Two people; seat 0 begins."""
    table = mira.table(
        "party", players=2, public=True, clock=clock, options={"first": 0}, substitute="greedy"
    )
    noor.post(f"/tables/{table}/join")
    mira.post(f"/tables/{table}/start")
    return table


def told(guest: Guest, table: str) -> list[str]:
    events = guest.get(f"/tables/{table}/told", limit=500)["events"]
    return [line for event in events for line in event["told"]]


@pytest.mark.parametrize("kind", ["action", "match"])
def test_when_time_is_up_a_bot_plays_on_until_the_person_returns(
    mira: Guest, noor: Guest, kind: str
) -> None:
    # Not less: what is asked below must be answered in that time, however busy the machine is.
    table = table_with(mira, noor, **{kind: 4})
    clock = mira.scene(table, 0)["clock"]
    assert clock["running"] == 0
    assert 0 < clock["mine"] <= 4000
    assert noor.scene(table, 1)["clock"]["mine"] is None
    until(lambda: noor.scene(table, 1)["scene"]["choices"])
    assert mira.look(table)["seats"][0]["away"] is True
    assert "The time of Mira is up." in told(noor, table)
    mira.post(f"/tables/{table}/return", seat=0)
    assert mira.look(table)["seats"][0]["away"] is False
    noor.act(table, 1, noor.scene(table, 1)["scene"]["choices"][0]["action"])
    seen = mira.scene(table, 0)
    assert seen["clock"]["mine"] > 0, "the one who is back gets time to go on with"
    mira.act(table, 0, seen["scene"]["choices"][0]["action"])


def test_one_whose_time_is_up_is_back_with_an_action(mira: Guest, noor: Guest) -> None:
    table = table_with(mira, noor, action=1)
    until(lambda: mira.look(table)["seats"][0]["away"])
    until(lambda: noor.scene(table, 1)["scene"]["choices"])
    noor.act(table, 1, noor.scene(table, 1)["scene"]["choices"][0]["action"])

    def moved() -> bool:
        seen = mira.scene(table, 0)
        if not seen["scene"]["choices"]:
            return False
        action = seen["scene"]["choices"][0]["action"]
        body = {"seat": 0, "action": action, "seen": seen["number"]}
        return mira.http.post(f"/tables/{table}/actions", json=body).status_code == 200

    def played() -> bool:
        # A bot plays for Mira, so she may be too late; Noor keeps the match going.
        if moved():
            return True
        choices = noor.scene(table, 1)["scene"]["choices"]
        if choices:
            action = choices[0]["action"]
            noor.http.post(f"/tables/{table}/actions", json={"seat": 1, "action": action})
        return bool(mira.look(table)["status"] == "over")

    until(played)
    if mira.look(table)["status"] != "over":
        assert "Mira is back." in told(noor, table)


@pytest.mark.parametrize("kind", ["action", "match"])
def test_with_the_stricter_rule_the_seat_loses(mira: Guest, noor: Guest, kind: str) -> None:
    table = table_with(mira, noor, **{kind: 1, "late": "forfeit"})
    until(lambda: mira.look(table)["status"] == "over")
    seen = mira.look(table)
    assert seen["winners"] == [1]
    assert seen["seats"][0]["lost"] is True
    assert mira.cannot_post(f"/tables/{table}/return", seat=0).code == "wrong_time"


def test_leaving_and_returning_does_not_turn_the_clock_back(
    strict_table: tuple[Guest, str],
) -> None:
    """Where no bot thinks, the one who goes and comes would otherwise have for ever."""
    mira, table = strict_table

    def late() -> bool:
        for what in ("leave", "return"):
            answer = mira.http.post(f"/tables/{table}/{what}", json={"seat": 0})
            assert answer.status_code in (200, 409, 429)
        return bool(mira.look(table)["status"] == "over")

    until(late)
    assert mira.look(table)["winners"] == [1]


def test_a_bot_is_not_held_up_by_somebody_who_comes_and_goes(mira: Guest) -> None:
    table = mira.table(
        "party",
        seats=[{"kind": "me"}, {"kind": "bot", "level": "emperor"}],
        options={"first": 1},
        start=True,
    )

    def decided() -> bool:
        for what in ("leave", "return"):
            mira.http.post(f"/tables/{table}/{what}", json={"seat": 0})
        told = mira.get(f"/tables/{table}/told", limit=500)["events"]
        return any(step["kind"] == "place" for it in told for step in it["steps"])

    until(decided)


def test_taking_back_does_not_cost_the_time_others_thought(mira: Guest) -> None:
    table = mira.hot_seat("party", 2, clock={"action": 60, "late": "forfeit"})
    seat, choices, _ = mira.turn(table, 2)
    mira.act(table, seat, choices[0])
    begun = time.monotonic()
    until(lambda: time.monotonic() > begun + 3)
    mira.post(f"/tables/{table}/undo", seat=seat)
    assert mira.scene(table, seat)["clock"]["mine"] > 57_000


def test_a_table_without_a_clock_has_none(mira: Guest) -> None:
    assert mira.scene(mira.hot_seat("party", 2), 0)["clock"] is None
