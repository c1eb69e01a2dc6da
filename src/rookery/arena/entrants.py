"""Bots by name: those of Rookery, a user's own as ``module:Class``, both with settings.

``emperor@iterations=5000`` is the emperor with another budget, ``emperor@net=FILE`` goes by a net
of one's own; settings go to the bot as they are.
"""

from importlib import import_module
from typing import Any

from rookery import bots
from rookery.core.game import Game
from rookery.core.plain import whole
from rookery.errors import RookeryError, UnknownBot, shown


def find(name: str, game: Game) -> bots.Bot:
    """A new bot. ``my_bots:Careful`` is made by calling ``Careful(game)`` of module my_bots."""
    base, *words = name.split("@")
    settings = dict(_setting(name, word) for word in words)
    if ":" not in base:
        return bots.find(base, game, **settings)
    module_name, _, attribute = base.partition(":")
    try:
        make = getattr(import_module(module_name), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownBot(f"there is no bot {base!r}: {error}") from None
    bot: bots.Bot = make(game, **settings)
    return bot


def _setting(name: str, word: str) -> tuple[str, Any]:
    key, equals, value = word.partition("=")
    if key == "net" and value:
        return key, value
    number = whole(value)
    if not key.isidentifier() or not equals or number is None:
        raise UnknownBot(f"bot {shown(name)}: {shown(word)} is not a setting like name=number")
    return key, number


def check_bots(names: tuple[str, ...], game: Game) -> None:
    """Refuse names that no bot answers to. One that fails to start is no such case: it forfeits."""
    for name in names:
        try:
            find(name, game)
        except RookeryError:
            raise
        except Exception:  # noqa: S112 - a bot may raise anything
            continue


def by_the_clock(name: str, game: Game) -> bool:
    """Whether a bot thinks for a time, not for a number of steps: its choices do not repeat."""
    try:
        return getattr(find(name, game), "milliseconds", None) is not None
    except Exception:
        return False
