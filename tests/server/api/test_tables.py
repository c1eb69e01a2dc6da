"""Making tables, sitting down, leaving, finding them again."""

import random
from collections.abc import Callable
from typing import Any

import pytest

import rookery
from tests.server.api.client import Api, Guest, Server, until

OPEN = {"kind": "open"}
ME = {"kind": "me"}
GREEDY = {"kind": "bot", "level": "greedy"}


def test_a_table_shows_every_setting_it_was_made_with(mira: Guest) -> None:
    table = mira.table(
        "party",
        players=3,
        options={"rounds": 2, "first": 1},
        edition=rookery.game("party").editions[0],
        seats=[{"kind": "me", "name": "Ada"}, OPEN, GREEDY],
        public=True,
        clock={"action": 30, "match": 600, "late": "forfeit"},
        spectators=False,
        delay=5,
        substitute="chick",
        aids=False,
    )
    seen = mira.look(table)
    assert seen["options"] == {"rounds": 2, "tie": "shared", "first": 1}
    assert seen["clock"] == {"action": 30, "match": 600, "late": "forfeit"}
    assert (seen["public"], seen["spectators"], seen["delay"], seen["aids"]) == (
        *(True, False, 5, False),
    )
    assert [(it["kind"], it["name"], it["level"]) for it in seen["seats"]] == [
        *[("person", "Ada", ""), ("free", "", ""), ("bot", "Greedy bot", "greedy")]
    ]
    assert (seen["status"], seen["secret"], seen["winners"]) == ("open", None, [])
    assert mira.get(f"/tables/{table}")["mine"] == [0]


def test_without_settings_the_maker_sits_first_and_others_may_come(mira: Guest) -> None:
    seen = mira.look(mira.table("ultimatum"))
    assert [it["kind"] for it in seen["seats"]] == ["person", "free", "free", "free"]
    assert seen["public"] is False
    assert seen["clock"] is None


@pytest.mark.parametrize(
    ("settings", "code", "named"),
    [
        ({"game": "chess"}, "unknown_game", "chess"),
        ({"players": 9}, "invalid_players", "9"),
        ({"players": 3, "seats": [ME]}, "invalid_players", "3"),
        ({"options": {"rounds": "many"}}, "invalid_option", "rounds"),
        ({"options": {"colour": 1}}, "invalid_option", "colour"),
        ({"edition": "lost"}, "invalid_option", "lost"),
        ({"edition": {"name": "x"}}, "invalid_edition", ""),
        ({"clock": {}}, "invalid_option", "clock"),
        ({"clock": {"action": 0.5}}, "invalid_option", "0.5"),
        ({"clock": {"match": 1e300}}, "invalid_option", "clock.match"),
        ({"clock": {"action": 5, "late": "cry"}}, "invalid_body", "cry"),
        ({"seats": [ME, {"kind": "bot", "level": "owl"}]}, "unknown_bot", "owl"),
        ({"seats": [ME, {"kind": "bot"}]}, "unknown_bot", "None"),
        ({"seats": [ME, {"kind": "open", "level": "chick"}]}, "invalid_option", "level"),
        ({"seats": [ME, {"kind": "me", "name": "\n"}]}, "invalid_body", "name"),
        ({"substitute": "nobody"}, "unknown_bot", "nobody"),
        ({"delay": 3601}, "invalid_body", "delay"),
        ({"start": True}, "wrong_time", "free seats"),
        ({"stake": 100}, "invalid_body", "stake"),
    ],
)
def test_a_setting_that_does_not_fit_is_named(
    mira: Guest, settings: dict[str, Any], code: str, named: str
) -> None:
    found = mira.cannot_post("/tables", **{"game": "party", **settings})
    assert found.code == code
    assert named in found.message


def test_an_edition_can_be_given_as_data(mira: Guest) -> None:
    data = rookery.game("party").edition(rookery.game("party").editions[0]).data
    table = mira.hot_seat("party", 2, edition={**data, "name": "ours"})
    assert mira.look(table)["edition"] == "ours"
    assert mira.scene(table, 0)["scene"]["players"]


