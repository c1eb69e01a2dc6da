"""``rookery play``: a match against bots in the terminal, by keyboard alone."""

import argparse
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill
from typing import Any

import rookery
from rookery import bots
from rookery.arena.entrants import find as find_entrant
from rookery.bots.levels import SearchingBot
from rookery.cli.common import add_match_arguments, options_of, players_of
from rookery.cli.paint import painter
from rookery.core import rng
from rookery.core.match import Match
from rookery.errors import IllegalAction, InvalidOption, InvalidSeat

BOT_NAMES = ("Pip", "Skua", "Floe", "Krill", "Auk")
HELP = (
    "Type an action as it is listed by '?'.  ? lists what you can do, h asks for a hint,"
    " u takes back your last decision, s FILE saves the match, q leaves."
)


def add(commands: Any) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "play",
        help="play against bots in the terminal",
        description="Play a match in the terminal against bots. Ctrl-C leaves at any time.",
    )
    add_match_arguments(command)
    command.add_argument("--seat", type=int, default=0, metavar="S", help="your seat (default: 0)")
    command.add_argument(
        "--bot",
        default="greedy",
        metavar="NAME",
        help=f"opponents: {', '.join(bots.names())}; with settings as emperor@net=FILE",
    )
    command.add_argument(
        "--ponder",
        action="store_true",
        help="let a bot that searches think ahead, on one core, while you think",
    )
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do it."""
    game = rookery.game(args.game)
    players = players_of(args, game)
    if not 0 <= args.seat < players:
        raise InvalidSeat(f"--seat {args.seat}: seats are 0 to {players - 1}")
    bot = find_entrant(args.bot, game)
    match = game.start(players, args.seed, args.edition, **options_of(args, game))
    if args.ponder and not isinstance(bot, SearchingBot):
        raise InvalidOption(f"--ponder: {args.bot!r} does not search, so it cannot think ahead")
    table = Table(match, args.seat, bot, args.ponder)
    try:
        table.play()
    except (KeyboardInterrupt, EOFError):
        print("\nYou leave the table. Until next time!")
    finally:
        table.stop_pondering()
    return 0


class Left(EOFError):
    """The player has asked to leave."""


class Table:
    """One person and bots around one match."""

    def __init__(self, match: Match, seat: int, bot: bots.Bot, ponder: bool = False) -> None:
        self.match = match
        self.seat = seat
        self.bot = bot
        self.ponder = ponder
        self.pondering: tuple[threading.Thread, threading.Event] | None = None
        self.chance = rng.generator()
        others = iter(BOT_NAMES)
        self.names = ["You" if each == seat else next(others) for each in range(match.players)]
        self.paint: Callable[[str, str], str] = painter(sys.stdout)

    def play(self) -> None:
        """The whole match."""
        game = self.match.game
        print(self.paint(f"{game.title}, by {game.designer}", "bold"))
        if self.match.edition.note:
            print(self.match.edition.note)
        print(fill(HELP, min(100, get_terminal_size().columns)))
        while not self.match.over:
            if self.match.turn == self.seat:
                self.ask()
            else:
                self.let_bot_play()
        self.show()
        self.tell_end()

    def show(self) -> None:
        """What the person may see."""
        view = self.match.view(self.seat)
        match = self.match
        lines = match.game.draw(match.edition, view, self.seat, self.names, self.paint)
        print("\n" + "\n".join(lines))

    def let_bot_play(self) -> None:
        """One decision of a bot."""
        turn = self.match.turn
        assert turn is not None
        action = self.bot.choose(self.match.informed(turn), self.match.legal(), self.chance)
        text = self.match.notation(action)
        self.match.play(action)
        if self.match.game.open_actions:
            print(self.paint(f"  {self.names[turn]}: {text}", "dim"))
        elif self.match.turn != turn:  # how many decisions it took is not for everybody to know
            print(self.paint(f"  {self.names[turn]} has decided", "dim"))

    def ask(self) -> None:
        """One decision of the person."""
        self.show()
        before = self.match
        while self.match is before:
            self.let_ponder()
            word = input("\nYour turn> ").strip()
            self.stop_pondering()
            if word and not self.obey(word):
                try:
                    self.match.play(word)
                    return
                except IllegalAction as error:
                    print(f"  {error}")

    def let_ponder(self) -> None:
        """Have the bot after the person think ahead, until somebody needs it."""
        if not self.ponder or not isinstance(self.bot, SearchingBot):
            return
        view = self.match.informed((self.seat + 1) % self.match.players)
        stop = threading.Event()
        chance = rng.generator()
        thread = threading.Thread(target=self.bot.ponder, args=(view, chance, stop), daemon=True)
        self.pondering = thread, stop
        thread.start()

    def stop_pondering(self) -> None:
        """Nothing is thought about any more when this returns."""
        if self.pondering is not None:
            thread, stop = self.pondering
            stop.set()
            thread.join()
            self.pondering = None

    def obey(self, word: str) -> bool:
        """Carry out a word that is no action; False if it is none of those."""
        if word in ("q", "quit"):
            raise Left
        if word == "?":
            self.list_actions()
        elif word == "h":
            legal = self.match.legal()
            advice = self.bot.choose(self.match.informed(self.seat), legal, self.chance)
            print(f"  Perhaps {self.match.notation(advice)}?")
        elif word == "u":
            self.take_back()
        elif word == "s" or word.startswith("s "):
            self.save(word[1:].strip())
        else:
            return False
        return True

    def list_actions(self) -> None:
        """All legal actions, by their first letter."""
        groups: dict[str, list[str]] = {}
        for action in self.match.legal():
            text = self.match.notation(action)
            groups.setdefault(text[0], []).append(text)
        for texts in groups.values():
            print("  " + "  ".join(texts))

    def take_back(self) -> None:
        """Back to the person's last decision; the bots decide anew."""
        again = self.match.copy()
        while again.ply:
            again.undo()
            if again.turn == self.seat:
                self.match = again
                return
        print("  There is nothing to take back.")

    def save(self, path: str) -> None:
        """Write the match to a file."""
        if not path:
            print("  Name a file: s match.txt")
            return
        try:
            Path(path).write_text(self.match.save(), "utf-8")
            print(f"  Saved to {path}. 'rookery replay {path}' shows it.")
        except OSError as error:
            print(f"  Not saved: {error.strerror}")

    def tell_end(self) -> None:
        """Scores and winners."""
        game = self.match.game
        print()
        for name, score in zip(self.names, self.match.scores(), strict=True):
            print(f"  {name:<12} {score:>3} {game.score_name}")
        winners = [self.names[seat] for seat in self.match.winners()]
        verb = "win" if winners == ["You"] or len(winners) > 1 else "wins"
        print(f"\n{' and '.join(winners) or 'Nobody'} {verb}!")
