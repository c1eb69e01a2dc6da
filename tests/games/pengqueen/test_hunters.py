"""A hunter's turn, by the numbers of the rules."""

import random
from collections import Counter
from itertools import pairwise

import pytest

import rookery
from tests.games.pengqueen.tables import (
    ENTRANCE,
    GAME,
    HANDS,
    SARCOPHAGUS,
    ends,
    table,
    texts,
)
from tests.helpers import play_on, scaled
from tests.stats import chi_square_p

SIZES = {"y": 5, "g": 5, "s": 5, "r": 4, "p": 4}


@pytest.mark.parametrize("players", GAME.players)
def test_23_treasures_one_card_each_and_none_is_ever_lost(players: int) -> None:
    # Q1
    treasures = GAME.edition("small").data["treasures"]
    assert Counter(name[0] for name in treasures) == SIZES
    assert len(set(treasures.values())) == 23
    for seed in range(scaled(10, 1)):
        match = GAME.start(players, seed, "small")
        dealt = [set(hand) for hand in match.to_dict()["cards"]]
        chance = random.Random(seed)
        while not match.over:
            play_on(match, chance, 1)
            now = match.to_dict()
            for hand, shown, all_cards in zip(now["cards"], now["revealed"], dealt, strict=True):
                assert len(hand) + len(shown) == len(all_cards)
                assert set(hand) | set(shown) == all_cards


def test_a_white_die_has_six_faces_as_likely() -> None:
    # Q3
    faces: Counter[object] = Counter()
    count = scaled(2000, 200)
    for seed in range(count):
        match = table(["d5", "c2"], "h6", "start", players=2, aside=1, seed=seed)
        match.play("roll")
        now = match.to_dict()
        if now["pawn"] == 0:
            faces.update(now["rolled"])
            faces["mummy"] += now["aside"] - 1
    assert set(faces) == {1, 2, 3, 4, "arrow", "mummy"}
    assert chi_square_p(list(faces.values()), [faces.total() / 6] * 6) > 0.001


def test_two_to_five_play_and_the_mummy_sits_where_the_table_likes() -> None:
    # Q4
    assert list(GAME.players) == [2, 3, 4, 5]
    for players in (1, 6):
        with pytest.raises(rookery.InvalidPlayers):
            GAME.start(players)
    assert GAME.start(3, seed=1).to_dict()["mummy_seat"] == 0
    assert GAME.start(3, seed=1, mummy_seat=2).to_dict()["mummy_seat"] == 2
    assert GAME.start(5, seed=1).to_dict()["lives"] == [3, 3, 3, 3]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_set_up(players: int) -> None:
    # Q5
    hands = Counter()
    for seed in range(40):
        start = GAME.start(players, seed, "small").to_dict()
        assert start["pawns"] == [ENTRANCE] * (players - 1)
        assert start["mummy"] == SARCOPHAGUS
        assert start["trail"] == [[ENTRANCE]] * (players - 1)
        for hand in start["cards"]:
            assert [card[0] for card in hand] == list("ygsrp")
        dealt = [card for hand in start["cards"] for card in hand]
        assert len(set(dealt)) == len(dealt)
        hands.update(dealt)
    assert set(hands) == set(GAME.edition("small").data["treasures"])


def test_the_hunter_at_the_left_starts_then_clockwise_then_the_mummy() -> None:
    # Q7
    for mummy_seat in range(4):
        match = GAME.start(4, 3, "small", mummy_seat=mummy_seat)
        order = [match.turn]
        chance = random.Random(2)
        while len(order) < 5:
            play_on(match, chance, 1)
            assert match.turn is not None
            if match.turn != order[-1] and not match.to_dict()["special"]:
                order.append(match.turn)
        assert order == [(mummy_seat + 1 + k) % 4 for k in range(4)] + [(mummy_seat + 1) % 4]


