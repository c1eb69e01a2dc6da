"""The intervals hold what they promise, where the truth is known."""

import math
import random
from collections.abc import Callable

import pytest

from rookery.arena.intervals import factor, of_mean, of_share


@pytest.mark.parametrize(
    ("freedom", "exact"),
    [
        (1, 12.7062),
        (5, 2.5706),
        (10, 2.2281),
        (11, 2.2010),
        (20, 2.0860),
        (60, 2.0003),
        (10**6, 1.96),
    ],
)
def test_students_factor(freedom: int, exact: float) -> None:
    assert factor(freedom) == pytest.approx(exact, abs=5e-4)


def test_a_mean_of_a_known_sample() -> None:
    # Student's own first example, 10 differences of hours of sleep: 1.58 with [0.70, 2.46].
    hours = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]
    found = of_mean(hours)
    assert (found.mean, found.low, found.high) == pytest.approx((1.58, 0.70, 2.46), abs=0.005)


def test_a_share_of_coin_tosses_is_wilsons_interval() -> None:
    # Wilson's interval for 40 of 100 is [0.3094, 0.4980]; ours is a little wider, on purpose.
    found = of_share([1.0] * 40 + [0.0] * 60)
    assert found.mean == 0.4
    assert found.low == pytest.approx(0.3094, abs=0.005)
    assert found.high == pytest.approx(0.4980, abs=0.005)
    assert found.low <= 0.3094
    assert found.high >= 0.4980


def test_always_and_never_are_not_certain() -> None:
    always, never = of_share([1.0] * 30), of_share([0.0] * 30)
    assert (always.mean, always.high) == (1.0, 1.0)
    assert 0.85 < always.low < 0.92
    assert never.high == pytest.approx(1 - always.low)


def test_deals_that_agree_give_narrower_intervals_but_never_none() -> None:
    even = of_share([0.5] * 20)
    tosses = of_share([0.0, 1.0] * 10)
    assert 0 < even.high - even.low < (tosses.high - tosses.low) / 2
    many = of_share([0.5] * 2000)
    assert many.high - many.low < 0.01


def test_one_deal_and_none_tell_nothing() -> None:
    assert (of_share([1.0]).low, of_share([1.0]).high) == (0.0, 1.0)
    assert of_mean([3.0]).to_list() == [3.0, None, None]
    assert math.isnan(of_share([]).mean)
    assert of_mean([]).to_list() == [None, None, None]


def coin(chance: random.Random) -> float:
    return float(chance.random() < 0.3)


def rare(chance: random.Random) -> float:
    return float(chance.random() < 0.04)


def rotations(chance: random.Random) -> float:
    """Four matches of a deal whose luck they share: far from four tosses."""
    luck = chance.random()
    return sum(chance.random() < luck for _ in range(4)) / 4


def duplicate(chance: random.Random) -> float:
    """Two matches of a deal with seats swapped: mostly one each."""
    return chance.choice((0.5, 0.5, 0.5, 0.5, 1.0, 0.0, 1.0))


@pytest.mark.parametrize(
    ("draw", "truth"), [(coin, 0.3), (rare, 0.04), (rotations, 0.5), (duplicate, 4 / 7)]
)
@pytest.mark.parametrize("deals", [10, 50, 300])
def test_the_truth_lies_inside_as_often_as_promised(
    draw: Callable[[random.Random], float], truth: float, deals: int
) -> None:
    chance = random.Random(f"{draw.__name__} {deals}")
    rounds = 1500
    inside = 0
    for _ in range(rounds):
        found = of_share([draw(chance) for _ in range(deals)])
        inside += found.low <= truth <= found.high
    # 1,500 rounds at 95 % stray by 0.6 %; small samples are allowed to promise too little.
    assert inside / rounds > 0.93


def test_counting_matches_instead_of_deals_would_claim_too_much() -> None:
    chance = random.Random(5)
    inside = 0
    for _ in range(1000):
        matches = []
        for _ in range(100):
            luck = chance.random()
            matches += [float(chance.random() < luck) for _ in range(4)]
        found = of_share(matches)
        inside += found.low <= 0.5 <= found.high
    assert inside / 1000 < 0.9
