"""``rookery verify FILE``: whether a match was dealt and played as its secret says."""

import argparse
from typing import Any

import rookery
from rookery.cli.common import read_text
from rookery.core.save import examine


def add(commands: Any) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "verify",
        help="check that a saved match is fair",
        description="Play a saved match again from its secret and say what does not fit.",
    )
    command.add_argument("file", metavar="FILE", help="a saved match ('-': standard input)")
    command.add_argument(
        "--commitment",
        metavar="HASH",
        help="what the table published before the first action",
    )
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do it; exit code 1 if something does not fit."""
    match, faults = examine(read_text(args.file), rookery.game, args.commitment)
    if match is None or faults:
        print("\n".join(f"{args.file} does not fit: {fault}" for fault in faults))
        return 1
    state = "finished" if match.over else "unfinished"
    print(f"{args.file} fits: {match.game.title}, {state}, {match.ply} actions")
    print(f"its secret's hash is {match.commitment}")
    return 0
