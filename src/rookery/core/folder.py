"""Where the files of each game are that are not code: its own folder.

    art.svg                               symbols, on top of the common ones
    book.<language>.txt                   the rule book
    figures.json, figures/*.svg           its figures: what they show, and as they are drawn
    lesson.json, lessons/<language>.json  a lesson: positions and texts, and as browsers get it
    locale/<language>/LC_MESSAGES/        translations
    net.bin                               what its champions have learned (docs/train.md)

A game can be played without any of them.
"""

from importlib import import_module
from pathlib import Path

_folders: dict[str, Path] = {}


def register(game: str, package: str) -> None:
    """Say which package holds a game. One that is a mere module has no folder."""
    path = getattr(import_module(package), "__path__", None)
    if path:
        _folders[game] = Path(path[0])


def folder_of(game: str) -> Path | None:
    """The folder of a game; None for a game that is not known, or has none."""
    return _folders.get(game)


def file_of(game: str, name: str) -> Path | None:
    """A file of a game's folder, if it is there."""
    folder = folder_of(game)
    path = None if folder is None else folder / name
    return path if path is not None and path.is_file() else None
