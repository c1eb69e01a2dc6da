"""A match at the terminal, typed by a person who is a program."""

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import rookery
from rookery.bots.levels import SearchingBot
from rookery.cli import main
from rookery.core.view import View


def typing(words: Iterator[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt="": next(words))


@pytest.mark.parametrize("name", rookery.games())
def test_a_whole_match_can_be_typed(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ask for a hint, take it, and so on to the end."""

    def words() -> Iterator[str]:
        while True:
            yield "h"
            hint = re.findall(r"Perhaps (.+)\?", capsys.readouterr().out)
            yield hint[-1]

    typing(words(), monkeypatch)
    assert main(["play", name, "--players", "2", "--seed", "3"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"(win|wins)!", out)


def test_the_person_can_ask_take_back_save_and_leave(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "match.txt"
    words = ["u", "?", "nonsense", "b9.9", "", "s", "s /no/such/folder/x", f"s {file}", "q"]
    typing(iter(words), monkeypatch)
    assert main(["play", "party", "--seed", "3", "--option", "first=0"]) == 0
    out = capsys.readouterr().out
    assert "nothing to take back" in out
    assert "r>" in out
    assert "'nonsense' is not an action" in out
    assert "Name a file" in out
    assert "Not saved: No such file" in out
    assert "You leave the table" in out
    assert rookery.load(file.read_text()).ply == 0


def test_taking_back_returns_to_the_own_last_decision(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "match.txt"
    game = rookery.game("party")
    first = game.start(4, seed=3, first=0)
    text = first.notation(first.legal()[0])
    typing(iter([text, "u", f"s {file}", "q"]), monkeypatch)
    assert main(["play", "party", "--seed", "3", "--option", "first=0"]) == 0
    assert rookery.load(file.read_text()).ply == 0


@pytest.mark.parametrize("signal", [KeyboardInterrupt, EOFError])
def test_leaving_is_clean(
    signal: type[BaseException],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def leave(prompt: str = "") -> str:
        raise signal

    monkeypatch.setattr("builtins.input", leave)
    assert main(["play", "party", "--seed", "3"]) == 0
    out, err = capsys.readouterr()
    assert "You leave the table" in out
    assert err == ""


def test_colours_are_painted_only_where_they_are_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import io

    from rookery.cli.paint import painter

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert painter(Terminal())("[R]", "red").startswith("\033[")
    assert painter(io.StringIO())("[R]", "red") == "[R]"
    monkeypatch.setenv("NO_COLOR", "1")
    assert painter(Terminal())("[R]", "red") == "[R]"


def test_a_bot_thinks_ahead_while_the_person_thinks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And is stopped before anything else happens, however the match goes on or ends."""
    begun, asked = threading.Event(), []

    def ponder(self: object, view: View, chance: object, stop: threading.Event) -> int:
        begun.set()
        asked.append(view.seat)
        assert stop.wait(60)
        return 0

    monkeypatch.setattr(SearchingBot, "ponder", ponder)

    def words() -> Iterator[str]:
        for word in ("?", "h", "u", "q"):
            assert begun.wait(60)
            begun.clear()
            yield word

    typing(words(), monkeypatch)
    flags = ["--bot", "chick", "--ponder", "--option", "first=0", "--players", "2", "--seed", "3"]
    assert main(["play", "party", *flags]) == 0
    assert asked == [1, 1, 1, 1]
    assert [it.name for it in threading.enumerate() if "ponder" in it.name] == []
    assert main(["play", "party", "--bot", "greedy", "--ponder"]) != 0
    assert "does not search" in capsys.readouterr().err
