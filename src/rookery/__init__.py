"""Rookery: Penguin Party, The Penguin Ultimatum and Pyramid of Pengqueen, exact and fast.

>>> import rookery
>>> match = rookery.game("party").start(players=4, seed=7)
>>> while not match.over:
...     match.play(match.legal()[0])
>>> match.scores(), match.winners()
([21, 26, 27, 20], [3])
"""

from rookery.bots import find as bot
from rookery.core.batch import Batch
from rookery.core.edition import Edition
from rookery.core.game import Game
from rookery.core.match import Match
from rookery.core.save import read as _read
from rookery.errors import (
    BrokenGame,
    BrokenNet,
    BrokenPuzzles,
    BrokenResults,
    BrokenSave,
    DamagedLog,
    DatabaseFull,
    DatabaseInUse,
    DatabaseReadOnly,
    DatabaseTooNew,
    DatabaseUnavailable,
    DatabaseUnusable,
    IllegalAction,
    InvalidArena,
    InvalidEdition,
    InvalidOption,
    InvalidPlayers,
    InvalidPosition,
    InvalidSeat,
    InvalidSeed,
    MatchOver,
    MissingExtra,
    NoCluster,
    NothingToUndo,
    RookeryError,
    StoreError,
    UnknownAction,
    UnknownBot,
    UnknownEdition,
    UnknownGame,
    WrongRules,
)
from rookery.games import find as game
from rookery.games import itself as games

__version__ = "0.1.0"


def load(text: str) -> Match:
    """The match of a text that ``match.save()`` wrote; refuses a damaged or edited one.

    >>> text = rookery.game("party").start(players=4, seed=7).save()
    >>> rookery.load(text)
    <Match party, 4 players, ply 0, seat 0 to decide>
    >>> rookery.load(text.replace("seed: 7", "seed: 8"))
    Traceback (most recent call last):
    rookery.errors.BrokenSave: line 10: the check does not match lines 1 to 9: edited?
    """
    return _read(text, game)


__all__ = [
    "Batch",
    "BrokenGame",
    "BrokenNet",
    "BrokenPuzzles",
    "BrokenResults",
    "BrokenSave",
    "DamagedLog",
    "DatabaseFull",
    "DatabaseInUse",
    "DatabaseReadOnly",
    "DatabaseTooNew",
    "DatabaseUnavailable",
    "DatabaseUnusable",
    "Edition",
    "Game",
    "IllegalAction",
    "InvalidArena",
    "InvalidEdition",
    "InvalidOption",
    "InvalidPlayers",
    "InvalidPosition",
    "InvalidSeat",
    "InvalidSeed",
    "Match",
    "MatchOver",
    "MissingExtra",
    "NoCluster",
    "NothingToUndo",
    "RookeryError",
    "StoreError",
    "UnknownAction",
    "UnknownBot",
    "UnknownEdition",
    "UnknownGame",
    "WrongRules",
    "bot",
    "game",
    "games",
    "load",
]
