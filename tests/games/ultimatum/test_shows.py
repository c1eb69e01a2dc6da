"""The rules of The Penguin Ultimatum, by their numbers: shows, new entertainers, the end."""

import random
from typing import Any

import pytest

from tests.games.ultimatum.tables import (
    ENTERTAINERS,
    empty_pile,
    game,
    play,
    position,
    table,
    texts,
)
from tests.helpers import matches, oracle, play_on, scaled

HAND = {0: ["g2a", "r3m"], 1: ["g2j"], 2: ["g2d"]}


def show_at_e4(cells: dict[str, str], **others: Any) -> dict[str, Any]:
    """Fill the upper dot of the entertainer on e4 with the red 3; the position that follows."""
    match = table({"e5": "#", **cells}, HAND, **others)
    return play(match, "r3m@e3", "skip")


# ---------------------------------------------------------------- who performs (U18)


def test_an_entertainer_performs_when_all_its_dots_are_filled() -> None:
    # U18: dots at n and s; the curtain fills one, the penguin the other
    after = show_at_e4({"e4": "Bj"})
    assert after["cells"]["e4"] == "#"
    assert after["phase"] == "entertain"


def test_one_open_dot_is_enough_to_wait() -> None:
    # U18: the dancing seal also needs west, east and south-east
    after = show_at_e4({"e4": "Rd"})
    assert after["cells"]["e4"] == "Rd"
    assert after["phase"] == "place"


def test_entertainers_fill_dots_too() -> None:
    # U18
    after = show_at_e4({"e4": "Rd", "d4": "Gd", "f4": "#", "f5": "n2j"})
    assert after["cells"]["e4"] == "#"


def test_dots_off_the_iceberg_count_as_filled() -> None:
    # U18: at the right edge two of the seal's dots point at the water
    match = table({"h4": "Rd", "e5": "#", "g4": "n2j"}, HAND)
    assert play(match, "r3m@h3", "skip")["cells"]["h4"] == "#"


def test_dots_turn_with_the_card() -> None:
    # U18: Ga has dots at n and e; turned, at s and w
    for card, cell in (("Ga", "f4"), ("Ga'", "d4")):
        for target in ("d4", "f4"):
            match = table({"e4": card, "e5": "#", "e3": "n2j"}, HAND)
            after = play(match, f"r3m@{target}", "skip")
            assert (after["cells"]["e4"] == "#") == (target == cell)


# ---------------------------------------------------------------- several shows (U19)

# Both have dots at n and s, so a penguin on e4 fills the last dot of either.
PAIR = {"e3": "Bj", "e5": "Nj", "e2": "n2d", "e6": "g3d", "a1": "#", "d3": "b5a", "d5": "n5a"}


def two_shows(**others: Any) -> Any:
    match = table(PAIR, HAND, tokens={"d3": 0, "d5": 1}, **others)
    match.play("r3m@e4")
    match.play("skip")
    return match


def test_the_active_player_picks_the_order() -> None:
    # U19
    match = two_shows(top=["Gd", "Gj"])
    asked = match.to_dict()
    assert (asked["phase"], asked["turn"], asked["waiting"]) == ("show", 0, ["e3", "e5"])
    assert texts(match) == {"show e3", "show e5"}
    assert asked["scores"] == [10, 10, 10]


def test_each_show_is_carried_out_in_full_before_the_next() -> None:
    # U19
    match = two_shows(top=["Gd", "Gj"])
    first = play(match, "show e5")
    assert first["scores"] == [10, 15, 10]
    assert first["owned"] == [[], ["Nj"], []]
    assert (first["phase"], first["waiting"]) == ("entertain", ["e3"])
    assert first["cells"]["e5"] == "#"
    assert first["cells"]["e3"] == "Bj"
    second = play(match, "Gd@b2")  # the other show needs no choice
    assert second["scores"] == [15, 15, 10]
    assert second["cells"]["b2"] == "Gd"
    assert (second["phase"], second["turn"]) == ("entertain", 0)
    assert second["entertainer_pile"][0] == "Gj"
    assert (play(match, "Gj@f2")["phase"], match.turn) == ("place", 1)


# ---------------------------------------------------------------- points (U20, U21)


@pytest.mark.parametrize(
    ("penguin", "points"),
    [("b4m", 4), ("r2j", 2), ("b5j", 5), ("g5d", 0), ("n3a", 0)],
    ids=["animal", "act", "both count once", "neither", "neither again"],
)
def test_a_penguin_is_amused_by_the_animal_or_the_act(penguin: str, points: int) -> None:
    # U20: Bj, the juggling bear, amuses blue penguins and those who like juggling
    after = show_at_e4({"e4": "Bj", "d3": penguin}, tokens={"d3": 1})
    fee = int(penguin[1]) if penguin[0] == "r" else 0
    assert after["scores"] == [10 - fee, 10 + points, 10]


