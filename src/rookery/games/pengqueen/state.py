"""The record of a Pyramid of Pengqueen match.

A map is drawn on at most 180 squares, some of which are cells. Squares are numbered row by row
from the top; on a map 7 wide:

         a   b   c   d   e   f   g
    1    0   1   2   3   4   5   6
    2    7   8   9  10  11  12  13        square = width * (row - 1) + column
    3   14  15  16  17  18  19  20

A set of squares is three words of 60 bits: square s is bit s % 60 of word s // 60. One step in
one direction is then a shift of the whole set.

    word 0: squares 0 .. 59      word 1: 60 .. 119      word 2: 120 .. 179

Treasures, and the card of each, are numbered in the order of the rule book:

    y1..y5  0 .. 4    g1..g5  5 .. 9    s1..s5  10 .. 14    r1..r4  15 .. 18    p1..p4  19 .. 22

Pawn 0 belongs to the hunter at the mummy's left, then clockwise (Q7). With two players hunter
0 moves the pawns 0 and 1 (Q24). Faces of a white die: 0 to 3 are one to four steps, 4 is the
arrow, 5 the mummy.
"""

import numpy as np

from rookery.core.known import declare

WORDS = 3
WORD = 60
SQUARES = WORDS * WORD
MAX_PAWNS = 4
DICE = 5
LIVES = 3
#: The faces that move a pawn; one more is the mummy.
NUM_FACES = 5
ARROW = 4

COLOURS = "ygsrp"
NUM_COLOURS = 5
NUM_TREASURES = 23
#: By colour: its first treasure and how many there are (Q1).
FIRST_OF_COLOUR = np.array([0, 5, 10, 15, 19], np.int64)
COLOUR_SIZE = np.array([5, 5, 5, 4, 4], np.int64)
#: By colour: the set of its treasures.
OF_COLOUR = ((1 << COLOUR_SIZE) - 1) << FIRST_OF_COLOUR
TREASURES = tuple(
    f"{letter}{number}"
    for letter, size in zip(COLOURS, COLOUR_SIZE.tolist(), strict=True)
    for number in range(1, size + 1)
)

#: Directions; ``way ^ 1`` is the opposite one.
WAYS = ("up", "down", "left", "right")
UP, DOWN, LEFT, RIGHT = range(4)

#: What is being decided. START is reset or roll, MOVE a die and a cell or another roll.
PHASES = ("start", "move", "card", "mummy", "over")
START, MOVE, CARD, MUMMY, OVER = range(5)

# ---------------------------------------------------------------- steps

#: By their numbers, from 1.
KINDS = (
    "deal",
    "reset",
    "roll",
    "aside",
    "lost",
    "stuck",
    "announce",
    "move",
    "reveal",
    "keep",
    "mummy",
    "step",
    "catch",
    "out",
    "stop",
    "round",
    "end",
)
#: No step: somebody has to decide, or the match is over.
NO_STEP = 0
DEAL, RESETS, ROLLS, ASIDE, LOST, STUCK, ANNOUNCES, MOVES, REVEALS = range(1, 10)
KEEPS, MUMMYS_TURN, STEPS, CATCH, LEAVES, STOPS, ROUND, END = range(10, 18)

# What comes next by itself: the field ``due``.
NOTHING = 0
#: Dice have fallen: those that show the mummy are put aside.
DICE_FALLEN = 1
#: A die was announced: the pawn moves.
MOVING = 2
#: It has moved onto a treasure whose card its hunter holds.
CARD_ASKED = 3
#: The next pawn begins its turn or, after the last one's, the mummy.
NEXT_PAWN = 4
#: The mummy's turn is over.
REST = 5
#: Its special turn begins.
SPECIAL_TURN = 6
#: It stands on a hunter's cell.
CAUGHT = 7
#: A pawn in the sarcophagus has no life left.
LEAVING = 8
#: The match is over.
FINISH = 9

# ---------------------------------------------------------------- the record

#: In ``pawns``: out of the game; in a hidden record: somewhere.
OUT = -1
UNKNOWN = -2
#: In a hidden record: the whole of a hand, or the first count of the dice.
HIDDEN = -1
#: ``pawn`` and ``turn`` where there is none.
NONE = -1

STATE = np.dtype(
    [
        # trail[p]: the set of squares pawn p may be on, as far as the mummy can know (Q27).
        ("trail", np.int64, (MAX_PAWNS, WORDS)),
        # While a card may be played, what everybody but its hunter still sees (see ``view``):
        # the trail before the die was announced and the square the pawn came from. Else 0.
        ("old_trail", np.int64, (WORDS,)),
        ("cards", np.int32, (MAX_PAWNS,)),  # by hunter: bit sets of treasures in hand
        ("revealed", np.int32, (MAX_PAWNS,)),  # and of those played
        ("pawns", np.int16, (MAX_PAWNS,)),  # square, OUT or UNKNOWN
        ("came_from", np.int16),
        ("chosen", np.int16),  # the action, between announcing a die and moving; else 0
        ("mummy", np.int16),  # square
        ("limit", np.int16),  # rounds until a draw (Q26)
        ("round", np.int16),  # from 1
        ("lives", np.int8, (MAX_PAWNS,)),
        # How many of the rolled dice show each face; kept while a card may be played.
        ("rolled", np.int8, (NUM_FACES,)),
        ("mummies", np.int8),  # rolled dice that show the mummy, until they are put aside
        ("useless", np.int8),  # 1 in MOVE where none of the rolled dice can be used (Q16)
        ("aside", np.int8),  # white dice that lie aside
        ("caught", np.int8),  # lives the mummy has taken
        ("steps", np.int8),  # what is left of the mummy's turn, 0 outside of it
        ("special", np.int8),  # 1 while the mummy's turn interrupts a hunter's (Q22)
        ("pawn", np.int8),  # whose turn it is, or interrupted; NONE in the mummy's own turn
        ("phase", np.int8),
        ("mummy_seat", np.int8),
        ("players", np.int8),
        ("turn", np.int8),
        ("due", np.int8),  # what comes next by itself (see above); 0 at every decision
    ],
    align=True,
)

#: What everybody at the table hears and sees; for what hunters see as well, see ``view``.
declare(
    STATE,
    public="trail revealed mummy limit round lives aside caught steps special pawn mummy_seat"
    " players turn",
)
