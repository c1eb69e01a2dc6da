"""The rules of The Penguin Ultimatum, by their numbers: set-up, placing, fees, tokens, drawing."""

import random
from itertools import chain
from typing import Any

import numpy as np
import pytest

import rookery
from rookery.core import simulate
from tests.games.ultimatum.tables import (
    ACTS,
    ENTERTAINERS,
    PENGUINS,
    empty_pile,
    game,
    play,
    position,
    table,
    texts,
)
from tests.helpers import matches, play_on, scaled
from tests.stats import chi_square_p

PLAYERS = (2, 3, 4)


def starts(players: int, count: int, **options: Any) -> list[dict[str, Any]]:
    return [game.start(players, seed, **options).to_dict() for seed in range(count)]


def penguins_of(position: dict[str, Any]) -> list[str]:
    on_ice = [card for card in position["cells"].values() if card[0] in "gnrb"]
    return sorted([*on_ice, *chain(*position["hands"]), *position["penguin_pile"]])


def entertainers_of(position: dict[str, Any]) -> list[str]:
    on_ice = [card.rstrip("'") for card in position["cells"].values() if card[0].isupper()]
    owned = chain(*position["owned"])
    return sorted([*on_ice, *owned, *position["entertainer_pile"], *position["discarded"]])


@pytest.mark.parametrize("players", PLAYERS)
def test_each_card_is_there_once_and_none_is_ever_lost(players: int) -> None:
    # U1, U2
    assert len(set(PENGUINS)) == 64
    assert len(set(ENTERTAINERS)) == 16
    for match in matches("ultimatum", players, scaled(10, 1), "cards"):
        chance = random.Random(match.commitment)
        while not match.over:
            before = match.to_dict()
            assert penguins_of(before) == PENGUINS
            assert entertainers_of(before) == ENTERTAINERS
            play_on(match, chance, 1)
        assert penguins_of(match.to_dict()) == PENGUINS
        assert entertainers_of(match.to_dict()) == ENTERTAINERS


@pytest.mark.parametrize("players", PLAYERS)
def test_everyone_has_three_tokens_for_the_whole_match(players: int) -> None:
    # U4
    for match in matches("ultimatum", players, scaled(10, 1), "tokens"):
        assert match.to_dict()["supply"] == [3] * players
        chance = random.Random(match.commitment)
        while not match.over:
            before = match.to_dict()
            play_on(match, chance, 1)
            after = match.to_dict()
            owners = list(after["tokens"].values())
            for seat in range(players):
                assert after["supply"][seat] + owners.count(seat) == 3
                assert after["supply"][seat] <= before["supply"][seat]  # U17: never back


def test_curtains_never_run_out() -> None:
    # U4: with 3 starters, 14 shows lay a 15th curtain
    for seed in range(20):
        match = play_on(game.start(2, seed, width=12, height=12), random.Random(seed))
        if match.ending() == "the entertainers ran out":
            assert list(match.to_dict()["cells"].values()).count("#") == 15
            return
    pytest.fail("no match ran out of entertainers")


def test_two_to_four_play() -> None:
    # U5
    assert list(game.players) == [2, 3, 4]
    for players in (1, 5):
        with pytest.raises(rookery.InvalidPlayers):
            game.start(players)


def test_everyone_starts_with_10_points() -> None:
    # U6
    for players in PLAYERS:
        assert game.start(players, seed=1).scores() == [10] * players


def test_scores_may_fall_below_0() -> None:
    # U6
    match = table(
        {"e4": "Rd", "e5": "#", "d3": "r5j"}, {0: ["g2a", "g2j", "r3m"]}, scores=[1, 0, 0]
    )
    assert play(match, "r3m@d4")["scores"] == [-4, 0, 0]


def test_scores_may_rise_above_100() -> None:
    # U6
    cells = {"e4": "Bj", "e5": "#", "d3": "b5j"}
    match = table(cells, {0: ["g2a", "r3m"]}, scores=[99, 0, 0], tokens={"d3": 0})
    assert play(match, "r3m@e3", "skip")["scores"] == [104, 0, 0]


