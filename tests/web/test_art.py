import importlib
import re
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "src/rookery/web"
ART = WEB.parent / "art/art.svg"
SVG = "{http://www.w3.org/2000/svg}"

PAGE = [
    "place", "card-back", "points", "cards", "dice", "life", "clock", "bot", "person", "crown",
    "hint", "undo", "sound-on", "sound-off", "menu", "close", "link", "eye", "play", "pause",
    "next", "previous", "first", "last", "flag", "rematch", "language", "sun", "moon", "check",
    "warning", "question", "log", "logo", "penguin",
]  # fmt: skip
PARTY = ["party-red", "party-green", "party-yellow", "party-purple", "party-blue"]
FAMILIES = ["family-green", "family-brown", "family-red", "family-blue"]
ACTS = ["act-juggling", "act-acrobatics", "act-dance", "act-music"]
ANIMALS = ["animal-sheep", "animal-kangaroo", "animal-seal", "animal-bear"]
DOTS = [f"dot-{side}" for side in ("n", "ne", "e", "se", "s", "sw", "w", "nw")]
TOKENS = [f"token-{seat}" for seat in range(4)]
TREASURES = [f"treasure-{colour}" for colour in "ygsrp"]
PAWNS = [f"pawn-{seat}" for seat in range(4)]
WHITE_DICE = [f"die-{face}" for face in ("1", "2", "3", "4", "arrow", "mummy", "blank")]
BLACK_DICE = [f"black-die-{face}" for face in range(1, 4)]
ULTIMATUM = ["penguin-card", "entertainer-card", "curtain", "ice", "card-back", "discard"]
ULTIMATUM += ["back-penguins", "back-entertainers", "spotlight"]
PENGQUEEN = ["cell", "entrance", "sarcophagus", "treasure-card", "mummy", "trail", "torch"]
WALLS = [f"wall-{side}" for side in "nesw"]
PICTURES = ["picture-party", "picture-ultimatum", "picture-pengqueen", "hero"]
#: The middle of a dot on a card of 100 by 100, in thirds.
THIRD = {"n": (1, 0), "ne": (2, 0), "e": (2, 1), "se": (2, 2), "s": (1, 2), "sw": (0, 2)}
THIRD |= {"w": (0, 1), "nw": (0, 0)}
ALL = [
    *PAGE, *PARTY, *FAMILIES, *ACTS, *ANIMALS, *DOTS, *TOKENS, *TREASURES, *PAWNS, *WHITE_DICE,
    *BLACK_DICE, *ULTIMATUM, *PENGQUEEN, *WALLS, *PICTURES,
]  # fmt: skip


def root() -> ET.Element:
    return ET.fromstring(ART.read_text(encoding="utf-8"))  # noqa: S314  our own file


def named() -> dict[str, ET.Element]:
    return {name: node for node in root().iter() if (name := node.get("id"))}


def palettes() -> dict[str, dict[str, str]]:
    text = re.sub(r"/\*.*?\*/", "", (WEB / "style/palette.css").read_text("utf-8"), flags=re.S)
    blocks = re.findall(r"([^{}]+)\{([^{}]*)\}", text)
    found = {}
    for selector, body in blocks:
        found[selector.strip()] = dict(re.findall(r"--([\w-]+):\s*([^;]+);", body))
    return found


def day_and_night() -> list[dict[str, str]]:
    blocks = palettes()
    return [blocks[":root"], blocks[':root[data-theme="dark"]']]


def luminance(colour: str) -> float:
    assert re.fullmatch(r"#[0-9a-f]{6}", colour), colour
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def shape(node: ET.Element, parts: dict[str, ET.Element]) -> tuple[object, ...]:
    """What is drawn, without any colour: all the numbers and paths, with parts put in."""
    colours = {"fill", "stroke", "color", "id", "href", "fill-opacity", "stroke-opacity"}
    own = sorted((key, value) for key, value in node.attrib.items() if key not in colours)
    inside = [shape(child, parts) for child in node]
    if node.tag == SVG + "use":
        inside.append(shape(parts[node.attrib["href"][1:]], parts))
    return (node.tag, *own, *inside)


def test_the_file_is_small():
    assert ART.stat().st_size < 150_000


def test_every_symbol_is_there_once():
    names = [name for node in root().iter() if (name := node.get("id"))]
    assert len(names) == len(set(names))
    symbols = {node.get("id") for node in root().iter(SVG + "symbol")}
    assert set(ALL) <= symbols
    assert all(node.get("viewBox") for node in root().iter(SVG + "symbol"))


