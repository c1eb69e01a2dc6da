"""Families, acts, animals and tokens can be told apart, also without their colours."""

import pytest

from rookery.core.art import SVG
from tests.artwork import (
    SIGN,
    TEXT,
    check_box,
    check_contrast,
    check_more_than_a_detail,
    check_never_colour_alone,
    drawn,
)

FAMILIES = ["family-green", "family-brown", "family-red", "family-blue"]
ACTS = ["act-juggling", "act-acrobatics", "act-dance", "act-music"]
ANIMALS = ["animal-sheep", "animal-kangaroo", "animal-seal", "animal-bear"]
DOTS = [f"dot-{side}" for side in ("n", "ne", "e", "se", "s", "sw", "w", "nw")]
TOKENS = [f"token-{seat}" for seat in range(4)]
SEATS = [f"seat-{seat}" for seat in range(4)]
THINGS = ["penguin-card", "entertainer-card", "curtain", "ice", "card-back", "discard"]
THINGS += ["back-penguins", "back-entertainers", "spotlight"]
#: The middle of a dot on a card of 100 by 100, in thirds.
THIRD = {"n": (1, 0), "ne": (2, 0), "e": (2, 1), "se": (2, 2), "s": (1, 2), "sw": (0, 2)}
THIRD |= {"w": (0, 1), "nw": (0, 0)}


def test_layers_have_the_same_box():
    check_box("ultimatum", FAMILIES + ACTS + ANIMALS + DOTS + TOKENS + THINGS, "0 0 100 100")


@pytest.mark.parametrize("group", [FAMILIES, ACTS, ANIMALS, TOKENS])
def test_never_colour_alone(group):
    check_never_colour_alone("ultimatum", group)


@pytest.mark.parametrize("group", [FAMILIES, TOKENS])
def test_signs_differ_in_more_than_a_detail(group):
    check_more_than_a_detail("ultimatum", group)


def test_numbers_signs_and_tokens_show():
    check_contrast([("art-white", name) for name in FAMILIES + SEATS], TEXT)
    # Frames and tokens on guests, animals in the spotlight, dots.
    pairs = [(name, "art-paper") for name in FAMILIES + SEATS]
    pairs += [(name, "stage-light") for name in FAMILIES]
    pairs += [("stage-gold", "stage"), ("stage-light", "stage"), ("stage-gold", "curtain-deep")]
    check_contrast(pairs, SIGN)


@pytest.mark.parametrize("side", THIRD)
def test_dots_lie_at_their_side(side):
    (dot,) = drawn("ultimatum")[f"dot-{side}"].iter(SVG + "use")
    x, y = float(dot.attrib["x"]), float(dot.attrib["y"])
    assert (int(x * 3 / 100), int(y * 3 / 100)) == THIRD[side]
    assert all(9 < value < 91 for value in (x, y))
