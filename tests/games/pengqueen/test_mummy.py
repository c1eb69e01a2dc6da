"""The mummy's turn and the end of a match, by the numbers of the rules."""

from collections import Counter

import pytest

from tests.games.pengqueen.tables import GAME, HANDS, SARCOPHAGUS, table, texts
from tests.helpers import scaled
from tests.stats import chi_square_p

PAWNS = ["d5", "c2", "a5"]


def test_who_sees_whom() -> None:
    # Q6
    match = table(PAWNS, "h6", rolled=[1, 2, 3, 4, "arrow"])
    full = match.to_dict()
    for seat in (1, 2, 3):
        view = match.view(seat)
        assert view["pawns"] == PAWNS
        assert view["mummy"] == "h6"
        assert view["rolled"] == full["rolled"]
        own = seat - 1
        assert view["cards"][own] == HANDS[own]
        assert all(view["cards"][k] == list("ygsrp") for k in range(3) if k != own)
    for blind in (0, None):
        view = match.view(blind)
        assert view["pawns"] == [None] * 3
        assert view["rolled"] == [None] * 5
        assert view["cards"] == [list("ygsrp")] * 3


def test_a_normal_turn_is_the_black_die_and_the_white_dice_aside() -> None:
    # Q3, Q19: the last hunter moves, then the black die is rolled
    black: Counter[int] = Counter()
    count = scaled(1500, 150)
    for seed in range(count):
        match = table(PAWNS, "h6", pawn=2, aside=2, seed=seed)
        match.play("1>b5")
        now = match.to_dict()
        assert (now["phase"], now["turn"], now["pawn"], now["special"]) == ("mummy", 0, None, False)
        assert now["aside"] == 2
        black[now["steps"] - 2] += 1
    assert set(black) == {1, 2, 3}
    assert chi_square_p(list(black.values()), [count / 3] * 3) > 0.001


def test_the_mummy_may_stop_at_any_time() -> None:
    # Q19
    match = table(PAWNS, "h6", "mummy", aside=1, steps=4)
    assert "stop" in texts(match)
    match.play("up")
    assert "stop" in texts(match)
    match.play("stop")
    after = match.to_dict()
    assert (after["mummy"], after["pawn"], after["round"]) == ("h5", 0, 6)


def test_the_mummy_goes_through_no_wall_and_into_neither_start() -> None:
    # Q19: e5 lies above the sarcophagus, d5 above the entrance
    assert texts(table(["a5", "c2", "b5"], "e5", "mummy")) == {"up", "left", "right", "stop"}
    assert texts(table(["a5", "c2", "b5"], "d5", "mummy")) == {"left", "right", "stop"}
    assert texts(table(["a5", "c2", "b5"], "f6", "mummy")) == {"right", "stop"}
    at_home = table(["a5", "c2", "b5"], SARCOPHAGUS, "mummy")
    assert texts(at_home) == {"up", "right", "stop"}


def test_steps_run_out() -> None:
    # Q19, Q21
    match = table(PAWNS, "h6", "mummy", steps=2)
    match.play("up")
    assert match.to_dict()["steps"] == 1
    match.play("left")
    assert match.to_dict()["pawn"] == 0


def test_white_dice_stay_aside_after_a_normal_turn() -> None:
    # Q19
    match = table(PAWNS, "h6", "mummy", aside=3, steps=1)
    match.play("stop")
    after = match.to_dict()
    assert (after["phase"], after["aside"]) == ("start", 3)


def test_a_catch_ends_the_turn_and_costs_a_life() -> None:
    # Q20, Q21: one step of four is enough
    match = table(PAWNS, "e5", "mummy", aside=1, steps=4)
    match.play("left")
    after = match.to_dict()
    assert after["mummy"] == "d5"
    assert (after["pawns"][0], after["lives"], after["caught"]) == (SARCOPHAGUS, [2, 3, 3], 1)
    assert (after["turn"], after["pawn"], after["round"]) == (1, 0, 6)
    assert after["trail"][0] == [SARCOPHAGUS]


def test_without_lives_a_hunter_is_out() -> None:
    # Q20
    match = table(PAWNS, "e5", "mummy", aside=1, steps=4, lives=[1, 3, 3])
    match.play("left")
    after = match.to_dict()
    assert (after["pawns"][0], after["lives"][0], after["trail"][0]) == (None, 0, [])
    assert after["cards"][0] == HANDS[0]
    assert (after["pawn"], after["turn"]) == (1, 2)


def test_a_special_turn_has_no_black_die() -> None:
    # Q22
    for seed in range(10):
        match = table(PAWNS, "h6", "start", aside=2, seed=seed)
        match.play("reset")
        assert match.to_dict()["steps"] == 2


@pytest.mark.parametrize(
    ("pawns", "players", "lives"),
    [
        (["d5", "c2"], 2, [1, 3]),  # Q24: the third life of one hunter with two pawns
        (["d5", "c2"], 3, [2, 1]),  # Q25: the fourth
        (["d5", "c2", "a5"], 4, [1, 1, 2]),  # Q23: the sixth
        (["d5", "c2", "a5", "g4"], 5, [1, 2, 2, 1]),  # Q23: the seventh, although 12 exist
    ],
)
def test_the_mummy_wins_with_enough_lives(
    pawns: list[str | None], players: int, lives: list[int]
) -> None:
    # Q23, Q24, Q25
    match = table(pawns, "e5", "mummy", players=players, lives=lives)
    match.play("left")
    assert match.over
    assert match.winners() == [0]
    assert match.scores() == [1] + [0] * (players - 1)
    # one life less is not enough
    lives = [lives[0] + 1, *lives[1:]]
    match = table(pawns, "e5", "mummy", players=players, lives=lives)
    match.play("left")
    assert not match.over


def test_the_limit_ends_in_a_draw() -> None:
    # Q26
    match = table(PAWNS, "h6", "mummy", round=7, limit=7)
    match.play("stop")
    assert match.over
    assert (match.winners(), match.scores()) == ([], [0, 0, 0, 0])
    assert match.to_dict()["round"] == 7
    match = table(PAWNS, "h6", "mummy", round=6, limit=7)
    match.play("stop")
    assert not match.over


def test_a_catch_at_the_limit_still_counts() -> None:
    # Q23, Q26
    match = table(PAWNS, "e5", "mummy", round=7, limit=7, lives=[1, 1, 2])
    match.play("left")
    assert match.winners() == [0]


def test_the_default_limit() -> None:
    # Q26
    assert GAME.start(4, seed=1).to_dict()["limit"] == 200
