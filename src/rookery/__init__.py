"""Rookery: Penguin Party, The Penguin Ultimatum and Pyramid of Pengqueen, exact and fast."""

from rookery.bots import find as bot
from rookery.core.batch import Batch
from rookery.core.edition import Edition
from rookery.core.game import Game
from rookery.core.match import Match
from rookery.core.save import read as _read
from rookery.errors import (
    BrokenResults,
    BrokenSave,
    DatabaseFull,
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
from rookery.games import names as games

__version__ = "0.1.0"


def load(text: str) -> Match:
    """The match of a text that ``match.save()`` wrote; refuses a damaged or edited one."""
    return _read(text, game)


__all__ = [
    "Batch",
    "BrokenResults",
    "BrokenSave",
    "DatabaseFull",
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
