"""An edition of The Penguin Ultimatum as a picture: the 16 cards with their dots, upright."""

from html import escape

from rookery.core.edition import Edition
from rookery.games.ultimatum.actions import ENTERTAINER_NAMES
from rookery.games.ultimatum.edition import COMPASS
from rookery.games.ultimatum.state import ACTS, ANIMALS, NUM_ACTS

CARD = 100
GAP = 16
RIM = 12  # of a dot from the edge of its card
TITLE = 36
COLOURS = ("#3f7d4e", "#8a6038", "#b4443c", "#35639b")


def draw_edition(edition: Edition) -> str:
    """One row an animal, one column an act; an SVG text."""
    side = NUM_ACTS * (CARD + GAP) + GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side + TITLE}"'
        ' font-family="sans-serif" text-anchor="middle">',
        f"<title>Dots of {escape(edition.name)}</title>",
        f'<text x="{side // 2}" y="{TITLE - 8}" font-size="16">{escape(edition.name)}</text>',
    ]
    for who, card in enumerate(ENTERTAINER_NAMES):
        family, act = divmod(who, NUM_ACTS)
        x = GAP + act * (CARD + GAP)
        y = TITLE + GAP + family * (CARD + GAP)
        parts.append(_card(card, family, act, edition.data["dots"][card], x, y))
    return "\n".join([*parts, "</svg>"])


def _card(card: str, family: int, act: int, points: list[str], x: int, y: int) -> str:
    middle = CARD // 2
    lines = [
        f'<g transform="translate({x} {y})">',
        f'<rect width="{CARD}" height="{CARD}" rx="8" fill="{COLOURS[family]}"/>',
        f'<text x="{middle}" y="{middle - 2}" font-size="24" fill="#fff">{card}</text>',
        f'<text x="{middle}" y="{middle + 14}" font-size="11" fill="#fff">{ANIMALS[family]}</text>',
        f'<text x="{middle}" y="{middle + 27}" font-size="11" fill="#fff">{ACTS[act]}</text>',
    ]
    for point in points:
        row, column = divmod(COMPASS.index(point), 3)
        across = RIM + column * (middle - RIM)
        down = RIM + row * (middle - RIM)
        lines.append(f'<circle cx="{across}" cy="{down}" r="6" fill="#fff"/>')
    return "\n".join([*lines, "</g>"])
