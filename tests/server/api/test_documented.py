"""The page about the server names every flag, limit, endpoint and error."""

import argparse
from pathlib import Path

import pytest

from rookery.bots.levels import LEVELS
from rookery.cli import serve
from rookery.errors import RookeryError
from rookery.server.app import ENDPOINTS, Internal
from rookery.server.problems import Problem
from rookery.server.settings import Settings
from rookery.server.setup import Clock
from tests.server.api.client import Guest
from tests.server.api.test_openapi import errors

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "server.md").read_text("utf-8")


def test_every_flag_is_documented() -> None:
    parser = argparse.ArgumentParser()
    serve.add(parser.add_subparsers())
    with pytest.raises(SystemExit):
        parser.parse_args(["serve", "--nothing"])
    commands = parser._subparsers._group_actions[0].choices  # type: ignore[union-attr]
    for action in commands["serve"]._actions:  # type: ignore[index,call-overload]
        for flag in action.option_strings:
            if flag.startswith("--") and flag != "--help":
                assert f"| `{flag}` |" in PAGE


def test_every_limit_is_documented_with_its_default() -> None:
    for name in serve.LIMITS:
        [line] = [it for it in PAGE.splitlines() if it.startswith("| `") and f"`{name}`" in it]
        assert f"{getattr(Settings(), name):g}" in line, name
    assert set(serve.LIMITS) < set(Settings.__struct_fields__)


def test_every_endpoint_is_documented() -> None:
    for endpoint in ENDPOINTS:
        name = endpoint.path.rpartition("/")[2]
        name = "tables/{id}" if name == "{table}" else name
        assert f"/{name}" in PAGE, endpoint.path


def test_every_error_of_a_server_is_documented_with_its_status() -> None:
    library = (DOCS / "library.md").read_text("utf-8")
    for kind in errors(RookeryError):
        if issubclass(kind, Problem):
            [line] = [
                it for it in PAGE.splitlines() if it.startswith("| `") and f"`{kind.code}`" in it
            ]
            assert str(kind.status) in line
        elif kind.__module__.startswith("rookery."):
            assert f"`{kind.code}`" in library
    assert Internal.code == "internal"


def test_every_setting_of_a_clock_is_documented() -> None:
    for name in Clock.__struct_fields__:
        assert f'"{name}"' in PAGE


def test_levels_of_bots_come_from_one_place(mira: Guest) -> None:
    for language, text in (("en", "Chick: plays for fun"), ("de", "Küken: spielt zum Spaß")):
        levels = mira.get("/games", language=language)["levels"]
        assert [it["level"] for it in levels] == list(LEVELS)
        assert levels[0]["text"] == text
