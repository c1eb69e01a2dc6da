"""The champion against champions of the past, at equal processor time: all cells, one table.

    python bench/champions.py --seconds 480 --workers 16 --out champions.jsonl --milliseconds 20
    python bench/champions.py --table champions.jsonl more.jsonl --page docs/champions.md
    python bench/champions.py --pairs clairvoyant,emperor-1 clairvoyant,emperor --seconds 480 \
        --games party:2 ultimatum:2 pengqueen:3 --milliseconds 20 --out gap.jsonl
    python bench/champions.py --gap gap.jsonl champions.jsonl
    python bench/champions.py --styles --seconds 480 --games party:2 pengqueen:3 \
        --iterations 400 --out robust.jsonl
    python bench/champions.py --robust robust.jsonl

``--seconds`` is the time of the whole command, compiling included. It goes where it tells most: the
next match is always one of the cell whose interval it would narrow most for what it costs. Files
are appended to, a run goes on where the last one stopped, and files of several machines can be
joined. Begin a new file when a bot has changed. How deals are played: bench/deals.py.
"""

import argparse
import os
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path

import tables
from deals import FORK, Cell, Line, Log, count_processor_time, estimates, play

#: The cells of the proof.
GAMES = ["party:2,3,4,6", "ultimatum:2,3,4", "pengqueen:2,3,4,5"]
BUDGETS = [20, 100, 1000]
#: Styles that no bot of the house was made for, and two that were there before.
STYLES = ["random", "greedy", "styles:Contrary", "styles:Mimic", "styles:Bluffer"]
#: Decisions of a match, as long as none is known.
DECISIONS = 100


class Schedule:
    """Which match is played next."""

    def __init__(self, cells: list[Cell], log: Log, seeds: range) -> None:
        self._log = log
        self._waiting = {cell: deque(_missing(cell, log, seeds)) for cell in cells}
        self._running = dict.fromkeys(cells, 0)
        self._known = {cell: self._measure(cell) for cell in cells}

    def next(self) -> Line | None:
        """A match to begin or to go on with; None when all is played or under way."""
        cells = [cell for cell, lines in self._waiting.items() if lines]
        if not cells:
            return None
        cell = max(cells, key=self._gain)
        self._running[cell] += 1
        return self._waiting[cell].popleft()

    def done(self, line: Line) -> None:
        """A match came back."""
        self._running[line.cell] -= 1
        self._known[line.cell] = self._measure(line.cell)

    def _measure(self, cell: Cell) -> tuple[int, float, float]:
        """Deals played, how wide the widest interval is, and what a match costs in seconds."""
        deals, lines = self._log.deals(cell), self._log.finished(cell)
        widths = [it.high - it.low for it in estimates(cell, deals).values()]
        cost = sum(sum(line.seconds) for line in lines) / max(1, len(lines))
        return len(deals), max(widths) if deals else 1.0, cost

    def _gain(self, cell: Cell) -> float:
        """How much narrower a second makes the interval: width / (2 · deals · cost)."""
        deals, width, _ = self._known[cell]
        known = max(deals, 0.5)
        number = known + self._running[cell] / 2
        return width * (known / number) ** 0.5 / (number * self._cost(cell))

    def _cost(self, cell: Cell) -> float:
        """Seconds of a match: as it was, or as long as with another budget, or a guess."""
        for other in [cell, *self._known]:
            cost = self._known[other][2]
            if cost and (other.game, other.players) == (cell.game, cell.players):
                return cost * cell.milliseconds / other.milliseconds
        return DECISIONS * cell.milliseconds / 1000


def _missing(cell: Cell, log: Log, seeds: range) -> Iterator[Line]:
    """The matches that are not over yet, first those that are begun."""
    known = log.lines.get(cell, {})
    yield from (line for line in known.values() if not line.over and line.seed in seeds)
    for seed in seeds:
        for swap in range(2):
            if (seed, swap) not in known:
                yield Line(*_words(cell), seed, swap)


