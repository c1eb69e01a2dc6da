"""What happens in Pyramid of Pengqueen, told to one seat in sentences.

A view does not say what was done, but what it shows before and after leaves little choice: a
turn that has gone on to another pawn ended with a move, with five dice aside, or with a pawn
that cannot move. The die that was announced is heard by everybody (Q12).
"""

from collections.abc import Sequence

from rookery.core.language import Speech, mark
from rookery.core.view import View
from rookery.games.pengqueen import words
from rookery.games.pengqueen.actions import announced, cell_name
from rookery.games.pengqueen.sight import Sight
from rookery.games.pengqueen.state import (
    CARD,
    DICE,
    MAX_PAWNS,
    MOVE,
    MUMMY,
    NONE,
    OUT,
    OVER,
    START,
    WORD,
)

# Of another seat, and of the one that listens.
MOVES = (
    mark("{name} announces {die} and moves from {start} to {end}."),
    mark("You announce {die} and move from {start} to {end}."),
)
RETURNS = (
    mark("{name} announces {die} and returns to {end}."),
    mark("You announce {die} and return to {end}."),
)
REVEALS = (
    mark("{name} reveals a card on {cell}: {treasure}."),
    mark("You reveal a card on {cell}: {treasure}."),
)
ROLLS = mark("{name} rolls {dice}."), mark("You roll {dice}.")
ROLLS_AGAIN = mark("{name} rolls again: {dice}."), mark("You roll again: {dice}.")
LOSES_TURN = (
    mark("All five dice lie aside: {name} loses the turn."),
    mark("All five dice lie aside: you lose the turn."),
)
CANNOT_MOVE = mark("{name} cannot move and passes."), mark("You cannot move and pass.")
RESETS = mark("{name} takes the dice back."), mark("You take the dice back.")
MUST_RESET = (
    mark("{name} has to take all five dice back."),
    mark("You have to take all five dice back."),
)
IS_OUT = (
    mark("{name} has no life left and is out of the game."),
    mark("You have no life left and are out of the game."),
)
# As others hear of a move that was made before the position at which the match began.
ANNOUNCES_SOME = (mark("{name} announces a die and moves."),)
# As the mummy and spectators hear it, who have no pawn.
ANNOUNCES = (mark("{name} announces {die}."),)
ROLLS_UNSEEN = (mark("{name} rolls the dice."),)
ROLLS_UNSEEN_AGAIN = (mark("{name} rolls again."),)
# Of the mummy, and of the seat that is the mummy.
STEPS = mark("The mummy goes to {cell}."), mark("You go to {cell}.")
STOPS = mark("The mummy stays on {cell}."), mark("You stay on {cell}.")


def tell(
    before: View,
    after: View,
    action: int | None,
    names: Sequence[str],
    speech: Speech,
    heard: Sequence[int] = (),
) -> list[str]:
    """What happened between two views of a seat, in order."""
    if action is None and before.records.tobytes() == after.records.tobytes():
        return []
    if action is not None and not heard:
        own = announced(action)
        heard = () if own is None else (own,)
    # No two dice are announced before a view changes: the turn has gone on after each.
    return Story(before, after, heard[-1] if heard else None, names, speech).told()


