import random
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import rookery
from rookery.cli import main
from rookery.core.art import mend
from rookery.core.drawing import draw
from rookery.core.language import LANGUAGES
from rookery.core.match import Match
from rookery.core.scene import Backdrop, Fact, Gain, Player, Scene, Sprite, Zone
from tests.helpers import SEATINGS, matches, play_on

SVG = "{http://www.w3.org/2000/svg}"
GOLDEN = Path(__file__).parents[1] / "golden" / "ultimatum-3-greedy.txt"


def parsed(picture: str) -> ET.Element:
    return ET.fromstring(picture)  # noqa: S314 - our own picture


def middle(name: str, players: int) -> Match:
    (match,) = matches(name, players, 1, "drawing")
    play_on(match, random.Random(5), 15)
    return match


def texts(root: ET.Element) -> list[str]:
    return [node.text or "" for node in root.iter(SVG + "text")]


@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_pictures_are_whole_and_show_every_sprite(name: str, players: int) -> None:
    match = middle(name, players)
    for seat in (*range(players), None):
        scene = match.scene(seat, LANGUAGES[players % 3])
        backdrop = match.hidden(seat).backdrop(LANGUAGES[players % 3])
        picture = draw(scene, backdrop)
        root = parsed(picture)
        ids = [node.get("id") for node in root.iter() if node.get("id")]
        assert len(ids) == len(set(ids))
        uses = [use.attrib["href"][1:] for use in root.iter(SVG + "use")]
        assert set(uses) == set(ids)  # nothing missing, nothing too much
        for sprite in [*scene.sprites, *backdrop.sprites]:
            for symbol in sprite.art.split():
                assert symbol in uses or symbol == "button"
        assert "var(" not in picture
        assert "http" not in picture.replace('xmlns="http://www.w3.org/2000/svg"', "")
        assert scene.prompt in (root.findtext(SVG + "title") or "")
        assert picture == draw(match.copy().scene(seat, LANGUAGES[players % 3]), backdrop)


@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_pictures_tell_nothing_that_the_seat_may_not_know(name: str, players: int) -> None:
    match = middle(name, players)
    for seat in (0, None):
        world = match.redeal(seat, 3)
        assert world.scene(seat)._repr_svg_() == match.scene(seat)._repr_svg_()
    assert match._repr_svg_() == match.redeal(None, 4)._repr_svg_()


@pytest.mark.parametrize("name", rookery.games())
def test_matches_and_scenes_draw_themselves_on_their_backdrop(name: str) -> None:
    match = rookery.game(name).start(seed=2)
    scene = match.scene(None)
    assert match._repr_svg_() == draw(scene, match.hidden(None).backdrop())
    assert "_backdrop" not in scene.to_dict()
    again = rookery.game(name).start(seed=2).scene(None)
    assert again == scene  # what it lies on is no part of it


def simple(**more: object) -> Scene:
    things = {
        "zones": [Zone("board", "Board", 4, 4), Zone("hand", "Hand", 9, 1)],
        "sprites": [Sprite("a", "penguin", 1, 2, text="7"), Sprite("b", "mark", 3, 2)],
        "choices": [],
        "players": [],
        "prompt": "Go",
        "status": "Now",
        "game": "none",
        **more,
    }
    return Scene(**things)  # type: ignore[arg-type]


def test_texts_are_written_as_they_are_whatever_they_hold() -> None:
    sprites = [Sprite("a", "penguin", 1, 2, text="<&>", label='"<b>"')]
    root = parsed(draw(simple(sprites=sprites, prompt="a\x00b ]]> <script>")))
    assert "<&>" in texts(root)
    assert 'Board: "<b>"' in (root.findtext(SVG + "desc") or "")
    assert "a\N{REPLACEMENT CHARACTER}b ]]> <script>" in texts(root)
    assert not list(root.iter(SVG + "script"))


def test_a_zone_is_drawn_as_far_as_something_lies_in_it() -> None:
    root = parsed(draw(simple(), words=False))
    assert (root.get("width"), root.get("height")) == ("224", "96")  # 3 by 1 units, and a margin
    assert "Hand" not in (root.findtext(SVG + "desc") or "")
    turned = [Sprite("a", "penguin", 1, 2, height=2, turn=90)]
    root = parsed(draw(simple(sprites=turned), words=False))
    assert (root.get("width"), root.get("height")) == ("160", "96")
    assert any("rotate(90" in node.get("transform", "") for node in root.iter())


