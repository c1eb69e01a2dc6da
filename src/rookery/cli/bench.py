"""``rookery bench``: how fast this machine plays, several windows each, best and median."""

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import rookery
from rookery.cli.common import Progress, add_match_arguments, at_least_one, options_of, players_of
from rookery.cli.common import table as draw_table
from rookery.core import rng, simulate
from rookery.core.edition import Edition
from rookery.core.game import Game
from rookery.core.kernel import kernel
from rookery.core.record import new

WINDOW = 0.4
COPIES = 1_000_000


def add(commands: Any) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "bench",
        help="measure speed on this machine",
        description="Measure random games, copies and a loop in Python, in several windows each."
        " The folder bench/ of the sources compares with other libraries in the same run.",
    )
    add_match_arguments(command)
    command.add_argument(
        "--windows", type=at_least_one, default=7, metavar="W", help="windows each (default: 7)"
    )
    command.add_argument("--json", action="store_true", help="print the figures as JSON")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do it."""
    game = rookery.game(args.game)
    players = players_of(args, game)
    options = options_of(args, game)
    edition = game.edition(args.edition)
    measures = {
        "random games, one thread": ("games/s", games_rate(game, players, edition, options, 1)),
        "random games, two threads": ("games/s", games_rate(game, players, edition, options, 2)),
        "decisions in them, one thread": (
            "decisions/s",
            decisions_rate(game, players, edition, options),
        ),
        "a loop in Python": ("decisions/s", python_rate(game, players, edition, options)),
        "copies inside compiled code": ("copies/s", copies_rate(game)),
    }
    progress = Progress(len(measures) * args.windows, "windows")
    figures: dict[str, dict[str, Any]] = {}
    for number, (name, (unit, measure)) in enumerate(measures.items()):
        rates = []
        measure()  # compile, and warm the caches
        for window in range(args.windows):
            rates.append(measure())
            progress.update(number * args.windows + window + 1)
        best, median = max(rates), statistics.median(rates)
        figures[name] = {"unit": unit, "best": best, "median": median}
    progress.close()
    if args.json:
        print(json.dumps({"game": game.name, "players": players, "figures": figures}))
    else:
        rows = [[f"{game.title}, {players} players", "best", "median", "unit"]]
        for name, row in figures.items():
            rows.append([name, f"{row['best']:,.0f}", f"{row['median']:,.0f}", row["unit"]])
        print(draw_table(rows))
        print(f"\none match is {game.dtype.itemsize} bytes")
    return 0


def window(
    game: Game, players: int, edition: Edition, options: dict[str, Any], threads: int
) -> tuple[int, int, float]:
    """Games, decisions and seconds of one window."""
    games = decisions = 0
    begun = time.perf_counter()
    outcomes = simulate.run(game, 10**9, players, 1, edition, "random", threads, options)
    for chunk in outcomes:
        games += len(chunk.decisions)
        decisions += int(chunk.decisions.sum())
        if time.perf_counter() - begun > WINDOW:
            break
    seconds = time.perf_counter() - begun
    outcomes.close()
    return games, decisions, seconds


def games_rate(
    game: Game, players: int, edition: Edition, options: dict[str, Any], threads: int
) -> Callable[[], float]:
    """Random games, the deal included, a second."""

    def measure() -> float:
        games, _, seconds = window(game, players, edition, options, threads)
        return games / seconds

    return measure


def decisions_rate(
    game: Game, players: int, edition: Edition, options: dict[str, Any]
) -> Callable[[], float]:
    """Decisions in random games, a second."""

    def measure() -> float:
        _, decisions, seconds = window(game, players, edition, options, 1)
        return decisions / seconds

    return measure


def python_rate(
    game: Game, players: int, edition: Edition, options: dict[str, Any]
) -> Callable[[], float]:
    """Decisions of a loop over ``match.legal()`` and ``match.play()``, a second."""
    number = random.Random(1).random  # noqa: S311 - a benchmark wants repeatable chance

    def measure() -> float:
        decisions = 0
        begun = time.perf_counter()
        while time.perf_counter() - begun < WINDOW:
            match = game.start(players, decisions, edition, **options)
            while not match.over:
                legal = match.legal()
                match.play(legal[int(number() * len(legal))])
            decisions += match.ply
        return decisions / (time.perf_counter() - begun)

    return measure


@kernel
def _copy(records: Any, times: int) -> None:
    for i in range(times):
        records[1 + (i & 1)] = records[i & 1]


def copies_rate(game: Game) -> Callable[[], float]:
    """Copies of a match inside compiled code, a second."""
    records = new(game.dtype, 3)
    records.view(np.uint8)[: game.dtype.itemsize] = rng.many(b"\1" * 32, 64).view(np.uint8)[
        : game.dtype.itemsize
    ]

    def measure() -> float:
        begun = time.perf_counter()
        _copy(records, COPIES)
        return COPIES / (time.perf_counter() - begun)

    return measure
