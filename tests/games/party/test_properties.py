"""Properties of Penguin Party: cards are never lost, and the base is canonical (P12)."""

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

import rookery
from tests.helpers import play_on

game = rookery.game("party")


@given(
    st.integers(2, 6), st.integers(0, 2**60), st.integers(0, 200), st.sampled_from(game.editions)
)
def test_card_counts_are_conserved(players: int, seed: int, actions: int, edition: str) -> None:
    # P1
    match = play_on(game.start(players, seed, edition), random.Random(seed), actions)
    position = match.to_dict()
    cards = Counter(name for row in position["rows"] for name in row if name)
    for hand in (*position["hands"], *position["set_aside"], position["unused"]):
        cards.update(hand)
    assert dict(cards) == match.edition.data["deck"]
    for seat, hand in enumerate(position["hands"]):
        held = sum(hand.values()) + sum(position["set_aside"][seat].values())
        assert match._states[0]["held"][seat] == held


@given(st.integers(2, 6), st.integers(0, 2**60), st.integers(0, 60))
def test_the_base_is_canonical(players: int, seed: int, actions: int) -> None:
    # P12: the leftmost card is at bit 0, without gaps; so equal rows are equal bits.
    match = play_on(game.start(players, seed), random.Random(seed), actions)
    state = match._states[0]
    cards = 0
    for bits in state["placed"].tolist():
        assert cards & bits == 0
        cards |= bits
    assert cards & 0xFF == (1 << int(state["base"])) - 1
    if match.over:
        return
    again = game.from_dict(match.to_dict())
    assert again._states[0]["placed"].tolist() == state["placed"].tolist()
