"""What tables keep to themselves, and what servers do."""

import random
from collections.abc import Callable

import msgspec
import pytest

from rookery.errors import DamagedLog, DatabaseUnavailable
from rookery.server.api.http import refusal
from rookery.server.fold import Fold
from rookery.server.hub import events_of
from rookery.server.setup import Setup
from rookery.server.store import Entry, TableRow
from tests.server.api.client import Guest, Server
from tests.server.api.wire import ask, head
from tests.server.test_hub import SETUP, person


def test_without_spectators_those_who_watch_before_the_start_are_sent_away(
    mira: Guest, noor: Guest
) -> None:
    """The stream of the open table ends with the start, and no other is to be had."""
    table = mira.table("party", players=2, public=True, spectators=False)
    mira.post(f"/tables/{table}/bots", seat=1, level="random")
    with noor.events(table) as early:
        first = early.next()
        assert first.data["scene"] is None
        mira.post(f"/tables/{table}/start")
        assert list(early) == []
    assert noor.cannot_get(f"/tables/{table}/events").code == "not_yours"
    assert noor.cannot_get(f"/tables/{table}/told").code == "not_yours"
    with mira.events(table) as own:  # those who sit there may
        assert own.next().data["scene"] is not None


# ---------------------------------------------------------------- hints


def two_people(mira: Guest, noor: Guest, **settings: object) -> tuple[str, Guest, int]:
    """A public table of two; its id, who is to decide, and the seat."""
    table = mira.table("party", players=2, public=True, **settings)
    noor.post(f"/tables/{table}/join")
    mira.post(f"/tables/{table}/start")
    for seat, who in enumerate((mira, noor)):
        if who.scene(table, seat)["scene"]["choices"]:
            return table, who, seat
    raise AssertionError("nobody is to decide")


def test_where_strangers_play_nobody_gets_hints(mira: Guest, noor: Guest) -> None:
    table, who, seat = two_people(mira, noor)
    found = who.cannot_post(f"/tables/{table}/hint", seat=seat)
    assert (found.status, found.code) == (403, "no_hints")
    assert mira.look(table)["hints"] == "off"


def test_a_hint_may_be_told_to_all(mira: Guest, noor: Guest) -> None:
    table, who, seat = two_people(mira, noor, hints="told")
    other = noor if who is mira else mira
    before = other.scene(table, 1 - seat)["number"]
    hint = who.post(f"/tables/{table}/hint", seat=seat)
    assert hint["action"]
    told = other.get(f"/tables/{table}/told", seat=1 - seat, after=before)["events"]
    assert [event["told"] for event in told] == [[f"{who.name} asks for a hint."]]
    # Nothing of the match itself has changed.
    who.act(table, seat, hint["action"])


def test_alone_and_among_those_who_were_invited_hints_are_free(mira: Guest) -> None:
    table = mira.hot_seat("party", 2, public=True)
    seat, choices, _ = mira.turn(table, 2)
    assert mira.look(table)["hints"] == "free"
    assert mira.post(f"/tables/{table}/hint", seat=seat)["action"] in choices
    quiet = mira.hot_seat("party", 2, hints="off")
    seat, _, _ = mira.turn(quiet, 2)
    assert mira.cannot_post(f"/tables/{quiet}/hint", seat=seat).code == "no_hints"


# ---------------------------------------------------------------- the server's own


@pytest.mark.parametrize("header", ["X-Forwarded-For: 127.0.0.1", "Forwarded: for=_x", "Via: x"])
def test_figures_are_not_for_those_behind_a_proxy(server: Server, header: str) -> None:
    assert ask(server, head(server, "GET", "/api/v1/metrics")).status == 200
    answer = ask(server, head(server, "GET", "/api/v1/metrics", header))
    assert (answer.status, answer.code) == (403, "not_yours")


def test_a_database_in_trouble_is_not_said_to_be_anywhere() -> None:
    for where in ("/srv/rookery/tables.db", "database rookery@db.internal/rookery"):
        answer = refusal(DatabaseUnavailable(f"the {where} is locked by another program"))
        assert answer.status == 503
        assert where.encode() not in answer.body
        assert b"database_unavailable" in answer.body


def test_a_damaged_log_is_told_without_what_is_in_it() -> None:
    """Neither what would have been legal, nor which entry: nobody knows yet who asks."""
    answer = refusal(DamagedLog("table 0123456789: entry 3 'act 0 r>' is not legal: g>, b>"))
    assert answer.status == 503
    assert b"damaged_log" in answer.body
    for secret in (b"entry", b"r>", b"g>", b"0123456789"):
        assert secret not in answer.body


# ---------------------------------------------------------------- the past


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_events_that_nobody_asks_for_are_counted_and_not_made(
    viewer: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thousands of comings and goings cost next to nothing; the others are as they were."""
    sheet, entries = long_log(SETUP, goings=50)
    everything = events_of(Fold(sheet), entries, viewer)
    made: list[Fold] = []
    monkeypatch.setattr("rookery.server.hub.public_side", noting(made))
    wanted = range(len(everything) - 3, len(everything) + 1)
    part = events_of(Fold(sheet), entries, viewer, wanted)
    assert len(made) <= len(wanted) + 1
    assert [it.number for it in part] == [it.number for it in everything]
    assert [it.at for it in part] == [it.at for it in everything]
    for until in (0, 3, 60, 1000):
        assert [it.ripe(until) for it in part] == [it.ripe(until) for it in everything]
    for one, other in zip(part[-4:], everything[-4:], strict=True):
        assert one.say("en") == other.say("en")


def long_log(setup: Setup, goings: int) -> tuple[TableRow, list[Entry]]:
    """A table at which somebody goes and comes, and both play a little."""
    settings = msgspec.json.encode(setup).decode()
    sheet = TableRow(id="0" * 10, game="party", settings=settings, secret=bytes(32), created=0)
    said: list[tuple[str, int | None, str]] = [
        ("open", None, "g0"),
        ("take", 0, person("g0")),
        ("take", 1, person("g1")),
        ("start", None, ""),
    ]
    said += [("leave", 0, ""), ("return", 0, "")] * goings
    match = setup.start(sheet.secret, 2)
    chance = random.Random(1)
    for _ in range(5):
        action = chance.choice(match.legal())
        assert match.turn is not None
        said.append(("act", match.turn, match.notation(action)))
        match.play(action)
    return sheet, [Entry(ply, *it, ply) for ply, it in enumerate(said)]


def noting(made: list[Fold]) -> Callable[..., object]:
    """What makes the public side of a table, and notes that it did."""
    from rookery.server.watch import public_side

    def make(fold: Fold, change: object) -> object:
        made.append(fold)
        return public_side(fold, change)  # type: ignore[arg-type]

    return make
