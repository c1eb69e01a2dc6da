"""A game that is broken is left out, with one clear line; all others are played."""

import json
import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

import rookery
from rookery.core.kernel import COMPILED
from tests.server.api.client import Server

TUTORIAL = Path(__file__).parents[1] / "docs/tutorial/catch/__init__.py"
BROKEN = {
    "torn": ("def (", "SyntaxError: invalid syntax (__init__.py, line 1)"),
    "empty": ("from rookery.core.game import Game\nGAME = Game.of(__name__)", "TITLE (spec.py)"),
    "nothing": ("", "AttributeError: module 'rookery.games.nothing' has no attribute 'GAME'"),
}
#: This one can be loaded; that it cannot be played shows when it is compiled.
WRONG, WHY = "wrong", "Field 'turm' was not found in record"


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Some broken games, for programs that are started from here."""
    sources = {name: text for name, (text, _) in BROKEN.items()}
    good = 'seat = state["turn"]\n'
    assert good in TUTORIAL.read_text("utf-8")
    wrong = TUTORIAL.read_text("utf-8").replace(good, 'seat = state["turm"]\n')
    sources[WRONG] = wrong.replace("gone", "swum")  # no other game has the same record
    for name, text in sources.items():
        (tmp_path / "games" / name).mkdir(parents=True)
        (tmp_path / "games" / name / "__init__.py").write_text(text, "utf-8")
    folders = [str(tmp_path / "games"), os.environ.get("ROOKERY_GAMES", "")]
    monkeypatch.setenv("ROOKERY_GAMES", os.pathsep.join(folders))
    return tmp_path


def run(*words: str) -> tuple[int, str, list[str]]:
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr.splitlines()


@pytest.mark.usefixtures("games")
def test_a_list_of_games_leaves_broken_ones_out_and_says_why_once() -> None:
    code = "import rookery; rookery.games(); print(*rookery.games())"
    status, out, said = run("-c", code)
    assert status == 0
    assert set(rookery.games()) <= set(out.split())
    assert set(out.split()).isdisjoint(BROKEN)
    assert len(said) == len(BROKEN)
    for name, (_, why) in BROKEN.items():
        (line,) = (it for it in said if f"'{name}'" in it)
        assert why in line


#: To start Python takes longer than all of these commands.
COMMANDS = """
import contextlib, io, json, sys
from rookery.cli import COMPILING, main
found = []
for words in json.loads(sys.argv[1]):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(words)
    said = [line for line in err.getvalue().splitlines() if line != COMPILING]
    found.append([status, out.getvalue(), said])
print(json.dumps(found))
"""


@pytest.mark.usefixtures("games")
def test_who_asks_for_a_broken_game_gets_one_line_and_the_others_play() -> None:
    asked = [*BROKEN, *([WRONG] if COMPILED else [])]
    commands = [["simulate", name] for name in asked]
    commands.append(["simulate", "party", "--games", "1", "--json"])
    _, out, _ = run("-c", COMMANDS, json.dumps(commands))
    *refused, (status, figures, said) = json.loads(out)
    assert (status, said) == (0, [])
    assert json.loads(figures)
    lines = {}
    for name, (status, _, said) in zip(asked, refused, strict=True):
        assert status == 2
        assert len(said) == 1, said
        (lines[name],) = said
    for name, (_, why) in BROKEN.items():
        assert lines[name].startswith(f"rookery: the game '{name}' is broken: ")
        assert why in lines[name]
    if COMPILED:
        assert WHY in lines[WRONG]
        assert lines[WRONG].endswith(f"({WRONG}/__init__.py, line {line_of_the_mistake()})")


def line_of_the_mistake() -> int:
    return TUTORIAL.read_text("utf-8").split('seat = state["turn"]\n')[0].count("\n") + 1


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_a_server_plays_the_rest(games: Path) -> None:
    server = Server(games / "tables.db", "--bots=0")
    try:
        mira = server.guest("Mira")
        for name in (*BROKEN, WRONG):
            found = mira.cannot_post("/tables", game=name, players=2)
            assert found.code == "broken_game"
        shown = {it["name"] for it in mira.get("/games")["games"]}
        assert shown == set(rookery.games()) == set(mira.get("/health")["ready"])
        assert mira.table("party", players=2)
        assert mira.cannot_get("/tables", game=WRONG).code == "broken_game"
        lobby = httpx.get(server.url.removesuffix("/api/v1") + "/").text
        for name in rookery.games():
            assert f'data-game="{name}"' in lobby
        assert not any(f'data-game="{name}"' in lobby for name in (*BROKEN, WRONG))
    finally:
        server.close()
    said = server.log.read_text()
    for name, why in {**{name: why for name, (_, why) in BROKEN.items()}, WRONG: WHY}.items():
        assert said.count(f"'{name}' is broken and left out") == 1
        assert why in said
