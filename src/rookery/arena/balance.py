"""How fair and how long a game is: one bot in all seats, for each number of players."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rookery.arena.crew import crew
from rookery.arena.intervals import Estimate, of_share
from rookery.arena.schedule import solo
from rookery.core import simulate
from rookery.core.edition import Edition
from rookery.core.game import Game

MAX_BARS = 24
FORFEIT = "forfeit"


@dataclass(frozen=True)
class BalanceRun:
    """What is asked: which game, played by whom, how often."""

    game: Game
    bot: str
    games: int
    seed: int
    edition: Edition
    options: Mapping[str, Any]

    def with_roles(self) -> dict[str, Any]:
        """The options; a role that would fall to a random seat falls to seat 0.

        Otherwise every seat would have every role equally often, and wins by seat say nothing.
        """
        roles = {name: 0 for name, option in self.game.options.items() if option.seat}
        return roles | dict(self.options)

    def roles(self) -> list[str]:
        """Which seat has which role, in sentences."""
        options = self.with_roles()
        return [
            f"Seat {options[name]} is {option.help}."
            for name, option in self.game.options.items()
            if option.seat and str(options[name]).isdecimal()
        ]


@dataclass
class Tally:
    """What came of the games with one number of players."""

    players: int
    lengths: list[int] = field(default_factory=list)
    shares: list[list[float]] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)

    @property
    def games(self) -> int:
        """How many."""
        return len(self.lengths)

    def wins(self) -> list[Estimate]:
        """Each seat's share of the victories. Games are independent: each is a unit."""
        return [of_share([row[seat] for row in self.shares]) for seat in range(self.players)]

    def ending_shares(self, game: Game) -> dict[str, Estimate]:
        """How games end, in the order of the game; forfeits last, if there are any."""
        names = [*game.endings, *([FORFEIT] if self.endings[FORFEIT] else [])]
        ones = {name: self.endings[name] for name in names}
        return {
            name: of_share([1.0] * count + [0.0] * (self.games - count))
            for name, count in ones.items()
        }

    def length(self) -> dict[str, float]:
        """Decisions a game."""
        low, first, middle, third, high = np.percentile(self.lengths, [0, 25, 50, 75, 100])
        return {
            "mean": round(float(np.mean(self.lengths)), 4),
            "shortest": float(low),
            "lower_quarter": float(first),
            "median": float(middle),
            "upper_quarter": float(third),
            "longest": float(high),
        }

    def bars(self) -> list[tuple[int, int, int]]:
        """Lengths as bars: from, to (both included), games."""
        low, high = min(self.lengths), max(self.lengths)
        width = -(-(high - low + 1) // MAX_BARS)
        counts = Counter((length - low) // width for length in self.lengths)
        return [
            (low + k * width, low + (k + 1) * width - 1, counts[k])
            for k in range((high - low) // width + 1)
        ]

    def to_dict(self, game: Game) -> dict[str, Any]:
        """The figures for programs. Estimates are [mean, low, high]."""
        endings = self.ending_shares(game)
        return {
            "players": self.players,
            "games": self.games,
            "wins": [win.to_list() for win in self.wins()],
            "decisions": self.length(),
            "endings": {name: share.to_list() for name, share in endings.items()},
        }


def gather(
    run: BalanceRun, tally: Tally, workers: int | None = None, ray: str | None = None
) -> Iterator[int]:
    """Play the games of one number of players into the tally; yield how many are played."""
    in_compiled_code = run.bot in simulate.POLICIES and ray is None
    yield from (_compiled(run, tally) if in_compiled_code else _played(run, tally, workers, ray))


def _compiled(run: BalanceRun, tally: Tally) -> Iterator[int]:
    chunks = simulate.run(
        run.game,
        run.games,
        tally.players,
        run.seed,
        run.edition,
        run.bot,
        options=run.with_roles(),
    )
    for chunk in chunks:
        tally.lengths += chunk.decisions.tolist()
        tally.shares += chunk.shares.tolist()
        tally.endings.update(run.game.endings[ending] for ending in chunk.endings)
        yield tally.games


def _played(run: BalanceRun, tally: Tally, workers: int | None, ray: str | None) -> Iterator[int]:
    setting = solo(
        run.game,
        (run.bot,),
        tally.players,
        run.seed,
        run.edition,
        run.with_roles(),
    )
    with crew(setting, workers, ray) as players:
        for result in players.play(range(run.games)):
            tally.lengths.append(result.plies)
            tally.shares.append(result.shares())
            tally.endings[result.ending] += 1
            yield tally.games
