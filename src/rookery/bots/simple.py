"""Two bots that do not think ahead: chance, and each game's own rule of thumb."""

from collections.abc import Sequence
from typing import Any

from rookery.core import loops
from rookery.core.game import Game
from rookery.core.rng import Chance, as_generator, below
from rookery.core.view import View


class RandomBot:
    """Any legal action, each as likely."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, view: View, legal: Sequence[int], rng: Chance = None) -> int:
        """A random one."""
        return legal[below(as_generator(rng)[0], len(legal))]

    def explain(self) -> dict[str, Any]:
        """There is nothing to explain."""
        return {"bot": "random"}


class GreedyBot:
    """The game's rule of thumb (``greedy`` in the game's folder)."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, view: View, legal: Sequence[int], rng: Chance = None) -> int:
        """The action the rule of thumb prefers."""
        # The rule of thumb may scribble on its record: hand it a copy.
        chance = as_generator(rng)
        return int(loops.advise(view.edition.printed, view.records.copy(), view.number, chance))

    def explain(self) -> dict[str, Any]:
        """A rule of thumb has no figures."""
        return {"bot": "greedy"}
