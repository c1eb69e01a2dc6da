"""Sketches: an edition's text as something to touch, without knowing the game.

The text is all there is: every spot of a sketch is a few characters of it, and a touch writes
others there. A game says where its spots are (``sketch_edition``), and what may be written into
spots of a kind. Where a kind has two brushes a touch changes from one to the other; where it has
more, people take one in hand first.
"""

from collections.abc import Iterator

from rookery.core.scene import Sprite
from rookery.core.struct import Struct


class Brush(Struct, omit_defaults=True):
    """What may be written into spots of one kind; the first brush of a kind is its plain one."""

    kind: str
    #: What it is called.
    label: str
    #: Symbols that show it.
    art: str
    #: The texts it writes: the first that no other spot of its kind has, where they are numbered.
    texts: list[str]
    #: Whether each of its texts may stand in one spot of the kind only: then it moves there.
    once: bool = False


class Spot(Struct, omit_defaults=True):
    """A few characters of the text that can be changed."""

    #: Of the sprite that shows it.
    id: str
    kind: str
    #: The line, from 0, and the first character in it.
    line: int
    at: int


class Change(Struct, omit_defaults=True):
    """Something done to the whole text at once, such as one more row."""

    label: str
    text: str


class Sketch(Struct, omit_defaults=True):
    """What to draw, and what a touch writes where."""

    #: The text with room for every spot.
    text: str
    #: Units across and down.
    width: float
    height: float
    brushes: list[Brush]
    spots: list[Spot]
    #: Of the spots, as if nothing were written there, and of what never changes.
    sprites: list[Sprite]
    changes: list[Change]


def drawing(text: str) -> Iterator[tuple[int, str]]:
    """The lines of the body with their numbers, from 0: no comments, nothing that is blank."""
    inside = False
    for number, line in enumerate(text.splitlines()):
        kept = line.split("#", 1)[0].rstrip()
        key, colon, _ = kept.partition(":")
        inside = inside or bool(kept and not (colon and key.strip().isidentifier()))
        if kept and inside:
            yield number, kept


def padded(line: str, width: int) -> str:
    """A line with so many characters before its comment, if it has one."""
    kept, sign, comment = line.partition("#")
    kept = kept.rstrip().ljust(width)
    return f"{kept}  #{comment}" if sign else kept