def test_a_public_table_is_open_to_all_and_a_private_one_to_the_invited(
    mira: Guest, noor: Guest
) -> None:
    open_table = mira.table("party", players=3, public=True)
    assert noor.post(f"/tables/{open_table}/join") == {"seat": 1}
    made = mira.post("/tables", game="party", players=3)
    table = made["id"]
    with Api(noor.url) as nobody:
        for asker in (noor, nobody):
            for path in ("", "/scene", "/told", "/backdrop", "/save", "/verify", "/events"):
                assert asker.cannot_get(f"/tables/{table}{path}").code == "not_yours"
    assert noor.cannot_post(f"/tables/{table}/join").code == "not_yours"
    assert noor.cannot_get(f"/tables/{table}/invitation").code == "not_yours"
    link = mira.get(f"/tables/{table}/invitation")["key"]
    assert noor.look(table, invitation=link)["status"] == "open"
    assert noor.get(f"/tables/{table}/backdrop", invitation=link)["digest"] is not None
    assert noor.post(f"/tables/{table}/join", invitation=made["invitation"]) == {"seat": 1}
    assert noor.look(table)["seats"][1]["name"] == "Noor"


def test_seats_are_taken_once_and_free_again_when_left(
    mira: Guest, noor: Guest, guest: Callable[..., Guest]
) -> None:
    table = mira.table("party", players=2, public=True)
    join = f"/tables/{table}/join"
    assert noor.cannot_post(join, seat=0).code == "seat_taken"
    assert noor.cannot_post(join, seat=7).code == "not_found"
    assert noor.post(join, seat=1, name="Nonu") == {"seat": 1}
    assert guest("Third").cannot_post(join).code == "seat_taken"
    assert mira.cannot_post(f"/tables/{table}/bots", seat=1, level="chick").code == "seat_taken"
    noor.post(f"/tables/{table}/leave", seat=1)
    assert mira.look(table)["seats"][1]["kind"] == "free"
    assert noor.cannot_post(f"/tables/{table}/start").code == "not_yours"
    assert "free seats 1" in mira.cannot_post(f"/tables/{table}/start").message
    mira.post(f"/tables/{table}/bots", seat=1, level="chick")
    mira.post(f"/tables/{table}/start")
    assert mira.cannot_post(f"/tables/{table}/start").code == "wrong_time"
    assert noor.cannot_post(join).code == "wrong_time"
    assert mira.cannot_post(f"/tables/{table}/bots", seat=1, level="chick").code == "wrong_time"


def test_whoever_left_a_seat_does_not_see_through_its_eyes(mira: Guest, noor: Guest) -> None:
    table = mira.table("party", players=2, public=True)
    mira_2 = mira.post(f"/tables/{table}/join", seat=1)["seat"]
    with mira.events(table, seat=mira_2) as stream:
        stream.next()
        mira.post(f"/tables/{table}/leave", seat=1)
        noor.post(f"/tables/{table}/join", seat=1)
        noor.post(f"/tables/{table}/start")
        left = list(stream)  # ends: the seat is somebody else's
    assert all(event.data["scene"] is None for event in left)
    assert mira.cannot_get(f"/tables/{table}/events", seat=1).code == "not_yours"


def test_listing_shows_public_tables_by_their_status(mira: Guest, noor: Guest) -> None:
    def ids(**query: Any) -> list[str]:
        return [it["id"] for it in noor.get("/tables", limit=100, **query)["tables"]]

    table = mira.table("pengqueen", players=2, public=True)
    hidden = mira.table("pengqueen", players=2)
    assert ids()[0] == table
    assert table in ids(game="pengqueen", status="open")
    assert table not in ids(game="party")
    assert hidden not in ids()
    noor.post(f"/tables/{table}/join")
    noor.post(f"/tables/{table}/start")
    assert table not in ids()
    assert table in ids(status="running")
    noor.post(f"/tables/{table}/resign", seat=1)
    assert ids(status="over")[0] == table
    listed = noor.get("/tables", status="over")["tables"][0]
    assert table not in ids(status="over", before=listed["changed"])
    assert [it["id"] for it in noor.get("/guests/me/tables")["tables"]] == [table]
    assert {it["id"] for it in mira.get("/guests/me/tables")["tables"]} == {table, hidden}
    assert noor.cannot_get("/tables", status="lost").code == "invalid_body"
    assert noor.cannot_get("/tables", game="chess").code == "unknown_game"


def test_a_hot_seat_is_played_by_one_guest_to_the_end(mira: Guest) -> None:
    chance = random.Random(1)
    table = mira.hot_seat("party", 3, options={"rounds": 1})
    assert [it["name"] for it in mira.look(table)["seats"]] == ["Me 0", "Me 1", "Me 2"]
    mira.play(table, 3, chance.choice)
    seen = mira.look(table)
    assert (seen["status"], len(seen["winners"]) > 0) == ("over", True)
    assert mira.scene(table)["scene"]["result"]["winners"] == seen["winners"]


