"""Bots: a bot is handed what its seat may know, the legal actions and chance, and chooses."""

from collections.abc import Callable, Sequence
from typing import Protocol

from rookery.bots.simple import GreedyBot, RandomBot
from rookery.core.game import Game
from rookery.core.record import Records
from rookery.core.view import View
from rookery.errors import UnknownBot


class Bot(Protocol):
    """What plays a seat."""

    def choose(self, view: View, legal: Sequence[int], rng: Records) -> int:
        """One of the legal actions."""
        ...


_BOTS: dict[str, Callable[[Game], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def names() -> tuple[str, ...]:
    """The names of all bots, weakest first."""
    return tuple(_BOTS)


def find(name: str, game: Game) -> Bot:
    """A bot by its name, for one game."""
    if name not in _BOTS:
        raise UnknownBot(f"there is no bot {name!r}; the bots are {', '.join(_BOTS)}")
    return _BOTS[name](game)
