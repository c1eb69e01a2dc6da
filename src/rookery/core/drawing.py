"""Drawings: a scene as one SVG picture that needs nothing else.

It knows no game: zones are laid below one another, sprites are symbols of the art (``core.art``),
and of that only what a picture uses is put into it. Programs that convert pictures often do not
know custom properties, so colours are written out. A page that has the art and the palette itself
asks for the picture without symbols: then it follows the page's theme.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from rookery.core.art import BUTTON, NEUTRAL, SVG, nodes

if TYPE_CHECKING:
    from rookery.core.scene import Backdrop, Fact, Player, Scene, Sprite

#: Pixels for a unit of a zone.
UNIT = 64
#: Around everything, and between zones, in pixels.
MARGIN = 16
GAP = 20
#: The least width of a picture with words.
LEAST = 480
#: Lines of words.
SIZE = 17
LINE = 26
#: How wide a letter is, as a part of its size: enough to break lines by.
LETTER = 0.55
BOLD = 0.62
#: What is less likely is not written on heat.
WRITTEN = 0.03
#: Before the name of whoever is to decide.
TO_MOVE = "▶"

INK = "var(--ink, #12263f)"
SOFT = "var(--ink-soft, #475d78)"
ART_INK = "var(--art-ink, #14253d)"
PAPER = "var(--surface, #ffffff)"
GROUND = "var(--ground, #eef6fb)"
EDGE = "var(--edge, #6a839d)"
BAD = "var(--bad, #b3261e)"
STRONG = "var(--accent-strong, #ad4700)"
FONT = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"

#: Where a text stands on a sprite: x and y of its middle and its size, as parts of the box. A sign
#: of a game says it itself: ``data-text`` where it leaves room for the text, ``data-badge`` where a
#: badge is put under it. If none of a sprite's symbols does, there is a badge at the lower left.
PLACES = {"mark": (0.5, 0.5, 0.6), "ruler": (0.5, 0.5, 0.5), "button": (0.5, 0.5, 0.42)}
CORNER = (0.17, 0.83, 0.3)
#: Written on the page, not on a thing.
ON_GROUND = frozenset({"mark", "ruler"})

Nodes = dict[str, ET.Element]
Spot = tuple[str, Sequence[float], bool]

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def draw(
    scene: "Scene",
    backdrop: "Backdrop | None" = None,
    *,
    zones: Sequence[str] | None = None,
    words: bool = True,
    symbols: bool = True,
    heat: Mapping[str, float] | None = None,
) -> str:
    """The picture of a scene: all zones or those named, with or without the words around it.

    ``heat`` says of sprites, by id, how likely something is there: that lies on top of all.
    """
    sprites = [*(backdrop.sprites if backdrop else []), *scene.sprites]
    drawn = nodes(scene.game)
    shown = [
        _Part(zone.label, sorted(lying, key=lambda sprite: sprite.layer), drawn)
        for zone in scene.zones
        if zones is None or zone.id in zones
        if (lying := [sprite for sprite in sprites if sprite.zone == zone.id])
    ]
    width = round(max((part.width for part in shown), default=0) * UNIT) + 2 * MARGIN
    if words:
        width = max(width, LEAST)
    said = [scene.status, scene.prompt, *([scene.result.text] if scene.result else [])]
    head = _wrapped(said, width) if words else []
    body: list[str] = []
    y: float = MARGIN
    if head:
        body += _lines(head, y)
        y += LINE * len(head) + GAP / 2
    for part in shown:
        body += part.draw((width - part.width * UNIT) / 2, y, heat or {})
        y += part.height * UNIT + GAP
    if words:
        for player in scene.players:
            lines = list(_player(player, width))
            body += [
                text for number, line in enumerate(lines) for text in _row(line, y, number, drawn)
            ]
            y += LINE * len(lines)
        y += GAP
    height = round(y - GAP + MARGIN)
    used = {name for part in shown for sprite in part.sprites for name in _names(sprite, drawn)}
    if words:
        used |= {fact.art for player in scene.players for fact in player.facts}
    seen = 'role="img"' if symbols else 'aria-hidden="true"'
    picture = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" {seen} color="{INK}" font-family={quoteattr(FONT)}>'
    ]
    if symbols:  # a page says itself what its figures show
        picture.append(f"<title>{_safe(' '.join(said))}</title>")
        picture.append(f"<desc>{_safe(chr(10).join(part.said() for part in shown))}</desc>")
        picture.append(f"<defs>{_art(scene.game, frozenset(used))}</defs>")
        picture.append(f'<rect width="{width}" height="{height}" fill="{GROUND}"/>')
    text = "\n".join([*picture, *body, "</svg>\n"])
    return _plain(text) if symbols else text


# ---------------------------------------------------------------- the table


class _Part:
    """A zone as far as something lies in it: no picture needs the room kept for later."""

    def __init__(self, label: str, sprites: "Sequence[Sprite]", drawn: Nodes) -> None:
        self.label = label
        self.sprites = sprites
        self.drawn = drawn
        boxes = [_box(sprite) for sprite in sprites]
        self.left, self.top = (min(box[k] for box in boxes) for k in (0, 1))
        self.width = max(box[2] for box in boxes) - self.left
        self.height = max(box[3] for box in boxes) - self.top

    def draw(self, x: float, y: float, heat: Mapping[str, float]) -> Iterator[str]:
        x, y = x - self.left * UNIT, y - self.top * UNIT
        yield f'<g transform="translate({_n(x)} {_n(y)})">'
        for sprite in self.sprites:
            yield from _sprite(sprite, self.drawn)
        for sprite in self.sprites:
            if sprite.id in heat:
                yield from _heat(sprite, heat[sprite.id], max(heat.values()))
        yield "</g>"

    def said(self) -> str:
        """What lies here, for screen readers."""
        return f"{self.label}: {'; '.join(it.label for it in self.sprites if it.label)}"


def _box(sprite: "Sprite") -> tuple[float, float, float, float]:
    """Left, top, right, bottom, as it lies on the table."""
    width, height = sprite.width, sprite.height
    if sprite.turn % 180 == 90:
        width, height = height, width
    x, y = sprite.x, sprite.y
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def _names(sprite: "Sprite", drawn: Nodes) -> list[str]:
    """The symbols of a sprite that there are; the neutral card if there are none."""
    found = [name for name in sprite.art.split() if name in drawn or name == BUTTON]
    return found or [NEUTRAL]


def _sprite(sprite: "Sprite", drawn: Nodes) -> Iterator[str]:
    names = _names(sprite, drawn)
    width, height = sprite.width * UNIT, sprite.height * UNIT
    x, y = sprite.x * UNIT - width / 2, sprite.y * UNIT - height / 2
    around = f"{_n(sprite.x * UNIT)} {_n(sprite.y * UNIT)}"
    turn = f' transform="rotate({sprite.turn} {around})"' if sprite.turn else ""
    box = f'x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"'
    yield f"<g{turn}>"
    for name in names:
        if name == BUTTON:
            yield f'<rect {box} rx="{_n(height / 3)}" fill="{PAPER}" stroke="{EDGE}"/>'
        else:
            yield f'<use href="#{name}" {box}/>'
    yield "</g>"
    if sprite.text:
        yield from _text(sprite, _spot(names, drawn), x, y)


def _heat(sprite: "Sprite", chance: float, most: float) -> Iterator[str]:
    """The likelier, the darker, with a number where it is not next to nothing."""
    size = UNIT * min(sprite.width, sprite.height)
    x, y = sprite.x * UNIT, sprite.y * UNIT
    box = f'x="{_n(x - size / 2)}" y="{_n(y - size / 2)}" width="{_n(size)}" height="{_n(size)}"'
    yield f'<rect {box} fill="{BAD}" opacity="{_n(0.15 + 0.6 * chance / most)}"/>'
    if chance >= WRITTEN:
        edge = 'text-anchor="middle" font-weight="700" paint-order="stroke" stroke="#ffffff"'
        said = f"{100 * chance:.0f}"
        yield _written(said, x, y + 0.12 * size, 0.34 * size, ART_INK, f'{edge} stroke-width="4"')


def _spot(names: Sequence[str], drawn: Nodes) -> Spot:
    """The symbol that says where the text stands, where that is, and whether it leaves room."""
    for name in names:
        if name in PLACES:
            return name, PLACES[name], True
        for key in ("data-text", "data-badge"):
            if name in drawn and (said := drawn[name].get(key)):
                return name, [float(part) for part in said.split()], key == "data-text"
    return "", CORNER, False


def _text(sprite: "Sprite", spot: Spot, x: float, y: float) -> Iterator[str]:
    width, height = sprite.width * UNIT, sprite.height * UNIT
    side = min(width, height)
    found, (across, down, size), roomy = spot
    size *= side
    if found:
        x, y = x + across * width, y + down * height
    else:  # in the corner of the box, whatever its shape
        x, y = x + across * side, y + height - (1 - down) * side
    ink = SOFT if found in ON_GROUND else ART_INK
    if found == "button":  # as large as fits
        size = min(size, 0.9 * width / (BOLD * len(sprite.text)))
        ink = INK
    elif not roomy:
        badge = f'cx="{_n(x)}" cy="{_n(y)}" r="{_n(0.62 * size)}"'
        yield f'<circle {badge} fill="{PAPER}" stroke="{EDGE}"/>'
        size *= 0.85
        ink = INK
    yield _written(sprite.text, x, y + 0.36 * size, size, ink, 'text-anchor="middle"')


# ---------------------------------------------------------------- the words around it


def _wrapped(texts: Iterable[str], width: float) -> list[str]:
    """The texts in lines that fit."""
    room = int((width - 2 * MARGIN) / (LETTER * SIZE))
    lines = []
    for text in texts:
        line = ""
        for word in text.split():
            if line and len(line) + 1 + len(word) > room:
                lines.append(line)
                line = word
            else:
                line = f"{line} {word}".lstrip()
        lines.append(line)
    return lines


def _lines(lines: Sequence[str], y: float) -> Iterator[str]:
    for number, line in enumerate(lines):
        yield _written(line, MARGIN, y + LINE * number + SIZE, SIZE, INK)


def _player(player: "Player", width: float) -> "Iterator[list[tuple[float, Fact | str]]]":
    """A player's name and facts, in lines of things and where they begin."""
    name = f"{player.name} ({player.state})" if player.state else player.name
    x = MARGIN + LINE + (len(name) + 2) * BOLD * SIZE
    line: list[tuple[float, Fact | str]] = [(MARGIN + LINE, name)]
    if player.active:
        line.append((MARGIN, TO_MOVE))
    for fact in player.facts:
        said = fact.value if fact.art else f"{fact.label} {fact.value}"
        taken = (LINE if fact.art else 0) + (len(said) + 2) * LETTER * SIZE
        if x + taken > width - MARGIN and x > 2 * MARGIN + LINE:
            yield line
            line, x = [], MARGIN + 2 * LINE
        line.append((x, fact))
        x += taken
    yield line


