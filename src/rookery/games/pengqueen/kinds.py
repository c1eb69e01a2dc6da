"""The steps of Pyramid of Pengqueen by number, and what can be due to happen by itself."""

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
