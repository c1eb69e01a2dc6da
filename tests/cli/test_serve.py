"""``rookery serve``: what it says before it serves."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rookery.cli import main

SERVE = ["serve", "--port", "0", "--db"]


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Instead of serving, note that somebody wanted to."""
    asked: list[object] = []
    monkeypatch.setattr("rookery.server.run.serve", lambda *it: asked.append(it) or it[1].close())
    return asked


def test_tables_are_open_when_all_games_are_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], served: list[object]
) -> None:
    assert main([*SERVE, str(tmp_path / "tables.db")]) == 0
    assert capsys.readouterr().out.startswith("Tables are open at http://127.0.0.1:")
    assert served


def test_tables_are_not_open_when_no_game_can_be_played(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    served: list[object],
) -> None:
    monkeypatch.setattr("rookery.cli.serve.names", lambda: ())
    assert main([*SERVE, str(tmp_path / "tables.db")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("rookery: none of the games can be played")
    assert err.count("\n") == 1
    assert not served


def test_a_game_that_cannot_be_loaded_is_named_before_tables_are_open(tmp_path: Path) -> None:
    folder = tmp_path / "more" / "brokengame"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("import no_such_module_anywhere\n")
    # Both in one stream: what comes first is said first.
    process = subprocess.Popen(
        [sys.executable, "-m", "rookery", *SERVE, str(tmp_path / "tables.db")],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "ROOKERY_GAMES": str(folder.parent), "PYTHONUNBUFFERED": "1"},
    )
    try:
        assert process.stdout is not None
        first, second = process.stdout.readline(), process.stdout.readline()
        for part in ("'brokengame'", "left out", "no_such_module_anywhere"):
            assert part in first
        assert second.startswith("Tables are open at http://127.0.0.1:")
    finally:
        process.terminate()
        process.communicate()
