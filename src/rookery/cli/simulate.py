"""``rookery simulate``: many games, for figures or for a trace of every decision."""

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

import numpy as np

import rookery
from rookery import bots
from rookery.cli.common import (
    Progress,
    add_match_arguments,
    at_least_one,
    options_of,
    players_of,
    table,
)
from rookery.core import rng, simulate
from rookery.core.game import Game
from rookery.core.match import Match
from rookery.core.steps import Step
from rookery.errors import InvalidOption, InvalidSeat, UnknownBot

#: In place of a seat: somebody who only watches.
SPECTATOR = "spectator"


def add(commands: Any) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "simulate",
        help="play many games between bots",
        description="Play many games between bots and report the results.",
    )
    add_match_arguments(command)
    command.add_argument(
        "--games", type=at_least_one, default=1000, metavar="K", help="how many (default: 1000)"
    )
    command.add_argument(
        "--bot",
        default="random",
        metavar="NAME",
        help=f"who plays all seats: {', '.join(bots.names())} (default: random)",
    )
    command.add_argument(
        "--threads", type=at_least_one, default=1, metavar="T", help="threads (default: 1)"
    )
    command.add_argument(
        "--trace",
        metavar="FILE",
        help="write every position, its legal actions and the action taken as JSON lines ('-': to"
        " standard output)",
    )
    command.add_argument(
        "--steps",
        action="store_true",
        help="write to the trace what came of every action, one thing at a time",
    )
    command.add_argument(
        "--view",
        metavar="SEAT",
        help=f"write the steps as this seat, or a {SPECTATOR}, may know them (default: everything)",
    )
    command.add_argument(
        "--summary", action="store_true", help="show lengths, scores, wins by seat and endings"
    )
    command.add_argument("--json", action="store_true", help="print the figures as JSON")
    command.set_defaults(run=run)


