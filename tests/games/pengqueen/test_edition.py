"""Maps: the shipped ones, drawings with every kind of fault, data from elsewhere, pictures."""

import copy
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import rookery
from rookery.core.edition import read_shipped
from rookery.core.scene import picture
from rookery.errors import InvalidEdition
from rookery.games.pengqueen import edition
from rookery.games.pengqueen.edition import remark_edition, stones
from rookery.games.pengqueen.mapfile import _Drawing
from tests.games.pengqueen.tables import GAME

SMALL = read_shipped("rookery.games.pengqueen", "small")
DEFAULT = GAME.edition().data


def faults(text: str) -> list[str]:
    with pytest.raises(InvalidEdition) as caught:
        GAME.edition_from_text(text)
    return caught.value.faults


def test_the_default_says_that_it_is_a_reconstruction() -> None:
    # Q2
    assert GAME.editions == ("reconstruction", "small")
    assert "reconstruction" in GAME.edition().note.lower()


def test_the_default_is_what_is_known_of_the_printed_map() -> None:
    # Q2
    assert remark_edition(DEFAULT) == []
    assert 80 <= len(DEFAULT["cells"]) <= 140
    assert DEFAULT["black_die"] == [1, 1, 2, 2, 3, 3]  # Q3
    assert len(DEFAULT["treasures"]) == 23


def remarks(**changes: Any) -> str:
    return "\n".join(remark_edition({**DEFAULT, **changes}))


def test_each_point_of_the_printed_map_is_remarked_on() -> None:
    # Q2
    assert "80 to 140 cells" in "\n".join(remark_edition(GAME.edition("small").data))
    assert "the entrance h9 is not at the bottom" in remarks(entrance="h9")
    assert "are not side by side" in remarks(entrance="a10")
    exits = [link for link in DEFAULT["links"] if DEFAULT["sarcophagus"] not in link]
    assert "has 0 exit(s) instead of 2" in remarks(links=exits)
    there = DEFAULT["treasures"]["s1"]
    moved = {**DEFAULT["treasures"], "y1": there}
    assert f"treasure y1 on {there} lies in the region of colour 's'" in remarks(treasures=moved)
    waist = [cell for cell in DEFAULT["cells"] if cell[1:] != "9" or cell < "e"]
    links = [link for link in DEFAULT["links"] if link[0] in waist and link[1] in waist]
    assert "row 9 has fewer cells than row 8" in remarks(cells=waist, links=links)


def test_remarks_on_a_box_of_90_cells() -> None:
    # Q2: no pyramid; all open, then columns only, then pieces of columns
    cells = [f"{column}{row}" for row in range(1, 11) for column in "abcdefghi"]
    grid = [[a, b] for a in cells for b in cells if a < b and beside(a, b)]
    columns = [[a, b] for a, b in grid if a[0] == b[0]]
    pieces = [[a, b] for a, b in columns if int(a[1:]) % 3 and int(b[1:]) % 3]
    box = {"cells": cells, "entrance": "d10", "sarcophagus": "e10", "treasures": by_column()}
    assert "no wider than its first" in remarks(**box, links=grid)
    assert "there is no dead end" in remarks(**box, links=grid)
    assert "there is no loop" in remarks(**box, links=columns)
    assert "no straight run of more than 4" in remarks(**box, links=pieces)


def beside(a: str, b: str) -> bool:
    return abs(ord(a[0]) - ord(b[0])) + abs(int(a[1:]) - int(b[1:])) == 1


def by_column() -> dict[str, str]:
    """The treasures, a column for each colour."""
    columns = dict(zip("ygsrp", "abcde", strict=True))
    return {name: f"{columns[name[0]]}{name[1]}" for name in DEFAULT["treasures"]}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("| s1  s2|", "| s1  ?? |", "line 9, character 18: '??' is not '.', 'E', 'S' or a"),
        (
            "            +---+---+\n",
            "            +-.-+---+\n",
            "line 8, character 14: '-.-' is not",
        ),
        ("            +---+---+\n", "            x---+---+\n", "line 8, character 13: 'x' is not"),
        ("| s1  s2|", "! s1  s2|", "line 9, character 13: '!' is not '|' or a blank"),
        ("| s1  s2|", "| s1  . |", "treasure s2 is missing"),
        ("| s1  s2|", "| s1  s1|", "treasure s1 is drawn 2 times: d1, e1"),
        ("  E |", "  . |", "the entrance E is missing"),
        (" S   .", " S   S", "the sarcophagus S is drawn 2 times: e6, f6"),
        ("E | S", "E   S", "there must be a wall between entrance d6 and sarcophagus e6"),
        ("black_die: 1 1 2 2 3 3", "black_die: 1 1 2 x", "black_die: 'x' is not a number"),
        ("black_die: 1 1 2 2 3 3", "black_die: 1 1 2", "black_die: [1, 1, 2] is not 6 numbers"),
        ("black_die: 1 1 2 2 3 3", "black_die: 0 1 2 3 4 9", "is not 6 numbers from 1 to 6"),
        ("black_die:", "white_die:", "the head has a line 'white_die'"),
        ("| y1| g5", "| y1| E ", "the entrance E is drawn 2 times: c3, d6"),
    ],
)
def test_faults_are_explained(old: str, new: str, message: str) -> None:
    assert old in SMALL
    assert any(message in fault for fault in faults(SMALL.replace(old, new))), message


