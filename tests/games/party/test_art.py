"""The cards can be told apart, also without their colours."""

from tests.artwork import (
    SIGN,
    check_box,
    check_contrast,
    check_more_than_a_detail,
    check_never_colour_alone,
)

CARDS = ["party-red", "party-green", "party-yellow", "party-purple", "party-blue"]


def test_cards_differ_in_more_than_colour():
    check_box("party", CARDS, "0 0 100 140")
    check_never_colour_alone("party", CARDS)
    check_more_than_a_detail("party", CARDS)


def test_penguins_and_what_they_wear_show():
    # Penguin and outline on the card, accessories inside their outline or on white.
    white = ("red", "green", "purple", "blue")
    pairs = [("art-ink", name) for name in CARDS]
    pairs += [(f"party-{colour}-deep", "art-white") for colour in white]
    check_contrast([*pairs, ("party-yellow-deep", "art-ink")], SIGN)
