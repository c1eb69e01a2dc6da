"""The common art, the art of every game, and the palette."""

import re
import xml.etree.ElementTree as ET

import pytest

import rookery
from rookery.core.art import COMMON, SVG, merged, named, own, symbols
from rookery.server.faces import BOTS, FACES, bot_symbols, symbols_of
from rookery.server.talk import EMOTES
from tests.artwork import (
    PALETTE,
    SIGN,
    TEXT,
    check_box,
    check_contrast,
    check_never_colour_alone,
    contrast,
    day_and_night,
)
from tests.web.helpers import WEB

PAGE = [
    "place", "card-back", "points", "cards", "dice", "life", "clock", "bot", "person", "crown",
    "hint", "undo", "sound-on", "sound-off", "menu", "close", "link", "eye", "play", "pause",
    "next", "previous", "first", "last", "flag", "rematch", "language", "sun", "moon", "check",
    "warning", "question", "log", "logo", "penguin", "card", "token", "picture", "hero", "talk",
    "zoom-in", "zoom-out", "penalty",
    "bell", "share", "people", "award",
]  # fmt: skip
#: The art of a game stands alone but for the common one.
FILES = {"common": COMMON.read_text("utf-8")} | {
    game: own(game) for game in rookery.games() if own(game)
}

every_file = pytest.mark.parametrize("name", FILES)


def root(name: str) -> ET.Element:
    return ET.fromstring(FILES[name])  # noqa: S314  our own file


def test_all_files_together_are_small():
    # A page has them all.
    assert len(merged(rookery.games())) < 50_000 + 50_000 * len(FILES)


def test_no_two_files_use_the_same_name():
    names = [name for text in FILES.values() for name, _ in named(text)]
    assert len(names) == len(set(names))


def test_the_signs_of_the_page_are_there():
    assert set(PAGE) <= {node.get("id") for node in root("common").iter(SVG + "symbol")}


@every_file
def test_names_are_symbols_or_parts(name):
    for id, node in named(FILES[name]):
        assert (node.tag == SVG + "symbol") != id.startswith("part-"), id
        assert node.tag != SVG + "symbol" or node.get("viewBox"), id


def test_everybody_has_a_face():
    bots = [bot_symbols(level, number) for level in BOTS for number in range(1, 6)]
    wanted = [*map(symbols_of, FACES), *bots, *(f"emote-{it}" for it in EMOTES)]
    assert {name for it in wanted for name in it.split()} <= symbols("")
    assert len(FACES) == 12
    assert len(set(bots)) == len(bots)
    check_never_colour_alone("", [symbols_of(face) for face in FACES])


def test_pictures_fill_their_place_in_the_lobby():
    check_box("", ["picture"], "0 0 320 180")
    check_box("", ["hero"], "0 0 800 240")
    check_box("", ["card-back-tall"], "0 0 100 140")
    for game in rookery.games():
        if f"picture-{game}" in symbols(game):
            check_box(game, [f"picture-{game}"], "0 0 320 180")


@every_file
def test_only_plain_shapes(name):
    # No script, no style (the content security policy forbids it inline), nothing from elsewhere;
    # nor gradients and clips: an address of a paint is lost when the sprite's page is not shown.
    plain = {"svg", "defs", "symbol", "g", "use", "path", "rect", "circle", "ellipse"}
    for node in root(name).iter():
        assert node.tag.removeprefix(SVG) in plain
        for key, value in node.attrib.items():
            assert key != "style"
            assert key != "class"
            assert not key.startswith("on")
            assert "url(" not in value
            assert ":" not in value
    assert "<!DOCTYPE" not in FILES[name]
    assert "<?xml-" not in FILES[name]


@every_file
def test_uses_name_what_exists_and_never_themselves(name):
    found = dict(named(FILES["common"])) | dict(named(FILES[name]))

    def follow(node: ET.Element, above: tuple[str, ...]) -> None:
        for use in node.iter(SVG + "use"):
            id = use.attrib["href"].removeprefix("#")
            assert use.attrib["href"] == "#" + id
            assert id in found, id
            assert id not in above, id
            follow(found[id], (*above, id))

    for id, node in found.items():
        follow(node, (id,))


@every_file
def test_every_part_is_used(name):
    used = {use.attrib["href"][1:] for text in FILES for use in root(text).iter(SVG + "use")}
    assert {id for id, _ in named(FILES[name]) if id.startswith("part-")} <= used


@every_file
def test_colours_are_those_of_the_palette(name):
    # A colour of the palette has the day's value for whoever draws without it; the signs of the
    # page take the text's. A game may have colours of its own: they are the same by night.
    day = day_and_night()[0]
    for node in root(name).iter():
        for key in ("fill", "stroke", "color"):
            value = node.get(key, "none")
            if value in ("none", "currentColor"):
                continue
            found = re.fullmatch(r"var\(--([\w-]+), (#[0-9a-f]{6,8})\)", value)
            assert found, value
            assert day.get(found[1], found[2]) == found[2]
            assert name != "common" or found[1] in day


def test_every_colour_stands_once():
    text = PALETTE.read_text("utf-8")
    names = re.findall(r"--([\w-]+):", text)
    assert len(names) == len(set(names)) == len(day_and_night()[1])


def test_text_and_signs_have_contrast():
    grounds, papers = ("ground", "surface", "ice"), ("ground", "surface")
    texts = [(ink, ground) for ink in ("ink", "ink-soft") for ground in grounds]
    texts += [(ink, ground) for ink in ("accent-strong", "good", "bad") for ground in papers]
    texts += [("accent-ink", "accent"), ("art-ink", "art-white"), ("art-ink", "art-paper")]
    check_contrast(texts, TEXT)
    signs = [(sign, ground) for sign in ("edge", "focus", "place") for ground in papers]
    signs += [("place", "ice"), ("art-rim", "ground"), ("art-rim", "surface")]
    check_contrast(signs, SIGN)


@pytest.mark.parametrize("theme", [0, 1], ids=["day", "night"])
def test_the_comments_tell_the_true_contrast(theme):
    # "14.0 / 15.8 on ground", by day and by night; or "art-ink on it: 5.4 / 4.9".
    palette = day_and_night()[theme]
    text = PALETTE.read_text("utf-8")
    figures = r"([\d.]+) / ([\d.]+)"
    lines = re.findall(r"--([\w-]+): [^;]+; /\*([^*]*)\*/", text)
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


def test_nobody_is_given_the_name_of_a_bot() -> None:
    """Whoever has not chosen a name gets one of the page's."""
    given = re.findall(r'"(\w+)"', (WEB / "static/names.js").read_text("utf-8"))
    assert len(given) == len(set(given)) >= 30
    assert not set(given) & {name for names in BOTS.values() for name in names}