def _row(
    line: "Sequence[tuple[float, Fact | str]]", y: float, number: int, drawn: Nodes
) -> Iterator[str]:
    y += LINE * number
    for x, thing in line:
        if isinstance(thing, str):
            ink = STRONG if thing == TO_MOVE else INK
            yield _written(thing, x, y + SIZE, SIZE, ink, 'font-weight="600"')
            continue
        if thing.art:
            if thing.art in drawn:
                box = f'x="{_n(x)}" y="{_n(y)}" width="{LINE - 4}" height="{LINE - 4}"'
                yield f'<use href="#{thing.art}" {box}><title>{_safe(thing.label)}</title></use>'
            yield _written(thing.value, x + LINE, y + SIZE, SIZE, INK)
        else:
            yield _written(f"{thing.label} {thing.value}", x, y + SIZE, SIZE, INK)


def _written(text: str, x: float, y: float, size: float, ink: str, more: str = "") -> str:
    where = f'x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}"'
    return f'<text {where} fill="{ink}"{" " if more else ""}{more}>{_safe(text)}</text>'


def _safe(text: str) -> str:
    """A text as XML takes it: some characters cannot stand there at all."""
    return escape(_FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text))


def _n(value: float) -> str:
    """A number, short."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


# ---------------------------------------------------------------- the art


def finished(parts: Iterable[str], size: tuple[int, int], game: str, names: Iterable[str]) -> str:
    """A picture of one's own making, with the symbols of these names at hand."""
    width, height = size
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" color="{INK}" font-family={quoteattr(FONT)}>'
    )
    defs = f"<defs>{_art(game, frozenset(names))}</defs>"
    ground = f'<rect width="{width}" height="{height}" fill="{GROUND}"/>'
    return _plain("\n".join([head, defs, ground, *parts, "</svg>\n"]))


def written(text: str, x: float, y: float, size: float, more: str = "") -> str:
    """A text in such a picture."""
    return _written(text, x, y, size, INK, more)


@cache
def _art(game: str, names: frozenset[str]) -> str:
    """These symbols and, transitively, what they are made of; always in the files' order."""
    found = nodes(game)
    wanted: set[str] = set()
    waiting = [name for name in names if name in found]
    while waiting:
        name = waiting.pop()
        if name in wanted:
            continue
        wanted.add(name)
        waiting += [use.attrib["href"][1:] for use in found[name].iter(SVG + "use")]
    return "".join(_source(node) for name, node in found.items() if name in wanted)


def _source(node: ET.Element) -> str:
    text = ET.tostring(node, "unicode").replace("ns0:", "").replace(":ns0", "")
    text = text.replace(' xmlns="http://www.w3.org/2000/svg"', "")
    return re.sub(r">\s+<", "><", text).strip()


def _plain(text: str) -> str:
    """Colours instead of custom properties."""
    return re.sub(r"var\(--[\w-]+, (#[0-9a-f]+)\)", r"\1", text)
