"""``rookery puzzle GAME``: a position to think about; and how new ones are made."""

import argparse
import random
import sys
import time
from itertools import islice
from pathlib import Path
from typing import Any

import rookery
from rookery.cli.common import Progress, at_least_one, read_text, whole
from rookery.cli.paint import painter
from rookery.core.game import Game
from rookery.core.match import Match
from rookery.errors import InvalidOption, RookeryError
from rookery.games import folders
from rookery.review.puzzles import Maker, Puzzle, of_day, read, shipped, write
from rookery.review.weighing import Scales

DAY = 86_400
#: How long a wrong answer is thought about.
ITERATIONS = 6000


def add(commands: Any) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "puzzle",
        help="find the best action",
        description="Show a position with one clearly best action, by what the seat to move"
        " knows, and ask for it. Without more, it is the puzzle of the day.",
    )
    command.add_argument("game", metavar="GAME", help=f"one of: {', '.join(folders())}")
    command.add_argument("--random", action="store_true", help="any puzzle, not that of the day")
    command.add_argument(
        "--grade", type=whole(1, 5), metavar="G", help="with --random: 1 is easy, 5 is hard"
    )
    command.add_argument("--number", type=int, metavar="N", help="the puzzle with this number")
    command.add_argument("--file", metavar="FILE", help="puzzles of your own ('-': standard input)")
    command.add_argument("--answer", metavar="ACTION", help="answer at once, without being asked")
    command.add_argument(
        "--make", type=at_least_one, metavar="N", help="make N new puzzles instead; takes a while"
    )
    command.add_argument("--seed", type=int, default=0, help="with --make: which ones")
    command.add_argument("-o", "--output", metavar="FILE", help="with --make: where to write them")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do it."""
    game = rookery.game(args.game)
    if args.make:
        return _make(args, game)
    puzzle = _chosen(args, game)
    match = puzzle.match(game)
    assert match.turn is not None
    names = [f"seat {seat}" for seat in range(match.players)]
    view = match.view(match.turn)
    print("\n".join(game.draw(match.edition, view, match.turn, names, painter(sys.stdout))))
    texts = [match.notation(action) for action in match.legal()]
    print(f"\nPuzzle {puzzle.number}, grade {puzzle.grade} of 5. You are seat {match.turn}.")
    print(f"Which is best? {', '.join(texts)}")
    answer = args.answer if args.answer is not None else _asked(match)
    if answer is None:
        return 0
    return _judge(match, puzzle, answer)


def _chosen(args: argparse.Namespace, game: Game) -> Puzzle:
    puzzles = read(read_text(args.file), game) if args.file else shipped(game)
    if args.number is not None:
        puzzles = [it for it in puzzles if it.number == args.number]
    elif args.grade is not None:
        puzzles = [it for it in puzzles if it.grade == args.grade]
    if not puzzles:
        raise InvalidOption(f"there is no such puzzle of {game.title}")
    if args.random or args.grade or args.file:
        return random.choice(puzzles)  # noqa: S311 - no secret depends on it
    today = of_day(game, int(time.time()) // DAY)
    return puzzles[0] if args.number is not None or today is None else today


def _asked(match: Match) -> str | None:
    """What somebody types; None if nobody does."""
    while True:
        try:
            answer = input("Your answer: ").strip()
            match.check_legal(match.parse(answer))
            return answer
        except EOFError:
            return None
        except RookeryError as error:
            print(error)


def _judge(match: Match, puzzle: Puzzle, answer: str) -> int:
    action = match.parse(answer)
    match.check_legal(action)
    if match.notation(action) == puzzle.best:
        print(f"Right: {puzzle.best} is better than anything else by {puzzle.lead:.0%}.")
        return 0
    assert match.turn is not None
    view = match.hidden(match.turn)
    scales = Scales(match.game, ITERATIONS)
    weighed = scales.weigh(view, match.legal(), action, match.secret)
    lost, _ = weighed.best_chances.lead(weighed.played_chances, match.turn)
    print(f"Not quite: {puzzle.best} wins more often, by {max(lost, 0.0):.0%}.")
    return 1


def _make(args: argparse.Namespace, game: Game) -> int:
    progress = Progress(args.make, "puzzles")
    found: list[Puzzle] = []
    try:
        for puzzle in islice(Maker(game, args.seed).puzzles(), args.make):
            found.append(puzzle)
            progress.update(len(found))
    finally:
        progress.close()
    text = write(game, sorted(found, key=lambda it: (it.grade, it.number)))
    if args.output:
        Path(args.output).write_text(text, "utf-8")
    else:
        print(text, end="")
    return 0
