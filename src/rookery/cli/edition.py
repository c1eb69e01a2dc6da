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
from rookery.core.scene import picture
from rookery.errors import InvalidEdition, UnknownEdition
from rookery.games import folders


def add(commands: Any) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "edition",
        help="print, check or draw an edition",
        description="Editions are what differs between printed copies of a game: decks, dots,"
        " maps. They are text files that a person can edit.",
    )
    actions = command.add_subparsers(title="what to do", metavar="GAME|check|draw", required=True)
    for name in folders():
        show = actions.add_parser(
            name,
            help="list its editions, or print one as JSON",
            description="Without NAME, list the shipped editions; with it, print one as JSON.",
        )
        show.add_argument("which", metavar="NAME", nargs="?", help="an edition's name, or a file")
        show.set_defaults(run=_show, game=name)
    check = actions.add_parser(
        "check",
        help="explain every fault of an edition file",
        description="Read an edition file and explain every fault in it.",
    )
    check.add_argument("file", metavar="FILE")
    check.add_argument("--json", action="store_true", help="print the faults as JSON")
    check.set_defaults(run=_check)
    draw = actions.add_parser(
        "draw",
        help="write a picture of an edition",
        description="Write a picture (SVG) of an edition file or of a shipped edition.",
    )
    draw.add_argument("file", metavar="FILE|GAME", help="an edition file, or a game")
    draw.add_argument("name", metavar="NAME", nargs="?", help="after GAME: a shipped edition")
    draw.add_argument(
        "-o", "--output", metavar="PICTURE", help="where to write (default: standard output)"
    )
    draw.set_defaults(run=_draw)


def _show(args: argparse.Namespace) -> int:
    game = rookery.game(args.game)
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
        game, edition = _load(args.file)
    except InvalidEdition as error:
        if args.json:
            print(json.dumps({"file": args.file, "ok": False, "faults": error.faults}))
        else:
            for fault in error.faults:
                print(f"{args.file}: {fault}", file=sys.stderr)
        return 2
    remarks = game.remark_edition(edition.data) if game.remark_edition else []
    if args.json:
        print(json.dumps({"file": args.file, "ok": True, "faults": [], "remarks": remarks}))
    else:
        print(f"{args.file}: fit to play {game.title} ({edition.name})")
        for line in (edition.note, *remarks):
            if line:
                print(line)
    return 0


def _draw(args: argparse.Namespace) -> int:
    if args.name is None:
        game, edition = _load(args.file)
    else:
        game = rookery.game(args.file)
        edition = game.edition(args.name)
    if game.draw_edition is None:
        raise UnknownEdition(f"editions of {game.title} have nothing to draw")
    sprites = game.draw_edition(edition)
    drawn = picture(game.name, edition.name, edition.note, sprites)
    if args.output:
        Path(args.output).write_text(drawn, "utf-8")
    else:
        print(drawn)
    return 0