def test_a_turn_goes_start_move_card() -> None:
    # Q8
    match = table(["d5", "c2", "a5"], phase="start", aside=1, mummy="h6")
    seen = []
    while match.to_dict()["pawn"] == 0:
        phase = match.to_dict()["phase"]
        seen.append(phase)
        match.play({"start": "roll", "card": "hide"}.get(phase) or match.legal()[0])
    assert seen in (["start", "move"], ["start", "move", "card"])


def test_reset_gives_the_mummy_a_turn_and_the_hunter_five_dice() -> None:
    # Q9, Q22
    match = table(["d5", "c2", "a5"], "h6", "start", aside=3)
    assert texts(match) == {"reset", "roll"}
    match.play("reset")
    interrupted = match.to_dict()
    assert (match.turn, interrupted["phase"], interrupted["special"]) == (0, "mummy", True)
    assert (interrupted["pawn"], interrupted["steps"], interrupted["aside"]) == (0, 3, 0)
    match.play("stop")
    after = match.to_dict()
    assert (after["pawn"], after["phase"], after["special"]) == (0, "move", False)
    assert len(after["rolled"]) + after["aside"] == 5


def test_a_hunter_caught_in_the_special_turn_goes_on_from_the_sarcophagus() -> None:
    # Q9, Q20
    match = table(["d5", "c2", "a5"], "e5", "start", aside=3)
    match.play("reset")
    match.play("left")
    after = match.to_dict()
    assert after["pawns"][0] == SARCOPHAGUS
    assert (after["pawn"], after["phase"], after["lives"][0]) == (0, "move", 2)


def test_losing_the_last_life_in_the_special_turn_ends_the_turn() -> None:
    # Q9, Q20
    match = table(["d5", "c2", "a5"], "e5", "start", aside=3, lives=[1, 3, 3])
    match.play("reset")
    match.play("left")
    after = match.to_dict()
    assert after["pawns"][0] is None
    assert (after["pawn"], after["phase"], after["aside"] + len(after["rolled"])) == (1, "move", 5)


def test_a_hunter_boxed_in_by_the_special_turn_passes() -> None:
    # Q9, Q17: f2 is a dead end, the mummy comes to f3
    match = table(["f2", "c2", "a5"], "e3", "start", aside=2)
    match.play("reset")
    match.play("right")
    match.play("stop")
    after = match.to_dict()
    assert after["pawn"] == 1
    assert after["trail"][0] == ["f2"]


def test_with_five_aside_reset_is_compulsory() -> None:
    # Q9, Q11: the mummy stops, the first hunter finds five dice aside and has to take them
    match = table(["d5", "c2", "a5"], "h6", "mummy", aside=5, steps=6)
    match.play("stop")
    after = match.to_dict()
    assert (after["special"], after["steps"], after["aside"], after["pawn"]) == (True, 5, 0, 0)


def test_dice_showing_the_mummy_are_put_aside_and_the_others_rolled_again() -> None:
    # Q10
    for seed in range(20):
        match = table(["d5", "c2", "a5"], "h6", aside=2, rolled=[1, 2, 3], seed=seed)
        while match.to_dict()["pawn"] == 0 and match.to_dict()["phase"] == "move":
            before = match.to_dict()["aside"]
            match.play("roll")
            after = match.to_dict()
            if after["pawn"] == 0:
                assert after["aside"] >= before
                assert len(after["rolled"]) == 5 - after["aside"]


def test_five_mummies_lose_the_turn() -> None:
    # Q11: the next hunter must reset
    lost = 0
    for seed in range(40):
        match = table(["d5", "c2", "a5"], "h6", aside=4, rolled=[1], seed=seed)
        match.play("roll")
        after = match.to_dict()
        if after["pawn"] == 1:
            lost += 1
            assert after["pawns"][0] == "d5"
            assert (after["phase"], after["special"], after["steps"]) == ("mummy", True, 5)
        else:
            assert (after["pawn"], after["phase"]) == (0, "move")
    assert lost > 0


