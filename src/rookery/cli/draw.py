"""``rookery draw FILE``: a picture of a saved match, as SVG or, with a converter, as PNG."""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rookery.cli.common import add_moment_arguments, moment_of
from rookery.core.drawing import draw
from rookery.core.language import LANGUAGES
from rookery.errors import InvalidOption, MissingExtra

#: How long a converter may take, in seconds.
PATIENCE = 60
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
#: What keeps a browser to itself: no profile of anybody, no traffic.
QUIET = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run"),
    *("--disable-sync", "--disable-background-networking", "--disable-component-update"),
    "--force-device-scale-factor=2",
)


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
    """Write a PNG with whatever this machine has for it."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "picture.svg"
        source.write_text(picture, "utf-8")
        for name, command in _converters(source, target, picture, folder):
            target.unlink(missing_ok=True)
            try:
                done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)  # noqa: S603
            except subprocess.TimeoutExpired:
                raise InvalidOption(f"{name} did not draw {target} in {PATIENCE} s") from None
            if target.exists() and target.stat().st_size:
                return
            said = done.stderr.decode("utf-8", "replace").strip().splitlines()
            raise InvalidOption(f"{name} could not draw {target}: {' '.join(said[-1:])}")
    raise MissingExtra(
        "a PNG needs rsvg-convert, the Python package cairosvg, or chromium; without them write"
        " an .svg"
    )


def _converters(
    source: Path, target: Path, picture: str, folder: str
) -> list[tuple[str, list[str]]]:
    """The converters that are present, best first, with their command lines."""
    find: Callable[[str], str | None] = shutil.which
    found: list[tuple[str, list[str]]] = []
    if program := find("rsvg-convert"):
        found.append(
            ("rsvg-convert", [program, "--zoom=2", f"--output={target.absolute()}", str(source)])
        )
    if find_spec("cairosvg") is not None:
        # Its own process: it needs a C library that may be missing.
        command = [sys.executable, "-m", "cairosvg", "--scale", "2", "-f", "png"]
        found.append(("cairosvg", [*command, "-o", str(target.absolute()), str(source)]))
    size = re.search(r'width="(\d+)" height="(\d+)"', picture)
    assert size is not None
    if program := next(filter(None, map(find, BROWSERS)), None):
        flags = [f"--user-data-dir={folder}/profile", f"--window-size={size[1]},{size[2]}"]
        shot = f"--screenshot={target.absolute()}"
        found.append(("chromium", [program, *QUIET, *flags, shot, source.as_uri()]))
    return found
