"""A picture of a map, as SVG."""

from typing import Any
from xml.sax.saxutils import escape

from rookery.core.edition import Edition
from rookery.games.pengqueen.edition import stones

SIDE = 40
MARGIN = 30
PAINTS = {"y": "#e8c22e", "g": "#4d9a55", "s": "#8f959c", "r": "#c8473c", "p": "#8458a8"}
WALL, ROCK, FLOOR, INK = "#4a3b2a", "#c2ab80", "#f3e6c8", "#2b2118"


def draw_edition(edition: Edition) -> str:
    """The map with its walls, treasures, entrance and sarcophagus."""
    data = edition.data
    columns = max(ord(cell[0]) for cell in data["cells"]) - ord("a") + 1
    rows = max(int(cell[1:]) for cell in data["cells"])
    width, height = columns * SIDE + 2 * MARGIN, rows * SIDE + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" font-family="sans-serif" text-anchor="middle">',
        f"<title>Pyramid of Pengqueen: {escape(edition.name)}</title>",
        f"<desc>{escape(edition.note)}</desc>",
        *_rulers(columns, rows),
        *(_square(stone, ROCK) for stone in stones(data["cells"])),
        *(_square(cell, FLOOR) for cell in data["cells"]),
        f'<path d="{" ".join(_walls(data))}" stroke="{WALL}" stroke-width="4"'
        ' stroke-linecap="round" fill="none"/>',
        _label(data["entrance"], "E", INK),
        _label(data["sarcophagus"], "S", INK),
        *(_treasure(name, cell) for name, cell in data["treasures"].items()),
        _text(width // 2, height - MARGIN // 2, escape(edition.name), INK),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _corner(cell: str) -> tuple[int, int]:
    return MARGIN + (ord(cell[0]) - ord("a")) * SIDE, MARGIN + (int(cell[1:]) - 1) * SIDE


def _text(x: int, y: int, text: str, paint: str) -> str:
    return f'<text x="{x}" y="{y + 5}" font-size="14" fill="{paint}">{text}</text>'


def _rulers(columns: int, rows: int) -> list[str]:
    half = SIDE // 2
    letters = [
        _text(MARGIN + k * SIDE + half, MARGIN // 2, chr(ord("a") + k), INK) for k in range(columns)
    ]
    numbers = [_text(MARGIN // 2, MARGIN + k * SIDE + half, str(k + 1), INK) for k in range(rows)]
    return letters + numbers


def _square(cell: str, paint: str) -> str:
    x, y = _corner(cell)
    return f'<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{paint}"/>'


def _walls(data: dict[str, Any]) -> list[str]:
    """One path piece for each side of a cell that cannot be crossed."""
    linked = {frozenset(link) for link in data["links"]}
    pieces = set()
    for cell in data["cells"]:
        x, y = _corner(cell)
        column, row = ord(cell[0]), int(cell[1:])
        for (dx, dy), piece in {
            (0, -1): f"M{x} {y}h{SIDE}",
            (0, 1): f"M{x} {y + SIDE}h{SIDE}",
            (-1, 0): f"M{x} {y}v{SIDE}",
            (1, 0): f"M{x + SIDE} {y}v{SIDE}",
        }.items():
            other = f"{chr(column + dx)}{row + dy}"
            if frozenset((cell, other)) not in linked:
                pieces.add(piece)
    return sorted(pieces)


def _label(cell: str, text: str, paint: str) -> str:
    x, y = _corner(cell)
    return _text(x + SIDE // 2, y + SIDE // 2, text, paint)


def _treasure(name: str, cell: str) -> str:
    x, y = _corner(cell)
    half = SIDE // 2
    disc = f'<circle cx="{x + half}" cy="{y + half}" r="{half - 7}" fill="{PAINTS[name[0]]}"/>'
    # Dark on light paints: white on yellow cannot be read.
    return disc + _label(cell, name, INK if name[0] in "ys" else "#ffffff")