def test_every_fault_is_explained_at_once() -> None:
    text = SMALL.replace("| s1  s2|", "| ??  . |").replace("E | S", ". | S")
    found = "\n".join(faults(text))
    for part in ("'??'", "treasure s1 is missing", "treasure s2 is missing", "the entrance E"):
        assert part in found


def test_cells_that_nobody_can_reach() -> None:
    closed = SMALL.replace("    +   +---+   +---+---+   +\n", "    +---+---+   +---+---+   +\n")
    assert faults(closed) == ["no way leads from d1 to b3"]
    # nobody walks through the entrance or the sarcophagus
    cut = SMALL.replace("+   +---+---+   +   +---+   +   +", "+   +---+---+   +   +---+---+   +")
    assert faults(cut) == ["no way leads from d1 to f6, g6"]


def test_an_entrance_and_a_sarcophagus_without_exit() -> None:
    shut = SMALL.replace("+   +---+---+   +   +---+   +   +", "+   +---+---+---+---+---+   +   +")
    shut = shut.replace(" g1  E | S   .", " g1| E | S | .")
    assert faults(shut) == ["the entrance d6 has no exit", "the sarcophagus e6 has no exit"]


def test_an_odd_number_of_lines_and_a_drawing_too_large() -> None:
    assert "wall lines and cell lines take turns" in faults(SMALL + "+---+---+\n")[0]
    lines = ("+" + "---+" * 20 + "\n|" + " .  " * 20 + "\n") * 10 + "+" + "---+" * 20
    text = "game: pengqueen\nname: wide\n\n" + lines
    assert "the drawing is 20 wide and 10 high" in "\n".join(faults(text))
    assert "the drawing has 0 lines" in faults("game: pengqueen\nname: empty\n")[0]


