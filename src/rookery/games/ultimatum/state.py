"""The record of a match of The Penguin Ultimatum.

The iceberg is at most 12 x 12 and lies in a grid of 14 x 14, so that every cell has eight
neighbours; the rest of the grid is water. Row r and column c, counted from 0 at the upper left
corner of the iceberg, are cell 14 (r + 1) + c + 1:

            water  a   b   c  …  l  water
    water      0   1   2   3  …  12   13
    1         14  15  16  17  …  26   27
    2         28  29  30  31  …  40   41
    …
    12       168 169 170 171  … 180  181
    water    182 183 184 185  … 194  195

``filled`` has a row of the grid in each number, column c at bit c + 1. Water counts as filled
(U18), so three bits from each of three rows tell which dots of an entertainer are open:

    bit   0 1 2     nw n ne
          3 4 5     w  .  e
          6 7 8     sw s se

``moves`` has the same shape: where a penguin may go (row 0 of it), or an entertainer upright
(0) and turned (1). It depends on what lies on the table only, so nobody learns from it.

Cards are numbered so that sets of them are bits of one number:

    penguin      16 family + 4 (number - 2) + act     0 … 63    g2j g2a g2d g2m g3j … b5m
    entertainer   4 family + act                      0 … 15    Gj Ga Gd Gm Nj … Bm

A cell holds 0, or 1 + penguin, or 65 + entertainer (upright), 81 + entertainer (turned), or 97
for a curtain. Bit 63, a penguin, is the sign bit: sets of penguins are never counted with.
"""

import numpy as np

from rookery.core.known import declare

FAMILIES = ("green", "brown", "red", "blue")
ANIMALS = ("sheep", "kangaroo", "seal", "bear")  # by the colour of the family they amuse (U2)
ACTS = ("juggling", "acrobatics", "dance", "music")
NUM_FAMILIES = 4
NUM_ACTS = 4
NUM_PENGUINS = 64  # U1
NUM_ENTERTAINERS = 16  # U2
MAX_SEATS = 4  # U5
NUM_TOKENS = 3  # U4
HAND_SIZE = 4  # U11
START_SCORE = 10  # U6

MIN_SIDE = 6  # U8
MAX_SIDE = 12
ROW = MAX_SIDE + 2
GRID = ROW * ROW

# What a cell holds.
EMPTY = 0
PENGUIN = 1
UPRIGHT = PENGUIN + NUM_PENGUINS
TURNED = UPRIGHT + NUM_ENTERTAINERS
CURTAIN = TURNED + NUM_ENTERTAINERS

# What is to be decided; DRAW passes by itself, so no match rests there.
PLACE, FEE, INVITE, SHOW, ENTERTAIN, OVER, DRAW = range(7)
PHASES = ("place", "fee", "invite", "show", "entertain", "over", "draw")

# Which neighbours a kin fee counts (U15): those of the family, or all as soon as one is of it.
KIN = ("family", "all")
KIN_ALL = 1

# What happens, step by step; the deal is 1.
(
    STEP_PLACE,
    STEP_FEE,
    STEP_INVITE,
    STEP_SHOW,
    STEP_CURTAIN,
    STEP_PUT,
    STEP_DRAW,
    STEP_END,
) = range(2, 10)
KINDS = ("deal", "place", "fee", "invite", "show", "curtain", "put", "draw", "end")

#: In a hidden record, an entertainer of the pile that nobody has seen.
UNKNOWN = -1
#: The bit of ``hidden`` that stands for both piles; bits 0 to 3 stand for the seats' hands.
PILES = 4

STATE = np.dtype(
    [
        # Sets of penguins.
        ("hands", np.int64, (MAX_SEATS,)),
        ("invited", np.int64, (MAX_SEATS,)),  # those with a token of the seat
        ("guests", np.int64),  # those on the iceberg
        ("pile", np.int64),  # those still to be drawn, in no order
        # Sets of entertainers.
        ("owned", np.int32, (MAX_SEATS,)),
        ("discarded", np.int32),
        ("stage", np.int32),  # those on the iceberg
        ("waiting", np.int32),  # those that still have to perform this turn
        ("filled", np.int16, (ROW,)),
        ("moves", np.int16, (2, ROW)),
        ("choices", np.int16),  # how many legal actions there are
        ("where", np.int16, (NUM_ENTERTAINERS,)),  # cell of an entertainer on the iceberg, else 0
        ("scores", np.int16, (MAX_SEATS,)),
        ("placed", np.int16),  # cell of the penguin placed this turn, else 0
        ("bare", np.int16),  # cell of a show that waits for its curtain, else 0
        ("fee", np.int16),
        ("cells", np.int8, (GRID,)),
        ("entertainers", np.int8, (NUM_ENTERTAINERS,)),  # their pile from the bottom up, then 0
        ("left", np.int8),  # cards in that pile
        ("pile_size", np.int8),
        ("held", np.int8, (MAX_SEATS,)),  # cards in each hand
        ("activities", np.int8, (MAX_SEATS,)),
        ("players", np.int8),
        ("width", np.int8),
        ("height", np.int8),
        ("balanced", np.int8),
        ("kin", np.int8),  # whose numbers a fee counts, as in ``KIN``
        ("first", np.int8),
        ("tilt", np.int8),  # whether the entertainer of that show lay turned
        ("turn", np.int8),
        ("phase", np.int8),
        ("ended", np.int8),  # how, once it is over
        ("hidden", np.int8),  # what the viewer may not see; 0 in a full record
    ],
    align=True,
)

#: All lies open but the hands, the pile of penguins and the order of the entertainers.
declare(
    STATE,
    public="invited guests owned discarded stage waiting filled moves choices where scores placed"
    " fee bare tilt cells left pile_size held activities players width height balanced kin first"
    " turn phase ended",
    own="hands",
)
