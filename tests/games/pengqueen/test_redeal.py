"""Sampled worlds of Pyramid of Pengqueen, against all worlds counted one by one."""

from collections import Counter
from itertools import permutations, product

import pytest

from rookery.core.match import Match
from tests.games.pengqueen.tables import ENTRANCE, SARCOPHAGUS, table, texts
from tests.helpers import scaled
from tests.stats import chi_square_p

SAMPLES = scaled(6_000, 250)
MUMMY = 0
FACES = (1, 2, 3, 4, "arrow")


def sample(match: Match, seat: int | None, count: int = SAMPLES) -> list[dict]:
    return [match.redeal(seat, seed).to_dict() for seed in range(count)]


def check(counts: Counter, worlds: list) -> None:
    """Each of the worlds as often as the others, and no other."""
    assert set(counts) <= set(worlds)
    expected = counts.total() / len(worlds)
    assert chi_square_p([counts[world] for world in worlds], [expected] * len(worlds)) > 0.001


def test_pawns_stand_in_all_ways_as_likely() -> None:
    # Q27: each on its trail, no two together
    trails = [["c5", "d5", "e5"], ["c5", "d5"], ["c5", "e5", "g5"]]
    match = table(["e5", "d5", "c5"], "h6", "mummy", trail=trails)
    worlds = [cells for cells in product(*trails) if len(set(cells)) == 3]
    check(Counter(tuple(world["pawns"]) for world in sample(match, MUMMY)), worlds)


def test_on_the_entrance_and_in_the_sarcophagus_they_stand_together() -> None:
    # Q14
    match = table([ENTRANCE, ENTRANCE, SARCOPHAGUS], "h6", "mummy")
    for world in sample(match, MUMMY, 5):
        assert world["pawns"] == [ENTRANCE, ENTRANCE, SARCOPHAGUS]


def test_whoever_is_asked_is_not_boxed_in() -> None:
    # Q17: with the mummy on f3 a pawn on f2 would have passed
    trails = [["c5", "d5", "f2"], ["c2", "d2"], ["a5"]]
    match = table(["c5", "c2", "a5"], "f3", "start", aside=3, trail=trails)
    worlds = [(a, b, "a5") for a in ("c5", "d5") for b in ("c2", "d2")]
    check(Counter(tuple(world["pawns"]) for world in sample(match, MUMMY)), worlds)


def test_cards_lie_in_all_ways_as_likely() -> None:
    # Q5: three hunters' red cards, none of them revealed
    match = table(["d5", "c2", "a5"], "h6", "mummy")
    reds = list(permutations(["r1", "r2", "r3", "r4"], 3))
    drawn = Counter(tuple(hand[3] for hand in world["cards"]) for world in sample(match, MUMMY))
    check(drawn, reds)


def test_a_hunter_excludes_its_own_and_revealed_cards() -> None:
    # Q5, Q18
    cards = [["y1", "g1", "s1", "p1"], *table(["d5", "c2", "a5"]).to_dict()["cards"][1:]]
    revealed = [["r1"], [], []]
    match = table(["d5", "c2", "a5"], "h6", "mummy", cards=cards, revealed=revealed)
    worlds = sample(match, 2)  # hunter 1 holds r2
    assert all(world["cards"][1] == cards[1] for world in worlds)
    assert all(world["pawns"] == ["d5", "c2", "a5"] for world in worlds)
    check(Counter(world["cards"][2][3] for world in worlds), ["r3", "r4"])
    yellows = list(permutations(["y1", "y3", "y4", "y5"], 2))
    check(Counter((w["cards"][0][0], w["cards"][2][0]) for w in worlds), yellows)


def test_ten_cards_of_two_each() -> None:
    # Q24
    match = table(["d5", "c2"], "h6", "mummy", players=2)
    pairs = [(f"r{a}", f"r{b}") for a in range(1, 5) for b in range(a + 1, 5)]
    drawn = Counter(tuple(world["cards"][0][6:8]) for world in sample(match, MUMMY))
    check(drawn, pairs)


def test_a_hidden_treasure_excludes_nothing() -> None:
    # Q18: whoever stood on a treasure and showed nothing may have hidden it
    match = table(["e5", "c2", "a5"], "h6", pawn=0)
    match.play("1>f5")
    match.play("hide")
    held = Counter("r1" in world["cards"][0] for world in sample(match, 2))
    expected = [SAMPLES / 3, SAMPLES * 2 / 3]  # r1, r3 or r4
    assert chi_square_p([held[True], held[False]], expected) > 0.001


def test_unseen_dice_fall_as_dice_do() -> None:
    # Q10: three dice that show no mummy
    match = table(["d5", "c2", "a5"], "h6", aside=2, rolled=[1, 1, 1])
    moving = [world for world in sample(match, MUMMY) if world["phase"] == "move"]
    faces = Counter(face for world in moving for face in world["rolled"])
    expected = [faces.total() / 5] * 5
    assert chi_square_p([faces[f] for f in (1, 2, 3, 4, "arrow")], expected) > 0.001


@pytest.mark.parametrize("asks_all", [False, True])
def test_unseen_dice_may_be_useless_where_that_is_asked(asks_all: bool) -> None:
    # Q16: on e1 beside a pawn on d1, and the mummy on d2, only 2 and 4 can be used
    pawns, trails = ["e1", "d1", "a5"], [["e1"], ["d1"], ["a5"]]
    match = table(pawns, "d2", aside=3, rolled=[1, 2], trail=trails, asks_all=asks_all)
    worlds = [world for world in sample(match, MUMMY) if world["phase"] == "move"]
    dice = [(one, two) for one in FACES for two in FACES]
    usable = [pair for pair in dice if {2, 4} & set(pair)]
    ways = Counter(tuple(sorted(pair, key=FACES.index)) for pair in (dice if asks_all else usable))
    drawn = Counter(tuple(world["rolled"]) for world in worlds)
    assert set(drawn) <= set(ways)
    expected = [len(worlds) * count / ways.total() for count in ways.values()]
    assert chi_square_p([drawn[pair] for pair in ways], expected) > 0.001


@pytest.mark.parametrize("seat", [2, 3])
def test_a_move_may_be_a_card_already(seat: int) -> None:
    # Q18: as often as random play leads there (see ``redeal``)
    match = table(["e5", "c2", "a5"], "h6", rolled=[1, 1, 1, 1, "arrow"])
    actions = texts(match)
    assert actions == {"1>d5", "1>e4", "1>f5", "arrow>c5", "arrow>e4", "arrow>h5", "roll"}
    # f5 is r1: with one red card in the own hand hunter 0 has one of three; c5 is g2.
    green = 0 if seat == 2 else 1 / 4  # hunter 1 holds g2 itself
    chance = (1 / 3 + green) / len(actions)
    phases = Counter(world["phase"] for world in sample(match, seat))
    share = chance / (1 + chance)
    expected = [SAMPLES * share, SAMPLES * (1 - share)]
    assert chi_square_p([phases["card"], phases["move"]], expected) > 0.001


def test_pawns_are_as_likely_also_while_a_hunter_thinks() -> None:
    # Q27: before the move; the worlds after it are counted by themselves
    trails = [["c5", "d5", "e5"], ["c5", "d5"], ["a5"]]
    match = table(["c5", "d5", "a5"], "h6", aside=1, rolled=[1, 2, 2, 2], trail=trails)
    moving = [world for world in sample(match, MUMMY) if world["phase"] == "move"]
    worlds = [cells for cells in product(*trails) if len(set(cells)) == 3]
    check(Counter(tuple(world["pawns"]) for world in moving), worlds)
