"""Observations: whole, bounded, and as their table says."""

from pathlib import Path

import pytest

import rookery
from rookery.lab import pages
from tests.helpers import SEATINGS, matches, scaled


@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_the_view_can_be_read_from_its_features(name: str, players: int) -> None:
    game = rookery.game(name)
    high = game.observation.high
    for match in matches(name, players, scaled(2, 1), "features"):
        for again in match.replay():
            if again.ply % 7 and not again.over:
                continue
            for seat in (*range(players), None):
                view = again.hidden(seat)
                row = view.features()
                assert (row <= high).all()
                assert game.read_features(match.edition, row, view.number).tobytes() == (
                    view.records.tobytes()
                )


@pytest.mark.parametrize("name", rookery.games())
def test_actions_are_told_apart_by_their_table(name: str) -> None:
    game = rookery.game(name)
    assert len(set(game.action_table.tolist())) == game.num_actions


def test_a_hunter_can_tell_when_the_mummy_moves() -> None:
    match = rookery.game("pengqueen").start(players=3, seed=2)
    rows = set()
    for _ in range(200):
        mover = match.game.observation.read(match.features(1))["mover"]
        rows.add((match.turn, tuple(mover)))
        match.play(match.legal()[0])
    assert {turn for turn, _ in rows} == {0, 1, 2}
    assert len(rows) == 3


@pytest.mark.parametrize("name", rookery.games())
def test_the_page_of_an_environment_is_made_of_its_tables(name: str) -> None:
    page = Path(__file__).parent.parent / "docs" / f"lab-{name}.md"
    if not page.exists():
        pytest.skip(f"there is no {page.name}: it is not a game of the house")
    assert page.read_text("utf-8") == pages.page(rookery.game(name))
