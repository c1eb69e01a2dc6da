"""Positions of Penguin Party: exact round trips, and every impossible one refused by name."""

from typing import Any

import pytest

import rookery
from tests.games.party.tables import position, rows_of

game = rookery.game("party")


def good() -> dict[str, Any]:
    return position(4, rows_of("rb", "r"), {0: "rrggyypbb"})


def test_the_position_has_the_documented_keys() -> None:
    expected = """game edition players round rounds tie first turn playing rows hands unused out
    finished set_aside points"""
    assert list(game.start(seed=1).to_dict()) == expected.split()


def test_a_view_shows_sizes_for_what_the_seat_does_not_know() -> None:
    match = game.start(2, seed=4)
    full = match.to_dict()
    for seat in (0, 1):
        hands: list[Any] = [14, 14]
        aside: list[Any] = [0, 0]
        hands[seat] = full["hands"][seat]
        aside[seat] = {}
        assert match.view(seat) == {**full, "hands": hands, "set_aside": aside, "unused": 8}
    assert match.view(None) == {**full, "hands": [14, 14], "set_aside": [0, 0], "unused": 8}
    assert game.start(3, seed=4).view(0)["unused"] == 0


def test_a_good_position_is_taken() -> None:
    assert game.from_dict(good()).to_dict() == good()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"colour": 1}, "'colour' is not a key"),
        ({"game": "chess"}, "game: 'chess'"),
        ({"edition": "lost"}, "edition: 'lost' is not one of iello-2024"),
        ({"edition": None}, "edition: None"),
        ({"players": 7}, "players: 7 is not from 2 to 6"),
        ({"players": "4"}, "players: '4' is not a whole number"),
        ({"players": True}, "players: True is not a whole number"),
        ({"round": 0}, "round: 0"),
        ({"round": 2}, "round: 2 is not from 1 to 1"),
        ({"rounds": 101}, "rounds: 101"),
        ({"tie": "fight"}, "tie: 'fight' is not one of shared, playoff"),
        ({"first": 4}, "first: 4"),
        ({"turn": 4}, "turn: 4"),
        ({"turn": None}, "turn: None: seats are still in the round"),
        ({"turn": "0"}, "turn: '0' is not a whole number"),
        ({"playing": [0, 1]}, "playing: "),
        ({"playing": [1, 0, 2, 3]}, "playing: .*sorted"),
        ({"playing": 15}, "playing: 15 is not a list"),
        ({"playing": [0, 1, 2, 9]}, "playing: 9"),
        ({"rows": [["red", "blue"], ["green"]]}, r"rows\[1\]\[0\]: green cannot stand on red"),
        ({"rows": [["red", None]]}, r"rows\[0\]\[1\]: None is not one of"),
        ({"rows": [["red", "pink"]]}, r"rows\[0\]\[1\]: 'pink'"),
        ({"rows": [["red", "blue"], []]}, r"rows\[1\]: it must have 1 entries"),
        ({"rows": [["red", "blue"], [None]]}, r"rows\[1\]: an empty row is left out"),
        ({"rows": [[]]}, r"rows\[0\]: a base has 1 to 8 cards"),
        ({"rows": [["red"] * 9]}, r"rows\[0\]: a base has 1 to 8 cards, not 9"),
        ({"rows": ["red"]}, r"rows\[0\]: 'red' is not a list"),
        ({"rows": "red"}, "rows: 'red' is not a list"),
        ({"hands": [{}, {}, {}]}, "hands: it must have 4 entries"),
        ({"hands": [9, {}, {}, {}]}, r"hands\[0\]: 9 is not an object"),
        ({"unused": {"red": 1}}, "red cards, but the deck"),
        ({"unused": {"pink": 1}}, "unused: 'pink'"),
        ({"unused": {"red": 0}}, r"unused.red: 0 is not from 1"),
        ({"unused": {"red": 1.5}}, r"unused.red: 1.5 is not a whole number"),
        ({"out": [1]}, r"hands\[1\]: seat 1 can have no cards there"),
        ({"out": [7]}, "out: 7"),
        ({"finished": [1]}, r"hands\[1\]: seat 1 can have no cards there"),
        ({"out": [1], "finished": [1]}, "finished: .*both out and finished"),
        ({"out": [0]}, "turn: 0: it must be a seat that is neither out nor finished"),
        ({"points": [0, 0, 0]}, "points: it must have 4 entries"),
        ({"points": [0, 0, 0, -1]}, r"points\[3\]: -1"),
        ({"points": [0, 0, 0, None]}, r"points\[3\]: None"),
    ],
)
def test_an_impossible_position_is_refused_by_key_and_value(
    change: dict[str, Any], reason: str
) -> None:
    with pytest.raises(rookery.InvalidPosition, match=reason):
        game.from_dict({**good(), **change})


