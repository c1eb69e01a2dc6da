"""The command line. Each command is a file here; a user's mistake is one line and exit code 2."""

import argparse
import os
import sys
from collections.abc import Sequence

from numba.core.errors import NumbaError

import rookery
from rookery.cli import (
    admin,
    arena,
    backup,
    balance,
    bench,
    check,
    dataset,
    draw,
    edition,
    play,
    prepare,
    puzzle,
    replay,
    review,
    serve,
    simulate,
    train,
    verify,
)
from rookery.core.kernel import reason, when_compiling
from rookery.errors import RookeryError

COMMANDS = (
    *(serve, play, simulate, arena, balance, dataset, train, replay, review, puzzle),
    *(draw, verify, edition, check, bench, prepare, admin, backup),
)
#: What ``rookery`` alone does: open the tables and show the lobby.
DEFAULT = ["serve", "--open"]
MISTAKE = 2
COMPILING = "Compiling the rules for this machine. This takes some seconds, the first time only."


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, without the whole usage before it."""

    def error(self, message: str) -> None:  # type: ignore[override]
        """Refuse the command line."""
        print(f"{self.prog}: {message}; see '{self.prog} --help'", file=sys.stderr)
        raise SystemExit(MISTAKE)


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    main_parser = Parser(
        prog="rookery",
        description="Penguin board games: play, simulate, replay and measure them.",
        epilog="Rookery is an independent implementation; the games belong to their designers.",
    )
    main_parser.add_argument(
        "--version", action="version", version=f"rookery {rookery.__version__}"
    )
    commands = main_parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add(commands)
    return main_parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code."""
    given = list(sys.argv[1:] if argv is None else argv)
    args = parser().parse_args(given or DEFAULT)
    if sys.stderr.isatty():
        when_compiling(lambda: print(COMPILING, file=sys.stderr))
    try:
        code: int = args.run(args)
        sys.stdout.flush()
        return code
    except RookeryError as error:
        print(f"rookery: {error}", file=sys.stderr)
        return MISTAKE
    except NumbaError as error:
        print(f"rookery: the rules cannot be compiled: {reason(error)}", file=sys.stderr)
        return MISTAKE
    except BrokenPipeError:
        # The reader (say, `head`) has had enough; keep Python from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        what = f"{error.filename}: " if error.filename else ""
        print(f"rookery: {what}{error.strerror or error}", file=sys.stderr)
        return MISTAKE
    except KeyboardInterrupt:
        print("\nrookery: interrupted", file=sys.stderr)
        return 130
