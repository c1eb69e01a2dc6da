"""Bots by name: those of Rookery, and a user's own as ``module:Class``."""

from importlib import import_module

from rookery import bots
from rookery.core.game import Game
from rookery.errors import UnknownBot


def find(name: str, game: Game) -> bots.Bot:
    """A new bot. ``my_bots:Careful`` is made by calling ``Careful(game)`` of module my_bots."""
    if ":" not in name:
        return bots.find(name, game)
    module_name, _, attribute = name.partition(":")
    try:
        make = getattr(import_module(module_name), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownBot(f"there is no bot {name!r}: {error}") from None
    bot: bots.Bot = make(game)
    return bot


def check_bots(names: tuple[str, ...], game: Game) -> None:
    """Refuse names that no bot answers to. One that fails to start is no such case: it forfeits."""
    for name in names:
        try:
            find(name, game)
        except UnknownBot:
            raise
        except Exception:  # noqa: S112 - a bot may raise anything
            continue