def test_everyone_draws_another_activity_at_random() -> None:
    # U7
    for players in PLAYERS:
        drawn = [start["activities"] for start in starts(players, 60)]
        assert all(len(set(acts)) == players and set(acts) <= set(ACTS) for acts in drawn)
        assert {acts[0] for acts in drawn} == set(ACTS)


@pytest.mark.parametrize(
    ("width", "height", "middle"),
    [(8, 8, "e5"), (7, 7, "d4"), (6, 6, "d4"), (12, 6, "g4"), (9, 12, "e7")],
)
def test_one_curtain_lies_in_the_middle(width: int, height: int, middle: str) -> None:
    # U8
    start = game.start(3, 1, width=width, height=height).to_dict()
    curtains = [cell for cell, card in start["cells"].items() if card == "#"]
    assert curtains == [middle]
    assert (start["width"], start["height"]) == (width, height)


def test_the_iceberg_is_8_by_8_or_6_to_12() -> None:
    # U8
    start = game.start(2, 1).to_dict()
    assert (start["width"], start["height"]) == (8, 8)
    for size in (5, 13):
        with pytest.raises(rookery.InvalidOption):
            game.start(2, 1, width=size)
        with pytest.raises(rookery.InvalidOption):
            game.start(2, 1, height=size)


def test_no_card_goes_off_the_iceberg() -> None:
    # U8
    match = table({"h8": "Rj", "e5": "#"}, {0: ["g2j", "r3m"]})
    assert {text.split("@")[1] for text in texts(match)} == {"g8", "g7", "h7"}


@pytest.mark.parametrize(("players", "cells"), [(2, 3), (3, 3), (4, 4)])
def test_the_starters_lie_upright_around_the_curtain(players: int, cells: int) -> None:
    # U9
    places = ["e4", "f5", "e6", "d5"][:cells]
    seen = set()
    for start in starts(players, 60):
        starters = {cell: card for cell, card in start["cells"].items() if card != "#"}
        assert sorted(starters) == sorted(places)
        assert set(starters.values()) <= set(ENTERTAINERS)  # none has a '
        seen.update(starters.values())
    assert seen == set(ENTERTAINERS)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_top_entertainer_lies_face_up(players: int) -> None:
    # U10
    match = game.start(players, seed=3)
    pile = match.to_dict()["entertainer_pile"]
    assert len(pile) == 16 - (4 if players == 4 else 3)
    for seat in (*range(players), None):
        assert match.view(seat)["entertainer_pile"] == [pile[0], *[None] * (len(pile) - 1)]


@pytest.mark.parametrize("players", PLAYERS)
def test_everyone_gets_4_penguins(players: int) -> None:
    # U11
    start = game.start(players, seed=3).to_dict()
    assert [len(hand) for hand in start["hands"]] == [4] * players
    assert len(start["penguin_pile"]) == 64 - 4 * players


def test_a_named_seat_starts_or_a_random_one() -> None:
    # U12
    for seat in range(4):
        start = game.start(4, 5, first=seat).to_dict()
        assert start["first"] == start["turn"] == seat
    assert {start["first"] for start in starts(4, 60)} == {0, 1, 2, 3}


def test_play_goes_clockwise() -> None:
    # U12
    for match in matches("ultimatum", 3, scaled(5, 1), "clockwise"):
        chance = random.Random(1)
        while not match.over:
            before = match.to_dict()
            play_on(match, chance, 1)
            after = match.to_dict()
            if after["phase"] == "place":
                assert after["turn"] == (before["turn"] + 1) % 3
            elif not match.over:
                assert after["turn"] == before["turn"]


