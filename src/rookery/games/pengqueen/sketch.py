"""The map as something to draw: cells, treasures, and the walls between cells (Q1, Q2)."""

from collections.abc import Iterator

from rookery.core.language import Speech, mark
from rookery.core.scene import Sprite
from rookery.core.sketch import Brush, Change, Sketch, Spot, drawing, padded
from rookery.games.pengqueen.actions import cell_name
from rookery.games.pengqueen.mapfile import MAX_COLUMNS, PITCH
from rookery.games.pengqueen.state import COLOURS, SQUARES, TREASURES

CELL, SIDE, FLOOR = "cell", "side", "floor"
#: How long and how thick a wall is that can be touched.
LONG, THICK = 0.7, 0.3
TREASURE_WORDS = (
    mark("yellow treasure"),
    mark("green treasure"),
    mark("grey treasure"),
    mark("red treasure"),
    mark("purple treasure"),
)


def sketch_edition(text: str, speech: Speech) -> Sketch | None:
    """The map of a file; None where it cannot be told what is drawn."""
    lines = text.splitlines()
    body = list(drawing(text))
    columns = max((len(kept) + PITCH - 2) // PITCH for _, kept in body) if body else 0
    rows = len(body) // 2
    if len(body) % 2 == 0 or not 0 < columns <= MAX_COLUMNS or columns * rows > SQUARES:
        return None
    for index, (number, _) in enumerate(body):
        lines[number] = padded(lines[number], PITCH * columns + 1)
        if lines[number][0] == " ":  # so that no line is ever blank: blank ones do not count
            lines[number] = "+|"[index % 2] + lines[number][1:]
    numbers = [number for number, _ in body]
    sketch = Sketch("\n".join(lines) + "\n", columns, rows, _brushes(speech), [], [], [])
    for row in range(rows):
        for column in range(columns):
            _square(sketch, numbers, row, column, speech)
    sketch.changes = list(_changes(sketch.text, columns, rows, speech))
    return sketch


def _brushes(speech: Speech) -> list[Brush]:
    say = speech.gettext
    treasures = [
        Brush(CELL, say(words), f"cell treasure-{colour}", _of_colour(colour), once=True)
        for colour, words in zip(COLOURS, TREASURE_WORDS, strict=True)
    ]
    return [
        Brush(CELL, say(mark("cell")), "cell", [" . "]),
        Brush(CELL, say(mark("no cell")), "spot-void", ["   "]),
        *treasures,
        Brush(CELL, say(mark("entrance")), "cell entrance", [" E "], once=True),
        Brush(CELL, say(mark("sarcophagus")), "cell sarcophagus", [" S "], once=True),
        Brush(SIDE, say(mark("no wall")), "spot-gap", [" "]),
        Brush(SIDE, say(mark("wall")), "spot-wall", ["|"]),
        Brush(FLOOR, say(mark("no wall")), "spot-gap", ["   "]),
        Brush(FLOOR, say(mark("wall")), "spot-wall", ["---"]),
    ]


def _of_colour(colour: str) -> list[str]:
    return [f" {name}" for name in TREASURES if name[0] == colour]


def _square(sketch: Sketch, numbers: list[int], row: int, column: int, speech: Speech) -> None:
    """The spots of a square: itself, the wall to its right and the one below it."""
    here = _name(row, column)
    at = PITCH * column
    between = speech.gettext("between {cell} and {other}")

    def add(kind: str, line: int, first: int, sprite: Sprite) -> None:
        sketch.spots.append(Spot(sprite.id, kind, numbers[line], first))
        sketch.sprites.append(sprite)

    square = Sprite(f"{CELL}-{here}", "cell", column + 0.5, row + 0.5, label=here)
    add(CELL, 2 * row + 1, at + 1, square)
    if column + 1 < sketch.width:
        label = between.format(cell=here, other=_name(row, column + 1))
        side = Sprite(f"{SIDE}-{here}", "spot-gap", column + 1, row + 0.5, THICK, LONG, label=label)
        side.layer = 1
        add(SIDE, 2 * row + 1, at + PITCH, side)
    if row + 1 < sketch.height:
        label = between.format(cell=here, other=_name(row + 1, column))
        floor = Sprite(
            f"{FLOOR}-{here}", "spot-gap", column + 0.5, row + 1, LONG, THICK, label=label
        )
        floor.layer = 1
        add(FLOOR, 2 * row + 2, at + 1, floor)


def _name(row: int, column: int) -> str:
    return cell_name(MAX_COLUMNS, MAX_COLUMNS * row + column)


def _changes(text: str, columns: int, rows: int, speech: Speech) -> Iterator[Change]:
    """One more row or column on any side, where there is room.

    Comments beside the drawing count rows and columns: they would be wrong, so they go.
    """
    say = speech.gettext
    body = list(drawing(text))
    head = "\n".join(line for line in text.splitlines()[: body[0][0]] if not line.startswith("#"))
    kept = [line for _, line in body]
    wide = " " * PITCH * columns

    def more(label: str, lines: list[str]) -> Change:
        return Change(label, "\n".join([head, *lines]) + "\n")

    if columns * (rows + 1) <= SQUARES:
        yield more(say(mark("a row above")), ["+" + wide, "|" + wide, *kept])
        yield more(say(mark("a row below")), [*kept, "|" + wide, "+" + wide])
    if columns < MAX_COLUMNS and (columns + 1) * rows <= SQUARES:
        yield more(say(mark("a column on the left")), [" " * PITCH + line for line in kept])
        ended = kept[0].ljust(PITCH * (columns + 1)) + "+"
        yield more(say(mark("a column on the right")), [ended, *kept[1:]])
