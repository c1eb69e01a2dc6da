"""The levels: one search, five budgets.

The weaker ones think less and choose more freely, but only among actions that their own
search found worth many visits and nearly as good as the best: they miss what is subtle,
and do not do what is plainly silly.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rookery.core import rng as chances
from rookery.core.game import Game
from rookery.core.machine import cores
from rookery.core.view import View
from rookery.errors import InvalidOption
from rookery.search import Figures, Search
from rookery.search.budget import Stop
from rookery.search.net import NOTHING, of_file, shipped
from rookery.search.searcher import ROOM


@dataclass(frozen=True)
class Level:
    """How a level thinks."""

    #: One of the two is the default budget.
    iterations: int | None
    milliseconds: float | None
    #: Actions are drawn by visits to the power of 1 / softness; 0: the most visited.
    softness: float = 0.0
    #: Never an action whose reward is further than this below that of the most visited.
    slack: float = 0.0
    #: Whether it goes by what it has seen the others do, and by the game's net, if there is one.
    reads: bool = False
    #: How far it goes by a net's guesses at what is hidden, beside what it has seen.
    guessed: float = 0.0
    #: Whether it stops when nothing can change its mind, and thinks longer where that is hard.
    thrifty: bool = False
    #: Whether it thinks on all cores it is allowed. By iterations it does not, so that its choice
    #: is the same on every machine.
    all_cores: bool = False


#: On how many cores a bot thinks at most, unless it is told: each has a tree of its own.
MOST_CORES = 8
#: How many worlds a bot that reads the table believes in: so many a millisecond or an iteration
#: of its budget, within bounds. That takes about a tenth of its time.
WORLDS_PER_MILLISECOND = 25
WORLDS_PER_ITERATION = 1
FEWEST_WORLDS, MOST_WORLDS = 100, 4000

LEVELS = {
    "chick": Level(16, None, softness=1.0, slack=0.10),
    "fledgling": Level(80, None, softness=0.5, slack=0.05),
    "adult": Level(500, None, softness=0.25, slack=0.02),
    "emperor": Level(None, 1000, reads=True, thrifty=True),
    "king": Level(None, 3000, reads=True, guessed=0.75, thrifty=True, all_cores=True),
}
#: Those who go by what they have seen, and by a net.
READERS = tuple(name for name, level in LEVELS.items() if level.reads)
#: Champions of the past, for comparison: nobody is offered them at a table.
RETIRED = {"emperor-1": Level(None, 1000)}


def worlds_of(milliseconds: float | None, iterations: int | None) -> int:
    """How many worlds suit a budget."""
    count = MOST_WORLDS
    if milliseconds is not None:
        count = min(count, int(milliseconds * WORLDS_PER_MILLISECOND))
    if iterations is not None:
        count = min(count, iterations * WORLDS_PER_ITERATION)
    return max(FEWEST_WORLDS, count)


class SearchingBot:
    """A bot that searches; ``LEVELS`` says how much."""

    def __init__(
        self,
        game: Game,
        name: str,
        *,
        iterations: int | None = None,
        milliseconds: float | None = None,
        threads: int | None = None,
        room: int = ROOM,
        steady: bool = False,
        net: str | Path | None = None,
        **settings: Any,
    ) -> None:
        self.game = game
        self.name = name
        self.level = {**LEVELS, **RETIRED}[name]
        given = iterations is not None or milliseconds is not None
        self.iterations = iterations if given else self.level.iterations
        self.milliseconds = milliseconds if given else self.level.milliseconds
        if self.milliseconds is not None and not self.milliseconds > 0:
            raise InvalidOption(f"a bot needs more than 0 milliseconds, not {milliseconds!r}")
        if self.milliseconds is None and self.iterations is not None:
            room = min(room, self.iterations + 1)
        if threads is None:
            threads = (
                min(MOST_CORES, cores()) if self.level.all_cores and self.iterations is None else 1
            )
        worlds = worlds_of(self.milliseconds, self.iterations) if self.level.reads else 0
        learned = shipped(game) if self.level.reads else NOTHING
        if net is not None:
            if not self.level.reads:
                raise InvalidOption(f"{name!r} goes by no net; those who do: {', '.join(READERS)}")
            learned = of_file(game, Path(net))
        self._search = Search(
            game,
            room=room,
            threads=threads,
            thrifty=self.level.thrifty,
            steady=steady,
            weights=learned.weights,
            guesses=learned.guesses,
            editions=learned.editions,
            worlds=worlds,
            **{"guessed": self.level.guessed, **settings},
        )
        self._figures: Figures | None = None
        self._chosen = -1

    def choose(
        self, view: View, legal: Sequence[int], rng: chances.Chance = None, stop: Stop | None = None
    ) -> int:
        """Search, and choose."""
        chance = chances.as_generator(rng)
        self._figures = self._search.decide(
            view,
            legal,
            chance,
            iterations=self.iterations,
            milliseconds=self.milliseconds,
            stop=stop,
        )
        self._chosen = soften(self._figures, self.level, chances.draw(chance[0]) / 2**32)
        return self._chosen

    def ponder(self, view: View, rng: chances.Chance, stop: Stop) -> int:
        """Think ahead while another seat is to move, until stopped; how many iterations it was."""
        return self._search.ponder(view, chances.as_generator(rng), stop)

    def explain(self) -> dict[str, Any]:
        """The figures of the last decision; empty before the first."""
        if self._figures is None:
            return {}
        figures = self._figures.to_dict()
        best = figures.pop("action")
        chosen = self._figures.texts[self._chosen]
        return {"bot": self.name, "action": chosen, "best": best, **figures}


def soften(figures: Figures, level: Level, fall: float) -> int:
    """The best action, or by chance one that is nearly as good; ``fall`` is from 0 to 1."""
    if level.softness == 0:
        return figures.action
    least = figures.rewards[figures.action] - level.slack
    weights = {
        action: count ** (1 / level.softness)
        for action, count in figures.visits.items()
        if count > 0 and figures.rewards[action] >= least
    }
    left = fall * sum(weights.values())
    for action, weight in weights.items():
        left -= weight
        if left < 0:
            return action
    return figures.action