@pytest.mark.parametrize("players", PLAYERS)
def test_balanced_starters_all_differ(players: int) -> None:
    # U13
    unequal = 0
    for balanced in (True, False):
        for start in starts(players, scaled(80, 15), balanced=balanced):
            cards = [card for card in start["cells"].values() if card != "#"]
            assert start["balanced"] is balanced
            differ = len({c[0] for c in cards}) == len({c[1] for c in cards}) == len(cards)
            assert differ or not balanced
            unequal += not differ
    assert unequal


@pytest.mark.skipif(scaled(0, 1), reason="needs thousands of deals")
def test_balanced_starters_are_drawn_evenly() -> None:
    # U13: each card is as likely on each cell, and so is the card under it in the pile
    batch = game.batch(8000, 2, seed=4, balanced=True)
    state = batch.states
    where = state["where"][:, :]
    upper = np.array([np.flatnonzero(row == 14 * 4 + 5)[0] for row in where])
    counts = np.bincount(upper, minlength=16)
    assert chi_square_p(counts, [500] * 16) > 1e-4
    tops = np.array([record["entertainers"][record["left"] - 1] for record in state])
    assert chi_square_p(np.bincount(tops, minlength=16), [500] * 16) > 1e-4


def test_a_penguin_must_touch_an_entertainer() -> None:
    # U14: next to curtain e5 and penguin c4 alone there is no place
    cells = {"e4": "Rj", "e5": "#", "d4": "r5j", "b4": "b2m"}
    hand = ["g2j", "n3m"]
    match = table(cells, {0: hand})
    around = {"d3", "e3", "f3", "f4", "d5", "f5"}  # d4 and e5 are taken
    assert texts(match) == {f"{card}@{cell}" for card in hand for cell in around}


def test_a_red_3_beside_a_red_5_costs_5() -> None:
    # U15, the worked check
    match = table({"e4": "Rj", "e5": "#", "d4": "r5j"}, {0: ["g2a", "r3m"]})
    assert play(match, "r3m@d3")["scores"] == [5, 10, 10]


@pytest.mark.parametrize(
    ("action", "fee"),
    [
        ("r3m@d4", 5 + 2),  # both red ones touch it, one by its corner
        ("g2a@d4", 0),  # nobody of its family around
        ("n2a@d4", 4),  # only the brown one
        ("r3m@f4", 0),  # no penguin around
    ],
)
def test_the_fee_is_the_sum_of_the_kin_around(action: str, fee: int) -> None:
    # U15
    cells = {"e4": "Rj", "e5": "#", "d3": "r5j", "c5": "r2a", "c4": "n4j"}
    match = table(cells, {0: ["g2a", "n2a", "r3m"]})
    assert play(match, action)["scores"] == [10 - fee, 10, 10]


def test_an_owned_card_can_be_dropped_instead() -> None:
    # U16
    cells = {"e4": "Rj", "e5": "#", "d4": "r5j"}
    owned = [["Bd", "Nm"], ["Ga"], []]
    match = table(cells, {0: ["g2a", "r3m"]}, owned=owned)
    asked = play(match, "r3m@d3")
    assert (asked["phase"], asked["fee"], asked["turn"]) == ("fee", 5, 0)
    assert texts(match) == {"pay", "drop Bd", "drop Nm"}
    paid = match.copy()
    assert play(paid, "pay")["scores"] == [5, 10, 10]
    assert paid.to_dict()["owned"] == owned
    dropped = play(match, "drop Nm")
    assert dropped["scores"] == [10, 10, 10]
    assert dropped["owned"] == [["Bd"], ["Ga"], []]
    assert dropped["discarded"] == ["Nm"]
    assert (dropped["phase"], dropped["fee"]) == ("invite", 0)


def test_without_a_fee_nothing_can_be_dropped() -> None:
    # U16
    match = table({"e4": "Rj", "e5": "#"}, {0: ["g2a", "r3m"]}, owned=[["Bd"], [], []])
    assert play(match, "r3m@d3")["phase"] == "invite"
    with pytest.raises(rookery.IllegalAction):
        match.play("drop Bd")


CROWD = {"e4": "Rj", "e5": "#", "d4": "r5j", "f4": "b2m", "c4": "g5d"}