def test_names_are_symbols_or_parts():
    for name, node in named().items():
        assert (node.tag == SVG + "symbol") != name.startswith("part-"), name


@pytest.mark.parametrize(
    ("names", "box"),
    [
        (PARTY, "0 0 100 140"),
        (["card-back-tall"], "0 0 100 140"),
        (FAMILIES + ACTS + ANIMALS + DOTS + TOKENS + ULTIMATUM, "0 0 100 100"),
        (TREASURES + PAWNS + WHITE_DICE + BLACK_DICE + PENGQUEEN + WALLS, "0 0 100 100"),
        (PICTURES[:3], "0 0 320 180"),
        (["hero"], "0 0 800 240"),
    ],
)
def test_layers_have_the_same_box(names, box):
    assert {named()[name].get("viewBox") for name in names} == {box}


def test_only_plain_shapes():
    # No script, no style (the content security policy forbids it inline), nothing from elsewhere;
    # nor gradients and clips: an address of a paint is lost when the sprite's page is not shown.
    plain = {"svg", "defs", "symbol", "g", "use", "path", "rect", "circle", "ellipse"}
    for node in root().iter():
        assert node.tag.removeprefix(SVG) in plain
        for key, value in node.attrib.items():
            assert key != "style"
            assert key != "class"
            assert not key.startswith("on")
            assert "url(" not in value
            assert ":" not in value
    assert "<!DOCTYPE" not in ART.read_text("utf-8")
    assert "<?xml-" not in ART.read_text("utf-8")


def test_uses_name_what_exists_and_never_themselves():
    nodes = named()

    def follow(node: ET.Element, above: tuple[str, ...]) -> None:
        for use in node.iter(SVG + "use"):
            name = use.attrib["href"].removeprefix("#")
            assert use.attrib["href"] == "#" + name
            assert name in nodes, name
            assert name not in above, name
            follow(nodes[name], (*above, name))

    for name, node in nodes.items():
        follow(node, (name,))


def test_every_part_is_used():
    used = {use.attrib["href"][1:] for use in root().iter(SVG + "use")}
    assert {name for name in named() if name.startswith("part-")} <= used


def test_colours_come_from_the_palette():
    # A colour is the palette's, with the day's value for whoever draws without it; the signs of
    # the page take the text's.
    day = day_and_night()[0]
    for node in root().iter():
        for key in ("fill", "stroke", "color"):
            value = node.get(key, "none")
            if value in ("none", "currentColor"):
                continue
            found = re.fullmatch(r"var\(--([\w-]+), (#\w+)\)", value)
            assert found, value
            assert day[found[1]] == found[2]


def test_the_night_stands_twice_alike_and_names_all_colours():
    blocks = palettes()
    system = blocks[':root:not([data-theme="light"])']
    switch = blocks[':root[data-theme="dark"]']
    assert system == switch
    assert list(blocks[":root"]) == list(switch)


TEXT = [
    *[(ink, ground) for ink in ("ink", "ink-soft") for ground in ("ground", "surface", "ice")],
    *[
        (ink, ground)
        for ink in ("accent-strong", "good", "bad")
        for ground in ("ground", "surface")
    ],
    ("accent-ink", "accent"),
    # Letters of the party, numbers on guests, signs of families and seats
    ("art-ink", "art-white"),
    ("art-ink", "art-paper"),
    *[("art-white", name) for name in FAMILIES],
    *[("art-white", f"seat-{seat}") for seat in range(4)],
    ("art-ink", "die"),
    ("art-white", "black-die"),
]
SIGNS = [
    *[(sign, ground) for sign in ("edge", "focus", "place") for ground in ("ground", "surface")],
    ("place", "ice"),
    ("art-rim", "ground"),
    ("art-rim", "surface"),
    # Penguin Party: penguin and outline on the card, accessories inside their outline or on white
    *[("art-ink", name) for name in PARTY],
    ("party-red-deep", "art-white"),
    ("party-green-deep", "art-white"),
    ("party-yellow-deep", "art-ink"),
    ("party-purple-deep", "art-white"),
    ("party-blue-deep", "art-white"),
    # The Penguin Ultimatum: frames and tokens on guests, animals in the spotlight, dots
    *[(name, "art-paper") for name in FAMILIES],
    *[(name, "stage-light") for name in FAMILIES],
    *[(f"seat-{seat}", "art-paper") for seat in range(4)],
    ("stage-gold", "stage"),
    ("stage-light", "stage"),
    ("stage-gold", "curtain-deep"),
    # Pyramid of Pengqueen: outlines, walls and pawns on the floor
    ("art-ink", "sand"),
    ("art-ink", "papyrus"),
    ("wall", "sand"),
    *[(f"seat-{seat}", "sand") for seat in range(4)],
    ("art-ink", "wrap"),
]


