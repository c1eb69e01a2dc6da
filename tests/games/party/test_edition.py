"""Decks as text files."""

from pathlib import Path

import pytest

import rookery

game = rookery.game("party")
GOOD = "game: party\nname: mine\n\nred 10\ngreen 10\nblue 16\n"


def test_a_deck_from_a_file_can_be_played(tmp_path: Path) -> None:
    # P1
    path = tmp_path / "mine.txt"
    path.write_text(GOOD)
    match = game.start(3, seed=1, edition=str(path))
    assert match.to_dict()["edition"] == "mine"
    assert set(match.to_dict()["hands"][0]) <= {"red", "green", "blue"}
    match.play(match.legal()[0])
    again = rookery.load(match.save())
    assert again.to_dict() == match.to_dict()
    assert game.from_dict(match.to_dict(), edition=path).to_dict() == match.to_dict()
    with pytest.raises(rookery.InvalidPosition, match="edition: 'mine' is not one of"):
        game.from_dict(match.to_dict())
    with pytest.raises(rookery.InvalidPosition, match="is not the given edition"):
        game.from_dict(match.to_dict(), edition="iello-2024")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (GOOD.replace("game: party\n", ""), "the head needs the line 'game: party'"),
        (GOOD.replace("name: mine\n", ""), "the head needs a line 'name: …'"),
        (GOOD.replace("red 10", "pink 10"), "line 4: 'pink 10' is not a colour and a number"),
        (GOOD.replace("red 10", "red ten"), "line 4: 'red ten'"),
        (GOOD.replace("red 10", "green 10"), "line 5: green is given twice"),
        (GOOD.replace("red 10", "red 11"), "a deck has 36 cards, this one has 37"),
        (GOOD.replace("red 10", "red 999"), "red: 999 is not a number from 0 to 36"),
        (GOOD.replace("name", "game"), "line 2: 'game' is given twice"),
    ],
)
def test_every_fault_is_explained(text: str, fault: str) -> None:
    with pytest.raises(rookery.InvalidEdition, match=fault):
        game.edition_from_text(text)


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(rookery.InvalidEdition) as caught:
        game.edition_from_text(GOOD.replace("red 10", "pink 10").replace("blue", "sky"))
    assert len(caught.value.faults) == 2


def test_an_unreadable_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "huge.txt").write_text("#" * 200_000)
    for name in ("binary.txt", "huge.txt", "absent.txt"):
        with pytest.raises(rookery.UnknownEdition):
            game.edition(tmp_path / name)
    with pytest.raises(rookery.UnknownEdition):
        game.edition(tmp_path)