def test_each_rolled_die_can_be_picked_and_no_other() -> None:
    # Q12
    match = table(["d5", "c2", "a5"], "h6", rolled=[1, 1, 3, 3, "arrow"])
    assert {text.partition(">")[0] for text in texts(match)} == {"1", "3", "arrow", "roll"}
    with pytest.raises(rookery.IllegalAction):
        match.play("2>d5")


def test_numbers_are_exact_steps_with_turning_back() -> None:
    # Q13
    dice = {"1": {"c5", "e5"}, "2": {"d5", "c4", "e4", "f5"}}
    dice["3"] = {"c5", "e5", "b4", "d4", "f4", "g5"}
    for die, cells in dice.items():
        match = table(["d5", "c2", "a5"], "h6", rolled=[int(die)] * 5)
        assert ends(match, die) == cells


def test_hunters_may_be_passed_but_not_joined() -> None:
    # Q13
    match = table(["d5", "e5", "f5"], "h6", rolled=[1, 2, 2, 3, 3])
    assert ends(match, "1") == {"c5"}
    assert ends(match, "2") == {"d5", "c4", "e4"}
    assert "g5" in ends(match, "3")


def test_obstacles_of_hunters() -> None:
    # Q14: d5 lies above the entrance, e5 above the sarcophagus, the mummy stands on c5
    match = table(["d5", "c2", "a5"], "c5", rolled=[1, 1, 2, 2, "arrow"])
    assert ends(match, "1") == {"e5"}
    assert ends(match, "2") == {"d5", "e4", "f5"}
    assert ends(match, "arrow") == {"h5"}


def test_several_stand_in_the_sarcophagus_and_leave_it_by_either_exit() -> None:
    # Q14
    match = table([SARCOPHAGUS, SARCOPHAGUS, "a5"], "h6", rolled=[1, 1, 1, 1, "arrow"])
    assert ends(match, "1") == {"e5", "f6"}
    assert ends(match, "arrow") == {"e4", "g6"}
    match = table([ENTRANCE, ENTRANCE, "a5"], "h6")
    assert ends(match, "1") == {"d5", "c6"}


def test_an_arrow_goes_straight_to_the_next_obstacle_or_hunter() -> None:
    # Q15
    arrows = ["arrow"] * 5
    assert ends(table(["c5", "c2", "a5"], "h5", rolled=arrows), "arrow") == {"g5", "c4"}
    assert ends(table(["c5", "f5", "a5"], "h5", rolled=arrows), "arrow") == {"e5", "c4"}
    # at least one step: a neighbour in the way closes that direction
    assert ends(table(["c5", "d5", "a5"], "h5", rolled=arrows), "arrow") == {"c4"}


def test_without_a_usable_die_the_hunter_rolls_again() -> None:
    # Q16: pawns 0 and 1 in the dead end d1-e1; with the mummy on d2, e1 has only d1 to go to
    seen = set()
    for seed in range(60):
        match = table(["e1", "d1", "a5"], "d2", "start", aside=3, seed=seed)
        match.play("roll")
        after = match.to_dict()
        if after["pawn"] == 0:
            assert after["phase"] == "move"
            assert not {2, 4}.isdisjoint(after["rolled"])
            seen.add(after["aside"])
    assert seen == {3, 4}


def test_a_boxed_in_hunter_passes_and_the_mummy_hears_it() -> None:
    # Q17: no reset, no roll, although dice lie aside
    match = table(
        ["f2", "c2", "a5"], "e3", "mummy", aside=3, steps=1, trail=[["d4", "f2"], ["c2"], ["a5"]]
    )
    match.play("right")
    after = match.to_dict()
    assert (after["pawn"], after["phase"], after["aside"]) == (1, "start", 3)
    assert after["trail"][0] == ["f2"]


def test_other_hunters_do_not_box_in() -> None:
    # Q17
    match = table(["f2", "f3", "a5"], "h6", "start", aside=3)
    assert texts(match) == {"reset", "roll"}