def _words(cell: Cell) -> tuple[str, int, int, str, str]:
    return cell.game, cell.players, cell.milliseconds, cell.first, cell.second


def samples_of(cells: list[Cell]) -> Iterator[Cell]:
    """Cells in which every bot plays every game."""
    covered: set[tuple[str, str]] = set()
    for cell in cells:
        bots = {(cell.game, cell.first), (cell.game, cell.second)}
        if bots - covered:
            covered |= bots
            yield cell


def warm_up(cell: Cell) -> None:
    """Let all that a cell needs be compiled: a match of both sides in no time."""
    for swap in range(2):
        play(Line(cell.game, cell.players, 1, cell.first, cell.second, 0, swap), time.time() + 120)


def run(schedule: Schedule, log: Log, workers: int, out: Path | None, until: float) -> None:
    """Keep all workers busy until it is time to stop."""
    with ProcessPoolExecutor(workers, FORK, initializer=count_processor_time) as pool:
        running: set[Future[Line]] = set()
        while True:
            while len(running) < workers and time.time() < until:
                line = schedule.next()
                if line is None:
                    break
                running.add(pool.submit(play, line, until))
            if not running:
                return
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                line = future.result()
                schedule.done(line)
                if line.over or line.actions:
                    log.add(line, out)


def cells_of(args: argparse.Namespace) -> list[Cell]:
    """All cells that are asked for."""
    pairs = [pair.split(",") for pair in args.pairs]
    if args.styles:
        own = f"@iterations={args.iterations}" if args.iterations else ""
        pairs = [[bot + own, style] for style in STYLES for bot in ("emperor", "emperor-1")]
    return [
        Cell(game, int(players), milliseconds, first, second)
        for first, second in pairs
        for game, _, numbers in (word.partition(":") for word in args.games)
        for players in numbers.split(",")
        for milliseconds in ([1] if args.iterations else args.milliseconds)
    ]


def main() -> None:
    """Parse the words of the command; play, or tell what was played."""
    begun = time.time()
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", nargs="+", default=GAMES, metavar="GAME:PLAYERS,…")
    parser.add_argument("--milliseconds", nargs="+", type=int, default=BUDGETS)
    parser.add_argument("--pairs", nargs="+", default=["emperor,emperor-1"], metavar="BOT,BOT")
    parser.add_argument("--styles", action="store_true", help="strange opponents, as pairs")
    parser.add_argument("--iterations", type=int, help="of --styles, in place of a time")
    parser.add_argument("--deals", type=int, default=1000, help="at most, of a cell")
    parser.add_argument("--seconds", type=float, default=60, help="in all")
    parser.add_argument("--seed", type=int, default=1_000_000, help="of the first deal")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, help="go on with this file, line by line")
    parser.add_argument("--page", type=Path, help="put the table into this page")
    for name, made in tables.TABLES.items():
        parser.add_argument(f"--{name}", nargs="+", metavar="FILE", help=made.__doc__)
    args = parser.parse_args()
    cells = cells_of(args)
    for name, made in tables.TABLES.items():
        if files := getattr(args, name):
            text = made(Log(files), cells)
            print(text)
            if args.page:
                tables.put(args.page, name, text)
            return
    log = Log([args.out] if args.out else [])
    samples = list(samples_of(cells))
    with ProcessPoolExecutor(args.workers, FORK) as pool:
        list(pool.map(warm_up, samples))
    for cell in samples:  # from what the others left on disk; workers are born with it
        warm_up(cell)
    print(f"ready after {time.time() - begun:.0f} s", flush=True)
    schedule = Schedule(cells, log, range(args.seed, args.seed + args.deals))
    run(schedule, log, args.workers, args.out, begun + args.seconds)
    print((tables.robust if args.styles else tables.table)(log, cells))


if __name__ == "__main__":
    main()
