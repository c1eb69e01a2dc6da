"""Positions that tests of the search share."""

import random
from collections.abc import Iterator

import rookery
from rookery.core.match import Match
from rookery.search import Solver
from tests.helpers import SEATINGS, matches, play_on


def middles(count: int, label: str) -> Iterator[Match]:
    """Matches of every game and number of players, some way into them, with one to move."""
    for name, players in SEATINGS:
        for number, match in enumerate(matches(name, players, count, label)):
            play_on(match, random.Random(f"{label} {number}"), 5 + 13 * number)
            if not match.over:
                yield match


def solvable(count: int, players: tuple[int, ...] = (2, 3, 4, 5, 6)) -> Iterator[Match]:
    """Late positions of Penguin Party in which everything that matters is known."""
    game = rookery.game("party")
    solver = Solver(game)
    found = 0
    seed = 0
    while found < count:
        seed += 1
        match = game.start(players[seed % len(players)], seed, rounds=1)
        chance = random.Random(seed)
        while not match.over:
            solution = solver.solve(match.hidden(match.turn))
            if solution and solution.positions < 3000:
                yield match
                found += 1
                break
            match.play(chance.choice(match.legal()))