def test_a_drawing_too_large_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a file of 100 kB, lines as long as the longest would be a gigabyte."""

    def read(*_: object) -> None:
        raise AssertionError("it is too large to be read")

    monkeypatch.setattr(_Drawing, "_read_walls", read)
    monkeypatch.setattr(_Drawing, "_read_cells", read)
    long = "+" + "---+" * 10_000
    for body in (long + "\n|" * 30_000, "|\n" * 50_001):
        found = faults(f"game: pengqueen\nname: wide\n\n{body}")
        assert "at most 26 columns and 180 squares in all fit" in found[-1]


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("cells", ["a1"] * 2000, "cells: a map has at most 180, not 2000"),
        ("cells", [f"a{n % 99 + 1}" for n in range(181)], "cells: a map has at most 180, not 181"),
        ("links", [["a1", "a2"]] * 361, "links: a map has at most 360, not 361"),
        ("cells", ["a1"] * 8000, "at most 3000 values fit"),
        ("black_die", [[1] * 1000] * 1000, "at most 3000 values fit"),
    ],
)
def test_a_limit_is_named_before_any_work(
    monkeypatch: pytest.MonkeyPatch, key: str, value: Any, message: str
) -> None:
    def work(*_: object) -> None:
        raise AssertionError("it is too large to be worked on")

    monkeypatch.setattr(edition, "_twice", work)
    data = {**GAME.edition("small").data, "name": "mine", key: value}
    with pytest.raises(InvalidEdition) as caught:
        GAME.edition_from_data(data)
    assert len(caught.value.faults) == 1
    assert message in str(caught.value)


def test_many_faults_are_told_in_part() -> None:
    data = {**GAME.edition("small").data, "links": [["z1", "z2"]] * 300}
    with pytest.raises(InvalidEdition) as caught:
        GAME.edition_from_data({**data, "name": "mine"})
    assert len(caught.value.faults) == 101
    assert caught.value.faults[-1] == "and 201 more faults"


CHANGES: list[tuple[str, Any, str]] = [
    ("cells", "abc", "cells: 'abc' is not a list of names"),
    ("cells", ["a1", "a1"], "cells: a1 is listed twice"),
    ("links", [["a1"]], "links: not a list of pairs"),
    ("links", [["a5", "a6"], ["a6", "a5"]], "links: a5-a6 is listed twice"),
    ("links", [["a5", "b6"]], "links: a5 and b6 are not side by side"),
    ("links", [["a1", "a2"]], "links: a1-a2 joins something that is not a cell"),
    ("entrance", "z1", "entrance: 'z1' is not a cell of the map"),
    ("sarcophagus", None, "sarcophagus: None is not a cell of the map"),
    ("sarcophagus", "d6", "entrance and sarcophagus are both on d6"),
    ("treasures", [], "treasures: not an object"),
    ("treasures", {"x1": "d1"}, "treasures: 'x1' is not one of y1"),
    ("treasures", {"y1": "a1"}, "treasures: y1 lies on a1, which is not a cell"),
    ("treasures", {"y1": "d1"}, "treasures: p4 is missing"),
    ("black_die", 6, "black_die: 6 is not a list"),
    ("black_die", [1, 1, 2, 2, 3, True], "is not 6 numbers from 1 to 6"),
]


@pytest.mark.parametrize(("key", "value", "message"), CHANGES)
def test_data_from_elsewhere_is_checked(key: str, value: Any, message: str) -> None:
    data = {**GAME.edition("small").data, "name": "mine", key: value}
    with pytest.raises(InvalidEdition) as caught:
        GAME.edition_from_data(data)
    assert any(message in fault for fault in caught.value.faults), caught.value.faults


def test_treasures_have_cells_of_their_own() -> None:
    data = copy.deepcopy(GAME.edition("small").data)
    data["treasures"]["y1"] = data["treasures"]["y2"]
    data["treasures"]["g1"] = data["entrance"]
    with pytest.raises(InvalidEdition) as caught:
        GAME.edition_from_data(data)
    assert caught.value.faults == [
        "treasure g1 lies on d6, which nobody can enter",
        "treasures y1, y2 lie on the same cell b4",
    ]


def test_keys_of_data() -> None:
    with pytest.raises(InvalidEdition, match="an object with the keys name, cells"):
        GAME.edition_from_data({"name": "mine", "cells": []})
    far = {**GAME.edition("small").data}
    far["cells"] = [*far["cells"], "z30"]
    with pytest.raises(InvalidEdition, match="more than 180 squares"):
        GAME.edition_from_data(far)


def test_a_map_from_a_file_is_played_and_saved(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(SMALL.replace("name: small", "name: mine"), "utf-8")
    match = GAME.start(3, 1, edition=path)
    match.play(match.legal()[0])
    assert match.to_dict()["edition"] == "mine"
    again = rookery.load(match.save())
    assert again.to_dict() == match.to_dict()
    assert again.edition.data == match.edition.data


@pytest.mark.parametrize("name", GAME.editions)
def test_a_picture_shows_all_of_it(name: str) -> None:
    shipped = GAME.edition(name)
    assert GAME.draw_edition is not None
    arts = {sprite.id: sprite.art for sprite in GAME.draw_edition(shipped)}
    cells = shipped.data["cells"]
    assert {f"cell-{cell}" for cell in cells} | {f"stone-{it}" for it in stones(cells)} <= set(arts)
    assert "entrance" in arts[f"cell-{shipped.data['entrance']}"]
    assert "sarcophagus" in arts[f"cell-{shipped.data['sarcophagus']}"]
    for treasure, cell in shipped.data["treasures"].items():
        assert f"treasure-{treasure[0]}" in arts[f"cell-{cell}"]
    drawn = picture(GAME.name, shipped.name, shipped.note, GAME.draw_edition(shipped))
    root = ElementTree.fromstring(drawn)  # noqa: S314 (our own text)
    assert shipped.name in (root.findtext("{http://www.w3.org/2000/svg}title") or "")


def test_squares_inside_the_pyramid_that_are_no_cells_are_stone() -> None:
    # Q1
    assert stones(["b1", "a2", "c2", "b3"]) == ["b2", "a3", "c3"]
    assert stones(GAME.edition("small").data["cells"]) == []
    drawn = GAME.start(3, 1).hidden(None).backdrop().sprites
    stone = [sprite for sprite in drawn if sprite.art == "stone"]
    assert {sprite.id for sprite in stone} == {f"stone-{s}" for s in stones(DEFAULT["cells"])}
    assert "stone-d9" in {sprite.id for sprite in stone}
    assert not any(sprite.label for sprite in stone)