def test_the_audience_sits_on_all_eight_cells() -> None:
    # U20: also where no dot points; c4 and e2 are too far away
    for cell in ("d3", "f3", "d4", "f4", "d5", "f5", "c4", "e2"):
        after = show_at_e4({"e4": "Bj", cell: "b4m"}, tokens={cell: 2})
        assert after["scores"][2] == (10 if cell in ("c4", "e2") else 14)


def test_a_dancing_seal_at_the_edge() -> None:
    # U20, the worked check: two red penguins (seal) and two blue ones (dance) are amused, a
    # green one is not; of the four dots one points off the iceberg
    cells = {"d8": "Rd", "e5": "#", "c8": "r2a", "c7": "g4a", "e7": "r4j", "e8": "b2d"}
    tokens = {"c8": 0, "c7": 1, "e7": 2, "e8": 1}
    match = table(cells, {0: ["b5d", "n2a"], 1: ["g2j"], 2: ["g2d"]}, tokens=tokens)
    after = play(match, "b5d@d7")
    assert after["scores"] == [8, 10, 10]  # a blue 2 is kin
    after = play(match, "invite d7")
    assert after["scores"] == [8 + 2 + 5, 10 + 2, 10 + 4]
    assert after["cells"]["d8"] == "#"


def test_only_tokens_score_and_they_stay() -> None:
    # U21
    after = show_at_e4({"e4": "Bj", "d3": "b4m", "f3": "b5d"}, tokens={"f3": 2})
    assert after["scores"] == [10, 10, 15]
    assert after["tokens"] == {"f3": 2}


def test_a_token_just_moved_scores() -> None:
    # U17, U21
    match = table({"e4": "Rj", "e5": "#"}, HAND)
    assert play(match, "r3m@e3", "invite e3")["scores"] == [13, 10, 10]


# ---------------------------------------------------------------- the card (U22, U23)

AWARDS = [
    # 9, 6, 0: the 6 gets the card
    ({"d3": "b4m", "f3": "b5d", "d4": "g3j", "f4": "n3j"}, [0, 0, 1, 1], [9, 6, 0], 1),
    # 9, 6, 6: out of the game
    (
        {"d3": "b4m", "f3": "b5d", "d4": "g3j", "f4": "n3j", "d5": "b2a", "f5": "n4j"},
        [0, 0, 1, 1, 2, 2],
        [9, 6, 6],
        None,
    ),
    # 9, 0, 0: the 9 gets it
    ({"d3": "b4m", "f3": "b5d"}, [0, 0], [9, 0, 0], 0),
    # nobody scores: out of the game
    ({"d3": "g4m"}, [1], [0, 0, 0], None),
    # a tie for the most does not matter
    ({"d3": "b4m", "f3": "g4j", "d4": "b2d"}, [0, 1, 2], [4, 4, 2], 2),
]


@pytest.mark.parametrize(("crowd", "owners", "gains", "taker"), AWARDS)
def test_the_fewest_points_win_the_card(
    crowd: dict[str, str], owners: list[int], gains: list[int], taker: int | None
) -> None:
    # U22, with the worked checks
    tokens = dict(zip(crowd, owners, strict=True))
    after = show_at_e4({"e4": "Bj", **crowd}, tokens=tokens)
    assert after["scores"] == [10 + points for points in gains]
    assert after["owned"] == [["Bj"] if seat == taker else [] for seat in range(3)]
    assert after["discarded"] == (["Bj"] if taker is None else [])


def test_a_turned_card_is_won_upright() -> None:
    # U22
    after = show_at_e4({"e4": "Bj'", "d3": "b4m"}, tokens={"d3": 1})
    assert after["owned"] == [[], ["Bj"], []]


def test_a_curtain_takes_the_cell_and_is_no_entertainer() -> None:
    # U23: after the show on e4 a penguin needs another entertainer
    match = table({"e4": "Bj", "e5": "#", "a1": "Gd"}, HAND, top=["Ga"])
    after = play(match, "r3m@e3", "skip", "Ga@f6")
    assert after["cells"]["e4"] == "#"
    cells = {text.split("@")[1] for text in texts(match)}
    assert cells == {"a2", "b1", "b2", "f5", "g5", "e6", "g6", "e7", "f7", "g7"}


# ---------------------------------------------------------------- the new entertainer (U24)


def test_the_top_card_goes_beside_any_card_upright_or_turned() -> None:
    # U24
    match = table({"e4": "Bj", "e5": "#"}, HAND, top=["Rd", "Ga"])
    assert play(match, "r3m@e3", "skip")["phase"] == "entertain"
    beside = {f"{column}{row}" for column in "def" for row in range(2, 7)} - {"e3", "e4", "e5"}
    assert texts(match) == {f"{card}@{cell}" for card in ("Rd", "Rd'") for cell in beside}
    after = play(match, "Rd'@d2")
    assert after["cells"]["d2"] == "Rd'"
    assert after["entertainer_pile"][0] == "Ga"


