"""What happens in Pyramid of Pengqueen, told to one seat: a sentence or two for each step."""

from collections.abc import Iterator, Sequence
from typing import Any

from rookery.core import telling
from rookery.core.language import Speech, mark
from rookery.core.steps import Moment
from rookery.games.pengqueen import words
from rookery.games.pengqueen.actions import FACE_NAMES, cell_name
from rookery.games.pengqueen.sight import Sight
from rookery.games.pengqueen.state import TREASURES


class Teller(telling.Teller):
    """The steps, as a viewer may know them."""

    def __init__(self, moment: Moment, names: Sequence[str], speech: Speech) -> None:
        super().__init__(moment, names, speech)
        self.sight = moment.view.read(Sight)
        self.printed = moment.view.edition.printed[0]

    def say(self, seat: int, you: str, other: str, **parts: Any) -> str:
        """A sentence about a seat, with the pawn where one is meant."""
        return self.of_pawn(super().say(seat, you, other, **parts))

    def says(self, seat: int, count: int, *texts: str, **parts: Any) -> str:
        """The same with a number."""
        return self.of_pawn(super().says(seat, count, *texts, **parts))

    def of_pawn(self, said: str) -> str:
        """Which of the two pawns of an only hunter is meant (Q24)."""
        if "pawn" not in self.things:
            return said
        return words.of_pawn(self.speech, self.sight, self.things["pawn"], said)

    def deal(self) -> Iterator[str]:
        """Q4"""
        yield self.say(self.sight.mummy_seat, "You are the mummy.", "{name} is the mummy.")

    # ------------------------------------------------------------ a hunter's turn

    def reset(self) -> Iterator[str]:
        """Q9"""
        yield self.say(self.seat, "You take the dice back.", "{name} takes the dice back.")

    def roll(self) -> Iterator[str]:
        """The dice are seen by hunters only (Q16)."""
        if "dice" not in self.things:
            heard = mark("{name} rolls the dice.")
            yield self.say(self.seat, heard, heard)
            return
        names = dict(zip((*FACE_NAMES, "mummy"), words.faces(self.speech), strict=True))
        dice = self.speech.list([names[die] for die in self.things["dice"]])
        yield self.say(self.seat, "You roll {dice}.", "{name} rolls {dice}.", dice=dice)

    def aside(self) -> Iterator[str]:
        """Q10"""
        count = self.things["count"]
        text = self.speech.ngettext(
            "{count} die with the mummy lies aside now.",
            "{count} dice with the mummy lie aside now.",
            count,
        )
        yield text.format(count=count)

    def lost(self) -> Iterator[str]:
        """Q11"""
        you = mark("All five dice lie aside: you lose the turn.")
        yield self.say(self.seat, you, "All five dice lie aside: {name} loses the turn.")

    def stuck(self) -> Iterator[str]:
        """Q17"""
        yield self.say(self.seat, "You can't move, so you pass.", "{name} can't move and passes.")

    def announce(self) -> Iterator[str]:
        """Q12"""
        die = words.die(self.speech, FACE_NAMES.index(self.things["die"]))
        yield self.say(self.seat, "You announce {die}.", "{name} announces {die}.", die=die)

    def move(self) -> Iterator[str]:
        """Q13"""
        cell = self.things["to"]
        yield self.say(self.seat, "You move to {cell}.", "{name} moves to {cell}.", cell=cell)

    def reveal(self) -> Iterator[str]:
        """Q18"""
        card = TREASURES.index(self.things["card"])
        cell, treasure = self.cell(self.printed["place"][card]), words.treasure(self.speech, card)
        you = mark("You reveal a card on {cell}: {treasure}.")
        other = mark("{name} reveals a card on {cell}: {treasure}.")
        yield self.say(self.seat, you, other, cell=cell, treasure=treasure)

    def keep(self) -> Iterator[str]:
        """Only the own seat knows (Q18); and whoever sees all."""
        kept = mark("You keep your card hidden.")
        yield self.say(self.seat, kept, kept)

    # ------------------------------------------------------------ the mummy's turn

    def mummy(self) -> Iterator[str]:
        """A turn of the mummy begins (Q19, Q22)."""
        if self.things["special"]:
            yield self.says(
                self.seat,
                self.things["steps"],
                "You get a special turn of {count} step.",
                "You get a special turn of up to {count} steps.",
                "The mummy gets a special turn of {count} step.",
                "The mummy gets a special turn of up to {count} steps.",
            )
            return
        yield self.says(
            self.seat,
            self.things["steps"],
            "You roll a {black} with the black die and may take {count} step.",
            "You roll a {black} with the black die and may take up to {count} steps.",
            "The mummy rolls a {black} with the black die and may take {count} step.",
            "The mummy rolls a {black} with the black die and may take up to {count} steps.",
            black=self.things["die"],
        )

    def step(self) -> Iterator[str]:
        """Q19"""
        cell = self.things["to"]
        yield self.say(self.seat, "You go to {cell}.", "The mummy goes to {cell}.", cell=cell)

    def stop(self) -> Iterator[str]:
        """Q19"""
        cell = self.cell(self.sight.mummy)
        yield self.say(self.seat, "You stay on {cell}.", "The mummy stays on {cell}.", cell=cell)

    def cell(self, square: int) -> str:
        """The name of a cell."""
        return cell_name(int(self.printed["width"]), int(square))

    def catch(self) -> Iterator[str]:
        """Whom, and how many lives that leaves; the last one is told by the step after it (Q20)."""
        pawn = self.things["pawn"]
        seat, count = self.sight.pawns_seat(pawn), self.sight.lives[pawn]
        if self.seat == self.listener:
            text = mark("You catch {name}.")
            yield self.say(seat, text, text)
        else:
            yield self.say(seat, "The mummy catches you.", "The mummy catches {name}.")
        if count:
            yield self.says(
                seat,
                count,
                "You have {count} life left and go into the sarcophagus.",
                "You have {count} lives left and go into the sarcophagus.",
                "{name} has {count} life left and goes into the sarcophagus.",
                "{name} has {count} lives left and goes into the sarcophagus.",
            )

    def out(self) -> Iterator[str]:
        """Q20"""
        you = mark("You have no life left and are out of the game.")
        yield self.say(self.seat, you, "{name} has no life left and is out of the game.")

    def round(self) -> Iterator[str]:
        """Nothing to say of it."""
        return iter(())

    def end(self) -> Iterator[str]:
        """Q23, Q26"""
        yield words.ending(self.sight, self)


tell = Teller.tell
