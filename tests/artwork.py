"""How the tests read the art and the palette."""

import re
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path

import rookery
from rookery.core.art import SVG, nodes

PALETTE = Path(__file__).parents[1] / "src/rookery/web/style/palette.css"
SIGN, TEXT = 3.0, 4.5  # the least contrast


def drawn(game: str) -> dict[str, ET.Element]:
    """What a game draws from; without a name, what is common to all."""
    return nodes(rookery.game(game).name if game else "")


def day_and_night() -> list[dict[str, str]]:
    """The palette by day and by night: a colour that stays the same has one value."""
    text = re.sub(r"/\*.*?\*/", "", PALETTE.read_text("utf-8"), flags=re.S)
    found: list[dict[str, str]] = [{}, {}]
    for name, value in re.findall(r"--([\w-]+):\s*([^;]+);", text):
        values = re.fullmatch(r"light-dark\((#\w+), (#\w+)\)", value)
        found[0][name], found[1][name] = values.groups() if values else (value, value)
    return found


def luminance(colour: str) -> float:
    assert re.fullmatch(r"#[0-9a-f]{6}", colour), colour
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def check_contrast(pairs: list[tuple[str, str]], least: float) -> None:
    """Each colour on the other, by day and by night."""
    for palette in day_and_night():
        for front, back in pairs:
            assert contrast(palette[front], palette[back]) >= least, (front, back)


def shape(node: ET.Element, parts: dict[str, ET.Element]) -> tuple[object, ...]:
    """What is drawn, without any colour: all the numbers and paths, with parts put in."""
    colours = {"fill", "stroke", "color", "id", "href", "fill-opacity", "stroke-opacity"}
    own = sorted((key, value) for key, value in node.attrib.items() if key not in colours)
    inside = [shape(child, parts) for child in node]
    if node.tag == SVG + "use":
        inside.append(shape(parts[node.attrib["href"][1:]], parts))
    return (node.tag, *own, *inside)


def check_never_colour_alone(game: str, group: list[str]) -> None:
    """What differs in colour differs in shape."""
    found = drawn(game)
    for a, b in combinations(group, 2):
        assert shape(found[a], found) != shape(found[b], found), (a, b)


def check_more_than_a_detail(game: str, group: list[str]) -> None:
    """In greyscale: each has at least two shapes, or one part, that none of the others has."""
    found = drawn(game)

    def marks(name: str) -> set[str]:
        own = set()
        for node in found[name].iter():
            if node.tag == SVG + "use":
                own.add(node.attrib["href"])
            elif node.tag not in (SVG + "symbol", SVG + "g", SVG + "svg"):
                place = [node.get(key, "") for key in ("d", "x", "y", "cx", "cy", "width", "r")]
                own.add(" ".join(place))
        return own

    for name in group:
        others = set().union(*(marks(other) for other in group if other != name))
        special = marks(name) - others
        assert len(special) >= 2 or any(mark.startswith("#part-") for mark in special), name


def check_box(game: str, names: list[str], box: str) -> None:
    """Symbols that are drawn on top of one another have the same box."""
    assert {drawn(game)[name].get("viewBox") for name in names} == {box}
