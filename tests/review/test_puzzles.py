"""Puzzles: those that ship are sound, and the command asks and judges."""

from itertools import islice
from pathlib import Path

import pytest

import rookery
from rookery.cli import main
from rookery.core.kernel import COMPILED
from rookery.errors import BrokenPuzzles
from rookery.review.puzzles import Maker, of_day, read, shipped, write

pytestmark = pytest.mark.skipif(not COMPILED, reason="searches need compiled rules")


@pytest.mark.parametrize("name", rookery.games())
def test_at_least_300_ship_and_all_can_be_asked(name: str) -> None:
    """Reading checks each position, and that the answer is legal in it."""
    game = rookery.game(name)
    puzzles = shipped(game)
    assert len(puzzles) >= 300
    assert len({it.number for it in puzzles}) == len(puzzles)
    assert {it.grade for it in puzzles} >= {1, 2, 3}
    assert [it.grade for it in puzzles] == sorted(it.grade for it in puzzles)
    assert all(it.lead >= 0.08 for it in puzzles)


@pytest.mark.parametrize("name", rookery.games())
def test_some_that_ship_stand_before_a_second_judge(name: str) -> None:
    game = rookery.game(name)
    maker = Maker(game, seed=1)
    some = shipped(game)[::150]
    assert sum(maker.stands(it) for it in some) >= len(some) - 1


def test_new_ones_are_written_and_read_again() -> None:
    game = rookery.game("party")
    made = list(islice(Maker(game, seed=5).puzzles(), 2))
    assert read(write(game, made), game) == [
        it.__class__(it.number, it.grade, it.best, round(it.lead, 2), it.position) for it in made
    ]
    assert list(islice(Maker(game, seed=5).puzzles(), 2)) == made


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda text: text.replace("party", "chess", 1), "begins with"),
        (lambda text: text.replace('"turn":', '"turm":', 1), "line 3"),
        (lambda text: text + "nonsense\n", "line"),
    ],
)
def test_a_damaged_file_is_refused_with_its_line(change: object, named: str) -> None:
    game = rookery.game("party")
    text = write(game, shipped(game)[:2])
    with pytest.raises(BrokenPuzzles, match=named):
        read(change(text), game)  # type: ignore[operator]


def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_none_comes_twice_in_a_row() -> None:
    game = rookery.game("party")
    count = len(shipped(game))
    numbers = [of_day(game, day).number for day in range(count)]  # type: ignore[union-attr]
    assert len(set(numbers)) == count


def test_the_command_shows_asks_and_judges(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = rookery.game("party")
    puzzle = shipped(game)[0]
    right = ["puzzle", "party", f"--number={puzzle.number}", f"--answer={puzzle.best}"]
    assert main(right) == 0
    assert "Right" in capsys.readouterr().out
    match = puzzle.match(game)
    wrong = next(text for it in match.legal() if (text := match.notation(it)) != puzzle.best)
    assert main([*right[:3], f"--answer={wrong}"]) == 1
    assert "Not quite" in capsys.readouterr().out
    assert main([*right[:3], "--answer=nonsense"]) == 2
    assert main(["puzzle", "party", "--number=-1"]) == 2
    file = tmp_path / "mine.txt"
    assert main(["puzzle", "party", "--make=1", "-o", str(file)]) == 0
    assert len(read(file.read_text(), game)) == 1
