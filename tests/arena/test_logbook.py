"""Results in a file: nothing lost, nothing mixed up."""

import json
from pathlib import Path

import pytest

import rookery
from rookery.arena import Result, Setting, contest, logbook
from rookery.arena.play import play
from rookery.errors import BrokenResults

GAME = rookery.game("party")


def setting(seed: int = 1, **options: object) -> Setting:
    return contest(GAME, ("random", "greedy"), 3, seed, options={"rounds": 1, **options})


def written(path: Path, matches: int = 5) -> list[Result]:
    book = logbook.create(path, setting())
    results = [play(setting(), number) for number in range(matches)]
    for result in results:
        book.write(result)
    book.close()
    return results


def known(path: Path) -> list[Result]:
    book, results = logbook.reopen(path, setting())
    book.close()
    return results


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    results = written(path)
    lines = path.read_text("utf-8").splitlines()
    assert json.loads(lines[0])["bots"] == ["random", "greedy"]
    assert len(lines) == 6
    assert logbook.read_seed(path) == 1
    book, found = logbook.reopen(path, setting())
    assert found == results
    book.write(play(setting(), 5))
    book.close()
    assert len(known(path)) == 6


@pytest.mark.parametrize("cut", [1, 20, 80])
def test_a_line_cut_off_in_the_middle_is_dropped(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "results.jsonl"
    results = written(path)
    path.write_bytes(path.read_bytes()[:-cut])
    book, found = logbook.reopen(path, setting())
    assert found == results[:-1]
    book.write(results[-1])
    book.close()
    assert known(path) == results


def test_results_are_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    written(path)
    before = path.read_bytes()
    with pytest.raises(BrokenResults, match="exists; continue it with --resume"):
        logbook.create(path, setting())
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (setting(seed=2), "its seed is 1, not 2"),
        (setting(tie="playoff"), "its options is"),
        (contest(GAME, ("random", "greedy"), 4, 1, options={"rounds": 1}), "its players is 3"),
        (contest(GAME, ("greedy", "random"), 3, 1, options={"rounds": 1}), "its bots is"),
    ],
)
def test_results_of_another_contest_are_refused(
    tmp_path: Path, other: Setting, reason: str
) -> None:
    path = tmp_path / "results.jsonl"
    written(path)
    with pytest.raises(BrokenResults, match=f"belongs to another contest: {reason}"):
        logbook.reopen(path, other)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda lines: [], "is empty"),
        (lambda lines: [b"hello\n", *lines], "line 1: not a file of arena results"),
        (lambda lines: [b"\xff\xfe\n"], "line 1: not a file of arena results"),
        (lambda lines: [*lines[:2], b"hello\n", *lines[2:]], "line 3: not a match result"),
        (lambda lines: [lines[0], lines[1].replace(b'"match": 0', b'"match": 1')], "other bots"),
    ],
)
def test_a_damaged_file_is_refused_and_left_as_it_is(
    tmp_path: Path, change: object, reason: str
) -> None:
    path = tmp_path / "results.jsonl"
    written(path)
    path.write_bytes(b"".join(change(path.read_bytes().splitlines(keepends=True))))  # type: ignore[operator]
    before = path.read_bytes()
    with pytest.raises(BrokenResults, match=reason):
        logbook.reopen(path, setting())
    assert path.read_bytes() == before
