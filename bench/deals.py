"""Matches between two bots at equal processor time, cell by cell, kept as lines of JSON.

A *cell* is a game, a number of players, a budget and two bots. A *deal* is played twice with
swapped sides: the first bot has the even seats, then the odd ones; where seats have roles, it plays
the role of one seat, then that of all others. What was played is a line of a file, and so is a
match that was interrupted: the next run goes on with it.
"""

import json
import multiprocessing
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import rookery
from rookery.arena import entrants
from rookery.arena.intervals import Estimate, of_share
from rookery.bots.levels import LEVELS, RETIRED
from rookery.core import rng
from rookery.core.match import Match
from rookery.core.view import View
from rookery.search import Search, budget, net

#: Workers are born with all that is compiled.
FORK = multiprocessing.get_context("fork")


class Clairvoyant:
    """The emperor as it is, net and all, in the one world that is true."""

    def __init__(self, game: rookery.Game, milliseconds: float) -> None:
        learned = net.shipped(game)
        self._search = Search(
            game,
            thrifty=True,
            solve=False,  # it would deal anew what lies open
            weights=learned.weights,
            editions=learned.editions,
            worlds=1,  # set as champions are, who believe in many
            reads=0,
            open_cards=1,
        )
        self._milliseconds = milliseconds

    def choose(self, view: View, legal: list[int], chance: Any) -> int:
        """What it would do if all cards lay open, as they do here."""
        return self._search.decide(view, legal, chance, milliseconds=self._milliseconds).action


@dataclass(frozen=True, order=True)
class Cell:
    """What is to be played."""

    game: str
    players: int
    milliseconds: int
    first: str
    second: str

    def bot(self, side: int) -> Any:
        """The first bot or the second, with this budget if it has none of its own."""
        game, name = rookery.game(self.game), (self.first, self.second)[side]
        if name == "clairvoyant":
            return Clairvoyant(game, self.milliseconds)
        timed = name in LEVELS or name in RETIRED
        return entrants.find(f"{name}@milliseconds={self.milliseconds}" if timed else name, game)

    @property
    def roles(self) -> tuple[str, ...]:
        """What one seat plays and what all others play; nothing where all play the same."""
        options = rookery.game(self.game).options.values()
        return next((option.roles for option in options if option.roles), ())


@dataclass
class Line:
    """One match: whose shares of the victory, and what they cost; or its actions so far."""

    game: str
    players: int
    milliseconds: int
    first: str
    second: str
    seed: int
    swap: int
    #: Of the first bot and the second: victories, processor seconds, decisions.
    won: list[float] = field(default_factory=lambda: [0.0, 0.0])
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    decisions: list[int] = field(default_factory=lambda: [0, 0])
    #: Whether it came to its end, and if not, what was played so far.
    over: bool = False
    actions: list[int] = field(default_factory=list)

    @property
    def cell(self) -> Cell:
        """Where it belongs."""
        return Cell(self.game, self.players, self.milliseconds, self.first, self.second)


Deal = tuple[Line, Line]


def sides(match: Match) -> list[int]:
    """Which side each seat is on: by role where there are roles, else every other seat."""
    roles = [name for name, option in match.game.options.items() if option.roles]
    if roles:
        alone = int(match.everything().records[roles[0]][0])
        return [int(seat != alone) for seat in range(match.players)]
    return [seat % 2 for seat in range(match.players)]


def count_processor_time() -> None:
    """In a worker, let budgets be of its processor: a busy machine tells the same then."""
    budget.time = SimpleNamespace(perf_counter=time.process_time)  # type: ignore[assignment]


def play(line: Line, until: float) -> Line:
    """Play a match, or what is left of it, to its end or until it is time to stop."""
    match = rookery.game(line.game).start(line.players, line.seed)
    for action in line.actions:
        match.play(action)
    side = sides(match)
    bots = [line.cell.bot(side[seat] ^ line.swap) for seat in range(line.players)]
    while match.turn is not None:
        if time.time() > until:
            return replace(line, actions=list(match.log))
        seat = match.turn
        open_cards = isinstance(bots[seat], Clairvoyant)
        view = replace(match.everything(), seat=seat) if open_cards else match.informed(seat)
        # A generator for each decision: an interrupted match goes on as it would have.
        chance = rng.generator(rng.child(rng.secret_of(line.seed), line.swap), match.ply)
        begun, who = time.process_time(), side[seat] ^ line.swap
        match.play(bots[seat].choose(view, match.legal(), chance))
        line.seconds[who] = round(line.seconds[who] + time.process_time() - begun, 4)
        line.decisions[who] += 1
    winners = match.winners()
    for seat in winners:
        line.won[side[seat] ^ line.swap] += 1 / len(winners)
    return replace(line, over=True, actions=[])


class Log:
    """What has been played, by cell and by deal."""

    def __init__(self, paths: Iterable[str | Path] = ()) -> None:
        self.lines: dict[Cell, dict[tuple[int, int], Line]] = {}
        for path in map(Path, paths):
            for text in path.read_text().splitlines() if path.exists() else ():
                self.take(Line(**json.loads(text)))

    def take(self, line: Line) -> None:
        """Remember a line; what is finished is not replaced by what is not."""
        known = self.lines.setdefault(line.cell, {})
        old = known.get((line.seed, line.swap))
        if old is None or not old.over:
            known[line.seed, line.swap] = line

    def add(self, line: Line, path: Path | None) -> None:
        """Remember a line, and write it down."""
        self.take(line)
        if path is not None:
            with path.open("a") as file:
                file.write(json.dumps(asdict(line)) + "\n")

    def finished(self, cell: Cell) -> list[Line]:
        """The matches that came to their end."""
        return [line for line in self.lines.get(cell, {}).values() if line.over]

    def deals(self, cell: Cell) -> list[Deal]:
        """The deals played on both sides, by seed."""
        known = {(line.seed, line.swap): line for line in self.finished(cell)}
        seeds = sorted({seed for seed, _ in known})
        both = [(known.get((seed, 0)), known.get((seed, 1))) for seed in seeds]
        return [(one, other) for one, other in both if one is not None and other is not None]


def shares(deals: list[Deal], role: int | None = None) -> list[float]:
    """By deal, the first bot's share of the victories: of both sides, or in one role alone.

    Draws count for nobody: a deal that nobody won tells nothing.
    """
    picked = [deal if role is None else (deal[role],) for deal in deals]
    sums = [[sum(line.won[who] for line in lines) for who in (0, 1)] for lines in picked]
    return [won / (won + lost) for won, lost in sums if won + lost > 0]


def estimates(cell: Cell, deals: list[Deal]) -> dict[str, Estimate]:
    """The first bot's share with its interval, by role ("" for both sides together)."""
    found = {name: of_share(shares(deals, role)) for role, name in enumerate(cell.roles)}
    return {**found, "": of_share(shares(deals))}