@pytest.mark.parametrize("level", ["random", "greedy", "chick", "fledgling", "adult", "emperor"])
def test_bots_of_every_level_play(mira: Guest, level: str) -> None:
    bot = {"kind": "bot", "level": level}
    table = mira.table("party", players=2, seats=[ME, bot], start=True, options={"first": 1})
    until(lambda: mira.scene(table, 0)["scene"]["choices"])


def test_a_match_against_bots_is_played_to_the_end(mira: Guest) -> None:
    table = mira.table(
        "party", seats=[ME, GREEDY, GREEDY], start=True, options={"rounds": 1, "first": 1}
    )
    names = [it["name"] for it in mira.look(table)["seats"]]
    assert names == ["Mira", "Greedy bot 1", "Greedy bot 2"]
    with mira.events(table, seat=0) as stream:
        for event in stream:
            if event.over:
                break
            if event.data["scene"]["choices"]:
                action = event.data["scene"]["choices"][0]["action"]
                mira.act(table, 0, action, seen=event.id)
    assert mira.get(f"/tables/{table}/verify")["fits"] is True


def test_of_two_players_the_other_wins_when_one_resigns(mira: Guest, noor: Guest) -> None:
    table = mira.table("ultimatum", players=2, public=True)
    noor.post(f"/tables/{table}/join")
    assert mira.cannot_post(f"/tables/{table}/resign", seat=0).code == "wrong_time"
    mira.post(f"/tables/{table}/start")
    mira.post(f"/tables/{table}/resign", seat=0)
    seen = noor.look(table)
    assert (seen["status"], seen["winners"]) == ("over", [1])
    assert seen["seats"][0]["lost"] is True
    assert mira.cannot_post(f"/tables/{table}/resign", seat=0).code == "wrong_time"


def test_of_three_players_a_bot_plays_for_one_who_resigned_and_cannot_win(mira: Guest) -> None:
    table = mira.hot_seat("party", 3, options={"rounds": 1}, substitute="greedy")
    mira.post(f"/tables/{table}/resign", seat=1)
    assert mira.cannot_post(f"/tables/{table}/actions", seat=1, action="g>").code == "wrong_time"

    def moved() -> bool:
        """Play when it is the turn of one of the two who are left."""
        if mira.look(table)["status"] == "over":
            return True
        for seat in (0, 2):
            choices = mira.scene(table, seat)["scene"]["choices"]
            if choices:
                mira.act(table, seat, choices[0]["action"])
        return False

    until(moved)
    assert set(mira.look(table)["winners"]) <= {0, 2}
    assert mira.look(table)["winners"]


def test_a_bot_plays_for_one_who_left_until_the_return(mira: Guest, noor: Guest) -> None:
    table = mira.table("party", players=2, public=True, substitute="greedy")
    noor.post(f"/tables/{table}/join")
    mira.post(f"/tables/{table}/start")
    until(lambda: mira.scene(table)["scene"])
    noor.post(f"/tables/{table}/leave", seat=1)
    assert mira.look(table)["seats"][1]["away"] is True
    for _ in range(2):
        until(lambda: mira.scene(table, 0)["scene"]["choices"])
        mira.act(table, 0, mira.scene(table, 0)["scene"]["choices"][0]["action"])
    until(lambda: mira.scene(table, 0)["scene"]["choices"])
    noor.post(f"/tables/{table}/return", seat=1)
    assert mira.look(table)["seats"][1]["away"] is False
    told = [
        line for it in mira.get(f"/tables/{table}/told", seat=0)["events"] for line in it["told"]
    ]
    assert "Noor leaves the table." in told
    assert "Noor is back." in told


def test_a_hint_is_a_legal_action_and_for_the_seat_to_decide(mira: Guest) -> None:
    table = mira.hot_seat("party", 2)
    seat, choices, _ = mira.turn(table, 2)
    found = mira.post(f"/tables/{table}/hint", seat=seat)
    assert found["action"] in choices
    assert found["figures"]
    assert mira.cannot_post(f"/tables/{table}/hint", seat=1 - seat).code == "not_your_turn"