def test_it_may_not_perform_at_once() -> None:
    # U24: Ga has dots at n and e, turned at s and w. On d4 its east is a curtain and its north
    # a penguin; turned it would wait.
    match = table({"e4": "Bj", "e5": "#", "d3": "n2j"}, HAND, top=["Ga"])
    play(match, "r3m@e3", "skip")
    assert "Ga@d4" not in texts(match)
    assert "Ga'@d4" in texts(match)


def test_it_may_not_make_another_perform() -> None:
    # U24: Gd on b4 lacks its south only; so b5 is barred for both ways
    match = table({"e4": "Bj", "e5": "#", "b4": "Gd", "b3": "n2j"}, HAND, top=["Rd"])
    play(match, "r3m@e3", "skip")
    assert {text for text in texts(match) if text.endswith("@b5")} == set()
    assert {"Rd@a5", "Rd'@a5", "Rd@c5"} <= texts(match)


def test_one_that_waits_for_its_show_bars_nothing() -> None:
    # U24: e5 has all dots filled and will perform next; cells around it stay open
    match = two_shows(top=["Rd"])
    play(match, "show e3")
    assert {"Rd@f5", "Rd'@f5", "Rd@f4", "Rd@f6"} <= texts(match)


def test_random_placements_never_cause_a_show() -> None:
    # U24
    rules = oracle(game)
    for match in matches("ultimatum", 3, scaled(6, 1), "placements"):
        chance = random.Random(2)
        while not match.over:
            before = match.to_dict()
            play_on(match, chance, 1)
            if before["phase"] == "entertain" and match.to_dict()["phase"] == "place":
                assert rules.performers(match.to_dict(), match.edition.data) == []


# ---------------------------------------------------------------- the end (U25)


def test_the_match_ends_when_there_is_no_entertainer_to_take() -> None:
    # U25: the show itself still counts
    cells = {"e4": "Bj", "e5": "#", "d3": "b4m"}
    match = table(cells, HAND, tokens={"d3": 1}, **empty_pile([], cells))
    after = play(match, "r3m@e3", "skip")
    assert (after["phase"], after["turn"], after["waiting"]) == ("over", None, [])
    assert after["scores"] == [10, 14, 10]
    assert after["cells"]["e4"] == "#"
    assert after["owned"] == [[], ["Bj"], []]
    assert after["hands"][0] == ["g2a"]  # step 4 is not reached
    assert match.ending() == "the entertainers ran out"


@pytest.mark.parametrize("cards", [0, 1, 2])
def test_with_n_cards_left_at_most_n_plus_1_shows_are_scored(cards: int) -> None:
    # U25
    match = two_shows(**empty_pile(["Gd", "Gj"][:cards], PAIR))
    play(match, "show e3")
    for card, cell in [("Gd", "b2"), ("Gj", "f2")][:cards]:
        play(match, f"{card}@{cell}")
    after = match.to_dict()
    assert after["scores"] == [15, 15 if cards else 10, 10]
    assert (after["phase"] == "over") == (cards < 2)
    if cards == 0:  # the waiting one stays on the iceberg
        assert after["cells"]["e5"] == "Nj"
        assert after["waiting"] == []


def test_the_match_ends_when_the_card_has_no_cell() -> None:
    # U25: on a small iceberg this happens soon; the card stays on its pile
    rules = oracle(game)
    for seed in range(200):
        match = play_on(game.start(2, seed, width=6, height=6), random.Random(seed))
        if match.ending() == "no cell for the entertainer":
            last = match.to_dict()
            assert last["entertainer_pile"]
            assert rules.legal_entertainers(last, match.edition.data) == []
            return
    pytest.fail("no match ended so")


# ---------------------------------------------------------------- bonuses (U28 to U30)


def finished(owned: list[list[str]], scores: list[int], **others: Any) -> Any:
    keys = {"owned": owned, "scores": scores, "phase": "over", "turn": None, **others}
    return table({"e5": "#", "e4": "Rm"}, players=len(owned), **keys)


def test_bonuses_come_at_the_end_and_not_before() -> None:
    # U28, U29: the position keeps the bare scores
    owned = [["Gd"], ["Bd"], []]
    match = finished(owned, [10, 10, 10], activities=["d", "j", "m"])
    assert match.scores() == [17, 15, 10]
    assert match.to_dict()["scores"] == [10, 10, 10]
    before = table({"e5": "#", "e4": "Rm"}, owned=owned, activities=["d", "j", "m"])
    assert before.scores() == [10, 10, 10]


