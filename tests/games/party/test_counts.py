"""How many sequences of decisions there are from fixed deals, and recorded matches."""

from pathlib import Path

import pytest

import rookery
from rookery.core.match import Match
from tests.helpers import oracle, scaled

game = rookery.game("party")
GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("party-*.txt"))

#: players, seed, depth: sequences. Counted by these rules and by the oracle.
COUNTS: dict[tuple[int, int, int], int] = {
    (2, 1, 1): 5,
    (2, 1, 2): 50,
    (2, 1, 3): 590,
    (2, 1, 4): 7_700,
    (2, 1, 5): 107_432,
    (2, 2, 1): 5,
    (2, 2, 2): 50,
    (2, 2, 3): 560,
    (2, 2, 4): 6_950,
    (2, 2, 5): 89_460,
    (3, 1, 1): 5,
    (3, 1, 2): 50,
    (3, 1, 3): 590,
    (3, 1, 4): 6_892,
    (3, 1, 5): 92_844,
    (3, 2, 1): 5,
    (3, 2, 2): 40,
    (3, 2, 3): 472,
    (3, 2, 4): 5_512,
    (3, 2, 5): 63_756,
    (4, 1, 1): 5,
    (4, 1, 2): 40,
    (4, 1, 3): 376,
    (4, 1, 4): 4_914,
    (4, 1, 5): 65_834,
    (4, 2, 1): 5,
    (4, 2, 2): 50,
    (4, 2, 3): 590,
    (4, 2, 4): 7_700,
    (4, 2, 5): 91_784,
    (5, 1, 1): 8,
    (5, 1, 2): 78,
    (5, 1, 3): 828,
    (5, 1, 4): 11_720,
    (5, 1, 5): 178_076,
    (5, 2, 1): 8,
    (5, 2, 2): 76,
    (5, 2, 3): 724,
    (5, 2, 4): 8_368,
    (5, 2, 5): 127_974,
    (6, 1, 1): 4,
    (6, 1, 2): 32,
    (6, 1, 3): 378,
    (6, 1, 4): 3_912,
    (6, 1, 5): 55_440,
    (6, 2, 1): 4,
    (6, 2, 2): 24,
    (6, 2, 3): 224,
    (6, 2, 4): 2_342,
    (6, 2, 5): 25_968,
}


def sequences(match: Match, depth: int) -> int:
    """Sequences of ``depth`` decisions."""
    if depth == 0 or match.over:
        return 1
    if depth == 1:
        return len(match.legal())
    total = 0
    for action in match.legal():
        match.play(action)
        total += sequences(match, depth - 1)
        match.undo()
    return total


def slow_sequences(position: dict[str, object], depth: int) -> int:
    """The same by the oracle; no round ends within these depths, so chance plays no part."""
    rules = oracle(game)
    edition = game.edition().data
    if depth == 0:
        return 1
    return sum(
        slow_sequences(rules.step(position, text, edition, None), depth - 1)
        for text in rules.legal(position, edition)
    )


@pytest.mark.parametrize(
    ("players", "seed", "depth"),
    [key for key, count in COUNTS.items() if count < scaled(10**6, 5_000)],
)
def test_the_number_of_sequences(players: int, seed: int, depth: int) -> None:
    assert sequences(game.start(players, seed), depth) == COUNTS[players, seed, depth]


@pytest.mark.parametrize("players", game.players)
def test_the_oracle_counts_the_same(players: int) -> None:
    match = game.start(players, 1)
    assert sequences(match, 3) == slow_sequences(match.to_dict(), 3)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_recorded_matches_replay_byte_for_byte(path: Path) -> None:
    text = path.read_text("utf-8")
    match = rookery.load(text)
    assert match.over
    assert match.save() == text


def test_there_are_recorded_matches_for_every_number_of_players() -> None:
    assert len(GOLDEN) >= len(game.players)
