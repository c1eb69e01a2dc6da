"""The record of a Penguin Party match.

A pyramid is five bit sets, one a colour. Row r (0 is the base), place i from the left, is bit
8 r + i; a card at (r, i) stands on (r - 1, i) and (r - 1, i + 1):

    row 2     16  17  18  19  20  21
    row 1    8   9  10  11  12  13  14
    base   0   1   2   3   4   5   6   7

The leftmost base card is always at bit 0: the base floats (P12), and laying a card at its left
end shifts every set by one. Bits 7 of the higher rows are never occupied.

``moves`` are bit sets of the same shape, by colour, for the seat to decide. Their base bits
have another meaning, since the base grows only at its ends: bit 0 is the left end, bit 1 the
right end.
"""

import numpy as np

from rookery.core.known import declare

COLOURS = ("red", "green", "yellow", "purple", "blue")
NUM_COLOURS = 5
MAX_SEATS = 6
ROW = 8
LEFT_END = 0
RIGHT_END = 1
#: In a hidden record, the first count of a hand nobody may see.
UNKNOWN = -1
#: P1; a deck is a set of at most so many bits, sorted by colour.
DECK_SIZE = 36
#: P3 to P5, by number of players in the round, where an edition does not say otherwise.
HAND_SIZE = np.array([0, 0, 14, 12, 9, 7, 6], np.int64)
BASE_LIMIT = np.array([0, 0, 7, 8, 8, 8, 8], np.int64)
#: Whether the card left over begins the base.
LEFT_OVER = np.array([0, 0, 0, 0, 0, 1, 0], np.int64)

STATE = np.dtype(
    [
        ("placed", np.int64, (NUM_COLOURS,)),
        ("moves", np.int64, (NUM_COLOURS,)),
        ("choices", np.int16),  # how many legal actions ``moves`` holds
        ("points", np.int16, (MAX_SEATS,)),
        ("rounds", np.int16),
        ("round", np.int16),  # from 1; in playoff k it is rounds + k
        # Cards in hand by colour; of a seat that is out: the cards it put aside.
        ("hands", np.int8, (MAX_SEATS, NUM_COLOURS)),
        ("held", np.int8, (MAX_SEATS,)),  # their number, which everybody sees
        ("laid", np.int8, (MAX_SEATS, NUM_COLOURS)),  # cards the seat has placed this round
        # Bit set of colours that had a place when the seat went out: it held none of them.
        ("barred", np.int8, (MAX_SEATS,)),
        # Points given back this round by a seat that has finished.
        ("gave", np.int8, (MAX_SEATS,)),
        ("unused", np.int8, (NUM_COLOURS,)),
        ("spare", np.int8),  # how many cards are unused
        ("base", np.int8),  # cards in the base
        ("limit", np.int8),  # how many it takes
        ("players", np.int8),
        ("playing", np.int8),  # bit sets of seats
        ("out", np.int8),
        ("finished", np.int8),
        ("playoff", np.int8),  # whether a tie is played off
        ("first", np.int8),
        ("turn", np.int8),
        ("due", np.int8),  # the step that comes next by itself; NOTHING at a decision
    ],
    align=True,
)

#: Everybody sees the pyramid, who holds how many cards, who is out or finished, and all points; a
#: seat its own hand. What was never dealt nobody sees.
declare(
    STATE,
    public="placed points rounds round held laid barred gave spare base limit players playing out"
    " finished playoff first turn due",
    own="hands",
)
