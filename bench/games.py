"""Rookery's games side by side with OpenSpiel's, measured in one run.

    make bench                          Penguin Party
    .venv-bench/bin/python bench/games.py ultimatum --players 4

Every contender gets its window in turn, several times over, so that a noisy moment of the
machine hits all of them alike. Best and median of the windows are told.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import peers

import rookery
from rookery.cli import bench
from rookery.cli.common import options_of

ROOT = Path(__file__).resolve().parent.parent

FIRST_MOVE = """
import time
begun = time.perf_counter()
import rookery
match = rookery.game({name!r}).start(players={players}, seed=1)
match.play(match.legal()[0])
print(time.perf_counter() - begun)
"""

EVERYTHING = """
import time
import rookery
begun = time.perf_counter()
game = rookery.game({name!r})
match = game.start(players={players}, seed=1)
match.play(match.legal()[0])
match.view(0), match.redeal(0, 1), match.scores(), match.ending(), match.undo()
print(time.perf_counter() - begun)
batch = game.batch(100, {players}, seed=1)
batch.step(batch.pick())
batch.mask(), batch.observe(), batch.winners()
print(time.perf_counter() - begun)
"""


def in_fresh_process(program: str, cache: str) -> list[float]:
    """Seconds that a program measures of itself, in a Python without SciPy where there is one."""
    python = ROOT / ".venv" / "bin" / "python"
    command = [str(python) if python.exists() else sys.executable, "-c", program]
    env = {**os.environ, "ROOKERY_CACHE": cache}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    return [float(line) for line in done.stdout.split()]


def starts(name: str, players: int, windows: int) -> None:
    names = {"name": name, "players": players}
    with tempfile.TemporaryDirectory() as cache:
        match, everything = in_fresh_process(EVERYTHING.format(**names), cache)
        warm = [in_fresh_process(FIRST_MOVE.format(**names), cache)[0] for _ in range(windows)]
    print(f"\ncold compile of all a match needs: {match:.2f} s; with batches: {everything:.2f} s")
    print(
        f"import to first move, from the cache: best {min(warm):.2f} s,"
        f" median {statistics.median(warm):.2f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="party")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--windows", type=int, default=7)
    parser.add_argument("--option", action="append", default=[])
    args = parser.parse_args()
    game = rookery.game(args.game)
    options = options_of(args, game)
    # A game of Party is one round, as a game of hearts is one deal; a match is several.
    single = {"rounds": 1, **options} if "rounds" in game.options else options
    edition = game.edition()
    title = f"{game.title}, {args.players} players"
    contenders: dict[str, Callable[[], float]] = {
        "hearts, C++ rollouts": peers.rollouts("hearts"),
        "euchre, C++ rollouts": peers.rollouts("euchre"),
        f"{title}, one thread": bench.games_rate(game, args.players, edition, single, 1),
        f"{title}, two threads": bench.games_rate(game, args.players, edition, single, 2),
        "hearts, loop in Python": peers.python_loop("hearts", bench.WINDOW),
        f"{title}, loop in Python": bench.python_rate(game, args.players, edition, options),
        "copies of a match": bench.copies_rate(game),
    }
    for measure in contenders.values():
        measure()
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(args.windows):
        for name, measure in contenders.items():
            rates[name].append(measure())
    lengths = {name: peers.decisions_a_game(name) for name in ("hearts", "euchre")}
    _, decisions, _ = (figures := bench.window(game, args.players, edition, single, 1))
    lengths["own"] = decisions / figures[0]
    report(title, rates, lengths)
    starts(args.game, args.players, args.windows)


def report(title: str, rates: dict[str, list[float]], lengths: dict[str, float]) -> None:
    print(f"{'':44}{'best':>14}{'median':>14}")
    for name, values in rates.items():
        unit = "copies/s" if "copies" in name else "games/s"
        unit = "decisions/s" if "Python" in name else unit
        best, median = max(values), statistics.median(values)
        print(f"{name:44}{best:14,.0f}{median:14,.0f} {unit}")
    median = {name: statistics.median(values) for name, values in rates.items()}
    own = median[f"{title}, one thread"]
    print("\nratios of the medians of this run:")
    for peer in ("hearts", "euchre"):
        games = own / median[f"{peer}, C++ rollouts"]
        print(
            f"  to {peer}: {games:.2f} in games/s,"
            f" {games * lengths['own'] / lengths[peer]:.2f} in decisions/s"
            f" ({lengths['own']:.1f} against {lengths[peer]:.1f} decisions a game)"
        )
    print(f"  two threads to one: {median[f'{title}, two threads'] / own:.2f}")
    loop = median[f"{title}, loop in Python"] / median["hearts, loop in Python"]
    print(f"  loop in Python to hearts: {loop:.2f}")


if __name__ == "__main__":
    main()
