"""A newer Rookery: tables keep their rules, or are shown as they were kept."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.api.client import Guest, Server
from tests.server.faults.forked import ROOT

GAME = (ROOT / "docs" / "tutorial" / "catch" / "__init__.py").read_text("utf-8")

#: The second version deals two fish, and still knows how to deal three.
SECOND = [
    ('("turn", np.int8),\n', '("turn", np.int8),\n        ("hand", np.int8),\n'),
    ("points players turn", "points players turn hand"),
    ('["held"][seat] = HAND', '["held"][seat] = state["hand"]'),
    (
        "\nSTATE = ",
        "\nfrom rookery.core.options import Option\n"
        "RULES_VERSION, EARLIER = 2, {1: {'hand': 3}}\n"
        "OPTIONS = {'hand': Option('hand', 'fish', 2, low=2, high=3, former=True)}\n\n"
        "def setup(state, players, options):\n    state['hand'] = options['hand']\n\n"
        "\nSTATE = ",
    ),
]
#: The third one does not.
THIRD = [*SECOND, ("2, {1: {'hand': 3}}", "3, {}")]


def written(changes: list[tuple[str, str]]) -> str:
    text = GAME
    for old, new in changes:
        assert text.count(old) >= 1, old
        text = text.replace(old, new, 1)
    return text


Restart = Callable[[list[tuple[str, str]]], Server]


@pytest.fixture
def restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Restart]:
    """Stops the server and starts it anew, with another version of the game."""
    monkeypatch.setenv("ROOKERY_GAMES", str(tmp_path / "games"))
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # so small a game is quicker without
    folder = tmp_path / "games" / "catch"
    folder.mkdir(parents=True)
    servers: list[Server] = []

    def again(changes: list[tuple[str, str]]) -> Server:
        (folder / "__init__.py").write_text(written(changes))
        if servers:
            servers[0].stop()
            servers[0].start()
        else:
            servers.append(Server(tmp_path / "tables.db", "--bots=0"))
        return servers[0]

    yield again
    servers[0].close()


def fish(mira: Guest, table: str) -> list[int]:
    """How many each seat holds."""
    scenes = [mira.scene(table, seat)["scene"] for seat in (0, 1)]
    return [sum(it["id"].startswith("fish") for it in scene["sprites"]) for scene in scenes]


def told(mira: Guest, table: str) -> list[str]:
    events: list[Any] = mira.get(f"/tables/{table}/told", limit=500)["events"]
    return [line for event in events for line in event["told"]]


def test_a_table_keeps_its_rules_as_long_as_they_are_known(restart: Restart) -> None:
    first, last = (lambda choices: choices[0]), (lambda choices: choices[-1])
    mira = restart([]).guest("Mira")
    running, done = (mira.hot_seat("catch", 2) for _ in range(2))
    waiting = mira.table("catch", players=2, public=True)
    mira.play(running, 2, first, 3)
    assert mira.play(done, 2, last) == 6
    winners = mira.look(done)["winners"]
    saved = mira.http.get(f"/tables/{done}/save").text

    restart(SECOND)
    # Three fish each at the old table, two at a new one; nobody is offered three.
    mira.play(running, 2, first, 1)
    assert mira.play(mira.hot_seat("catch", 2), 2, first) == 4
    assert mira.look(done)["winners"] == winners
    assert mira.http.get(f"/tables/{done}/verify").json()["fits"]
    assert mira.http.post("/verify", json={"match": saved}).json()["fits"]
    [offered] = [it for it in mira.get("/games")["games"] if it["name"] == "catch"]
    assert offered["options"] == {}
    refused = mira.cannot_post("/tables", game="catch", options={"hand": 3})
    assert (refused.code, "former rules" in refused.message) == ("invalid_option", True)
    rematch = mira.post(f"/tables/{done}/rematch")["id"]
    assert mira.look(rematch)["game"] == "catch"

    restart(THIRD)
    # What was finished is shown as it was kept.
    seen = mira.look(done)
    assert (seen["status"], seen["winners"]) == ("over", winners)
    assert len([line for line in told(mira, done) if line.startswith("Me ")]) >= 6
    assert mira.scene(done, 0)["scene"] is None
    # What was not is closed, and says why.
    for table in (running, waiting):
        assert mira.look(table)["status"] == "over"
        assert mira.look(table)["winners"] == []
        assert "no longer known here" in told(mira, table)[-1]
        assert mira.cannot_post(f"/tables/{table}/actions", seat=0, action="1").code == "wrong_time"
    for path in ("save", "verify", "backdrop"):
        answer = mira.http.get(f"/tables/{running}/{path}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "wrong_rules"), path
    assert mira.play(mira.hot_seat("catch", 2), 2, first) == 4
    with mira.events(running, seat=0) as events:
        assert events.next().data["scene"] is None