class Totals:
    """Figures gathered over games: sums and counts, so that a billion games fit too."""

    def __init__(self, players: int, endings: int) -> None:
        self.players = players
        self.games = 0
        self._lengths = np.zeros(0, np.int64)  # how many games took so many decisions
        self._endings = np.zeros(endings, np.int64)
        self._shares = np.zeros(players)
        self._scores = np.zeros(players, np.int64)
        self._lowest = np.full(players, np.iinfo(np.int64).max)
        self._highest = np.full(players, np.iinfo(np.int64).min)

    def add(self, some: simulate.Outcomes) -> None:
        """Count some more games."""
        self.games += len(some.decisions)
        lengths = np.bincount(some.decisions, minlength=len(self._lengths))
        lengths[: len(self._lengths)] += self._lengths
        self._lengths = lengths
        self._endings += np.bincount(some.endings, minlength=len(self._endings))
        self._shares += some.shares.sum(axis=0)
        self._scores += some.scores.sum(axis=0)
        np.minimum(self._lowest, some.scores.min(axis=0), out=self._lowest)
        np.maximum(self._highest, some.scores.max(axis=0), out=self._highest)

    def figures(self, game: Game) -> dict[str, Any]:
        """Everything a program might want to know."""
        lengths = np.flatnonzero(self._lengths)
        total = int(self._lengths @ np.arange(len(self._lengths)))
        # The games sorted by their lengths: which one is in the middle, or which two are?
        below = np.cumsum(self._lengths)
        middle = np.searchsorted(below, [(self.games - 1) // 2, self.games // 2], side="right")
        return {
            "games": self.games,
            "decisions": {
                "total": total,
                "mean": total / self.games,
                "shortest": int(lengths[0]),
                "median": float(middle.mean()),
                "longest": int(lengths[-1]),
            },
            "scores": {
                "what": game.score_name,
                "mean": (self._scores / self.games).tolist(),
                "lowest": self._lowest.tolist(),
                "highest": self._highest.tolist(),
            },
            "win_share": (self._shares / self.games).tolist(),
            "endings": dict(zip(game.endings, self._endings.tolist(), strict=True)),
        }


def run(args: argparse.Namespace) -> int:
    """Do it."""
    game = rookery.game(args.game)
    players = players_of(args, game)
    options = options_of(args, game)
    if args.bot not in bots.names():
        known = ", ".join(bots.names())
        raise UnknownBot(f"there is no bot {args.bot!r}; the bots are {known}")
    _check_steps(args, players)
    tally = Totals(players, len(game.endings))
    begun = time.perf_counter()
    gather = _compiled if args.trace is None and args.bot in simulate.POLICIES else _one_by_one
    gather(args, game, players, options, tally)
    seconds = time.perf_counter() - begun
    if args.trace == "-":
        return 0
    _report(args, game, tally, seconds)
    return 0


def _check_steps(args: argparse.Namespace, players: int) -> None:
    """Refuse steps that would be written nowhere, or for nobody."""
    if args.steps and args.trace is None:
        raise InvalidOption("--steps is for a trace: name its file with --trace")
    if args.view is None:
        return
    if not args.steps:
        raise InvalidOption("--view is about steps: ask for them with --steps")
    seats = [str(seat) for seat in range(players)]
    if args.view not in (*seats, SPECTATOR):
        raise InvalidSeat(
            f"--view {args.view!r} is neither a seat from 0 to {players - 1} nor {SPECTATOR!r}"
        )


def _compiled(
    args: argparse.Namespace, game: Game, players: int, options: dict[str, Any], tally: Totals
) -> None:
    """Whole games in compiled code."""
    progress = Progress(args.games, "games")
    chunks = simulate.run(
        game, args.games, players, args.seed, args.edition, args.bot, args.threads, options
    )
    for chunk in chunks:
        tally.add(chunk)
        progress.update(tally.games)
    progress.close()


def _one_by_one(
    args: argparse.Namespace, game: Game, players: int, options: dict[str, Any], tally: Totals
) -> None:
    """Match by match, as a table would play it."""
    edition = game.edition(args.edition)
    secret = rng.secret_of(args.seed)
    player = bots.find(args.bot, game)
    progress = Progress(args.games, "games")

    def play_all(tell: Callable[[dict[str, Any]], None]) -> None:
        trace = Trace(tell, args.steps, args.view)
        for number in range(args.games):
            seed = rng.child(secret, number)
            match = game.start(players, seed, edition, **options)
            _play(match, number, player, rng.generator(seed, ply=2**63), trace)
            tally.add(_outcome(match))
            progress.update(number + 1)

    if args.trace is None:
        play_all(lambda line: None)
    elif args.trace == "-":
        play_all(_writer(sys.stdout))
    else:
        with Path(args.trace).open("w", encoding="utf-8") as file:
            play_all(_writer(file))
    progress.close()


def _writer(file: TextIO) -> Callable[[dict[str, Any]], None]:
    return lambda line: print(json.dumps(line, ensure_ascii=False), file=file)


def _play(match: Match, number: int, player: bots.Bot, chance: Any, trace: "Trace") -> None:
    while not match.over:
        legal = match.legal()
        action = player.choose(match.informed(match.turn), legal, chance)
        line = {
            "match": number,
            "position": match.to_dict(),
            "turn": match.turn,
            "legal": [match.notation(each) for each in legal],
            "action": match.notation(action),
        }
        if trace.steps and not match.ply:
            line["before"] = trace.told(match.steps())
        match.play(action)
        if trace.steps:
            line["steps"] = trace.told(match.steps(match.ply - 1))
        trace.tell(line)
    trace.tell(
        {
            "match": number,
            "position": match.to_dict(),
            "turn": None,
            "scores": match.scores(),
            "winners": match.winners(),
        }
    )


@dataclass
class Trace:
    """Where every decision is written, and how much of it."""

    tell: Callable[[dict[str, Any]], None]
    steps: bool
    #: Through whose eyes steps are told.
    view: str | None

    def told(self, steps: list[Step]) -> list[dict[str, Any]]:
        """The steps as they are written: all of each, or what a seat may know."""
        if self.view is None:
            return [step.to_dict() for step in steps]
        seat = None if self.view == SPECTATOR else int(self.view)
        return [known for step in steps if (known := step.known(seat)) is not None]


def _outcome(match: Match) -> simulate.Outcomes:
    """One match in the form of many."""
    winners = match.winners()
    return simulate.Outcomes(
        np.array([match.ply]),
        np.array([match.scores()]),
        np.array([[(seat in winners) / max(1, len(winners)) for seat in range(match.players)]]),
        np.array([match.game.endings.index(match.ending())]),
    )


def _report(args: argparse.Namespace, game: Game, tally: Totals, seconds: float) -> None:
    figures = tally.figures(game)
    if args.json:
        print(json.dumps(figures))
        return
    total = figures["decisions"]["total"]
    print(
        f"{game.title}, {tally.players} players, bot {args.bot}: {tally.games:,} games,"
        f" {total:,} decisions in {seconds:.2f} s ({tally.games / seconds:,.0f} games/s)"
    )
    if args.summary:
        print("\n" + _summary(game, figures))


def _summary(game: Game, figures: dict[str, Any]) -> str:
    lengths = figures["decisions"]
    scores = figures["scores"]
    seats = [["seat", "wins", f"mean {game.score_name}", "lowest", "highest"]]
    for seat, share in enumerate(figures["win_share"]):
        seats.append(
            [
                str(seat),
                f"{share:.1%}",
                f"{scores['mean'][seat]:.2f}",
                str(scores["lowest"][seat]),
                str(scores["highest"][seat]),
            ]
        )
    endings = [["ending", "games", "share"]]
    for name, count in figures["endings"].items():
        endings.append([name, f"{count:,}", f"{count / figures['games']:.1%}"])
    length = (
        f"decisions a game: {lengths['mean']:.1f} on average, {lengths['shortest']} to"
        f" {lengths['longest']}, half of the games at most {lengths['median']:.0f}"
    )
    return f"{length}\n\n{table(seats)}\n\n{table(endings)}"
