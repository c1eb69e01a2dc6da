"""Replays: a saved match through any eyes, or with everything open."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import rookery
from rookery.core.language import LANGUAGES
from rookery.core.match import Match
from rookery.server.app import App
from rookery.server.replay import open_plies
from rookery.server.settings import Settings
from tests.helpers import short

NAMES = ["Åsa", "Ben", "Cleo", "Dan"]


def finished(name: str) -> Match:
    game = rookery.game(name)
    match = game.start(players=min(3, game.players[-1]), seed=11, **short(name))
    bot = rookery.bot("greedy", game)
    while not match.over:
        match.play(bot.choose(match.hidden(match.turn), match.legal(), match.ply))
    return match


@pytest.fixture(scope="module", params=rookery.games())
def match(request: pytest.FixtureRequest) -> Match:
    return finished(request.param)


class Client:
    """Asks the interface without a server; what works for it is started once."""

    def __init__(self, folder: Path) -> None:
        # Where nothing is compiled yet, the first of a kind takes its time.
        settings = Settings(db=str(folder / "tables.db"), bots=0, heavy_seconds=120)
        app = App(settings).asgi()
        self.runner = asyncio.Runner()
        self.life = app.router.lifespan_context(app)
        self.runner.run(self.life.__aenter__())
        self.http = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test")

    def post(self, path: str, json: Any) -> httpx.Response:
        return self.runner.run(self.http.post(path, json=json, timeout=None))

    def close(self) -> None:
        self.runner.run(self.http.aclose())
        self.runner.run(self.life.__aexit__(None, None, None))
        self.runner.close()


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    found = Client(tmp_path_factory.mktemp("tables"))
    yield found
    found.close()


def test_everything_is_open(match: Match) -> None:
    moments = open_plies(match)
    assert len(moments) == match.ply + 1
    names = NAMES[: match.players]
    for moment, again in zip(moments, match.replay(), strict=True):
        scene = moment.happening("en", names).scene
        assert scene is not None
        ids = [sprite.id for sprite in scene.sprites]
        assert len(ids) == len(set(ids))
        zones = {zone.id for zone in scene.zones}
        assert {sprite.zone for sprite in scene.sprites} <= zones
        assert scene.choices == []
        for seat in range(match.players):
            own = again.hidden(seat).scene([], names)
            inside = [(it.art, it.label) for it in own.sprites if it.zone == "hand"]
            shown = [(it.art, it.label) for it in scene.sprites if it.zone == f"hand-{seat}"]
            assert shown == inside
            # Whatever a seat saw of the table itself is to be seen, but for its guesses and wishes.
            arts = {it.art for it in scene.sprites}
            board = [it for it in own.sprites if it.zone == "board"]
            assert {it.art for it in board} <= arts | {"trail", "place", "die-blank", "wanted"}
    events = [moment.happening("en", names) for moment in moments]
    said = [text for event in events for step in event.steps for text in step.told]
    assert said
    assert not any(text.startswith("You ") or " you " in text for text in said)
    assert events[-1].scene is not None
    assert events[-1].scene.result is not None
    assert [event.turn for event in events] == [again.turn for again in match.replay()]


def ask(client: Client, **body: Any) -> Any:
    answer = client.post("/api/v1/replay", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_saved_match_is_shown_part_by_part_through_any_eyes(match: Match, client: Client) -> None:
    text, names = match.save(), NAMES[: match.players]
    for wish in ({"everything": True}, {"seat": 1}, {}):
        whole = ask(client, match=text, names=names, limit=500, **wish)
        assert whole["count"] == len(whole["events"]) <= match.ply + 1
        numbers = [event["number"] for event in whole["events"]]
        assert numbers == list(range(1, whole["count"] + 1))
        # The same moment is found in other eyes by how many actions were played.
        plies = [event["at"] for event in whole["events"]]
        assert plies == sorted(set(plies))
        assert plies[-1] <= match.ply
        part = ask(client, match=text, names=names, after=5, limit=3, **wish)
        assert part["events"] == whole["events"][5:8]
        players = whole["events"][0]["scene"]["players"]
        assert [player["name"] for player in players] == names


def test_without_scenes_the_whole_match_is_told_at_once(match: Match, client: Client) -> None:
    text = match.save()
    for wish in ({"everything": True}, {"seat": 1}):
        told = ask(client, match=text, limit=1, scenes=False, **wish)
        whole = ask(client, match=text, limit=500, **wish)
        assert len(told["events"]) == told["count"] == whole["count"]
        for brief, event in zip(told["events"], whole["events"], strict=False):
            assert brief["scene"] is None
            steps = [{k: v for k, v in it.items() if k != "back"} for it in event["steps"]]
            assert brief == {**event, "scene": None, "steps": steps}


def test_a_seat_sees_again_only_what_it_saw(match: Match, client: Client) -> None:
    shown = ask(client, match=match.save(), seat=0, limit=500)
    for event in shown["events"]:
        assert {zone["id"] for zone in event["scene"]["zones"]} <= {"board", "hand"}


def test_replays_speak_every_language(match: Match, client: Client) -> None:
    texts = set()
    for language in LANGUAGES:
        body = {"match": match.save(), "everything": True, "limit": 5}
        answer = client.post(f"/api/v1/replay?language={language}", json=body)
        texts.add(answer.json()["events"][2]["steps"][0]["told"][0])
    assert len(texts) == len(LANGUAGES)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"match": "nonsense"}, "broken_save"),
        ({"names": ["A"]}, "invalid_option"),
        ({"seat": 7}, "invalid_seat"),
    ],
)
def test_what_cannot_be_shown_is_refused(
    match: Match, client: Client, body: dict[str, Any], code: str
) -> None:
    answer = client.post("/api/v1/replay", json={"match": match.save(), **body})
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == code
