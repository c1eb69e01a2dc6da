"""Shuffling and drawing: every outcome, each as likely, and nothing lost."""

from collections import Counter
from itertools import permutations

import numpy as np

from rookery.core import rng
from rookery.core.deck import one_of, shuffle
from tests.helpers import scaled


def test_every_order_is_as_likely() -> None:
    draws = scaled(6000, 1200)
    chance, found = rng.generator(1)[0], Counter()
    for _ in range(draws):
        cards = np.arange(5)
        shuffle(cards, 3, chance)
        assert cards[3:].tolist() == [3, 4]  # beyond the size nothing is touched
        found[tuple(cards[:3].tolist())] += 1
    assert set(found) == set(permutations(range(3)))
    # Of six orders, each is within five standard deviations.
    assert all(abs(n - draws / 6) < 5 * (draws * 5 / 36) ** 0.5 for n in found.values()), found


def test_every_member_of_a_set_is_as_likely_and_nothing_else_is_drawn() -> None:
    draws = scaled(6000, 1200)
    chance, members = rng.generator(2)[0], (0, 3, 40, 62)
    bits = sum(1 << card for card in members)
    found = Counter(int(one_of(bits, chance)) for _ in range(draws))
    assert set(found) == set(members)
    assert all(abs(n - draws / 4) < 5 * (draws * 3 / 16) ** 0.5 for n in found.values()), found


def test_one_card_needs_no_shuffling() -> None:
    cards = np.array([7, 8])
    shuffle(cards, 1, rng.generator(3)[0])
    shuffle(cards, 0, rng.generator(3)[0])
    assert cards.tolist() == [7, 8]
    assert one_of(1 << 9, rng.generator(3)[0]) == 9
