"""Editions of The Penguin Ultimatum: the shipped dots, the file format, every fault."""

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rookery
from rookery.games.ultimatum.edition import POINTS, remark_edition
from tests.games.ultimatum.tables import DATA, ENTERTAINERS, game

TEXT = Path(rookery.__file__).with_name("games") / "ultimatum/editions/reconstruction.txt"


def shipped() -> str:
    return TEXT.read_text("utf-8")


def turned(points: list[str]) -> set[str]:
    return {POINTS[len(POINTS) - 1 - POINTS.index(point)] for point in points}


def test_the_shipped_dots_are_as_the_rules_ask() -> None:
    # U3
    edition = game.edition()
    dots = edition.data["dots"]
    assert sorted(dots) == ENTERTAINERS
    assert all(3 <= len(points) <= 5 for points in dots.values())
    assert sum(map(len, dots.values())) == 64
    assert len(dots["Rd"]) == 4
    assert "se" in dots["Rd"]
    changed = [card for card, points in dots.items() if turned(points) != set(points)]
    assert len(changed) > 8
    used = {point for points in dots.values() for point in points}
    assert used == set(POINTS)
    assert len({tuple(points) for points in dots.values()}) == 16
    assert remark_edition(edition.data) == []


def test_the_shipped_dots_say_that_they_are_a_reconstruction() -> None:
    # U3
    edition = game.edition()
    assert edition.name == game.default_edition == "reconstruction"
    assert "reconstruction" in edition.note.lower()


