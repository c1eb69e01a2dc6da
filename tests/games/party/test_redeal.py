"""Sampled worlds of Penguin Party, against all worlds counted one by one."""

import random
from collections import Counter
from collections.abc import Iterator
from math import factorial, prod
from typing import Any

import pytest

import rookery
from rookery.core.match import Match
from tests.games.party.tables import COLOURS, rows_of, table
from tests.helpers import play_on, scaled
from tests.stats import chi_square_p

game = rookery.game("party")
SAMPLES = scaled(5_000, 600)

World = tuple[tuple[int, ...], ...]


def vectors(size: int, left: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """All ways to take ``size`` cards from counts by colour."""
    if len(left) == 1:
        if size <= left[0]:
            yield (size,)
        return
    for taken in range(min(size, left[0]) + 1):
        for rest in vectors(size - taken, left[1:]):
            yield (taken, *rest)


def worlds(sizes: list[int], left: tuple[int, ...]) -> Iterator[World]:
    """All ways to deal all cards to hands of these sizes, by colour."""
    if not sizes:
        yield ()
        return
    for hand in vectors(sizes[0], left):
        rest = tuple(a - b for a, b in zip(left, hand, strict=True))
        for others in worlds(sizes[1:], rest):
            yield (hand, *others)


def weight(world: World) -> int:
    """How many ways there are to deal distinct cards so: the same for each, up to a factor."""
    total = [sum(hand[c] for hand in world) for c in range(5)]
    return prod(factorial(n) for n in total) // prod(factorial(n) for hand in world for n in hand)


def hidden_hands(match: Match, seat: int) -> tuple[list[str], World]:
    """What the seat does not see: names of the places, and the cards there."""
    position = match.to_dict()
    places, hands = [], []
    for key in ("hands", "set_aside"):
        for other in range(match.players):
            cards = position[key][other]
            if other != seat and cards:
                places.append(f"{key} {other}")
                hands.append(tuple(cards.get(name, 0) for name in COLOURS))
    if position["unused"]:
        places.append("unused")
        hands.append(tuple(position["unused"].get(name, 0) for name in COLOURS))
    return places, tuple(hands)


def open_colours(position: dict[str, Any]) -> set[str]:
    """Colours with a place: worked out from the rows, not asked of the rules."""
    rows = position["rows"]
    if len(rows[0]) < (7 if position["players"] == 2 else 8):
        return set(COLOURS)
    colours = set()
    for number, row in enumerate(rows):
        above = rows[number + 1] if number + 1 < len(rows) else [None] * (len(row) - 1)
        for i, taken in enumerate(above):
            if taken is None and row[i] and row[i + 1]:
                colours |= {row[i], row[i + 1]}
    return colours


def compare(match: Match, seat: int, barred: dict[int, set[str]]) -> int:
    """Sample many worlds and compare with the count of all; returns how many there are."""
    places, real = hidden_hands(match, seat)
    left = tuple(sum(hand[c] for hand in real) for c in range(5))
    position = match.to_dict()
    expected = {}
    for world in worlds([sum(hand) for hand in real], left):
        hands = dict(zip(places, world, strict=True))
        if any(
            hands[f"set_aside {other}"][COLOURS.index(name)]
            for other, names in barred.items()
            if other != seat
            for name in names
        ):
            continue
        if match.turn is not None and match.turn != seat:
            mine = hands[f"hands {match.turn}"]
            if actions_of(match, position, mine) < 2:
                continue
        expected[world] = weight(world)
    assert real in expected
    counts = Counter(hidden_hands(match.redeal(seat, k), seat)[1] for k in range(SAMPLES))
    check_frequencies(counts, expected)
    return len(expected)


def check_frequencies(counts: Counter[World], expected: dict[World, int]) -> None:
    """No world but the possible ones, and each as often as it should be."""
    assert set(counts) <= set(expected)
    total = sum(expected.values())
    classes = [(counts[w], SAMPLES * n / total) for w, n in expected.items()]
    rare = [pair for pair in classes if pair[1] < 5]
    common = [pair for pair in classes if pair[1] >= 5]
    if sum(e for _, e in rare) >= 5:
        common.append((sum(o for o, _ in rare), sum(e for _, e in rare)))
    if len(common) > 1:
        scale = sum(o for o, _ in common) / sum(e for _, e in common)
        p = chi_square_p([o for o, _ in common], [e * scale for _, e in common])
        assert p > 1e-4, f"the samples do not look uniform: p = {p}"


def actions_of(match: Match, position: dict[str, Any], hand: tuple[int, ...]) -> int:
    """How many actions this hand would have, counted from the rows."""
    rows = position["rows"]
    count = 0
    for c, name in enumerate(COLOURS):
        if not hand[c]:
            continue
        count += 2 if len(rows[0]) < (7 if match.players == 2 else 8) else 0
        for number, row in enumerate(rows):
            above = rows[number + 1] if number + 1 < len(rows) else [None] * (len(row) - 1)
            for i, taken in enumerate(above):
                free = taken is None and row[i] and row[i + 1]
                count += bool(free and name in (row[i], row[i + 1]))
    return count


def placed(position: dict[str, Any]) -> int:
    """How many cards the pyramid has."""
    return sum(name is not None for row in position["rows"] for name in row)


def late_matches(players: int, number: int) -> Iterator[tuple[Match, dict[int, set[str]]]]:
    """Late positions with few hidden cards, and what each elimination proved."""
    found = 0
    for seed in range(10_000):
        match = game.start(players, seed, rounds=1)
        chance = random.Random(seed)
        barred: dict[int, set[str]] = {}
        while not match.over:
            before = match.to_dict()
            play_on(match, chance, 1)
            after = match.to_dict()
            for seat in set(after["out"]) - set(before["out"]):
                barred[seat] = open_colours(after)
            if set(after["out"]) != set(before["out"]) and placed(after) != placed(before) + 1:
                break  # the pyramid at the moment of the elimination is not at hand here
            hidden = sum(sum(hand) for hand in hidden_hands(match, 0)[1])
            if barred and hidden <= 9 and not match.over:
                yield match, barred
                found += 1
                break
        if found == number:
            return


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_samples_are_uniform_among_all_worlds_after_eliminations(players: int) -> None:
    # P13: what an elimination proves is respected, and nothing else is assumed.
    sizes = []
    for match, barred in late_matches(players, scaled(2, 1)):
        for seat in range(match.players):
            sizes.append(compare(match, seat, barred))
    assert max(sizes) > 3


def test_samples_are_uniform_with_unused_cards() -> None:
    # P5
    match = table(2, rows_of("rgypbrg", "rgypbr"), {0: "rryyppbb"})
    assert compare(match, 0, {}) > 20


def test_three_eliminated_seats_with_different_proofs() -> None:
    # P13: the case in which drawing hand by hand would be biased without the correction.
    out = {2: "bbb", 3: "pp", 4: "ypr"}
    match = table(6, rows_of("rgypbrgy", "rgypbrg"), {0: "rrbb"}, out=out)
    barred = {2: {"red", "green"}, 3: {"red", "green", "yellow"}, 4: {"blue"}}
    for seat, names in barred.items():
        match._states[0]["barred"][seat] = sum(1 << COLOURS.index(name) for name in names)
    _, real = hidden_hands(match, 0)
    aside = [f"set_aside {seat}" for seat in out]
    left = tuple(sum(hand[c] for hand in real) for c in range(5))
    sizes = [len(cards) for cards in out.values()]
    expected = {}
    for world in worlds([*sizes, sum(left) - sum(sizes)], left):
        held = zip(barred.values(), world[:3], strict=True)
        if all(hand[COLOURS.index(name)] == 0 for names, hand in held for name in names):
            expected[world[:3]] = weight(world)
    counts = Counter[World]()
    for k in range(SAMPLES):
        hands = dict(zip(*hidden_hands(match.redeal(0, k), 0), strict=True))
        counts[tuple(hands[place] for place in aside)] += 1
    check_frequencies(counts, expected)
    assert len(expected) > 50
