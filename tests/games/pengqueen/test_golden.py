"""Recorded matches: the rules must lead through them byte for byte."""

from pathlib import Path

import pytest

import rookery

GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("pengqueen-*.txt"))


def test_there_are_recorded_matches() -> None:
    assert len(GOLDEN) >= 5


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_recorded_match_replays_exactly(path: Path) -> None:
    text = path.read_text("utf-8")
    match = rookery.load(text)
    assert match.over
    assert match.save() == text
    match.verify()
