"""Two bots that do not think ahead: chance, and each game's own rule of thumb."""

from collections.abc import Sequence

from rookery.core import loops
from rookery.core.game import Game
from rookery.core.record import Records
from rookery.core.rng import below
from rookery.core.view import View


class RandomBot:
    """Any legal action, each as likely."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, view: View, legal: Sequence[int], rng: Records) -> int:
        """A random one."""
        return legal[below(rng[0], len(legal))]


class GreedyBot:
    """The game's rule of thumb (``greedy`` in the game's folder)."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, view: View, legal: Sequence[int], rng: Records) -> int:
        """The action the rule of thumb prefers."""
        # The rule of thumb may scribble on its record: hand it a copy.
        return int(loops.advise(view.edition.tables, view.records.copy(), view.number, rng))
