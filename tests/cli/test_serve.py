"""``rookery serve``: what it says before it serves."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from rookery.cli import main

games = import_module("rookery.games")  # `rookery.games` itself is a function

SERVE = ["serve", "--port", "0", "--db"]


@pytest.fixture(autouse=True)
def served(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Instead of serving, note that somebody wanted to."""
    asked: list[object] = []
    monkeypatch.setattr("rookery.server.run.serve", lambda *it: asked.append(it) or it[1].close())
    return asked


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A game that cannot be loaded, beside the others."""
    folder = tmp_path / "more" / "brokengame"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("import no_such_module_anywhere\n")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(folder.parent)])
    games.names.cache_clear()
    yield folder.name
    monkeypatch.undo()
    games.names.cache_clear()


def test_tables_are_open_when_all_games_are_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], served: list[object]
) -> None:
    assert main([*SERVE, str(tmp_path / "tables.db")]) == 0
    assert capsys.readouterr().out.startswith("Tables are open at http://127.0.0.1:")
    assert served


def test_tables_are_not_open_when_a_game_cannot_be_loaded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], broken: str, served: list[object]
) -> None:
    assert main([*SERVE, str(tmp_path / "tables.db")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"rookery: the game {broken} cannot be loaded: ModuleNotFoundError")
    assert "no_such_module_anywhere" in err
    assert err.count("\n") == 1
    assert not served
