"""Matches for learning: beside each other in a batch, or as champions play them at tables.

At tables they are decided one after the other by ``Search``, which remembers what a seat has seen,
where a batch has no past. So whoever reads the table does so, and nets learn to meet such players.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

import rookery
from rookery.core import rng
from rookery.core.game import Game
from rookery.core.match import Match
from rookery.lab.forest import Decisions
from rookery.search import Figures, Search
from rookery.train.duel import searches_of
from rookery.train.hidden import Watcher
from rookery.train.selfplay import Noting, Played, Task, choose, know_results, self_play


def play_part(
    task: Task, number: int, thinking: Callable[[int], None] = lambda seat: None
) -> tuple[int, Played]:
    """One part, by its number alone: the same wherever it is played."""
    game = rookery.game(task.game)
    players = task.players[number % len(task.players)]
    play = play_tables if task.reads else self_play
    return number, play(game, players, task, task.seed + 1000 * number)


def play_tables(game: Game, players: int, task: Task, seed: int) -> Played:
    """All decisions of so many matches, from the deal to the end."""
    searches = searches_of(game, players, task.learned, task.iterations, solve=False)
    tables = [play_table(game, searches, task, seed + number) for number in range(task.matches)]
    for number, table in enumerate(tables):
        for samples in table:
            samples["match"] = number
    return Played(*map(np.concatenate, zip(*tables, strict=True)))


def play_table(game: Game, searches: list[Search], task: Task, seed: int) -> Played:
    """One match, with a search for each seat."""
    players, first = len(searches), np.zeros(1, np.int64)
    match = game.start(players, seed)
    printed = match.edition.printed
    chance, choosing = rng.generator(seed, 1), np.random.default_rng([seed, 2])
    watcher, noting = Watcher(game), Noting.of(game, task, players, printed)
    decided = []
    while match.turn is not None:
        view, legal = match.informed(match.turn), match.legal()
        figures = searches[match.turn].decide(view, legal, chance, iterations=task.iterations)
        found, states = as_rows(figures), match.everything().records
        watcher.look(printed, states, first, choosing)
        decided.append((first, noting.note(states, first, found)))
        match.play(int(choose(found, first, choosing)[0]))
    return Played(know_results(decided, shares_of(match)), watcher.noted)


def as_rows(figures: Figures) -> Decisions:
    """A decision as that of a batch of one match."""
    visits = {action: count for action, count in figures.visits.items() if count}
    return Decisions(
        actions=np.array([figures.action]),
        tried=np.array([[*visits]]),
        visits=np.array([[*visits.values()]], np.int32),
        rewards=np.array([[figures.rewards[action] for action in visits]]),
        values=np.array([figures.values]),
    )


def shares_of(match: Match) -> Any:
    """Each seat's share of the victory, as those of a batch of one match."""
    shares = np.zeros((1, match.players))
    winners = match.winners()
    for seat in winners:
        shares[0, seat] = 1 / len(winners)
    return shares
