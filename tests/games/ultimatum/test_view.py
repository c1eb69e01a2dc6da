"""What seats of The Penguin Ultimatum know, and whether samples are fair."""

import random
from collections import Counter
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest

from rookery.core import loops, many, rng
from tests.games.ultimatum.tables import EDITION, PENGUINS, empty_pile, game, table
from tests.helpers import matches, play_on, scaled
from tests.stats import chi_square_p


def test_a_view_shows_what_lies_open_and_the_own_hand() -> None:
    match = play_on(game.start(3, 8), random.Random(8), 30)
    full = match.to_dict()
    hidden = ("hands", "penguin_pile", "entertainer_pile")
    for seat in (0, 1, 2, None):
        view = match.view(seat)
        assert {k: v for k, v in view.items() if k not in hidden} == {
            k: v for k, v in full.items() if k not in hidden
        }
        for other, hand in enumerate(full["hands"]):
            assert view["hands"][other] == (hand if other == seat else len(hand))
        assert view["penguin_pile"] == len(full["penguin_pile"])
        top, *rest = full["entertainer_pile"]
        assert view["entertainer_pile"] == [top, *[None] * len(rest)]


def test_a_hidden_record_holds_no_secret() -> None:
    match = play_on(game.start(3, 8), random.Random(8), 30)
    for seat in (0, 1, 2, None):
        record = match.hidden(seat).records[0]
        assert record["pile"] == 0
        for other in range(3):
            assert (record["hands"][other] != 0) == (other == seat)
        assert (record["entertainers"][: record["left"] - 1] == -1).all()


def test_an_empty_pile_is_hidden_as_0() -> None:
    match = table({"e4": "Rd", "e5": "#"}, **empty_pile([], {"e4": "Rd"}))
    assert match.view(0)["entertainer_pile"] == []
    assert match.view(None)["hands"] == [4, 4, 4]


def small() -> Any:
    """Ten unseen penguins for seat 0: one each in two hands, eight in the pile; 3 entertainers."""
    unseen = PENGUINS[:10]
    hand = PENGUINS[10:14]
    places = [f"{column}{row}" for row in range(1, 13) for column in "abcdefghijkl"]
    places = [cell for cell in places if cell not in ("g7", "g6", "g5", "f5", "h5")]
    crowd = dict(zip(places, PENGUINS[14:], strict=False))
    cells = {"g7": "#", "g6": "Rj", **crowd}
    piles = empty_pile(["Gj", "Ba", "Na", "Nd"], cells)
    hands = {0: hand, 1: [unseen[0]], 2: [unseen[5]]}
    return table(cells, hands, width=12, height=12, **piles), unseen


@pytest.mark.skipif(scaled(0, 1), reason="needs thousands of samples")
def test_samples_are_uniform_among_all_worlds() -> None:
    match, unseen = small()
    records = match.hidden(0).records
    worlds: Counter[tuple[str, str]] = Counter()
    orders: Counter[tuple[str, ...]] = Counter()
    rngs = rng.many(b"r" * 32, 5_400)
    for k in range(len(rngs)):
        sample = np.repeat(records, 2)
        loops.redeal(EDITION.printed, sample, 0, rngs[k : k + 1], False)
        world = game.write_position(EDITION, sample[0])
        worlds[world["hands"][1][0], world["hands"][2][0]] += 1
        orders[tuple(world["entertainer_pile"])] += 1
        assert sorted([*world["hands"][1], *world["hands"][2], *world["penguin_pile"]]) == unseen
    possible = list(permutations(unseen, 2))
    assert set(worlds) == set(possible)
    expected = [len(rngs) / len(possible)] * len(possible)
    assert chi_square_p([worlds[world] for world in possible], expected) > 1e-4
    tails = [("Gj", *order) for order in permutations(["Ba", "Na", "Nd"])]
    assert set(orders) == set(tails)
    assert chi_square_p([orders[order] for order in tails], [len(rngs) / 6] * 6) > 1e-4


@pytest.mark.skipif(scaled(0, 1), reason="needs thousands of deals")
def test_deals_are_uniform() -> None:
    # U9, U11: each penguin as likely in each hand, each pair of penguins, too
    states = game.batch(20_000, 4, seed=11).states
    hands = states["hands"][:, 2].astype(np.int64)
    held = (hands[:, None] >> np.arange(64)) & 1
    assert chi_square_p(held.sum(0), [20_000 * 4 / 64] * 64) > 1e-4
    pairs = [(held[:, a] & held[:, b]).sum() for a, b in combinations(range(12), 2)]
    assert chi_square_p(pairs, [20_000 * 4 * 3 / 64 / 63] * len(pairs)) > 1e-4
    tops = states["entertainers"][np.arange(20_000), states["left"] - 1]
    assert chi_square_p(np.bincount(tops, minlength=16), [20_000 / 16] * 16) > 1e-4


@pytest.mark.skipif(scaled(0, 1), reason="needs thousands of picks")
@pytest.mark.parametrize("phase", ["place", "fee", "invite", "show", "entertain"])
def test_random_actions_are_uniform(phase: str) -> None:
    match = found(phase)
    legal = match.legal()
    state = match.hidden(match.turn).records  # the own view is enough to choose
    states = np.repeat(state, 200 * len(legal))
    out = np.zeros(len(states), np.int64)
    many.pick(match.edition.printed, states, rng.many(b"p" * 32, len(states)), out)
    counts = Counter(out.tolist())
    assert sorted(counts) == legal
    assert chi_square_p([counts[action] for action in legal], [200] * len(legal)) > 1e-4


def found(phase: str) -> Any:
    """A match that stands in a phase."""
    for match in matches("ultimatum", 3, 50, "found"):
        chance = random.Random(5)
        while not match.over:
            play_on(match, chance, 1)
            if match.to_dict()["phase"] == phase and match.ply > 40:
                return match
    raise AssertionError(phase)


def test_an_only_action_tells_nothing_about_a_hand() -> None:
    """Where somebody has one action, all worlds the others think possible have it, too."""
    forced = 0
    for match in matches("ultimatum", 3, scaled(6, 1), "forced", asks_all=True):
        chance = random.Random(match.commitment)
        while not match.over:
            if len(match.legal()) == 1:
                forced += 1
                for seat in (None, 0, 1, 2):
                    assert match.redeal(seat, match.ply).legal() == match.legal()
            play_on(match, chance, 1)
    assert forced > scaled(60, 5)


def test_greedy_knows_what_to_do_where_one_action_is_left() -> None:
    seen = set()
    for match in matches("ultimatum", 2, scaled(20, 2), "greedy", asks_all=True):
        chance = random.Random(match.commitment)
        while not match.over:
            legal, seat = match.legal(), match.turn
            if len(legal) == 1 and seat is not None:
                records = match.hidden(seat).records
                advice = loops.advise(match.edition.printed, records, seat, rng.generator(1))
                assert advice == legal[0]
                seen.add(match.to_dict()["phase"])
            play_on(match, chance, 1)
    assert {"fee", "show"} <= seen


def test_greedy_beats_random_play() -> None:
    """One seat that follows the rule of thumb among random ones wins nearly always."""
    won = 0
    for number, match in enumerate(matches("ultimatum", 3, scaled(30, 2), "greedy")):
        chance = random.Random(number)
        seat = number % 3
        while not match.over:
            if match.turn == seat:
                records = match.hidden(seat).records
                rngs = rng.generator(match.ply)
                match.play(int(loops.advise(match.edition.printed, records, seat, rngs)))
            else:
                play_on(match, chance, 1)
        won += seat in match.winners()
    assert won >= 0.8 * (number + 1)