def test_higher_layers_are_drawn_later_and_the_backdrop_first() -> None:
    sprites = [Sprite("a", "penguin", 1, 1, layer=2), Sprite("b", "card-back", 1, 1)]
    backdrop = Backdrop([Sprite("c", "place", 1, 1)])
    root = parsed(draw(simple(sprites=sprites), backdrop))
    uses = [use.attrib["href"] for use in root.iter(SVG + "use")]
    drawn = [name for name in uses if name in ("#place", "#card-back", "#penguin")]
    assert drawn == ["#place", "#card-back", "#penguin"]


def test_what_nobody_has_drawn_is_a_neutral_card() -> None:
    sprites = [
        Sprite("a", "dodo", 1, 1),
        Sprite("b", "penguin dodo", 1, 1),
        Sprite("c", "dodo", 2, 2),
    ]
    root = parsed(draw(simple(sprites=sprites)))
    uses = [use.attrib["href"] for group in root for use in group.iter(SVG + "use")]
    assert uses[-3:] == ["#card", "#penguin", "#card"]
    facts = [Fact("dodos", "3", "dodo")]
    scene = simple(
        sprites=sprites, players=[Player(0, "Mira", facts)], gains=[Gain("a", 0, "+1", "dodo")]
    )
    mend(scene)
    assert [sprite.art for sprite in scene.sprites] == ["card", "penguin", "card"]
    assert [facts[0].art, scene.gains[0].art] == ["", ""]
    assert draw(scene, words=False) == draw(simple(sprites=sprites), words=False)


def test_a_page_with_the_art_gets_the_picture_without_it() -> None:
    picture = draw(simple(), words=False, symbols=False)
    root = parsed(picture)
    assert not list(root.iter(SVG + "symbol"))
    assert [use.get("href") for use in root.iter(SVG + "use")] == ["#penguin", "#mark"]
    numbered = [Sprite("a", "penguin-card", 1, 1, text="3")]
    scene = simple(game=rookery.game("ultimatum").name, sprites=numbered)
    assert "var(--art-ink, #" in draw(scene, words=False, symbols=False)
    assert "style" not in picture


def test_long_words_are_broken_into_lines_that_fit() -> None:
    lines = texts(parsed(draw(simple(prompt="penguin " * 40))))
    assert len(lines) > 5
    assert " ".join(lines).count("penguin") == 40
    assert max(map(len, lines)) <= 60


def test_the_command_draws_a_moment_for_a_seat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = rookery.load(GOLDEN.read_text("utf-8"))
    while match.ply > 7:
        match.undo()
    target = tmp_path / "picture.svg"
    asked = ["draw", str(GOLDEN), "--ply", "7", "--seat", "1", "--language", "fr"]
    assert main([*asked, "-o", str(target)]) == 0
    assert target.read_text("utf-8") == match.scene(1, "fr")._repr_svg_()
    assert main(asked) == 0
    assert capsys.readouterr().out == target.read_text("utf-8")
    assert main([*asked, "--bare"]) == 0
    assert match.scene(1, "fr").prompt not in texts(parsed(capsys.readouterr().out))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--ply", "100000"], "the match has 0 to"),
        (["--seat", "9"], "there is no seat 9"),
        (["-o", "picture.gif"], "ends in .svg or .png"),
        (["--language", "tlh"], "invalid choice"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["draw", str(GOLDEN), *arguments])
    except SystemExit as stop:
        code = stop.code
    assert code == 2
    assert re.search(said, capsys.readouterr().err)


def test_a_png_needs_an_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    target = tmp_path / "picture.png"
    assert main(["draw", str(GOLDEN), "-o", str(target)]) == 2
    assert "pip install 'rookery[png]'" in capsys.readouterr().err
    assert not target.exists()


def test_a_png_is_twice_as_large_as_the_picture(tmp_path: Path) -> None:
    picture, target = tmp_path / "picture.svg", tmp_path / "picture.png"
    for path in (picture, target):
        assert main(["draw", str(GOLDEN), "-o", str(path)]) == 0
    size = re.search(r'width="(\d+)" height="(\d+)"', picture.read_text("utf-8"))
    assert size is not None
    data = target.read_bytes()
    assert data.startswith(b"\x89PNG")
    found = [int.from_bytes(data[at : at + 4], "big") for at in (16, 20)]
    assert found == [2 * int(size[1]), 2 * int(size[2])]
