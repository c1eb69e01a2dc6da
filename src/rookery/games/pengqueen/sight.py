"""A hidden record of Pyramid of Pengqueen as plain numbers, for what only draws and tells."""

from rookery.core.view import View
from rookery.games.pengqueen.mummy import LIVES_TO_WIN
from rookery.games.pengqueen.rules import hand_per_colour, num_pawns
from rookery.games.pengqueen.state import NONE, OF_COLOUR, OVER, WORD

_OF_COLOUR: list[int] = OF_COLOUR.tolist()
_GOALS: list[int] = LIVES_TO_WIN.tolist()


class Sight:
    """What a seat sees, under the names of the record's fields."""

    mummy: int
    limit: int
    round: int
    mummies: int
    aside: int
    caught: int
    steps: int
    special: int
    pawn: int
    phase: int
    mummy_seat: int
    players: int
    turn: int
    cards: list[int]
    revealed: list[int]
    pawns: list[int]
    lives: list[int]
    rolled: list[int]

    def __init__(self, view: View) -> None:
        vars(self).update(vars(view.fields))
        self.seat = view.seat
        #: By pawn: the squares it may be on, square s as bit s.
        self.trail: list[int] = [a | b << WORD | c << 2 * WORD for a, b, c in view.fields.trail]
        self.num_pawns = num_pawns(self.players)
        #: Which hunter is looking; NONE for the mummy and for spectators.
        self.hunter = NONE
        if self.seat is not None and self.seat != self.mummy_seat:
            self.hunter = self.hunter_at(self.seat)

    @property
    def goal(self) -> int:
        """The lives that the mummy wants (Q23)."""
        return _GOALS[self.players]

    @property
    def dealt(self) -> int:
        """How many cards of each colour a hunter was dealt (Q5, Q24)."""
        return hand_per_colour(self.players)

    def hunter_at(self, seat: int) -> int:
        """The hunter on a seat that is not the mummy's."""
        return (seat - self.mummy_seat - 1) % self.players

    def pawns_of(self, hunter: int) -> tuple[int, ...]:
        """The pawns that a hunter moves (Q24)."""
        return (0, 1) if self.players == 2 else (hunter,)

    def hunters_seat(self, hunter: int) -> int:
        """Hunter 0 sits to the mummy's left (Q7)."""
        return (self.mummy_seat + 1 + hunter) % self.players

    def owner(self, pawn: int) -> int:
        """The hunter who moves a pawn (Q24)."""
        return 0 if self.players == 2 else pawn

    def pawns_seat(self, pawn: int) -> int:
        """The seat that moves a pawn."""
        return self.hunters_seat(self.owner(pawn))

    def left(self, hunter: int) -> list[int]:
        """By colour, how many treasures a hunter still has to reveal: the backs tell it."""
        dealt, shown = self.dealt, self.revealed[hunter]
        return [dealt - (shown & cards).bit_count() for cards in _OF_COLOUR]

    def winner(self) -> int | None:
        """The seat that has won (Q23); None after a draw and before the end."""
        if self.phase != OVER:
            return None
        if self.caught >= self.goal:
            return self.mummy_seat
        for hunter in range(self.players - 1):
            if self.cards[hunter] == 0:
                return self.hunters_seat(hunter)
        return None
