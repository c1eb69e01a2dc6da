"""``rookery replay FILE``: a saved match, step by step, after checking that it is whole."""

import argparse
import json
import sys
from typing import Any

from rookery.cli.common import add_moment_arguments, moment_of
from rookery.cli.paint import painter
from rookery.core.match import Match


def add(commands: Any) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "replay",
        help="show a saved match",
        description="Read a saved match, check it, and show its actions and its end.",
    )
    add_moment_arguments(
        command,
        ply="show the position after N actions instead of the end",
        seat="show it as this seat sees it (default: everything)",
    )
    command.add_argument(
        "--steps", action="store_true", help="show everything that happened, one thing at a time"
    )
    command.add_argument(
        "--json",
        action="store_true",
        help="print the position as JSON, or with --steps each step as a line of JSON",
    )
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do it."""
    match, upto = moment_of(args)
    lines = []
    for shown in match.replay():
        if shown.ply == upto:
            break
        lines.append(
            f"{shown.ply + 1:>4}  seat {shown.turn}  {shown.notation(match.log[shown.ply])}"
        )
    if args.steps:
        _tell_steps(shown, args.seat, args.json)
        return 0
    view = shown.to_dict() if args.seat is None else shown.view(args.seat)
    if args.json:
        print(json.dumps(view, ensure_ascii=False))
        return 0
    if args.seat is None or shown.game.open_actions:  # else a seat would hear what it may not
        print("\n".join(lines) + "\n")
    names = [f"seat {seat}" for seat in range(shown.players)]
    print("\n".join(shown.game.draw(shown.edition, view, args.seat, names, painter(sys.stdout))))
    print("\n" + _outcome(shown))
    return 0


def _tell_steps(match: Match, seat: int | None, as_json: bool) -> None:
    """Every step, as a sentence or as data; with a seat, what it may know of them."""
    moments = [step.open() for step in match.steps()] if seat is None else match.moments(seat)
    for moment in moments:
        if as_json:
            print(json.dumps(moment.things, ensure_ascii=False))
        else:
            print(f"{moment.ply:>4}  {' '.join(moment.view.tell()) or moment.kind}")


def _outcome(match: Match) -> str:
    if not match.over:
        return f"Seat {match.turn} is to decide."
    scores = ", ".join(f"seat {seat}: {score}" for seat, score in enumerate(match.scores()))
    winners = " and ".join(f"seat {seat}" for seat in match.winners()) or "nobody"
    return f"{match.game.score_name.capitalize()}: {scores}. Won by {winners}."
