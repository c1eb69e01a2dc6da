"""Data from outside: what is too large is refused before anything works on it."""

from typing import Any

import pytest

import rookery
from rookery.errors import (
    BrokenSave,
    InvalidEdition,
    InvalidOption,
    InvalidPosition,
    RookeryError,
    UnknownAction,
)
from rookery.games import names
from tests.test_save import resealed

HUGE = 10**5000
DIGITS = "9" * 5000


def deep(levels: int) -> list[Any]:
    found: list[Any] = []
    for _ in range(levels):
        found = [found]
    return found


MONSTERS: dict[str, Any] = {
    "a huge number": HUGE,
    "a negative one": -HUGE,
    "digits": DIGITS,
    "negative digits": "-" + DIGITS,
    "a deep list": deep(100_000),
    "a long text": "x" * 1_000_000,
    "a long list": list(range(100_000)),
}


@pytest.fixture(params=MONSTERS)
def monster(request: pytest.FixtureRequest) -> Any:
    return MONSTERS[request.param]


@pytest.mark.parametrize("name", names())
def test_an_option_is_refused(name: str, monster: Any) -> None:
    game = rookery.game(name)
    for option in game.options:
        with pytest.raises(InvalidOption) as caught:
            game.start(2, seed=1, **{option: monster})
        assert f"option {option}=" in str(caught.value)
        assert len(str(caught.value)) < 500


@pytest.mark.parametrize("name", names())
def test_an_edition_is_refused(name: str, monster: Any) -> None:
    game = rookery.game(name)
    data = game.edition().data
    for key in data:
        with pytest.raises(InvalidEdition) as caught:
            game.edition_from_data({**data, key: monster})
        assert len(str(caught.value)) < 5000
    with pytest.raises(InvalidEdition):
        game.edition_from_data({**data, "more": monster})


@pytest.mark.parametrize("name", names())
def test_a_position_is_refused(name: str, monster: Any) -> None:
    game = rookery.game(name)
    position = game.start(2, seed=1).to_dict()
    for key in position:
        with pytest.raises(InvalidPosition) as caught:
            game.from_dict({**position, key: monster})
        assert len(str(caught.value)) < 5000


def test_the_limit_is_named() -> None:
    game = rookery.game("party")
    data = game.edition().data
    for value, limit in (
        (deep(50), "at most 8 levels"),
        (HUGE, "64 bits"),
        ("x" * 2000, "at most 1000 characters"),
        ([0] * 5000, "at most 3000 values"),
    ):
        with pytest.raises(InvalidEdition, match=limit):
            game.edition_from_data({**data, "deck": value})


def test_an_edition_is_named_in_one_line() -> None:
    """It stands in a line of every saved match."""
    game = rookery.game("party")
    for name in ("", "x" * 61, "a\nseed: 1", 5, None):
        with pytest.raises(InvalidEdition, match="name"):
            game.edition_from_data({**game.edition().data, "name": name})


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("players: 3", f"players: {DIGITS}", 5),
        ("rounds: default", f"rounds: {DIGITS}", 5),
        ("seed: 11", f"seed: {DIGITS}", 9),
        ("tie: shared", f"position: {'[' * 100_000}", 7),
        ("tie: shared", f"position: {'[' * 500 + ']' * 500}", 7),
        ("tie: shared", f'position: {{"game": {DIGITS}}}', 7),
        ("tie: shared", f'position: {{"game": "party", "players": {DIGITS}}}', 7),
        ("tie: shared", f"edition-data: {'[' * 100_000}", 7),
        ("tie: shared", f'edition-data: {{"name": "iello-2024", "deck": {DIGITS}}}', 7),
        (
            "tie: shared",
            f'edition-data: {{"name": "iello-2024", "deck": {"[" * 900 + "]" * 900}}}',
            7,
        ),
        ("tie: shared", f"edition-data: [{'1, ' * 100_000}1]", 7),
    ],
    ids=lambda it: str(it)[:30],
)
def test_a_saved_match_is_refused_with_its_line(old: str, new: str, line: int) -> None:
    text = rookery.game("party").start(3, seed=11).save()
    with pytest.raises(BrokenSave, match=f"line {line}: ") as caught:
        rookery.load(resealed(text, old, new))
    assert len(str(caught.value)) < 1000


@pytest.mark.parametrize("line", [f"{DIGITS} seat 0: r>  [0000]", f"1 seat {DIGITS}: r>  [0000]"])
def test_an_action_of_a_saved_match_is_refused(line: str) -> None:
    head = rookery.game("party").start(3, seed=11).save().partition("result:")[0]
    with pytest.raises(BrokenSave, match="line 12: "):
        rookery.load(head + line)


@pytest.mark.parametrize("name", names())
def test_an_action_is_refused(name: str, monster: Any) -> None:
    match = rookery.game(name).start(2, seed=1)
    with pytest.raises(UnknownAction):
        match.play(monster)
    assert match.ply == 0


def test_a_seed_and_players_are_refused() -> None:
    game = rookery.game("party")
    for given in ({"seed": HUGE}, {"players": HUGE}, {"players": DIGITS}, {"seed": deep(5000)}):
        with pytest.raises(RookeryError) as caught:
            game.start(**given)
        assert type(caught.value) is not RookeryError