def test_lea() -> None:
    # U28, U29, the worked check: activity dance; a dancing sheep and a dancing seal bring 4, the
    # only sheep 5, the seals shared with two others 3
    match = finished([["Gd", "Rd"], ["Ra"], ["Rj"]], [0, 0, 0], activities=["d", "j", "m"])
    assert match.scores() == [4 + 5 + 3, 3, 3]


def test_each_card_of_the_own_act_brings_2() -> None:
    # U28
    match = finished([["Bj", "Gj", "Nj"], ["Gd", "Rd"]], [0, 0], activities=["j", "m"])
    assert match.scores() == [6 + 5 + 5 + 3, 3 + 5]


def test_the_most_of_an_animal_brings_5_shared_3_nobody_0() -> None:
    # U29
    match = finished([["Ga", "Gd"], ["Gj"]], [0, 0], activities=["m", "a"])
    assert match.scores() == [5, 0]
    match = finished([["Ga", "Gd"], ["Gj", "Gm"]], [0, 0], activities=["d", "a"])
    assert match.scores() == [3 + 2, 3]
    match = finished([[], []], [0, 0])
    assert match.scores() == [0, 0]


@pytest.mark.parametrize(
    ("owned", "scores", "first", "winners"),
    [
        # most points, the bonus included
        ([["Bj"], []], [0, 4], 1, [0]),
        # a tie: more bonus points, even with fewer cards
        ([["Bj", "Gj"], ["Na", "Nj", "Nm"]], [0, 5], 1, [0]),
        # then more cards: either has the most of one animal, two cards against one
        ([["Ga", "Gd"], ["Nj"]], [10, 10], 1, [0]),
        # then the starting player
        ([["Ga"], ["Nj"], []], [10, 10, 0], 1, [1]),
        ([["Ga"], ["Nj"], []], [10, 10, 0], 0, [0]),
        # else they share: the starting player is not among them
        ([["Ga"], ["Nj"], []], [10, 10, 0], 2, [0, 1]),
    ],
)
def test_who_wins(
    owned: list[list[str]], scores: list[int], first: int, winners: list[int]
) -> None:
    # U30
    activities = ["m", "d", "a"][: len(owned)]
    match = finished(owned, scores, first=first, activities=activities)
    assert match.winners() == winners


def test_nobody_has_won_before_the_end() -> None:
    # U30
    assert game.start(3, 1).winners() == []


# ---------------------------------------------------------------- the log


@pytest.mark.parametrize("players", [2, 3, 4])
def test_scores_follow_from_the_log(players: int) -> None:
    """Add up every fee and every show by hand, from nothing but positions and actions."""
    for match in matches("ultimatum", players, scaled(8, 1), "log"):
        chance = random.Random(match.commitment)
        scores = [10] * players
        while not match.over:
            before = match.to_dict()
            action = match.notation(chance.choice(match.legal()))
            match.play(action)
            after = match.to_dict()
            charge(scores, before, action)
            applaud(scores, before, after)
            assert after["scores"] == scores


def neighbours(cell: str) -> set[str]:
    column, row = ord(cell[0]), int(cell[1:])
    return {f"{chr(column + x)}{row + y}" for x in (-1, 0, 1) for y in (-1, 0, 1)} - {cell}


def charge(scores: list[int], before: dict[str, Any], action: str) -> None:
    """The kin fee, where it is paid."""
    seat = before["turn"]
    if action == "pay":
        scores[seat] -= before["fee"]
    elif before["phase"] == "place" and not before["owned"][seat]:
        card, cell = action.split("@")
        around = [before["cells"].get(near, "#") for near in neighbours(cell)]
        guests = [other for other in around if other[0] in "gnrb"]
        kin = [other for other in guests if other[0] == card[0]]
        asking = guests if kin and before.get("kin") == "all" else kin
        scores[seat] -= sum(int(other[1]) for other in asking)


def applaud(scores: list[int], before: dict[str, Any], after: dict[str, Any]) -> None:
    """What the entertainers gave that have become curtains."""
    for cell, card in before["cells"].items():
        if card[0] not in ENTERTAINER_LETTERS or after["cells"][cell] != "#":
            continue
        for near in neighbours(cell):
            guest = after["cells"].get(near, "#")
            liked = guest[0] == card[0].lower() or (guest[0] in "gnrb" and guest[2] == card[1])
            if liked and near in after["tokens"]:
                scores[after["tokens"][near]] += int(guest[1])


ENTERTAINER_LETTERS = {card[0] for card in ENTERTAINERS}


def test_the_helper_fills_in_what_is_not_named() -> None:
    assert len(position({"e5": "#"})["penguin_pile"]) == 64 - 12
