"""What happens next while nothing is asked: the parts of a turn hand on one of these."""

#: Somebody has to decide, or the match is over.
WAIT = 0
#: The pawn in ``pawn`` begins its turn, or goes on after a special turn of the mummy.
BEGIN = 1
#: It resets its dice.
RESET_DICE = 2
#: It rolls them.
THROW = 3
#: Its turn is over.
NEXT = 4
#: The mummy's turn is over.
REST = 5
