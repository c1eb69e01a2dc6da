"""``rookery draw FILE``: a picture of a saved match, as SVG or PNG."""

import argparse
import sys
from pathlib import Path
from typing import Any

from rookery.cli.common import add_moment_arguments, moment_of
from rookery.core.drawing import draw
from rookery.core.language import LANGUAGES
from rookery.errors import InvalidOption, MissingExtra


def add(commands: Any) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "draw",
        help="draw a saved match",
        description="Draw a moment of a saved match, as a seat or everybody may see it.",
    )
    add_moment_arguments(
        command,
        ply="the moment after N actions (default: the end)",
        seat="as this seat sees it (default: as a spectator does)",
    )
    command.add_argument(
        "--language", choices=LANGUAGES, default=LANGUAGES[0], help="(default: en)"
    )
    command.add_argument(
        "--bare", action="store_true", help="only the table, without the words around it"
    )
    command.add_argument(
        "-o",
        "--output",
        metavar="PICTURE",
        help="a file that ends in .svg or .png (default: SVG to standard output)",
    )
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do it."""
    target = Path(args.output) if args.output else None
    if target is not None and target.suffix not in (".svg", ".png"):
        raise InvalidOption(f"{target}: a picture's name ends in .svg or .png")
    match, upto = moment_of(args)
    while match.ply > upto:
        match.undo()
    scene = match.scene(args.seat, args.language)
    backdrop = match.hidden(args.seat).backdrop(args.language)
    picture = draw(scene, backdrop, words=not args.bare)
    if target is None:
        sys.stdout.write(picture)
    elif target.suffix == ".svg":
        target.write_text(picture, "utf-8")
    else:
        _convert(picture, target)
    return 0


def _convert(picture: str, target: Path) -> None:
    """Write a PNG, twice as large as the picture says."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise MissingExtra(
            "a PNG needs more: pip install 'rookery[png]'; without it write an .svg"
        ) from None
    target.write_bytes(svg_to_bytes(svg_string=picture, zoom=2))
