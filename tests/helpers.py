"""What many tests need: random matches, the oracles, and how much to do in each mode."""

import json
import random
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import pytest

import rookery
from rookery.core.folder import folder_of
from rookery.core.game import Game
from rookery.core.kernel import COMPILED
from rookery.core.known import known_of
from rookery.core.match import Match

#: Every game with every number of players.
SEATINGS = [(name, players) for name in rookery.games() for players in rookery.game(name).players]


def scaled(compiled: int, interpreted: int) -> int:
    """How often to do a thing: interpreted rules are some hundred times slower."""
    return compiled if COMPILED else interpreted


def oracle(game: Game) -> ModuleType:
    """The slow obvious rules of a game; a test that needs them is skipped where there are none."""
    return _oracle(game.name)


def step_oracle(game: Game) -> ModuleType:
    """The same rules, told step by step."""
    return _oracle(f"{game.name}_steps")


def view_oracle(game: Game) -> ModuleType:
    """What the rules say that a seat knows."""
    return _oracle(f"{game.name}_view")


def _oracle(name: str) -> ModuleType:
    path = f"tests.oracle.{name}"
    if find_spec(path) is None:
        pytest.skip(f"there is no {path.replace('.', '/')}.py")
    return import_module(path)


def short(game: str) -> dict[str, Any]:
    """Options with which matches of a game are soon over: ``SHORT`` of its tests."""
    return _of_tests(game, "SHORT", {})


def _of_tests(game: str, name: str, default: Any) -> Any:
    """Something that the tests of a game say of it."""
    path = f"tests.games.{game}"
    return default if find_spec(path) is None else getattr(import_module(path), name, default)


def takes_back(game: str) -> set[str]:
    """What comes of trying to take actions of a game back: ``TAKES_BACK`` of its tests."""
    return _of_tests(game, "TAKES_BACK", set())


def is_translated(game: Game) -> bool:
    """Whether a game speaks other languages than English."""
    folder = folder_of(game.name)
    return folder is not None and (folder / "locale").is_dir()


def marked(game: str) -> set[str]:
    """The marks that scenes of a game show in every match: ``MARKED`` of its tests."""
    return _of_tests(game, "MARKED", set())


def hides(game: Game) -> bool:
    """Whether a game has fields that not everybody knows."""
    return set(known_of(game.dtype).public) != set(game.dtype.names or ())


def text(value: Any) -> str:
    """Equal for equal JSON, and telling 1 and true apart."""
    return json.dumps(value, sort_keys=True)


def play_on(match: Match, chance: random.Random, actions: int = 10**9) -> Match:
    """Play random actions, at most so many."""
    while not match.over and actions > 0:
        match.play(chance.choice(match.legal()))
        actions -= 1
    return match


def random_options(game: Game, players: int, chance: random.Random) -> dict[str, Any]:
    """Options drawn from all that the game offers; numbers are small, so that matches are short."""
    options: dict[str, Any] = {}
    for name, option in game.options.items():
        is_number = not (option.choices or option.switch or option.seat)
        if chance.random() < 0.4 and not is_number:
            continue
        if option.choices:
            options[name] = chance.choice(option.choices)
        elif option.switch:
            options[name] = chance.random() < 0.5
        elif option.seat:
            options[name] = chance.randrange(players)
        else:
            options[name] = chance.randint(option.low, min(option.high, option.low + 7))
    return options


def matches(
    name: str, players: int, count: int, label: str = "", asks_all: bool = False
) -> Iterator[Match]:
    """Fresh matches with varied options and editions, the same in every run."""
    game = rookery.game(name)
    for number in range(count):
        chance = random.Random(f"{label} {name} {players} {number}")
        edition = chance.choice(game.editions)
        options = random_options(game, players, chance)
        seed = chance.getrandbits(63)
        yield game.start(players, seed, edition, asks_all=asks_all, **options)
