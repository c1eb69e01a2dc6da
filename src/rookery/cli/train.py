"""``rookery train``: nets that learn from matches of the search with itself."""

import argparse
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import rookery
from rookery.cli.arena import INTERRUPTED, add_crew_arguments
from rookery.cli.common import Progress, at_least_one, player_counts
from rookery.games import folders
from rookery.lab.forest import DEVICES
from rookery.train.loop import CHAMPION, CURVE, LEARNERS, Training
from rookery.train.plan import Means, Plan

#: The settings of a run that are numbers, and what they mean.
NUMBERS = {
    "generations": "how often to play, learn and compare",
    "matches": "matches to play in each generation, for each number of players",
    "iterations": "of the search, for each decision",
    "low": "units of the first layer",
    "top": "units of the second layer",
    "replay": "generations to learn from",
    "passes": "how often to learn from them",
    "duels": "deals of each comparison with the champion",
    "seed": "repeats the same chance",
}


def add(commands: Any) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "train",
        help="train a net for a game's bots",
        description="Let the search play with itself, learn from that, and compare what was learned"
        " with the champion so far, generation by generation. All is kept in a folder: the"
        " champion's net, what is needed to resume, the figures, and a picture of them.",
    )
    command.add_argument("game", metavar="GAME", help=f"one of: {', '.join(folders())}")
    command.add_argument("--folder", required=True, metavar="DIR", help="where to keep the run")
    told = "numbers of players, for instance 2,4 (default: all)"
    command.add_argument("--players", metavar="N,…", help=told)
    usual = {field.name: field.default for field in fields(Plan)}
    for name, meant in NUMBERS.items():
        command.add_argument(
            f"--{name}",
            type=at_least_one,
            default=usual[name],
            metavar="K",
            help=f"{meant} (default: {usual[name]})",
        )
    command.add_argument(
        "--device", choices=DEVICES, default="cpu", help="where the search plays (default: cpu)"
    )
    command.add_argument(
        "--net",
        default="",
        metavar="FILE",
        help="begin with this net, the first champion; its layers stay as they are",
    )
    command.add_argument(
        "--guesses-for",
        default="",
        metavar="FILE",
        help="leave this net as it is, and learn nothing but guesses at what is hidden for it",
    )
    command.add_argument(
        "--reads",
        action="store_true",
        help="let champions read the table in the matches they learn from, as they do elsewhere",
    )
    command.add_argument(
        "--learner",
        choices=sorted(LEARNERS),
        default="compiled",
        help="compiled code goes through a generation once and needs nothing else; torch (extra"
        " 'train') goes through it in batches, best with --passes 3 (default: compiled)",
    )
    add_crew_arguments(command)
    command.add_argument(
        "--resume", action="store_true", help="go on with the run that the folder holds"
    )
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do it."""
    game = rookery.game(args.game)
    numbers = {name: getattr(args, name) for name in NUMBERS}
    plan = Plan(
        game.name,
        tuple(player_counts(args.players, game)),
        **numbers,
        device=args.device,
        net=args.net,
        guesses_for=args.guesses_for,
        reads=args.reads,
        learner=args.learner,
    )
    folder = Path(args.folder)
    means = Means(args.workers, args.ray)
    training = Training(game, plan, folder, resume=args.resume, means=means)
    for row in training.rows:
        print(_told(row))
    bar = Bar()
    try:
        for row in training.run(bar.tell):
            bar.close()
            print(_told(row), flush=True)
    except KeyboardInterrupt:
        bar.close()
        print(f"\nrookery: interrupted; {_kept(folder, len(training.rows))}", file=sys.stderr)
        return INTERRUPTED
    if not training.crowned:
        begun = args.net or args.guesses_for or "the search alone"
        print(f"No net was better than {begun}; {folder / CURVE} shows how far they came.")
    else:
        print(f"{folder / CHAMPION} is the champion; {folder / CURVE} shows how it came about.")
    return 0


class Bar:
    """A line of progress for each thing that a generation does, one after the other."""

    def __init__(self) -> None:
        self._progress: Progress | None = None
        self._what = ""

    def tell(self, done: int, total: int, what: str) -> None:
        """So many of so many are done."""
        if self._progress is None or what != self._what:
            self.close()
            self._progress, self._what = Progress(total, what), what
        self._progress.update(done)

    def close(self) -> None:
        """Take the line away."""
        if self._progress is not None:
            self._progress.close()
            self._progress = None


def _kept(folder: Path, count: int) -> str:
    if not count:
        return f"no generation was over, so nothing is kept in {folder}"
    generations = "1 generation" if count == 1 else f"{count} generations"
    return f"{folder} holds {generations}; --resume goes on from there"


def _told(row: Any) -> str:
    mean, low, high = (100 * figure for figure in row.duel)
    crowned = ", a new champion" if row.promoted else ""
    guesses = "" if row.guess is None else f", guesses {row.guess_before:.3f} → {row.guess:.3f}"
    return (
        f"generation {row.generation}: {row.samples:,} decisions, value {row.value_before:.3f} →"
        f" {row.value:.3f}, policy {row.policy_before:.3f} → {row.policy:.3f}{guesses} nats off,"
        f" won {mean:.0f} % [{low:.0f}, {high:.0f}]{crowned}, {row.seconds:.0f} s"
    )
