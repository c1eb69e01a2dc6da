"""How the 16 cards of an edition of The Penguin Ultimatum look: in scenes, and all on one sheet."""

from functools import lru_cache
from html import escape
from typing import NamedTuple

from rookery.core.edition import Edition
from rookery.games.ultimatum.actions import ENTERTAINER_NAMES
from rookery.games.ultimatum.edition import COMPASS
from rookery.games.ultimatum.state import ACTS, ANIMALS, NUM_ACTS, NUM_ENTERTAINERS

CARD = 100
GAP = 16
RIM = 12  # of a dot from the edge of its card
TITLE = 36
COLOURS = ("#3f7d4e", "#8a6038", "#b4443c", "#35639b")


class Pictures(NamedTuple):
    """The entertainers of an edition."""

    art: tuple[str, ...]
    #: The bits of the dots of each card, upright and turned.
    dots: tuple[list[list[int]], list[list[int]]]


@lru_cache(maxsize=64)
def pictures(edition: Edition) -> Pictures:
    """How an edition's entertainers look: upright; the sprite of a turned one is turned."""
    upright, turned = (
        [[bit for bit in range(9) if dots >> bit & 1] for dots in row]
        for row in edition.printed[0]["dots"].tolist()
    )
    art = tuple(
        " ".join(
            [
                f"entertainer-card animal-{ANIMALS[who // NUM_ACTS]} act-{ACTS[who % NUM_ACTS]}",
                *(f"dot-{COMPASS[bit]}" for bit in upright[who]),
            ]
        )
        for who in range(NUM_ENTERTAINERS)
    )
    return Pictures(art, (upright, turned))


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
