"""What many tests need: random matches, the oracles, and how much to do in each mode."""

import json
import random
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

import rookery
from rookery.core.game import Game
from rookery.core.kernel import COMPILED
from rookery.core.match import Match

#: Every game with every number of players.
SEATINGS = [(name, players) for name in rookery.games() for players in rookery.game(name).players]


def scaled(compiled: int, interpreted: int) -> int:
    """How often to do a thing: interpreted rules are some hundred times slower."""
    return compiled if COMPILED else interpreted


def oracle(game: Game) -> ModuleType:
    """The slow obvious rules of a game."""
    return import_module(f"tests.oracle.{game.name}")


def step_oracle(game: Game) -> ModuleType:
    """The same rules, told step by step."""
    return import_module(f"tests.oracle.{game.name}_steps")


def view_oracle(game: Game) -> ModuleType:
    """What the rules say that a seat knows."""
    return import_module(f"tests.oracle.{game.name}_view")


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
