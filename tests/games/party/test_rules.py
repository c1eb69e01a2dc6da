"""The rules of Penguin Party, by their numbers."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

import rookery
from rookery.core.match import Match
from tests.games.party.tables import COLOURS, DECK, rows_of, table, texts
from tests.helpers import play_on, scaled

game = rookery.game("party")


def cards_of(position: dict[str, Any]) -> Counter[str]:
    """All cards of a full position."""
    cards = Counter(name for row in position["rows"] for name in row if name)
    for hand in (*position["hands"], *position["set_aside"], position["unused"]):
        cards.update(hand)
    return cards


def steps(players: int, count: int, **options: Any) -> Iterator[tuple[dict[str, Any], Match]]:
    """Random play: the position before each action, and the match after it."""
    for seed in range(count):
        match = game.start(players, seed, **options)
        chance = random.Random(seed)
        while not match.over:
            before = match.to_dict()
            play_on(match, chance, 1)
            yield before, match


@pytest.mark.parametrize(
    ("edition", "deck"),
    [
        ("iello-2024", DECK),
        ("amigo-2008", {**DECK, "green": 8, "blue": 7}),
        ("ffg-2007", {"red": 9, "green": 9, "yellow": 9, "blue": 9}),
    ],
)
def test_the_deck_has_36_cards_and_none_is_ever_lost(edition: str, deck: dict[str, int]) -> None:
    # P1
    assert game.edition(edition).data == {"name": edition, "deck": deck}
    assert sum(deck.values()) == 36
    for players in game.players:
        for _, match in steps(players, scaled(10, 1), edition=edition):
            assert cards_of(match.to_dict()) == deck


def test_the_default_deck_is_that_of_2024() -> None:
    # P1
    assert game.start(seed=1).to_dict()["edition"] == "iello-2024"


def test_two_to_six_play() -> None:
    # P2
    for players in range(2, 7):
        assert game.start(players, seed=1).players == players
    for players in (1, 7):
        with pytest.raises(rookery.InvalidPlayers):
            game.start(players)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_deal(players: int) -> None:
    for seed in range(20):
        position = game.start(players, seed).to_dict()
        placed = sum(len(row) for row in position["rows"])
        sizes = [sum(hand.values()) for hand in position["hands"]]
        if players in (3, 4, 6):
            # P3: the whole deck, evenly. A hand of one colour would have been played at once.
            assert sizes == [36 // players] * players
            assert position["unused"] == {}
            assert placed == 0
        elif players == 5:
            # P4: seven each, the card left over is the first of the base.
            assert sizes == [7] * 5
            assert placed == 1
            assert position["unused"] == {}
        else:
            # P5: fourteen each, eight unused.
            assert sizes == [14, 14]
            assert sum(position["unused"].values()) == 8
            assert placed == 0


def test_the_base_takes_seven_cards_with_two_players_and_eight_with_more() -> None:
    # P5, P8, P11: at the limit the ends are closed.
    hand = "rrrrbbbb"
    seven = rows_of("rgypbrg")
    assert {"r<", "r>"} & texts(table(3, rows_of("rgypbrgy"), {0: hand}, turn=0)) == set()
    assert {"r<", "r>"} <= texts(table(3, seven, {0: hand}))
    assert {"r<", "r>"} & texts(table(2, seven, {0: hand})) == set()


def full_pyramid(base: int, chance: random.Random) -> list[list[str]]:
    """A complete pyramid that keeps P10 and the deck."""
    while True:
        left = Counter(DECK)
        rows: list[list[str]] = [chance.choices(COLOURS, k=base)]
        while len(rows[-1]) > 1:
            rows.append([chance.choice(pair) for pair in pairwise(rows[-1])])
        left.subtract(name for row in rows for name in row)
        if min(left.values()) >= 0:
            return rows


def test_two_players_can_fill_the_pyramid_exactly() -> None:
    # P5: 28 places, 28 cards; here the last three cards are placed.
    for seed in range(100):
        rows = full_pyramid(7, random.Random(seed))
        (left, right), (top,) = rows[5:]
        if left == right or top != right:
            continue
        match = table(2, [*rows[:5]], {0: left[0] + top[0], 1: right[0]})
        match.play(f"{left[0]}6.1")
        assert match.over
        assert match.to_dict()["rows"] == rows
        assert match.to_dict()["finished"] == [0, 1]
        return
    pytest.fail("no such pyramid")


def test_the_first_player_is_chosen_or_drawn() -> None:
    # P6
    for seat in range(4):
        assert game.start(4, seed=5, first=seat).to_dict()["first"] == seat
    drawn = Counter(game.start(4, seed).to_dict()["first"] for seed in range(scaled(400, 80)))
    assert set(drawn) == {0, 1, 2, 3}
    assert max(drawn.values()) < 2 * min(drawn.values())


def test_play_goes_clockwise() -> None:
    # P6, P15
    match = game.start(4, seed=5, first=2)
    turns = []
    for _ in range(8):
        turns.append(match.turn)
        match.play(match.legal()[0])
    assert turns == [2, 3, 0, 1, 2, 3, 0, 1]


def test_there_is_no_passing_and_each_turn_places_one_card() -> None:
    # P7: every action is a placement, and all placements of all cards in hand are actions.
    for before, match in steps(4, scaled(20, 2), rounds=1):
        after = match.to_dict()
        seat = before["turn"]
        if match.over:
            continue
        lost = sum(before["hands"][seat].values()) - sum(after["hands"][seat].values())
        assert lost >= 1
    match = table(4, rows_of("rb"), {0: "rrggyypbb"})
    assert {text[0] for text in texts(match)} == set("rgypb")


def test_the_first_card_is_simply_put_down() -> None:
    # P8
    match = game.start(4, seed=3)
    assert texts(match) == {f"{name[0]}>" for name in match.to_dict()["hands"][match.turn or 0]}


def test_base_cards_go_left_or_right_in_any_colour() -> None:
    # P8
    match = table(4, rows_of("rb"), {0: "rrggyypbb"})
    assert {f"{letter}{end}" for letter in "rgypb" for end in "<>"} <= texts(match)
    match.play("g<")
    assert match.to_dict()["rows"][0] == ["green", "red", "blue"]
    match = table(4, rows_of("rb"), {0: "rrggyypbb"})
    match.play("g>")
    assert match.to_dict()["rows"][0] == ["red", "blue", "green"]


def test_a_card_stands_on_two_adjacent_cards() -> None:
    # P9: one place fewer in each row, and none over a gap.
    match = table(4, rows_of("bbbb", "b.b"), {0: "bbg"})
    assert {text for text in texts(match) if text[1] not in "<>"} == {"b2.2"}
    match = table(4, rows_of("bbbb", "bb."), {0: "bbg"})
    assert {text for text in texts(match) if text[1] not in "<>"} == {"b2.3", "b3.1"}


def test_the_highest_row_has_one_place() -> None:
    # P9: and each row below it one place more.
    texts_of_rows = {game.start(4, seed=1).notation(action) for action in range(150)}
    assert {text for text in texts_of_rows if text.startswith("r8")} == {"r8.1"}
    assert {text for text in texts_of_rows if text.startswith("r2")} == {
        f"r2.{place}" for place in range(1, 8)
    }


@pytest.mark.parametrize(
    ("base", "allowed"), [("rb", {"r", "b"}), ("bb", {"b"}), ("by", {"b", "y"})]
)
def test_a_higher_card_has_a_colour_it_stands_on(base: str, allowed: set[str]) -> None:
    # P10, with the seed's example: B, C and D of its picture.
    match = table(4, rows_of(base), {0: "rrggyypbb"})
    assert {text[0] for text in texts(match) if text.endswith("2.1")} == allowed


def test_an_occupied_place_takes_no_card() -> None:
    # P11
    match = table(4, rows_of("rb", "r"), {0: "rrggyypbb"})
    assert not {text for text in texts(match) if text.endswith("2.1")}
    with pytest.raises(rookery.IllegalAction):
        match.play("r2.1")


def test_a_full_row_takes_no_card() -> None:
    # P11: the base of eight, which is also row 1 of a complete pyramid.
    match = table(3, rows_of("rgypbrgy"), {0: "rrrbbb"})
    assert all(text[1] not in "<>" for text in texts(match))


def test_the_base_floats() -> None:
    # P12: red, then blue to its right, or blue, then red to its left: the same state.
    left = table(6, rows_of("b"), {0: "rrrrrr"})
    right = table(6, rows_of("r"), {0: "rrrrrb"})
    left.play("r<")
    right.play("b>")
    assert left.to_dict()["rows"] == right.to_dict()["rows"] == [["red", "blue"]]
    placed = [it.hidden(None).records["placed"].tolist() for it in (left, right)]
    assert placed[0] == placed[1]


def test_a_left_end_card_moves_the_higher_rows_along() -> None:
    # P12
    match = table(6, rows_of("rr", "r"), {0: "ggggg"})
    match.play("g<")
    assert match.to_dict()["rows"] == [["green", "red", "red"], [None, "red"]]


def test_whoever_cannot_place_is_out_with_a_point_a_card() -> None:
    # P13: seat 1 holds only green, and green has no place; it loses three cards' worth.
    match = table(6, rows_of("rrrrrrbb"), {0: "bbb", 1: "ggg"}, points=[0, 4, 0, 0, 0, 0])
    match.play("b2.7")
    after = match.to_dict()
    assert after["out"] == [1]
    assert after["points"] == [0, 4 + 3, 0, 0, 0, 0]
    assert after["hands"][1] == {}
    assert after["set_aside"][1] == {"green": 3}
    assert match.turn == 2


def test_nobody_learns_the_cards_put_aside() -> None:
    # P13
    match = table(6, rows_of("rrrrrrbb"), {0: "bbb", 1: "ggg"})
    match.play("b2.7")
    for seat in (0, 2, 3, 4, 5, None):
        assert match.view(seat)["set_aside"][1] == 3
        assert match.view(seat)["hands"][1] == 0
    assert match.view(1)["set_aside"] == [0, {"green": 3}, 0, 0, 0, 0]


def test_one_is_out_only_on_the_own_turn_and_for_good() -> None:
    # P13: who is out stays out for the round, even where a place opens later.
    reopened = 0
    for before, match in steps(4, 60, rounds=1):
        after = match.to_dict()
        assert set(before["out"]) <= set(after["out"])
        for seat in before["out"]:
            assert after["set_aside"][seat] == before["set_aside"][seat]
            places = {text[0] for text in texts(match)}
            reopened += any(name[0] in places for name in before["set_aside"][seat])
    assert reopened > 0


def test_the_last_card_gives_back_two_points() -> None:
    # P14
    for points, kept in ((0, 0), (1, 0), (2, 0), (3, 1), (9, 7)):
        match = table(6, rows_of("rrrrrbbb"), {0: "r"}, points=[points, 0, 0, 0, 0, 0])
        match.play("r2.1")
        after = match.to_dict()
        assert after["points"][0] == kept
        assert 0 in after["finished"]


def test_the_others_play_on_even_a_single_one() -> None:
    # P15
    alone = 0
    for before, match in steps(3, 40, rounds=1):
        active = {0, 1, 2} - set(before["out"]) - set(before["finished"])
        if len(active) == 1 and not match.over:
            alone += 1
            assert match.turn in active
        if match.over:
            after = match.to_dict()
            assert set(after["out"]) | set(after["finished"]) == {0, 1, 2}
    assert alone > 0


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_match_has_as_many_rounds_as_players(players: int) -> None:
    # P16, P17: each starts once; points carry over; every round is dealt anew.
    match = game.start(players, seed=2)
    chance = random.Random(1)
    firsts = [match.to_dict()["first"]]
    while True:
        before = match.to_dict()
        play_on(match, chance, 1)
        if match.over:
            break
        after = match.to_dict()
        if after["round"] == before["round"] + 1:
            firsts.append(after["first"])
            assert after["out"] == after["finished"] == []
            assert sum(after["points"]) >= sum(before["points"]) - 2 * players
        else:
            assert after["round"] == before["round"]
    assert before["round"] == players
    assert firsts == [(firsts[0] + k) % players for k in range(players)]


def test_the_fewest_points_win_and_ties_share() -> None:
    # P18
    shared = 0
    for seed in range(scaled(200, 12)):
        match = play_on(game.start(3, seed, rounds=1), random.Random(seed))
        scores = match.scores()
        assert match.winners() == [s for s in range(3) if scores[s] == min(scores)]
        shared += len(match.winners()) > 1
    assert shared > 0


def test_ties_are_played_off_among_the_tied() -> None:
    # P18
    playoffs = Counter[int]()
    for seed in range(scaled(600, 30)):
        match = game.start(3 + seed % 4, seed, rounds=1, tie="playoff")
        chance = random.Random(seed)
        while not match.over:
            before = match.to_dict()
            play_on(match, chance, 1)
            after = match.to_dict()
            if after["round"] > before["round"]:
                check_playoff(before, after)
                playoffs[len(after["playing"])] += 1
    assert set(playoffs) >= ({2, 3} if scaled(1, 0) else {2})


def check_playoff(before: dict[str, Any], after: dict[str, Any]) -> None:
    tied = after["playing"]
    assert set(tied) <= set(before["playing"])
    points = [after["points"][seat] for seat in before["playing"]]
    assert tied == [s for s in before["playing"] if after["points"][s] == min(points)]
    placed = sum(name is not None for row in after["rows"] for name in row)
    held = sum(sum(hand.values()) for hand in after["hands"])
    spare = sum(after["unused"].values())
    assert placed + held + spare == 36
    assert spare == (8 if len(tied) == 2 else 0)
    due = (before["first"] + 1) % before["players"]
    order = [(due + k) % before["players"] for k in range(before["players"])]
    assert after["first"] == next(seat for seat in order if seat in tied)


def test_after_ten_playoffs_the_victory_is_shared() -> None:
    # P18: in the tenth playoff two seats end level. One is out with three cards, as the other was.
    shared = 0
    for seed in range(scaled(300, 10)):
        match = end_of_playoff(10, seed)
        position = match.to_dict()
        assert position["round"] == 11
        shared += match.winners() == [0, 1]
    assert shared > 0
    for seed in range(scaled(300, 10)):
        before = end_of_playoff(9, seed).to_dict()
        if before["turn"] is not None:
            assert before["round"] == 11  # the tie of the ninth is played off again
            break
    else:
        pytest.fail("no tie in the ninth playoff")


def end_of_playoff(number: int, seed: int) -> Match:
    """Random play from the deal of playoff ``number`` to its end."""
    position = game.start(2, seed, rounds=1, tie="playoff").to_dict()
    match = game.from_dict({**position, "round": 1 + number}, seed=seed)
    chance = random.Random(seed)
    while not match.over and match.to_dict()["round"] == 1 + number:
        play_on(match, chance, 1)
    return match


def test_a_single_round_can_be_played() -> None:
    # P19
    match = play_on(game.start(4, seed=8, rounds=1), random.Random(8))
    assert match.to_dict()["round"] == match.to_dict()["rounds"] == 1
    assert game.start(4, seed=8, rounds=9).to_dict()["rounds"] == 9
    assert game.start(4, seed=8).to_dict()["rounds"] == 4


def test_a_forced_placement_happens_by_itself() -> None:
    # P7: one action is no decision. Green fits only where the last blue meets green.
    match = table(6, rows_of("rrrrrbbg"), {0: "brr", 1: "gggp"})
    match.play("r2.1")
    after = match.to_dict()
    assert after["rows"][1] == ["red", None, None, None, None, None, "green"]
    assert after["hands"][1] == {"green": 2, "purple": 1}
    assert match.turn not in (0, 1)
