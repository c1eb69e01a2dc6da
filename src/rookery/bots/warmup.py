"""All that a first match needs, part by part: compiled where it is not, loaded where it is.

A table's rules are two parts; bots need the others too. A part takes some seconds to compile, and
a tenth of one to load.
"""

from collections.abc import Callable, Sequence

from rookery.bots.levels import SearchingBot
from rookery.bots.simple import GreedyBot
from rookery.core.game import Game
from rookery.core.match import Match
from rookery.games import find
from rookery.search.solver import Solver

#: How far a match is played: some rules come into play late.
ACTIONS = 100
#: So many actions give whoever reads the table something to read.
AFTER = 12


def _begun(game: Game) -> Match:
    return game.start(seed=1, asks_all=True)


def _played(game: Game) -> Match:
    match = _begun(game)
    while not match.over and match.ply < ACTIONS:
        match.play(match.legal()[match.ply % len(match.legal())])
    return match


def _playing(game: Game) -> None:
    match = _played(game)
    match.steps()
    match.scores()
    # A saved match may begin at a position, or have asked for choices only.
    for again in match.replay():
        if again.turn is not None:
            game.from_dict(again.to_dict(), asks_all=True)
    game.start(seed=1).steps()


def _knowing(game: Game) -> None:
    match = _begun(game)
    match.redeal(match.turn, 1)
    for seat in (None, 0):
        match.hidden(seat)
        played = _played(game)
        played.moments(seat)
        played.informed(seat)


def _searching(game: Game) -> None:
    match = _begun(game)
    view = match.hidden(match.turn)
    GreedyBot(game).choose(view, match.legal(), 1)
    SearchingBot(game, "chick", iterations=1).choose(view, match.legal(), 1)
    while match.turn is not None and match.ply < AFTER:
        match.play(match.legal()[0])
    if match.turn is not None:
        SearchingBot(game, "emperor", iterations=1).choose(
            match.informed(match.turn), match.legal(), 1
        )


def _solving(game: Game) -> None:
    match = _begun(game)
    Solver(game, positions=1).search(match.hidden(match.turn))


PARTS: Sequence[Callable[[Game], None]] = (_playing, _knowing, _searching, _solving)
#: The parts that a table needs, and those that only bots need.
RULES = range(2)
BOTS = range(2, len(PARTS))


def warm_up(game: str, parts: Sequence[int] = range(len(PARTS))) -> None:
    """Have these parts of a game ready in this process, and in the cache."""
    for part in parts:
        PARTS[part](find(game))