def test_missing_keys_are_named() -> None:
    for key in good():
        wrong = good()
        del wrong[key]
        with pytest.raises(rookery.InvalidPosition, match=key):
            game.from_dict(wrong)


def test_a_card_that_floats_is_refused() -> None:
    # P9
    wrong = position(4, rows_of("rrr", "r."), {0: "rrggyypbb"})
    wrong["rows"] = [["red"] * 3, ["red", None], ["red"]]
    with pytest.raises(rookery.InvalidPosition, match=r"rows\[2\]\[0\]: red floats"):
        game.from_dict(wrong)


def test_a_hand_that_is_too_large_is_refused() -> None:
    # P3
    wrong = good()
    wrong["hands"][1]["green"] += 2
    assert wrong["hands"][2].pop("green") == 2
    with pytest.raises(rookery.InvalidPosition, match=r"hands\[1\]: 10 cards, but 9 were dealt"):
        game.from_dict(wrong)


def test_a_seat_in_the_round_has_cards() -> None:
    wrong = position(6, rows_of("rrrrrrbb"), {0: "bbb", 1: ""})
    with pytest.raises(rookery.InvalidPosition, match=r"hands\[1\]: seat 1 is not finished"):
        game.from_dict(wrong)


def test_the_unused_cards_are_counted() -> None:
    # P5
    wrong = game.start(2, seed=3).to_dict()
    wrong["rows"] = [["red"]]
    wrong["unused"]["red"] -= 1
    with pytest.raises(rookery.InvalidPosition, match=r"unused: .* has 8 cards"):
        game.from_dict(wrong)


def test_five_players_begin_with_a_card() -> None:
    # P4
    full = game.start(5, seed=1).to_dict()
    full["hands"][0][full["rows"][0][0]] = full["hands"][0].get(full["rows"][0][0], 0) + 1
    full["rows"] = []
    with pytest.raises(rookery.InvalidPosition, match=r"hands\[0\]: 8 cards, but 7 were dealt"):
        game.from_dict(full)


def test_nothing_to_decide_is_refused() -> None:
    with pytest.raises(rookery.InvalidPosition, match="has 1 legal action"):
        game.from_dict(position(6, rows_of("rrrrrrrb"), {0: "bbb"}))
    with pytest.raises(rookery.InvalidPosition, match="has 0 legal action"):
        game.from_dict(position(6, rows_of("rrrrrrrb"), {0: "ggg"}))


def test_a_match_is_not_over_before_its_last_round() -> None:
    match = game.start(3, seed=1, rounds=1)
    while not match.over:
        match.play(match.legal()[0])
    with pytest.raises(rookery.InvalidPosition, match="turn: None: the match is not over before"):
        game.from_dict({**match.to_dict(), "rounds": 3})


@pytest.mark.parametrize("wrong", [None, [], "party", 3])
def test_what_is_no_object_is_refused(wrong: object) -> None:
    with pytest.raises(rookery.InvalidPosition, match="a position is a JSON object"):
        game.from_dict(wrong)  # type: ignore[arg-type]
