"""``rookery edition``: print an edition as JSON, check an edition file, draw one."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import rookery
from rookery.core import edition as editions
from rookery.core.edition import Edition
from rookery.core.game import Game
from rookery.errors import InvalidEdition, UnknownEdition


def add(commands: Any) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "edition",
        help="print, check or draw an edition",
        description="Editions are what differs between printed copies of a game: decks, dots,"
        " maps. 'rookery edition GAME NAME' prints one as JSON, 'rookery edition GAME' lists"
        " them, 'rookery edition check FILE' explains every fault of an edition file, 'rookery"
        " edition draw FILE' writes a picture of one.",
    )
    command.add_argument("what", metavar="GAME|check|draw", help="a game, or what to do")
    command.add_argument("which", metavar="NAME|FILE", nargs="?", help="an edition's name or file")
    command.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="with draw: where to write (default: standard output)",
    )
    command.add_argument("--json", action="store_true", help="with check: the faults as JSON")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do it."""
    if args.what in ("check", "draw"):
        if args.which is None:
            raise UnknownEdition(f"'rookery edition {args.what}' needs the path of a file")
        return _check(args) if args.what == "check" else _draw(args)
    game = rookery.game(args.what)
    if args.which is None:
        print("\n".join(game.editions))
    else:
        print(json.dumps(game.edition(args.which).data, ensure_ascii=False))
    return 0


def _game_of(text: str) -> Game:
    name = editions.cut(text).head.get("game")
    if name is None:
        known = " or ".join(f"'game: {each}'" for each in rookery.games())
        raise InvalidEdition(f"the head needs a line that names the game: {known}")
    return rookery.game(name)


def _load(path: str) -> tuple[Game, Edition]:
    text = editions.read_file(Path(path))
    game = _game_of(text)
    return game, game.edition_from_text(text)


def _check(args: argparse.Namespace) -> int:
    try:
        game, edition = _load(args.which)
    except InvalidEdition as error:
        if args.json:
            print(json.dumps({"file": args.which, "ok": False, "faults": error.faults}))
        else:
            for fault in error.faults:
                print(f"{args.which}: {fault}", file=sys.stderr)
        return 2
    if args.json:
        print(json.dumps({"file": args.which, "ok": True, "faults": [], "name": edition.name}))
    else:
        print(f"{args.which}: fit to play {game.title} ({edition.name})")
        if edition.note:
            print(edition.note)
    return 0


def _draw(args: argparse.Namespace) -> int:
    if Path(args.which).exists():
        game, edition = _load(args.which)
    else:
        found = [name for name in rookery.games() if args.which in rookery.game(name).editions]
        if not found:
            raise UnknownEdition(f"{args.which!r} is neither a file nor a shipped edition")
        game = rookery.game(found[0])
        edition = game.edition(args.which)
    if game.draw_edition is None:
        raise UnknownEdition(f"editions of {game.title} have nothing to draw")
    picture = game.draw_edition(edition)
    if args.output:
        Path(args.output).write_text(picture, "utf-8")
    else:
        print(picture)
    return 0
