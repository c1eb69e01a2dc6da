"""``rookery balance``: who wins by seat, how long games take and how they end."""

import argparse
import json
import secrets
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import rookery
from rookery.arena import report
from rookery.arena.balance import FORFEIT, BalanceRun, Tally, gather
from rookery.arena.entrants import check_bots
from rookery.cli.arena import ENTRANTS, INTERRUPTED, add_crew_arguments, look_here_for
from rookery.cli.common import (
    Progress,
    add_match_arguments,
    at_least_one,
    options_of,
    player_counts,
    table,
)
from rookery.core import rng
from rookery.core.options import check_all


def add(commands: Any) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "balance",
        help="show how fair and how long a game is",
        description="Let one bot play all seats, for each number of players: who wins by seat, how"
        " long games take, how they end. A role that would fall to a random seat falls to seat 0.",
    )
    add_match_arguments(command, several_players=True)
    command.add_argument(
        "--bot",
        default="greedy",
        metavar="NAME",
        help=f"who plays: {ENTRANTS} (default: greedy)",
    )
    command.add_argument(
        "--games",
        type=at_least_one,
        default=1000,
        metavar="K",
        help="how many for each number of players (default: 1000)",
    )
    add_crew_arguments(command)
    command.add_argument("-o", "--output", metavar="FILE", help="write the report as an HTML page")
    command.add_argument("--json", action="store_true", help="print the figures as JSON")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do it."""
    game = rookery.game(args.game)
    counts = player_counts(args.players, game)
    look_here_for(args.bot)
    check_bots((args.bot,), game)
    seed = secrets.randbits(63) if args.seed is None else args.seed
    rng.secret_of(seed)
    options = options_of(args, game)
    run = BalanceRun(game, args.bot, args.games, seed, game.edition(args.edition), options)
    for players in counts:
        check_all(game.options, run.with_roles(), players)
    if args.output:
        Path(args.output).open("ab").close()  # rather now than after an hour of playing
    tallies, interrupted = _gather(args, run, counts)
    if interrupted:
        print("rookery: interrupted; this is about the games played so far", file=sys.stderr)
    if args.output and tallies:
        _write(Path(args.output), report.page(run, tallies))
    if args.json:
        print(json.dumps(_figures(run, tallies), ensure_ascii=False))
    else:
        print(_text(run, tallies))
    return INTERRUPTED if interrupted else 0


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError as error:  # a full disk does not say which file it was about
        raise OSError(error.errno, error.strerror, str(path)) from None


def _gather(
    args: argparse.Namespace, run: BalanceRun, counts: list[int]
) -> tuple[list[Tally], bool]:
    tallies = [Tally(players) for players in counts]
    progress = Progress(len(counts) * args.games, "games")
    interrupted = False
    try:
        for number, tally in enumerate(tallies):
            # Results alone go to standard output, where Ray would tell of lost nodes.
            with redirect_stdout(sys.stderr):
                for done in gather(run, tally, args.workers, args.ray):
                    progress.update(number * args.games + done)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        progress.close()
    return [tally for tally in tallies if tally.games], interrupted


def _figures(run: BalanceRun, tallies: list[Tally]) -> dict[str, Any]:
    return {
        "game": run.game.name,
        "rules": run.game.rules_version,
        "bot": run.bot,
        "edition": run.edition.name,
        "options": run.with_roles(),
        "seed": run.seed,
        "counts": [tally.to_dict(run.game) for tally in tallies],
    }


def _text(run: BalanceRun, tallies: list[Tally]) -> str:
    game = run.game
    lines = [
        f"{game.title}, bot {run.bot}, edition {run.edition.name}, seed {run.seed}",
        *run.roles(),
    ]
    seats = max((tally.players for tally in tallies), default=0)
    wins = [["players", "games", *(f"seat {seat} wins" for seat in range(seats)), "decisions"]]
    endings = [tally.ending_shares(game) for tally in tallies]
    named = [*game.endings, *([FORFEIT] if any(FORFEIT in each for each in endings) else [])]
    ends = [["players", *named]]
    for tally, found in zip(tallies, endings, strict=True):
        shares = [f"{share.mean:.1%}" for share in tally.wins()]
        shares += [""] * (seats - tally.players)
        wins.append(
            [str(tally.players), f"{tally.games:,}", *shares, f"{tally.length()['mean']:.1f}"]
        )
        told = [f"{found[name].mean:.1%}" if name in found else "0.0%" for name in named]
        ends.append([str(tally.players), *told])
    if tallies:
        lines += ["", table(wins), "", table(ends)]
    return "\n".join(lines)
