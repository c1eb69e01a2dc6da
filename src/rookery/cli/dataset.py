"""``rookery dataset``: matches of bots with what every seat knew, for learning and beliefs."""

import argparse
import secrets
import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import rookery
from rookery.arena.entrants import by_the_clock
from rookery.arena.recording import Columns, Plan, recorded
from rookery.arena.schedule import solo
from rookery.cli.arena import ENTRANTS, look_here_for
from rookery.cli.common import (
    Progress,
    add_match_arguments,
    at_least_one,
    duration,
    options_of,
    whole,
)
from rookery.lab import dataset

MOST_WORLDS = 10_000


def add(commands: Any) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "dataset",
        help="write matches of bots as a data set",
        description="Play matches between bots and write every decision to a Parquet file: what"
        " the seat knew and did, what was hidden from it, worlds it could not exclude, and what"
        " came of it. The file comes whole or not at all. It needs rookery[dataset].",
    )
    add_match_arguments(command)
    command.add_argument(
        "--matches", type=at_least_one, default=100, metavar="K", help="how many (default: 100)"
    )
    command.add_argument(
        "--bots",
        default="greedy",
        metavar="A,B,…",
        help=f"who plays, in an order that chance decides: {ENTRANTS} (default: greedy)",
    )
    command.add_argument(
        "--worlds",
        type=whole(0, MOST_WORLDS),
        default=8,
        metavar="W",
        help="how many worlds to draw at each decision (default: 8)",
    )
    command.add_argument(
        "--workers",
        type=at_least_one,
        metavar="N",
        help="processes on this machine (default: one per core); does not change the file",
    )
    command.add_argument(
        "--out", required=True, metavar="FILE", help=f"a file that ends in {dataset.ENDING}"
    )
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do it."""
    begun = time.monotonic()
    path = Path(args.out)
    plan = _plan(args)
    dataset.check_name(path)
    rows = dataset.write(path, _about(args, plan), _played(args, plan))
    for bot in plan.bots:
        if by_the_clock(bot, plan.game):
            print(
                f"rookery: {bot} thinks by the clock, so the same seed gives other matches;"
                f" {bot.split('@')[0]}@iterations=5000, say, repeats",
                file=sys.stderr,
            )
    print(
        f"{path}: {args.matches:,} matches, {rows:,} decisions with {plan.worlds} worlds each,"
        f" {path.stat().st_size / 1e6:.1f} MB in {duration(time.monotonic() - begun)}"
    )
    return 0


def _plan(args: argparse.Namespace) -> Plan:
    game = rookery.game(args.game)
    bots = tuple(name.strip() for name in args.bots.split(",") if name.strip())
    seed = secrets.randbits(63) if args.seed is None else args.seed
    edition = game.edition(args.edition)
    players = game.usual(args.players, edition)
    look_here_for(*bots)
    return Plan.of(solo(game, bots, players, seed, edition, options_of(args, game)), args.worlds)


def _played(args: argparse.Namespace, plan: Plan) -> Iterator[Columns]:
    progress = Progress(args.matches, "matches")
    try:
        for count, columns in enumerate(recorded(plan, args.matches, args.workers), start=1):
            yield columns
            progress.update(count)
    finally:
        progress.close()


def _about(args: argparse.Namespace, plan: Plan) -> dict[str, Any]:
    """What the file says of itself; the same command writes the same file, wherever it is put."""
    words = ["rookery", "dataset", plan.game.name, "--players", plan.players, "--seed", plan.seed]
    words += ["--matches", args.matches, "--bots", ",".join(plan.bots), "--worlds", plan.worlds]
    words += ["--edition", args.edition] if args.edition else []
    words += [word for text in args.option for word in ("--option", text)]
    shipped = plan.edition.shipped
    return {
        "format": dataset.FORMAT,
        "rookery": rookery.__version__,
        "game": plan.game.name,
        "rules": plan.game.rules_version,
        "edition": plan.edition.name if shipped else plan.edition.data,
        "players": plan.players,
        "options": dict(plan.options),
        "bots": list(plan.bots),
        "seed": plan.seed,
        "matches": args.matches,
        "worlds": plan.worlds,
        "command": shlex.join(map(str, words)),
    }