def test_a_token_comes_from_the_supply_or_from_a_penguin() -> None:
    # U17
    match = table(CROWD, {0: ["g2a", "n3m"]}, tokens={"d4": 0, "f4": 1})
    assert play(match, "n3m@f3")["phase"] == "invite"
    free = ("c4", "f3")  # f3 is the one just placed
    expected = {"skip", *(f"invite {c}" for c in free), *(f"invite d4>{c}" for c in free)}
    assert texts(match) == expected
    moved = match.copy()
    assert play(moved, "invite d4>c4")["tokens"] == {"c4": 0, "f4": 1}
    assert moved.to_dict()["supply"] == [2, 2, 3]
    laid = play(match, "invite f3")
    assert laid["tokens"] == {"d4": 0, "f3": 0, "f4": 1}
    assert laid["supply"] == [1, 2, 3]


def test_with_all_tokens_out_only_moves_are_left() -> None:
    # U17
    match = table(CROWD, {0: ["g2a", "n3m"]}, tokens={"d4": 0, "f4": 0, "c4": 0})
    play(match, "n3m@f3")
    assert texts(match) == {"skip", "invite c4>f3", "invite d4>f3", "invite f4>f3"}


def test_nobody_has_to_invite() -> None:
    # U17
    match = table(CROWD, {0: ["g2a", "n3m"]})
    after = play(match, "n3m@f3", "skip")
    assert after["tokens"] == {}
    assert (after["turn"], after["phase"]) == (1, "place")


def test_a_turn_ends_with_a_new_penguin() -> None:
    # U26
    before = position(CROWD, {0: ["g2a", "n3m"]})
    match = table(CROWD, {0: ["g2a", "n3m"]})
    after = play(match, "n3m@f3", "skip")
    drawn = set(before["penguin_pile"]) - set(after["penguin_pile"])
    assert len(drawn) == 1
    assert after["hands"][0] == sorted(["g2a", *drawn])
    assert after["placed"] is None


def test_the_match_ends_when_the_penguin_pile_is_empty() -> None:
    # U26: the last card can still be drawn, the next one cannot
    hands = {0: ["g2a", "n3m"], 1: ["g2j", "n3j"]}
    last = "r2a"
    gone = {*chain(*hands.values()), last}
    empty = {"e4", "e5", "d3", "e3", "f3"}
    places = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
    places = [cell for cell in places if cell not in empty]
    crowd = dict(zip(places, [card for card in PENGUINS if card not in gone], strict=True))
    match = table({"e4": "Rj", "e5": "#", **crowd}, hands, players=2)
    assert match.to_dict()["penguin_pile"] == [last]
    after = play(match, "g2a@d3", "skip")
    assert (after["penguin_pile"], after["phase"], after["turn"]) == ([], "place", 1)
    after = play(match, "n3j@f3", "skip")
    assert (after["phase"], after["turn"], after["placed"]) == ("over", None, None)
    assert match.ending() == "the penguins ran out"
    assert after["hands"][1] == ["g2j"]


def test_there_is_always_a_cell_for_a_penguin() -> None:
    # U27 never occurs: an entertainer that does not perform has a dot on an empty cell
    never = game.endings.index("no cell for a penguin")
    for players in PLAYERS:
        for side in (6, 7, 8, 12):
            options = {"width": side, "height": 6 if side == 7 else side}
            for policy in simulate.POLICIES:
                count = scaled(250, 1)
                for outcome in simulate.run(
                    game, count, players, 7, policy=policy, options=options
                ):
                    assert not (outcome.endings == never).any()


def test_the_ways_to_end() -> None:
    # U25, U26
    match = table({"e4": "Bj", "e5": "#"}, {0: ["g2a", "r3m"]}, **empty_pile([], {"e4": "Bj"}))
    assert play(match, "r3m@e3", "skip")["phase"] == "over"
    assert match.ending() == "the entertainers ran out"
