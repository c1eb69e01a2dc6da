"""Styles of play that no bot of the house was made for: bots that mislead who reads the table.

All of them play on what they hold, so a reader is not blinded by what it sees, but by what it takes
for granted of others: that they prefer what ``rate`` likes.
"""

from collections.abc import Sequence
from typing import Any

from rookery.bots import find
from rookery.core import dispatch
from rookery.core.game import Game
from rookery.core.rng import below
from rookery.core.view import View
from rookery.search import Figures, Search

#: A glance at what is not silly.
ITERATIONS = 100
#: What is worse by more than this part of a victory is silly.
SILLY = 0.1


class Glance:
    """A short search without reading."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._search = Search(game, room=ITERATIONS + 1)

    def look(self, view: View, legal: Sequence[int], chance: Any) -> Figures:
        """What a short search thinks."""
        return self._search.decide(view, legal, chance, iterations=ITERATIONS)


class Contrary(Glance):
    """What ``rate`` likes least, among all that is not plainly losing."""

    def choose(self, view: View, legal: Sequence[int], chance: Any) -> int:
        """The least liked."""
        rewards = self.look(view, legal, chance).rewards
        least = max(rewards.values()) - SILLY
        printed, states = view.edition.printed[0], view.records.copy()
        fine = [action for action, reward in rewards.items() if reward >= least]
        return min(fine, key=lambda action: (dispatch.rate(printed, states[0], action), action))


class Bluffer(Glance):
    """One time in two the second choice of a short search."""

    def choose(self, view: View, legal: Sequence[int], chance: Any) -> int:
        """The first or the second."""
        order = list(self.look(view, legal, chance).visits)
        return order[min(len(order) - 1, int(below(chance[0], 2)))]


class Mimic:
    """Greedy and random by turns: what it does now says nothing of what it does next."""

    def __init__(self, game: Game) -> None:
        self._bots = [find(name, game) for name in ("greedy", "random")]

    def choose(self, view: View, legal: Sequence[int], chance: Any) -> int:
        """By turns, as what was seen is even or odd."""
        seen = len(view.seen.records) if view.seen else 0
        return self._bots[seen // 2 % 2].choose(view, legal, chance)