def test_no_starter_can_perform_during_the_set_up() -> None:
    # U3, U9: on every iceberg, with every number of players, all starters are still there
    for players in game.players:
        for seed in range(30):
            start = game.start(players, seed, width=6 + seed % 7, height=6 + seed // 7).to_dict()
            assert start["phase"] == "place"
            assert list(start["cells"].values()).count("#") == 1


def test_the_starters_are_edition_data() -> None:
    # U9
    assert game.edition().data["starters"] == DATA["starters"]
    data = copy.deepcopy(DATA)
    data["starters"]["2"] = [[1, 1], [-1, -1]]
    start = game.start(2, 1, game.edition_from_data(data)).to_dict()
    assert sorted(start["cells"]) == ["d4", "e5", "f6"]


def test_an_edition_can_be_typed_in_and_played(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    text = shipped().replace("name: reconstruction", "name: mine").replace("o . o", "o.o")
    path.write_text(text, "utf-8")
    match = game.start(3, 5, edition=str(path))
    assert match.to_dict()["edition"] == "mine"
    assert match.edition.data["dots"] == game.edition().data["dots"]
    again = rookery.load(match.save())
    assert again.to_dict() == match.to_dict()


def test_data_and_file_say_the_same() -> None:
    data = game.edition().data
    again = game.edition_from_data(data)
    assert again.printed.tobytes() == game.edition().printed.tobytes()


def swap(*pairs: tuple[str, str]) -> str:
    text = shipped()
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    return text


GJ = "Gj  juggling sheep\n. o .\no + .\n. . o\n"
FOUR = "starters 4\n. 1 .\n4 + 2\n. 3 .\n"
FAULTY: list[tuple[str, str, list[str]]] = [
    ("wrong card", swap(("Gj  ", "Xj  ")), ["no entertainer 'Xj'", "Gj, the sheep (juggling), is"]),
    ("missing card", swap((GJ, "")), ["Gj, the sheep (juggling), is missing"]),
    ("card twice", swap(("Ga  ", "Gj  ")), ["Gj is drawn twice", "Ga, the sheep (acro"]),
    ("mark", swap((GJ, GJ.replace("o +", "x +"))), ["line 10: the rim of Gj has 'x'"]),
    ("rows", swap((GJ, GJ.replace("o + .\n", ""))), ["line 10: Gj is drawn in 2 rows, not 3"]),
    ("more rows", swap((GJ, GJ + ". . .\n")), ["line 10: Gj is drawn in 4 rows, not 3"]),
    ("columns", swap((GJ, GJ.replace("o + .", "o + . ."))), ["line 12: a row of Gj has 3 marks"]),
    ("middle", swap((GJ, GJ.replace("+", "o"))), ["line 12: the middle of Gj is '+', not 'o'"]),
    ("no dots", swap((GJ, "Gj\n...\n.+.\n...\n")), ["Gj has no dot"]),
    ("no title", swap((GJ, ". o .\n" + GJ)), ["line 10: a drawing stands here without the name"]),
    (
        "performs at once",
        swap((GJ, "Gj\n...\n.+.\no.o\n")),
        ["Gj performs at once as a starter n of the curtain (4 players)"],
    ),
    (
        "performs with fewer, too",
        swap((GJ, "Gj\n...\n.+.\n.o.\n")),
        ["Gj performs at once as a starter n of the curtain (2, 3, 4 players)"],
    ),
    ("no starters", swap((FOUR, "")), ["the starters for 4 players are missing"]),
    (
        "count",
        swap((FOUR, "starters 4\n...\n.+.\n...\n")),
        ["starters for 4 players: 1 to 4 cells"],
    ),
    ("numbers", swap((FOUR, FOUR.replace("4 +", "2 +"))), ["starters 4 are numbered 1, 2, 3"]),
    ("players", swap(("starters 4", "starters 5")), ["for 4 players are missing", "'5' players"]),
    ("game", swap(("game: ultimatum", "game: party")), ["'game: ultimatum'"]),
    ("name", swap(("name: reconstruction", "")), ["'name: …'"]),
]


@pytest.mark.parametrize(("text", "faults"), [f[1:] for f in FAULTY], ids=[f[0] for f in FAULTY])
def test_every_fault_is_explained(text: str, faults: list[str]) -> None:
    with pytest.raises(rookery.InvalidEdition) as refusal:
        game.edition_from_text(text)
    found = refusal.value.faults
    assert len(found) == len(faults)
    for fault, part in zip(found, faults, strict=True):
        assert part in fault


def test_all_faults_are_told_at_once() -> None:
    text = swap(("Gj  ", "Xj  "), ("Ba  acrobatic bear\n. . o", "Ba  acrobatic bear\n. . ?"))
    with pytest.raises(rookery.InvalidEdition) as refusal:
        game.edition_from_text(text)
    assert len(refusal.value.faults) == 3


Change = Callable[[dict[str, Any]], Any]
FAULTY_DATA: list[tuple[Change, str]] = [
    (lambda d: d.update(more=1), "keys 'name', 'dots' and 'starters'"),
    (lambda d: d.update(dots=[]), "'dots' and 'starters' are objects"),
    (lambda d: d["dots"].update(Xx=["n"]), "'Xx' is not an entertainer"),
    (lambda d: d["dots"].pop("Gj"), "Gj, the sheep (juggling), is missing"),
    (lambda d: d["dots"].update(Gj=["up"]), "Gj: ['up'] is not a list of compass points"),
    (lambda d: d["dots"].update(Gj="n"), "Gj: 'n' is not a list of compass points"),
    (lambda d: d["dots"].update(Gj=["n", "n"]), "Gj: ['n', 'n'] names a point twice"),
    (lambda d: d["dots"].update(Gj=[]), "Gj has no dot"),
    (lambda d: d["starters"].pop("3"), "the starters for 3 players are missing"),
    (lambda d: d["starters"].update({"3": [[2, 0]]}), "[2, 0] is not beside the curtain"),
    (lambda d: d["starters"].update({"3": [[0, 0]]}), "[0, 0] is not beside the curtain"),
    (lambda d: d["starters"].update({"3": ["n"]}), "'n' is not beside the curtain"),
    (lambda d: d["starters"].update({"3": [[True, 0]]}), "[True, 0] is not beside"),
    (lambda d: d["starters"].update({"3": [[0, 1], [0, 1]]}), "[0, 1] is given twice"),
    (lambda d: d["starters"].update({"3": []}), "1 to 4 cells, not []"),
    (lambda d: d["starters"].update({"7": [[0, 1]]}), "starters for '7' players"),
]


@pytest.mark.parametrize(("change", "fault"), FAULTY_DATA)
def test_faulty_data_is_refused(change: Change, fault: str) -> None:
    data = copy.deepcopy(DATA)
    change(data)
    with pytest.raises(rookery.InvalidEdition) as refusal:
        game.edition_from_data(data)
    assert len(refusal.value.faults) == 1
    assert fault in refusal.value.faults[0]


def test_what_is_unusual_is_remarked_but_can_be_played() -> None:
    # U3: the real cards may have other numbers of dots than we expect
    data = copy.deepcopy(game.edition().data)
    data["dots"]["Rd"] = ["n", "w"]
    data["name"] = "odd"
    odd = game.edition_from_data(data)
    assert remark_edition(data) == [
        "Rd has 2 dots; 3 to 5 are expected",
        "there are 62 dots in all; 64 are expected",
        "Rd, the dancing seal, is known to have 4 dots, one at the lower right",
    ]
    assert game.start(3, 1, odd).turn is not None


def test_an_edition_can_be_drawn() -> None:
    assert game.draw_edition is not None
    drawn = game.draw_edition(game.edition())
    assert sorted(sprite.id for sprite in drawn) == [f"card-{name}" for name in ENTERTAINERS]
    dots = {sprite.id[-2:]: sprite.art.count("dot-") for sprite in drawn}
    assert dots == {name: len(points) for name, points in game.edition().data["dots"].items()}


def test_a_table_can_be_drawn_with_letters() -> None:
    match = game.start(2, 1, width=6, height=7)
    assert game.draw_text is not None
    lines = game.draw_text(
        match.edition, match.view(0), 0, ["Ann", "Bo"], lambda text, colour: text
    )
    assert lines[0].split() == list("abcdef")
    assert [line.split()[0] for line in lines[1:8]] == list("1234567")
    assert lines[-1] == "Your hand: " + " ".join(match.to_dict()["hands"][0])
    assert f"Next entertainer: {match.to_dict()['entertainer_pile'][0]} (13 left)" in lines[-3]