class Story:
    """The sentences between two views."""

    def __init__(
        self, before: View, after: View, die: int | None, names: Sequence[str], speech: Speech
    ) -> None:
        self.tables = before.edition.tables[0]
        self.old = before.read(Sight)
        self.new = after.read(Sight)
        #: The face of the die that was announced.
        self.die = die
        self.names = names
        self.speech = speech
        a, b, c = self.tables["boxed"][self.new.mummy].tolist()
        #: The squares where a pawn cannot move, square s as bit s.
        self.boxed = a | b << WORD | c << 2 * WORD
        self.lines: list[str] = []

    def told(self) -> list[str]:
        """Tell what was decided, then all that followed by itself."""
        old, new = self.old, self.new
        if old.phase == MUMMY:
            self._mummy_moves()
            if self._still_the_mummys_turn():
                return self.lines
            resumes = old.special and new.pawns[old.pawn] != OUT
            first = old.pawn + (not resumes) if old.special else 0
        elif old.phase == OVER:
            return self.lines
        else:
            pawn = old.pawn
            if new.pawn == pawn and new.phase != MUMMY:
                self._goes_on(pawn)
                return self.lines
            if new.pawn == pawn:
                self._of(pawn, RESETS)
                self._mummys_turn()
                return self.lines
            self._turn_ends(pawn)
            first = pawn + 1
        if new.phase == OVER:
            self.lines.append(words.ending(self.speech, new, self.names))
        else:
            self._follow(first)
        return self.lines

    def _cell(self, square: int) -> str:
        return cell_name(int(self.tables["width"]), square)

    def _of(self, pawn: int, texts: tuple[str, ...], **parts: str) -> None:
        """A sentence about a pawn's player."""
        seat = self.new.pawns_seat(pawn)
        text = self.speech.gettext(texts[-1 if seat == self.new.seat else 0])
        self._add(pawn, text.format(name=self.names[seat], **parts))

    def _add(self, pawn: int, text: str) -> None:
        self.lines.append(words.of_pawn(self.speech, self.new, pawn, text))

    # ---------------------------------------------------------------- the hunters

    def _goes_on(self, pawn: int) -> None:
        """A pawn's turn that is not over: it has rolled, or may play a card."""
        old, new = self.old, self.new
        if new.phase == CARD:
            self._moves(pawn)
        elif new.phase == MOVE:
            self._rolls(pawn, old.phase == MOVE, old.aside)

    def _turn_ends(self, pawn: int) -> None:
        """A pawn's turn has ended: how?"""
        old, new = self.old, self.new
        hunter = new.owner(pawn)
        revealed = new.revealed[hunter] & ~old.revealed[hunter]
        if old.phase != CARD:
            if self._has_lost_turn(pawn):
                self._of(pawn, LOSES_TURN)
                return
            self._moves(pawn, revealed)
        elif not revealed:
            self._add(pawn, self.speech.gettext("You keep your card hidden."))
        if revealed:
            card = revealed.bit_length() - 1
            cell = self._cell(int(self.tables["place"][card]))
            self._of(pawn, REVEALS, cell=cell, treasure=words.treasure(self.speech, card))

    def _has_lost_turn(self, pawn: int) -> bool:
        """Whether it was this pawn that has rolled the last mummy, and not a later one (Q11)."""
        new = self.new
        if self.old.phase == START:
            return True
        five_aside = new.aside == DICE or bool(new.special and new.steps == DICE)
        return five_aside and not any(
            self._can_move(other) for other in self._passed_over(pawn + 1)
        )

    def _passed_over(self, first: int) -> list[int]:
        """The pawns from one on whose turns have come and gone."""
        new = self.new
        end = MAX_PAWNS if new.pawn == NONE else new.pawn
        return [pawn for pawn in range(first, end) if new.pawns[pawn] != OUT]

    def _can_move(self, pawn: int) -> bool:
        """Whether a pawn that has had its turn could move: its trail has kept what fits (Q27)."""
        return self.new.trail[pawn] & self.boxed == 0

    def _moves(self, pawn: int, revealed: int = 0) -> None:
        start, end = self.old.pawns[pawn], self.new.pawns[pawn]
        if self.die is None:
            if not revealed:
                self._of(pawn, ANNOUNCES_SOME)
            return
        die = words.die(self.speech, self.die)
        if start >= 0 and end >= 0:
            texts = RETURNS if start == end else MOVES
            self._of(pawn, texts, die=die, start=self._cell(start), end=self._cell(end))
        else:
            self._of(pawn, ANNOUNCES, die=die)

    def _rolls(self, pawn: int, again: bool, aside: int) -> None:
        """A roll, as far as it is seen: the dice to hunters, the mummies to all (Q10)."""
        new = self.new
        if new.hunter != NONE:
            names = words.faces(self.speech)
            dice = [names[face] for face, count in enumerate(new.rolled) for _ in range(count)]
            self._of(pawn, ROLLS_AGAIN if again else ROLLS, dice=self.speech.list(dice))
        else:
            self._of(pawn, ROLLS_UNSEEN_AGAIN if again else ROLLS_UNSEEN)
        count = new.aside - aside
        if count:
            text = self.speech.ngettext(
                "{count} die shows the mummy and is put aside.",
                "{count} dice show the mummy and are put aside.",
                count,
            )
            self.lines.append(text.format(count=count))

    def _follow(self, first: int) -> None:
        """The turns that came by themselves, and how the next one begins."""
        new = self.new
        for pawn in self._passed_over(first):
            self._of(pawn, LOSES_TURN if self._can_move(pawn) else CANNOT_MOVE)
        if new.phase == MUMMY:
            if new.special:
                self._of(new.pawn, MUST_RESET)
            self._mummys_turn()
        elif new.phase == MOVE:
            self._rolls(new.pawn, False, 0)

    # ---------------------------------------------------------------- the mummy

    def _still_the_mummys_turn(self) -> bool:
        """Neither over nor, after hunters who could do nothing, another one."""
        old, new = self.old, self.new
        return (new.phase, new.special, new.pawn, new.round) == (
            MUMMY,
            old.special,
            old.pawn,
            old.round,
        )

    def _mummys_turn(self) -> None:
        """A turn of the mummy begins (Q19, Q22)."""
        new = self.new
        mine = new.seat == new.mummy_seat
        ngettext = self.speech.ngettext
        if new.special and mine:
            text = ngettext(
                "You get a special turn of {count} step.",
                "You get a special turn of up to {count} steps.",
                new.steps,
            )
        elif new.special:
            text = ngettext(
                "The mummy gets a special turn of {count} step.",
                "The mummy gets a special turn of up to {count} steps.",
                new.steps,
            )
        elif mine:
            text = ngettext(
                "You roll a {black} with the black die and may take {count} step.",
                "You roll a {black} with the black die and may take up to {count} steps.",
                new.steps,
            )
        else:
            text = ngettext(
                "The mummy rolls a {black} with the black die and may take {count} step.",
                "The mummy rolls a {black} with the black die and may take up to {count} steps.",
                new.steps,
            )
        self.lines.append(text.format(count=new.steps, black=new.steps - new.aside))

    def _mummy_moves(self) -> None:
        """A step, and whom it caught; or none (Q19, Q20)."""
        old, new = self.old, self.new
        mine = new.seat == new.mummy_seat
        texts = STOPS if old.mummy == new.mummy else STEPS
        cell = self._cell(new.mummy)
        self.lines.append(self.speech.gettext(texts[mine]).format(cell=cell))
        for pawn in range(new.num_pawns):
            if new.lives[pawn] < old.lives[pawn]:
                self._catches(pawn, mine)

    def _catches(self, pawn: int, mine: bool) -> None:
        new, speech = self.new, self.speech
        seat = new.pawns_seat(pawn)
        if mine:
            text = speech.gettext("You catch {name}.")
        elif seat == new.seat:
            text = speech.gettext("The mummy catches you.")
        else:
            text = speech.gettext("The mummy catches {name}.")
        self._add(pawn, text.format(name=self.names[seat]))
        count = new.lives[pawn]
        if count == 0:
            self._of(pawn, IS_OUT)
            return
        text = (
            speech.ngettext(
                "You have {count} life left and go into the sarcophagus.",
                "You have {count} lives left and go into the sarcophagus.",
                count,
            )
            if seat == new.seat
            else speech.ngettext(
                "{name} has {count} life left and goes into the sarcophagus.",
                "{name} has {count} lives left and goes into the sarcophagus.",
                count,
            )
        )
        self._add(pawn, text.format(name=self.names[seat], count=count))
