"""Only actions at a table: asked like any other, or played by themselves for who plays alone."""

import random
from typing import Any

import rookery
from tests.server.api.client import Guest, until

BOTS = [{"kind": "bot", "level": "greedy"} for _ in range(2)]


def play_out(mira: Guest, table: str) -> list[int]:
    """Play seat 0 to the end against bots; how many choices there were each time."""
    chance = random.Random(1)
    counts: list[int] = []

    def over_or_asked() -> Any:
        if mira.look(table)["status"] == "over":
            return "over"
        return mira.scene(table, 0)["scene"]["choices"]

    while (asked := until(over_or_asked)) != "over":
        counts.append(len(asked))
        mira.act(table, 0, chance.choice(asked)["action"])
    return counts


def test_a_table_asks_for_an_only_action(mira: Guest) -> None:
    # P7
    counts: list[int] = []
    for _ in range(12):
        table = mira.table(seats=[{"kind": "me"}, *BOTS], options={"rounds": 2}, start=True)
        assert mira.look(table)["automatic"] is False
        counts += play_out(mira, table)
        if 1 in counts:
            break
    assert 1 in counts
    text = mira.http.get(f"/tables/{table}/save").text
    assert "\nasks: all\n" in text
    saved = rookery.load(text)
    saved.verify()
    assert mira.get(f"/tables/{table}/verify")["fits"]


def test_who_plays_alone_may_have_them_played(mira: Guest) -> None:
    counts: list[int] = []
    for _ in range(3):
        table = mira.table(
            seats=[{"kind": "me"}, *BOTS], options={"rounds": 2}, automatic=True, start=True
        )
        assert mira.look(table)["automatic"] is True
        counts += play_out(mira, table)
    assert counts
    assert 1 not in counts
    assert "asks:" not in mira.http.get(f"/tables/{table}/save").text


def test_with_several_people_nothing_is_played_by_itself(mira: Guest, noor: Guest) -> None:
    table = mira.table(players=2, options={"rounds": 1, "first": 0}, automatic=True, public=True)
    noor.post(f"/tables/{table}/join")
    mira.post(f"/tables/{table}/start")
    chance = random.Random(3)
    while mira.look(table)["status"] != "over":
        for who, seat in ((mira, 0), (noor, 1)):
            choices = who.scene(table, seat)["scene"]["choices"]
            if choices:
                who.act(table, seat, chance.choice(choices)["action"])
    assert "\nasks: all\n" in mira.http.get(f"/tables/{table}/save").text


def test_a_saved_match_is_played_on_from_any_moment(mira: Guest) -> None:
    game = rookery.game("party")
    match = game.start(3, seed=4, rounds=1)
    chance = random.Random(5)
    while not match.over:
        match.play(chance.choice(match.legal()))
    text = match.save()
    seats = [{"kind": "bot", "level": "greedy"} for _ in range(3)]
    middle = next(again for again in match.replay() if again.ply == 9)
    seats[middle.turn or 0] = {"kind": "me"}
    source = {"match": text, "ply": 9}
    table = mira.table("party", seats=seats, start=True, **{"from": source})
    seen = mira.scene(table, middle.turn)["scene"]
    wanted = middle.scene(middle.turn).to_dict()
    assert [it["action"] for it in seen["choices"]] == [it["action"] for it in wanted["choices"]]
    assert seen["sprites"] == wanted["sprites"]
    mira.act(table, middle.turn or 0, seen["choices"][0]["action"])
    late = mira.cannot_post("/tables", game="party", seats=seats, **{"from": {**source, "ply": 99}})
    assert (late.status, late.code) == (409, "wrong_time")
    other = mira.cannot_post("/tables", game="ultimatum", seats=seats, **{"from": source})
    assert "saved match is one of party" in other.message
    broken = {"match": text.replace("seed: 4", "seed: 5"), "ply": 3}
    assert mira.cannot_post("/tables", game="party", **{"from": broken}).code == "broken_save"
