"""Taking back: allowed while nobody has learned anything, otherwise refused with the reason."""

import random
from typing import Any

import pytest

import rookery
from tests.helpers import takes_back
from tests.server.api.client import Guest, until

SAID = {
    "chance had a part in what came of it": "chance",
    "it brought something hidden to light": "light",
}

every_game = pytest.mark.parametrize("game", rookery.games())


@every_game
def test_taking_back_is_allowed_or_refused_with_the_reason(mira: Guest, game: str) -> None:
    chance = random.Random(game)
    met: set[str] = set()
    wanted, players = takes_back(game) or {"over"}, rookery.game(game).players[-1]
    for _ in range(15):  # deals are secret, so how long it takes is chance; mostly it is short
        table = mira.hot_seat(game, min(3, players))
        for _ in range(60):
            if wanted <= met or mira.look(table)["status"] == "over":
                break
            met.add(try_to_take_back(mira, table, min(3, players), chance))
    assert met >= wanted


def try_to_take_back(mira: Guest, table: str, players: int, chance: random.Random) -> str:
    """Play an action, take it back if that is allowed, and play it again."""
    seat, choices, _ = mira.turn(table, players)
    before = {viewer: unmarked(mira, table, viewer) for viewer in (None, *range(players))}
    action = chance.choice(choices)
    mira.act(table, seat, action)
    if mira.look(table)["status"] == "over":
        return "over"
    answer = mira.http.post(f"/tables/{table}/undo", json={"seat": seat})
    if answer.status_code == 409:
        assert answer.json()["error"]["code"] == "cannot_take_back"
        message: str = answer.json()["error"]["message"]
        return SAID.get(message, message)
    assert answer.status_code == 200
    assert answer.json()["number"] == mira.scene(table, seat)["number"]
    assert {viewer: unmarked(mira, table, viewer) for viewer in before} == before
    assert mira.scene(table, seat)["told"] == [f"Me {seat} takes the last action back."]
    mira.act(table, seat, action)
    return "allowed"


def unmarked(mira: Guest, table: str, viewer: int | None) -> dict[str, Any]:
    """What a viewer sees, but for the marks of what just happened."""
    scene: dict[str, Any] = mira.scene(table, viewer)["scene"]
    for sprite in scene["sprites"]:
        sprite.pop("mark", None)
    return {key: value for key, value in scene.items() if key not in ("gains", "summary")}


@every_game
def test_what_somebody_else_has_answered_cannot_be_taken_back(mira: Guest, game: str) -> None:
    table = mira.hot_seat(game, 2)
    first, _, _ = mira.turn(table, 2)
    assert mira.cannot_post(f"/tables/{table}/undo", seat=first).message == (
        "there is no action to take back"
    )
    actors: list[int] = []
    while len(set(actors)) < 2:
        seat, choices, _ = mira.turn(table, 2)
        mira.act(table, seat, choices[0])
        actors.append(seat)
    found = mira.cannot_post(f"/tables/{table}/undo", seat=actors[0])
    assert found.code == "cannot_take_back"
    # Where actions are hidden, nobody is told whether there was one before it is their turn.
    mine = mira.turn(table, 2)[0] == actors[0]
    said = "has" if mine or rookery.game(game).open_actions else "may have"
    assert found.message.endswith(f"{said} played since")


def test_a_seat_cannot_take_back_for_another(mira: Guest, noor: Guest) -> None:
    table = mira.hot_seat("party", 2, public=True)
    seat, choices, _ = mira.turn(table, 2)
    mira.act(table, seat, choices[0])
    assert noor.cannot_post(f"/tables/{table}/undo", seat=seat).code == "not_yours"


def test_alone_against_bots_anything_can_be_taken_back_and_counts_nowhere(mira: Guest) -> None:
    bot = {"kind": "bot", "level": "chick"}
    table = mira.table("party", seats=[{"kind": "me"}, bot], start=True, options={"first": 1})
    seen = []
    for _ in range(3):
        choices = until(lambda: mira.scene(table, 0)["scene"]["choices"])
        seen.append(unmarked(mira, table, 0))
        mira.act(table, 0, choices[0]["action"])
    until(lambda: mira.scene(table, 0)["scene"]["choices"])
    assert not mira.look(table)["practice"]
    for before in reversed(seen):
        mira.post(f"/tables/{table}/undo", seat=0)
        assert unmarked(mira, table, 0) == before
    assert mira.look(table)["practice"]
    # What the bot did before is not ours to take back.
    assert mira.cannot_post(f"/tables/{table}/undo", seat=0).code == "cannot_take_back"
    mira.post(f"/tables/{table}/resign", seat=0)
    assert mira.look(table)["status"] == "over"
    assert [it["played"] for it in mira.get("/guests/me/profile")["games"] if it["played"]] == []
