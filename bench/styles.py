"""Styles of play that no bot of the house was made for: bots that mislead who reads the table.

A reader takes for granted that others prefer what looks good for what they hold. Two of these play
nearly as well as they can and mislead it all the same; the third plays badly and well by turns.
"""

from collections.abc import Sequence
from typing import Any

from rookery.bots import find
from rookery.core import dispatch
from rookery.core.game import Game
from rookery.core.rng import below
from rookery.core.view import View
from rookery.search import Figures, Search

#: Enough to be no easy prey.
ITERATIONS = 1000
#: What it costs at most to mislead, in victories a decision.
PRICE = 0.03


class Thinker:
    """A search without reading."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._search = Search(game, room=ITERATIONS + 1)

    def look(self, view: View, legal: Sequence[int], chance: Any) -> list[int]:
        """All that costs little, the best first."""
        found: Figures = self._search.decide(view, legal, chance, iterations=ITERATIONS)
        least = found.rewards[found.action] - PRICE
        return [action for action, reward in found.rewards.items() if reward >= least]


class Contrary(Thinker):
    """What ``rate`` likes least, among all that costs little."""

    def choose(self, view: View, legal: Sequence[int], chance: Any) -> int:
        """The least liked."""
        printed, states = view.edition.printed[0], view.records.copy()
        fine = self.look(view, legal, chance)
        return min(fine, key=lambda action: (dispatch.rate(printed, states[0], action), action))


class Bluffer(Thinker):
    """One time in two its second choice, where that costs little."""

    def choose(self, view: View, legal: Sequence[int], chance: Any) -> int:
        """The first or the second."""
        fine = self.look(view, legal, chance)
        return fine[min(len(fine) - 1, int(below(chance[0], 2)))]


class Mimic:
    """Greedy and random by turns: what it does now says nothing of what it does next."""

    def __init__(self, game: Game) -> None:
        self._bots = [find(name, game) for name in ("greedy", "random")]

    def choose(self, view: View, legal: Sequence[int], chance: Any) -> int:
        """By turns, as what was seen is even or odd."""
        seen = len(view.seen.records) if view.seen else 0
        return self._bots[seen // 2 % 2].choose(view, legal, chance)