@pytest.mark.parametrize("theme", [0, 1], ids=["day", "night"])
@pytest.mark.parametrize(("front", "back"), TEXT)
def test_text_has_contrast(theme, front, back):
    palette = day_and_night()[theme]
    assert contrast(palette[front], palette[back]) >= 4.5


@pytest.mark.parametrize("theme", [0, 1], ids=["day", "night"])
@pytest.mark.parametrize(("front", "back"), SIGNS)
def test_signs_have_contrast(theme, front, back):
    palette = day_and_night()[theme]
    assert contrast(palette[front], palette[back]) >= 3


@pytest.mark.parametrize("theme", [0, 1], ids=["day", "night"])
@pytest.mark.parametrize("treasure", TREASURES)
@pytest.mark.parametrize("ground", ["sand", "papyrus"])
def test_treasures_show_on_their_ground(theme, treasure, ground):
    # The outline shows on the ground (above); the inside shows against one of the two.
    palette = day_and_night()[theme]
    inside = palette[treasure]
    assert max(contrast(inside, palette["art-ink"]), contrast(inside, palette[ground])) >= 3


@pytest.mark.parametrize("theme", [0, 1], ids=["day", "night"])
def test_the_comments_tell_the_true_contrast(theme):
    # "14.0 / 15.8 on ground", by day and by night; or "art-ink on it: 5.4 / 4.9".
    palette = day_and_night()[theme]
    text = (WEB / "style/palette.css").read_text("utf-8")
    figures = r"([\d.]+) / ([\d.]+)"
    lines = re.findall(r"--([\w-]+): #\w+; /\*([^*]*)\*/", text)
    told = 0
    for name, comment in lines:
        if found := re.search(figures + r" on ([\w-]+) $", comment):
            other, told_here = found[3], found.groups()[:2]
        elif found := re.search(r"([\w-]+) on it: " + figures + " $", comment):
            other, told_here = found[1], found.groups()[1:]
        else:
            assert not re.search(figures, comment), comment
            continue
        told += 1
        assert told_here[theme] == f"{contrast(palette[name], palette[other]):.1f}", name
    assert told > 40


@pytest.mark.parametrize(
    "group", [PARTY, FAMILIES, ACTS, ANIMALS, TOKENS, TREASURES, PAWNS, WHITE_DICE, BLACK_DICE]
)
def test_never_colour_alone(group):
    nodes = named()
    for a, b in combinations(group, 2):
        assert shape(nodes[a], nodes) != shape(nodes[b], nodes), (a, b)


@pytest.mark.parametrize("group", [PARTY, FAMILIES, TOKENS, TREASURES, PAWNS])
def test_signs_differ_in_more_than_a_detail(group):
    # In greyscale: each has at least two shapes, or one part, that none of the others has.
    nodes = named()

    def marks(name: str) -> set[str]:
        own = set()
        for node in nodes[name].iter():
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


@pytest.mark.parametrize("side", THIRD)
def test_dots_lie_at_their_side(side):
    (dot,) = named()[f"dot-{side}"].iter(SVG + "use")
    x, y = float(dot.attrib["x"]), float(dot.attrib["y"])
    assert (int(x * 3 / 100), int(y * 3 / 100)) == THIRD[side]
    assert all(9 < value < 91 for value in (x, y))


def scenes() -> list[Path]:
    return sorted((WEB.parent / "games").glob("*/scene.py"))


@pytest.mark.parametrize("path", scenes(), ids=lambda path: path.parent.name)
def test_scenes_name_symbols_that_exist(path):
    module = importlib.import_module(f"rookery.games.{path.parent.name}.scene")
    if not hasattr(module, "ART"):
        pytest.skip("names no art")
    # The page draws buttons itself.
    assert set(module.ART) - {"button"} <= {n.get("id") for n in root().iter(SVG + "symbol")}
