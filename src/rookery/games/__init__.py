"""The games. Each is a folder of the same shape; a new folder is a new game.

``ROOKERY_GAMES`` names further folders with games in them, as ``PATH`` does with programs.

>>> "party" in rookery.games()
True
"""

import copyreg
import logging
import os
import pkgutil
import sys
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, cast

from rookery.core.game import Game
from rookery.core.kernel import reason
from rookery.errors import BrokenGame, UnknownGame, shown

_further = filter(None, os.environ.get("ROOKERY_GAMES", "").split(os.pathsep))
__path__ += map(os.path.abspath, _further)

log = logging.getLogger("rookery.games")
#: Games that cannot be played, and why.
_broken: dict[str, Exception] = {}


@cache
def folders() -> tuple[str, ...]:
    """The names of all games that have a folder, whether they can be played or not."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


def names() -> tuple[str, ...]:
    """The names of all games that can be played."""
    _load_all()
    return tuple(name for name in folders() if name not in _broken)


def find(name: str) -> Game:
    """A game by its name.

    >>> game = rookery.game("party")
    >>> game.title, game.players, game.num_actions
    ('Penguin Party', range(2, 7), 150)
    """
    if not isinstance(name, str) or name not in folders():
        raise UnknownGame(f"there is no game {shown(name)}; the games are {', '.join(names())}")
    if name not in _broken:
        try:
            game: Game = import_module(f"{__name__}.{name}").GAME
        except Exception as error:  # whatever its author did wrong, the other games can be played
            _broken[name] = error
        else:
            return game
    raise BrokenGame(f"the game {name!r} is broken: {reason(_broken[name])}") from _broken[name]


def leave_out(name: str, error: Exception) -> None:
    """Go on without a game that cannot be played, and say so in one line."""
    _broken[name] = error
    log.warning("the game %r is broken and left out: %s", name, reason(error))


@cache
def _load_all() -> None:
    for name in folders():
        try:
            find(name)
        except BrokenGame:
            leave_out(name, _broken[name])


def _pickle(game: Game) -> tuple[Any, tuple[str]]:
    return find, (game.name,)


# A game is its name: worker processes find their own.
copyreg.pickle(Game, _pickle)


class Games(ModuleType):
    """This module: ``rookery.games()`` lists the names, ``rookery.games.party`` is a game's."""

    def __call__(self) -> tuple[str, ...]:
        """The names of all games that can be played."""
        return names()


itself = cast(Games, sys.modules[__name__])
itself.__class__ = Games
