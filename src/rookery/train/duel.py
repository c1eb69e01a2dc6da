"""Duels: a net against the one before it, at equal iterations, on deals with swapped seats."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import rookery
from rookery.arena.intervals import Estimate, of_share
from rookery.bots.levels import worlds_of
from rookery.core import rng
from rookery.core.game import Game
from rookery.core.match import Match
from rookery.search import Search
from rookery.search.net import Learned


@dataclass(frozen=True)
class Duel:
    """Who meets whom."""

    game: str
    players: tuple[int, ...]
    pair: tuple[Learned, Learned]
    iterations: int
    seed: int


def duel(deals: Iterable[tuple[int, float | None]]) -> Estimate:
    """The first one's share of the victories, from deals by number as ``play_deal`` tells them."""
    shares = dict(deals)
    return of_share([share for _, share in sorted(shares.items()) if share is not None])


def searches_of(
    game: Game, players: int, learned: Learned, iterations: int, *, solve: bool = True
) -> list[Search]:
    """One for each seat of a table, because of what it remembers of the match."""
    worlds, room = worlds_of(None, iterations), iterations + 2
    return [
        Search(
            game,
            room=room,
            solve=solve,
            weights=learned.weights,
            guesses=learned.guesses,
            worlds=worlds,
        )
        for _ in range(players)
    ]


def play_deal(
    task: Duel, number: int, thinking: Callable[[int], None] = lambda seat: None
) -> tuple[int, float | None]:
    """The first one's share of the victories of one deal; None where nobody wins.

    It is played twice, by all sorts of tables.
    """
    game, players = rookery.game(task.game), task.players[number % len(task.players)]
    both = [searches_of(game, players, learned, task.iterations) for learned in task.pair]
    won = [0.0, 0.0]
    for swap in range(2):
        match = game.start(players, task.seed + number)
        chance = rng.generator(task.seed + number, swap + 1)
        while match.turn is not None:
            search = both[(match.turn + swap) % 2][match.turn]
            view = match.informed(match.turn)
            found = search.decide(view, match.legal(), chance, iterations=task.iterations)
            match.play(found.action)
        for seat, share in _shares(match):
            won[(seat + swap) % 2] += share
    return number, won[0] / sum(won) if sum(won) else None


def _shares(match: Match) -> list[tuple[int, float]]:
    winners = match.winners()
    return [(seat, 1 / len(winners)) for seat in winners]
