"""The champion against champions of the past, at equal CPU time, cell by cell.

    python bench/champions.py --games party:2,3,4,6 ultimatum:2,3,4 pengqueen:2,3,4,5 \
        --milliseconds 20 100 --deals 500 --seconds 300 --workers 16
    python bench/champions.py --games party:2 --first clairvoyant --milliseconds 20

Time is that of the processor, not of the clock on the wall, so a busy machine tells the same. Each
deal is played twice with swapped sides (see bench/strength.py). Where seats have roles, both
sides play each role on the same deals: the first bot as the mummy against the second as hunters,
and the other way round, and the cell of a role is how often the first bot won in it, beside how
often the second did on the same deals. ``clairvoyant`` is the search of today seeing all cards.
"""

import argparse
import math
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import rookery
from rookery.arena import entrants
from rookery.core import rng
from rookery.core.match import Match
from rookery.core.view import View
from rookery.search import Search, budget


class Clairvoyant:
    """The emperor's search, in the one world that is true."""

    def __init__(self, game: rookery.Game, milliseconds: float) -> None:
        self._search = Search(game, thrifty=True, open_cards=1)
        self._milliseconds = milliseconds

    def choose(self, view: View, legal: list[int], chance: Any) -> int:
        """What it would do if all cards lay open, as they do here."""
        return self._search.decide(view, legal, chance, milliseconds=self._milliseconds).action


@dataclass(frozen=True)
class Cell:
    """What is to be played."""

    game: str
    players: int
    milliseconds: int
    first: str
    second: str
    seeds: tuple[int, ...] = ()
    seconds: float = 0.0

    def bot(self, game: rookery.Game, name: str) -> Any:
        """A bot with this budget."""
        if name == "clairvoyant":
            return Clairvoyant(game, self.milliseconds)
        if name in ("random", "greedy"):
            return entrants.find(name, game)
        return entrants.find(f"{name}@milliseconds={self.milliseconds}", game)


def played(match: Match, bots: list[Any], chance: Any) -> list[float]:
    """The shares of the victory."""
    while match.turn is not None:
        seat = match.turn
        view = match.informed(seat)
        if isinstance(bots[seat], Clairvoyant):
            view = replace(match.everything(), seat=seat)
        match.play(bots[seat].choose(view, match.legal(), chance))
    won = match.winners()
    return [(seat in won) / max(1, len(won)) for seat in range(match.players)]


def sides(match: Match) -> list[int]:
    """Which side each seat is on: by role where there are roles, else every other seat."""
    roles = [name for name, option in match.game.options.items() if option.roles]
    if roles:
        alone = int(match.everything().records[roles[0]][0])
        return [int(seat != alone) for seat in range(match.players)]
    return [seat % 2 for seat in range(match.players)]


def work(cell: Cell) -> list[list[float]]:
    """By deal: what the first bot won on side 0 and on side 1, then the same of the second."""
    # Processor time: all that a decision takes counts, and nothing else.
    budget.time = SimpleNamespace(perf_counter=time.process_time)  # type: ignore[assignment]
    game = rookery.game(cell.game)
    pair = [
        [cell.bot(game, name) for _ in range(cell.players)] for name in (cell.first, cell.second)
    ]
    found: list[list[float]] = []
    end = math.inf
    for seed in cell.seeds:
        if time.perf_counter() > end:
            break
        row = [0.0] * 4
        for swap in range(2):
            match = game.start(cell.players, seed)
            side = sides(match)
            bots = [pair[side[seat] ^ swap][seat] for seat in range(cell.players)]
            shares = played(match, bots, rng.generator(seed, swap + 1))
            for seat, share in enumerate(shares):
                row[2 * (side[seat] ^ swap) + side[seat]] += share
        found.append(row)
        if len(found) == 1:
            end = time.perf_counter() + cell.seconds  # what is compiled by now does not count
    return found


def interval(values: list[float]) -> str:
    """Mean and half a 95 % interval, in percent."""
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return f"{100 * mean:.1f} ± {196 * math.sqrt(spread / len(values)):.1f}"


def told(cell: Cell, rows: list[list[float]]) -> str:
    """A row of the table."""
    roles = any(option.roles for option in rookery.game(cell.game).options.values())
    where = f"| {cell.game} | {cell.players} | {cell.milliseconds} ms | {len(rows)} |"
    # Draws count for nobody: shares of the matches somebody won.
    total = [sum(row[:2]) / max(1e-9, sum(row)) for row in rows if sum(row) > 0]
    line = f"{where} {interval(total)} |"
    if roles:
        mummy = f"{interval([row[0] for row in rows])} (was {interval([row[2] for row in rows])})"
        hunters = f"{interval([row[1] for row in rows])} (was {interval([row[3] for row in rows])})"
        return f"{line} {mummy} | {hunters} |"
    return f"{line} | |"


def main() -> None:
    """Parse the words of the command, and print a table as it grows."""
    about = (__doc__ or "").splitlines()[0]
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--games", nargs="+", default=["party:2"], metavar="GAME:PLAYERS,…")
    parser.add_argument("--milliseconds", nargs="+", type=int, default=[20])
    parser.add_argument("--first", default="emperor")
    parser.add_argument("--second", default="emperor-1")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=math.inf, help="of a cell")
    parser.add_argument("--seed", type=int, default=1_000_000)
    parser.add_argument("--workers", type=int, default=1)
    args = parser.parse_args()
    print(f"{args.first} against {args.second}\n")
    print("| game | players | a decision | deals | won | alone in its role | the others' role |")
    print("| --- | --- | --- | --- | --- | --- | --- |", flush=True)
    with ProcessPoolExecutor(args.workers) as pool:
        for word in args.games:
            name, _, numbers = word.partition(":")
            for players in map(int, numbers.split(",")):
                for milliseconds in args.milliseconds:
                    cell = Cell(name, players, milliseconds, args.first, args.second)
                    seeds = range(args.seed, args.seed + args.deals)
                    parts = [
                        replace(cell, seeds=tuple(seeds[k :: args.workers]), seconds=args.seconds)
                        for k in range(args.workers)
                    ]
                    rows = [row for part in pool.map(work, parts) for row in part]
                    print(told(cell, rows), flush=True)


if __name__ == "__main__":
    main()
