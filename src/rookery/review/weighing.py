"""What each action promised, by what the seat knew: a search from its view, and nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rookery.core.game import Game
from rookery.core.record import Records
from rookery.core.rng import generator
from rookery.core.view import View
from rookery.review.sampling import Chances
from rookery.search import Search
from rookery.search.memory import Memory
from rookery.search.net import net_of
from rookery.search.searcher import reseed
from rookery.search.settings import settings_of
from rookery.search.solver import CLOSE, Solution, Solver
from rookery.search.tree import grow

#: A difference of fewer standard errors than this is noise: such actions are called equal.
SURE = 2.0


@dataclass(frozen=True)
class Weighed:
    """A decision, weighed from the view of the seat that made it."""

    best: int
    #: What the best action and the one that was played promise everybody.
    best_chances: Chances
    played_chances: Chances
    #: By action, as far as the search looked: how often it was tried, and what it promised.
    visits: dict[int, int]
    rewards: dict[int, float]
    #: What the played action cost its seat; 0 where the difference is no more than noise.
    cost: float

    @property
    def exact(self) -> bool:
        """Whether it was solved: nothing in it is noise."""
        return not self.best_chances.errors.any()


class Scales:
    """Weighs decisions of one game, each with the same number of iterations."""

    def __init__(self, game: Game, iterations: int, **settings: Any) -> None:
        self._iterations = iterations
        self._solver = Solver(game)
        self._settings = settings_of(game, **settings)
        self._search = Search(game, room=iterations + 2, solve=False, **settings)
        self._memory = Memory.of(game, iterations + 2, self._settings["doubts"] > 0)
        self._net = net_of(game, None)

    def weigh(self, view: View, legal: Sequence[int], played: int, seed: bytes) -> Weighed:
        """What the seat could have thought of, given time."""
        solution = self._solver.solve(view)
        if solution:
            return _exact(solution, view.number, played)
        figures = self._search.decide(view, legal, generator(seed), iterations=self._iterations)
        best = figures.action
        best_chances = played_chances = self.after(view, best, seed)
        cost = 0.0
        if played != best:
            played_chances = self.after(view, played, seed)
            lost, error = best_chances.lead(played_chances, view.number)
            cost = lost if lost > SURE * error else 0.0
            if lost < -SURE * error:  # a second look shows that the played one was better
                best, best_chances = played, played_chances
        return Weighed(best, best_chances, played_chances, figures.visits, figures.rewards, cost)

    def after(self, view: View, action: int, seed: bytes) -> Chances:
        """What an action promises, however little the search had thought of it."""
        self._memory.clear(view.records, view.number, self._settings)
        self._memory.force(action)
        return self._grown(view, seed)

    def _grown(self, view: View, seed: bytes) -> Chances:
        reseed(generator(seed, 1), self._memory)
        grow(view.edition.printed, self._memory, self._net, self._iterations)
        means = self._memory.heads["total"][0, : _players(view.records)] / self._iterations
        return Chances(means, np.sqrt(means * (1 - means) / self._iterations))


def _exact(solution: Solution, seat: int, played: int) -> Weighed:
    """Where the solver knows the answer, nothing is noise."""
    rewards = dict(zip(solution.actions, solution.rewards[:, seat].tolist(), strict=True))
    best = max(rewards, key=lambda action: rewards[action])

    def after(action: int) -> Chances:
        row = solution.rewards[solution.actions.index(action)]
        return Chances(row, np.zeros(len(row)))

    cost = rewards[best] - rewards[played]
    best = played if cost <= CLOSE else best
    visits = dict.fromkeys(rewards, 1)
    return Weighed(best, after(best), after(played), visits, rewards, max(0.0, cost))


def _players(records: Records) -> int:
    return int(records["players"][0])
