"""Recorded matches of The Penguin Ultimatum, replayed byte for byte."""

from pathlib import Path

import pytest

import rookery

GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("ultimatum-*.txt"))


def test_there_are_recorded_matches_with_every_number_of_players() -> None:
    assert {rookery.load(path.read_text("utf-8")).players for path in GOLDEN} == {2, 3, 4}


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_recorded_matches_replay_byte_for_byte(path: Path) -> None:
    text = path.read_text("utf-8")
    match = rookery.load(text)
    match.verify()
    assert match.over
    assert match.save() == text


EARLIER = sorted((Path(__file__).parents[2] / "golden" / "earlier").glob("ultimatum-*.txt"))


@pytest.mark.parametrize("path", EARLIER, ids=lambda path: path.stem)
def test_matches_of_the_first_rules_replay_with_the_dots_of_their_time(path: Path) -> None:
    """U3: the dancing seal's dots were others then; what was saved is still what was played."""
    text = path.read_text("utf-8")
    assert "rules: 1\nedition: reconstruction\n" in text
    match = rookery.load(text)
    match.verify()
    assert match.over
    assert match.edition.name == "reconstruction-1"
    assert rookery.load(match.save()).to_dict() == match.to_dict()