def test_a_treasure_on_the_way_is_not_found_and_a_card_may_be_kept() -> None:
    # Q18: f5 is r1; hunter 0 holds it
    match = table(["d5", "c2", "a5"], "h6", rolled=[2, 2, 2, 3, 3])
    over = match.copy()
    over.play("3>g5")
    assert over.to_dict()["pawn"] == 1
    match.play("2>f5")
    assert texts(match) == {"reveal", "hide"}
    hidden, shown = match.copy(), match.copy()
    hidden.play("hide")
    assert hidden.to_dict()["cards"][0] == HANDS[0]
    assert hidden.to_dict()["revealed"][0] == []
    shown.play("reveal")
    assert shown.to_dict()["cards"][0] == ["y1", "g1", "s1", "p1"]
    assert shown.to_dict()["revealed"][0] == ["r1"]
    assert shown.to_dict()["trail"][0] == ["f5"]
    for match in (hidden, shown):
        assert match.to_dict()["pawn"] == 1


def test_another_hunters_treasure_is_nothing() -> None:
    # Q18: g6 is r2, of hunter 1
    match = table(["g5", "c2", "a5"], "b6")
    match.play("1>g6")
    assert match.to_dict()["pawn"] == 1


def test_the_last_card_wins_at_once() -> None:
    # Q18, Q23
    cards = [["r1"], *HANDS[1:3]]
    revealed = [["y1", "g1", "s1", "p1"], [], []]
    match = table(["e5", "c2", "a5"], "h6", cards=cards, revealed=revealed)
    match.play("1>f5")
    match.play("reveal")
    assert match.over
    assert match.winners() == [1]
    assert match.scores() == [0, 1, 0, 0]
    assert match.to_dict()["phase"] == "over"


def test_with_two_players_one_hunter_moves_two_pawns() -> None:
    # Q24
    match = GAME.start(2, 5, "small")
    start = match.to_dict()
    assert len(start["pawns"]) == len(start["lives"]) == len(start["trail"]) == 2
    assert Counter(card[0] for card in start["cards"][0]) == dict.fromkeys("ygsrp", 2)
    order = []
    chance = random.Random(3)
    while not match.over and len(order) < 60:
        now = match.to_dict()
        if not now["special"]:
            order.append(now["pawn"])
        play_on(match, chance, 1)
    turns = [pawn for pawn, following in pairwise(order) if pawn != following]
    assert all(pair != (None, 1) for pair in pairwise(turns))


def test_either_pawn_plays_any_of_the_ten_cards_and_all_ten_win() -> None:
    # Q24: y2 lies on b4
    cards = [["y2"]]
    revealed = [["y1", "g1", "g2", "s1", "s2", "r1", "r2", "p1", "p2"]]
    match = table(["d5", "c4"], "h6", pawn=1, players=2, cards=cards, revealed=revealed)
    match.play("1>b4")
    match.play("reveal")
    assert match.winners() == [1]


def test_worked_check_two_aside_three_rolled() -> None:
    # From the rule book: mummy, 1, 2 are rolled; the mummy joins the two aside; 1 and 4 follow.
    for seed in range(2000):
        match = table(["d5", "c2", "a5"], "h6", "start", aside=2, seed=seed)
        match.play("roll")
        first = match.to_dict()
        if (first["pawn"], first["aside"], first["rolled"]) != (0, 3, [1, 2]):
            continue
        match.play("roll")
        second = match.to_dict()
        if (second["pawn"], second["aside"], second["rolled"]) != (0, 3, [1, 4]):
            continue
        assert {text.partition(">")[0] for text in texts(match)} == {"1", "4", "roll"}
        match.play(next(text for text in sorted(texts(match)) if text.startswith("4>")))
        assert match.to_dict()["aside"] == 3
        return
    raise AssertionError("never rolled like that")


def test_nothing_is_asked_where_there_is_no_choice() -> None:
    for seed in range(scaled(20, 2)):
        match = GAME.start(4, seed, "small")
        chance = random.Random(seed)
        while not match.over:
            assert len(match.legal()) >= 2
            now = match.to_dict()
            assert now["phase"] != "start" or 1 <= now["aside"] <= 4
            play_on(match, chance, 1)
