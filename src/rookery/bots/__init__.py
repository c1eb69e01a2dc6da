"""Bots: a bot is handed what its seat may know, the legal actions and chance, and chooses."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from rookery.bots.levels import LEVELS, RETIRED, SearchingBot
from rookery.bots.simple import GreedyBot, RandomBot
from rookery.core.game import Game
from rookery.core.rng import Chance
from rookery.core.view import View
from rookery.errors import InvalidOption, UnknownBot


class Bot(Protocol):
    """What plays a seat."""

    def choose(self, view: View, legal: Sequence[int], rng: Chance = None) -> int:
        """One of the legal actions; ``rng`` is a generator record, a seed, or what is at hand."""
        ...

    def explain(self) -> dict[str, Any]:
        """The figures of the last decision, as plain data."""
        ...


_BOTS: dict[str, Callable[..., Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    **{name: partial(SearchingBot, name=name) for name in LEVELS},
}
_RETIRED: dict[str, Callable[..., Bot]] = {
    name: partial(SearchingBot, name=name) for name in RETIRED
}
_SETTINGS = ("milliseconds", "iterations", "threads", "room", "steady", "net")


def names() -> tuple[str, ...]:
    """The names of all bots: first those that do not search, then the levels, weakest first."""
    return tuple(_BOTS)


def find(name: str, game: Game, **settings: Any) -> Bot:
    """A bot by its name, for one game.

    Bots that search take ``milliseconds`` or ``iterations`` a decision in place of their
    level's own budget, a number of ``threads`` (one; ``king``: one a core), ``room``: how many
    nodes a tree may have, and ``steady=1``: no decision takes time that another one has saved.
    ``net`` is the file of a net for ``emperor`` or ``king`` to go by, in place of the game's own.

    >>> game = rookery.game("party")
    >>> match = game.start(players=4, seed=7)
    >>> bot = rookery.bot("adult", game, iterations=100)
    >>> match.notation(bot.choose(match.hidden(match.turn), match.legal(), 1))
    'b>'
    >>> bot.explain()["iterations"]
    100
    """
    known = {**_BOTS, **_RETIRED}
    if name not in known:
        raise UnknownBot(f"there is no bot {name!r}; the bots are {', '.join(_BOTS)}")
    for key, value in settings.items():
        searches = name in LEVELS or name in RETIRED
        known_settings = (*_SETTINGS, *game.temper) if searches else ()
        if key not in known_settings:
            listed = ", ".join(known_settings) or "none"
            raise InvalidOption(f"{name!r} has no setting {key!r}; its settings: {listed}")
        if key == "net":
            if not isinstance(value, str | Path):
                raise InvalidOption(f"net: {value!r} is not the path of a file")
            continue
        number = isinstance(value, int) or (key == "milliseconds" and isinstance(value, float))
        if isinstance(value, bool) or not number or not value > 0:
            raise InvalidOption(f"{key}: {value!r} is not a number above 0")
    return known[name](game, **settings)
