"""Duels: a net against the one before it, at equal iterations, on deals with swapped seats."""

from rookery.arena.intervals import Estimate, of_share
from rookery.core import rng
from rookery.core.game import Game
from rookery.core.match import Match
from rookery.search import Search
from rookery.search.net import Weights


def duel(
    game: Game,
    players: tuple[int, ...],
    pair: tuple[Weights | None, Weights | None],
    deals: int,
    iterations: int,
    seed: int,
) -> Estimate:
    """The first one's share of the victories; each deal is played twice, by all sorts of tables."""
    both = [Search(game, room=iterations + 2, weights=weights) for weights in pair]
    shares = []
    for number in range(deals):
        count = players[number % len(players)]
        won = [0.0, 0.0]
        for swap in range(2):
            match = game.start(count, seed + number)
            chance = rng.generator(seed + number, swap + 1)
            while match.turn is not None:
                search = both[(match.turn + swap) % 2]
                view = match.informed(match.turn)
                found = search.decide(view, match.legal(), chance, iterations=iterations)
                match.play(found.action)
            for seat, share in _shares(match):
                won[(seat + swap) % 2] += share
        if sum(won):
            shares.append(won[0] / sum(won))
    return of_share(shares)


def _shares(match: Match) -> list[tuple[int, float]]:
    winners = match.winners()
    return [(seat, 1 / len(winners)) for seat in winners]
