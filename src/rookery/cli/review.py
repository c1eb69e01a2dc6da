"""``rookery review FILE``: what was well done in a saved match, what would have been better."""

import argparse
import json
from pathlib import Path
from typing import Any

import rookery
from rookery.cli.common import Progress, read_text, table, whole
from rookery.errors import BrokenSave, InvalidSeat
from rookery.review import DEPTHS, Review, Reviewer, Unknown, knowledge


def add(commands: Any) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "review",
        help="learn from a saved match",
        description="Weigh every decision of a saved match by what its seat could know, and tell"
        " skill from luck.",
    )
    command.add_argument("file", metavar="FILE", help="a saved match ('-': standard input)")
    command.add_argument(
        "--depth",
        choices=tuple(DEPTHS),
        default="normal",
        help="how long to think about each decision (default: normal)",
    )
    command.add_argument(
        "--seed", type=whole(0, 2**63 - 1), default=0, metavar="S", help="another sample of worlds"
    )
    command.add_argument("--json", action="store_true", help="print everything as JSON")
    command.add_argument(
        "--picture",
        metavar="SVG",
        help="write the curve of chances to this file; with --known, what could be known",
    )
    command.add_argument(
        "--known",
        type=whole(0, 2**31),
        metavar="N",
        help="instead: what could be known after N actions, by whoever --seat says",
    )
    command.add_argument(
        "--seat", type=int, metavar="S", help="with --known: the seat (default: a spectator)"
    )
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do it."""
    match = rookery.load(read_text(args.file))
    if args.known is not None:
        return _tell_known(args, match)
    progress = Progress(max(1, match.ply), "decisions weighed")
    reviewer = Reviewer(match.game, args.depth, args.seed)
    try:
        found = reviewer.review(match, lambda done, total: progress.update(done))
    finally:
        progress.close()
    if args.picture:
        Path(args.picture).write_text(found._repr_svg_(), "utf-8")
    print(json.dumps(found.to_dict(), ensure_ascii=False) if args.json else _text(found))
    return 0


def _text(found: Review) -> str:
    rows = [["seat", "before", "own", "others", "hidden", "luck", "result", "skill", "accuracy"]]
    for seat in range(found.match.players):
        skill, error = found.skill(seat)
        parts = (found.own, found.others, found.hidden, found.luck)
        rows.append(
            [
                str(seat),
                f"{found.before[seat]:.0%}",
                *(f"{part(seat):+.1%}" for part in parts),
                f"{found.result[seat]:.0%}",
                f"{skill:.0%} ± {1.96 * error:.0%}",
                f"{found.accuracy(seat):.1%}",
            ]
        )
    lines = [table(rows), ""]
    for it in found.lessons():
        lines.append(
            f"After {it.ply} actions seat {it.seat} played {it.action}; by what it knew, {it.best}"
            f" was better by {it.cost:.0%}."
        )
    return "\n".join(lines if found.lessons() else [*lines, "No decision was a clear mistake."])


def _tell_known(args: argparse.Namespace, match: rookery.Match) -> int:
    if args.known > match.ply:
        raise BrokenSave(f"--known {args.known}: the match has 0 to {match.ply} actions")
    if args.seat is not None and not 0 <= args.seat < match.players:
        raise InvalidSeat(f"--seat {args.seat}: the seats are 0 to {match.players - 1}")
    for moment in match.replay():
        if moment.ply == args.known:
            break
    unknown = knowledge(moment, args.seat, seed=args.seed)
    if args.picture:
        Path(args.picture).write_text(unknown._repr_svg_(), "utf-8")
    if args.json:
        print(json.dumps([it.to_dict() for it in unknown], ensure_ascii=False))
        return 0
    for it in unknown:
        likely = sorted(it.chances.items(), key=lambda pair: -pair[1])[:8]
        shares = ", ".join(_share(it, thing, chance) for thing, chance in likely)
        print(f"{'.'.join(map(str, it.place))}: {shares}{', …' if len(it.chances) > 8 else ''}")
    print("In brackets: what a reader of the others' actions would believe.")
    return 0


def _share(it: Unknown, thing: str, chance: float) -> str:
    """With its error, unless all worlds were counted."""
    error = f" ± {1.96 * it.error(thing):.0%}" if it.worlds else ""
    return f"{thing} {chance:.0%}{error} ({it.believed[thing]:.0%})"
