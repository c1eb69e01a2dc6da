"""What several commands share: arguments, a progress line, plain tables."""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import rookery
from rookery.core import plain
from rookery.core.game import Game
from rookery.core.match import Match
from rookery.errors import BrokenSave, InvalidOption, InvalidPlayers, shown
from rookery.games import folders


def add_match_arguments(command: argparse.ArgumentParser, *, several_players: bool = False) -> None:
    """The arguments that say which kind of match to start."""
    command.add_argument("game", metavar="GAME", help=f"one of: {', '.join(folders())}")
    if several_players:
        told = "numbers of players, for instance 2,4 (default: all)"
        command.add_argument("--players", metavar="N,…", help=told)
    else:
        told = "how many players (default: 4, or the most)"
        command.add_argument("--players", type=int, metavar="N", help=told)
    command.add_argument(
        "--seed", type=int, metavar="S", help="repeat the same chance (default: unpredictable)"
    )
    command.add_argument(
        "--edition", metavar="NAME", help="a shipped edition, or the path of an edition file"
    )
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, for instance rounds=1; may be given several times",
    )


def options_of(args: argparse.Namespace, game: Game) -> dict[str, Any]:
    """The ``--option`` arguments as a mapping; values are checked by the game."""
    options: dict[str, Any] = {}
    for text in args.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise InvalidOption(f"--option {text!r} is not of the form name=value")
        if name not in game.options:
            known = ", ".join(game.options)
            raise InvalidOption(f"{game.name} has no option {name!r}; its options are: {known}")
        options[name] = value
    return options


def players_of(args: argparse.Namespace, game: Game) -> int:
    """The number of players, checked."""
    default = min(4, game.players[-1])
    return game.check_players(default if args.players is None else args.players)


def at_least_one(text: str) -> int:
    """An argument that counts something."""
    number = plain.whole(text)
    if not number:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a whole number of at least 1")
    return number


def whole(low: int, high: int) -> Callable[[str], int]:
    """An argument that is a whole number in a range."""

    def read(text: str) -> int:
        number = plain.whole(text)
        if number is None or not low <= number <= high:
            wrong = f"{shown(text)} is not a whole number from {low} to {high}"
            raise argparse.ArgumentTypeError(wrong)
        return number

    return read


def read_text(path: str) -> str:
    """The text of a file, or of the standard input for ``-``."""
    try:
        return sys.stdin.read() if path == "-" else Path(path).read_text("utf-8")
    except UnicodeDecodeError:
        raise BrokenSave(f"{path} is not a text file in UTF-8") from None


def add_moment_arguments(command: argparse.ArgumentParser, *, ply: str, seat: str) -> None:
    """The arguments that say which moment of a saved match to show, and to whom."""
    command.add_argument("file", metavar="FILE", help="a saved match ('-': standard input)")
    command.add_argument("--ply", type=int, metavar="N", help=ply)
    command.add_argument("--seat", type=int, metavar="S", help=seat)


def moment_of(args: argparse.Namespace) -> tuple[Match, int]:
    """A saved match, and how many of its actions to show."""
    match = rookery.load(read_text(args.file))
    upto = match.ply if args.ply is None else args.ply
    if not 0 <= upto <= match.ply:
        raise BrokenSave(f"--ply {args.ply}: the match has 0 to {match.ply} actions")
    return match, upto


def duration(seconds: float) -> str:
    """A time as people tell it: 40 s, 12 min, 3 h 20 min."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"


def player_counts(text: str | None, game: Game) -> list[int]:
    """Numbers of players as they are given, or all that a game takes."""
    if text is None:
        return list(game.players)
    found = {plain.whole(word.strip()) for word in text.split(",")}
    if None in found:
        raise InvalidPlayers(f"--players {shown(text)} is not a list of numbers such as 2,4")
    return sorted(game.check_players(number) for number in found)


class Progress:
    """A line on the terminal for work that takes longer than a second; silent elsewhere."""

    def __init__(self, total: int, what: str) -> None:
        self._total = total
        self._what = what
        self._begun = time.monotonic()
        self._shown = 0.0

    def update(self, done: int) -> None:
        """Tell how far the work is."""
        now = time.monotonic()
        if not sys.stderr.isatty() or now - self._begun < 1 or now - self._shown < 0.2:
            return
        self._shown = now
        left = (now - self._begun) * (self._total - done) / max(done, 1)
        filled = 30 * done // self._total
        bar = "█" * filled + "░" * (30 - filled)
        text = f"\r{bar} {done:,} of {self._total:,} {self._what}, {duration(left)} left \033[K"
        print(text, end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Take the line away."""
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def table(rows: Sequence[Sequence[str]]) -> str:
    """Columns, the first flush left, the others flush right; the first row is the head."""
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(widths[k]) if k == 0 else cell.rjust(widths[k]) for k, cell in enumerate(row)
        ]
        lines.append("  ".join(cells).rstrip())
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines)
