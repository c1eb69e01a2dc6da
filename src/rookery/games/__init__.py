"""The games. Each is a folder of the same shape; a new folder is a new game.

``ROOKERY_GAMES`` names further folders with games in them, as ``PATH`` does with programs.
"""

import copyreg
import os
import pkgutil
from functools import cache
from importlib import import_module
from typing import Any

from rookery.core.game import Game
from rookery.errors import UnknownGame, shown

__path__ += [folder for folder in os.environ.get("ROOKERY_GAMES", "").split(os.pathsep) if folder]


@cache
def names() -> tuple[str, ...]:
    """The names of all games.

    >>> "party" in rookery.games()
    True
    """
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


def find(name: str) -> Game:
    """A game by its name.

    >>> game = rookery.game("party")
    >>> game.title, game.players, game.num_actions
    ('Penguin Party', range(2, 7), 150)
    """
    if not isinstance(name, str) or name not in names():
        raise UnknownGame(f"there is no game {shown(name)}; the games are {', '.join(names())}")
    game: Game = import_module(f"{__name__}.{name}").GAME
    return game


def _pickle(game: Game) -> tuple[Any, tuple[str]]:
    return find, (game.name,)


# A game is its name: worker processes find their own.
copyreg.pickle(Game, _pickle)