def test_a_rematch_keeps_the_seats(mira: Guest, noor: Guest, guest: Callable[..., Guest]) -> None:
    made = mira.post("/tables", game="ultimatum", players=3, seats=[ME, OPEN, GREEDY])
    table, stranger = made["id"], guest("Stranger")
    noor.post(f"/tables/{table}/join", invitation=made["invitation"])
    mira.post(f"/tables/{table}/start")
    assert mira.cannot_post(f"/tables/{table}/rematch").code == "wrong_time"
    mira.post(f"/tables/{table}/resign", seat=0)
    noor.post(f"/tables/{table}/resign", seat=1)
    assert mira.look(table)["winners"] == [2]
    assert stranger.cannot_post(f"/tables/{table}/rematch").code == "not_yours"
    again = noor.post(f"/tables/{table}/rematch")["id"]
    assert mira.post(f"/tables/{table}/rematch")["id"] == again
    assert mira.look(table)["rematch"] == again
    kinds = [(it["kind"], it["name"]) for it in mira.look(again)["seats"]]
    assert kinds == [("free", ""), ("person", "Noor"), ("bot", "Greedy bot")]
    link = noor.get(f"/tables/{again}/invitation")["key"]
    assert stranger.cannot_post(f"/tables/{again}/join", invitation=link).code == "seat_taken"
    assert mira.post(f"/tables/{again}/join") == {"seat": 0}
    assert mira.look(again)["status"] == "running"


def test_a_rematch_without_others_begins_at_once(mira: Guest) -> None:
    table = mira.hot_seat("party", 2)
    mira.post(f"/tables/{table}/resign", seat=1)
    again = mira.post(f"/tables/{table}/rematch")["id"]
    seen = mira.look(again)
    assert seen["status"] == "running"
    assert [it["name"] for it in seen["seats"]] == ["Me 0", "Me 1"]
    assert seen["commitment"] != mira.look(table)["commitment"]


def test_a_seat_is_reclaimed_on_another_device_with_its_key(
    mira: Guest, guest: Callable[..., Guest]
) -> None:
    table = mira.hot_seat("party", 2)
    key = mira.get(f"/tables/{table}/seats/0/key")["key"]
    phone = guest("Phone")
    assert phone.cannot_get(f"/tables/{table}/seats/0/key").code == "not_yours"
    with mira.events(table, seat=0) as stream:
        stream.next()
        assert phone.post(f"/tables/{table}/claim", key=key) == {"seat": 0}
        list(stream)  # ends: the first device no longer holds the seat
    assert phone.scene(table, 0)["scene"]
    assert mira.look(table)["seats"][0]["name"] == "Me 0"
    assert mira.cannot_get(f"/tables/{table}/scene", seat=0).code == "not_yours"
    assert phone.post(f"/tables/{table}/claim", key=key) == {"seat": 0}
    assert mira.cannot_post(f"/tables/{table}/claim", key=key).code == "bad_token"


def test_a_guest_is_the_same_on_another_device_with_a_private_link(server: Server) -> None:
    mira = server.guest("Mira", "fr")
    key = mira.get("/guests/me/key")["key"]
    with Api(server.url) as phone:
        phone.http.headers["sec-fetch-site"] = "same-origin"
        assert phone.post("/guests/claim", key=key)["id"] == mira.id
        cookie = phone.http.cookies["rookery"]
        assert phone.get("/guests/me")["name"] == "Mira"
    assert cookie not in (key, mira.token)


@pytest.mark.parametrize(
    ("name", "shown"),
    [("  Ada   Lovelace ", "Ada Lovelace"), ("Ö", "Ö"), ("e\u0301", "é"), ("🐧", "🐧")],
)
def test_nicknames_are_shown_as_they_are_meant(server: Server, name: str, shown: str) -> None:
    assert server.guest(name).name == shown


@pytest.mark.parametrize(
    "name",
    [
        *("", "   ", "x" * 25, "a\u0000b", "a\u202eb", "\u200b", "a\ue000", "\u0301"),
        *("\u3164\u3164", "\u2800"),
    ],
)
def test_nicknames_that_cannot_be_read_are_refused(mira: Guest, name: str) -> None:
    found = mira.cannot_post("/guests", name=name)
    assert (found.status, found.code) == (422, "invalid_body")
    assert found.message.startswith("name: ")


def test_a_guest_keeps_the_id_under_another_name(mira: Guest) -> None:
    assert mira.post("/guests", name="Mirabelle")["id"] == mira.id
    assert mira.cannot_post("/guests", name="Mira", language="xx").code == "invalid_body"
