"""``rookery check GAME``: what is missing from a game, or wrong with it."""

import argparse
import json
from dataclasses import asdict
from typing import Any

from rookery.games import folders


def add(commands: Any) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "check",
        help="say what is missing from a game, or wrong with it",
        description="Play a game at random, look at its folder, and list what is missing or wrong"
        " with the file it belongs in. Exit code 1 if something is wrong.",
    )
    command.add_argument("game", metavar="GAME", help=f"one of: {', '.join(folders())}")
    command.add_argument(
        "--ship",
        action="store_true",
        help="also ask for all that a game of the house has: three languages, a rule book, a"
        " lesson, art, tests",
    )
    command.add_argument("--json", action="store_true", help="print what was found as JSON")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do it."""
    # The pages' parts are imported here: other commands start faster without them.
    from rookery.checking import check

    found = check(args.game, ship=args.ship)
    if args.json:
        lists = {key: [asdict(it) for it in getattr(found, key)] for key in ("faults", "notes")}
        print(json.dumps({"game": args.game, "ok": not found.faults, **lists}, ensure_ascii=False))
        return 1 if found.faults else 0
    for it in found.faults:
        print(f"{it.where}: {it.what}")
    if found.notes:
        print("It can be played without, but to ship it there would have to be:")
        for it in found.notes:
            print(f"  {it.where}: {it.what}")
    wrong = len(found.faults)
    count = "1 thing is" if wrong == 1 else f"{wrong} things are"
    print(f"{args.game}: {count} wrong or missing" if wrong else f"{args.game}: nothing is wrong")
    return 1 if found.faults else 0
