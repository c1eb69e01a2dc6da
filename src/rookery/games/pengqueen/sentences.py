"""What happens in Pyramid of Pengqueen, told to one seat: a sentence or two for each step."""

from collections.abc import Callable, Sequence

from rookery.core.language import Speech, mark
from rookery.core.steps import Moment
from rookery.games.pengqueen import words
from rookery.games.pengqueen.actions import FACE_NAMES, cell_name
from rookery.games.pengqueen.sight import Sight
from rookery.games.pengqueen.state import TREASURES

# Of another seat, and of the one that listens.
RESETS = mark("{name} takes the dice back."), mark("You take the dice back.")
ROLLS = mark("{name} rolls {dice}."), mark("You roll {dice}.")
LOSES_TURN = (
    mark("All five dice lie aside: {name} loses the turn."),
    mark("All five dice lie aside: you lose the turn."),
)
CANNOT_MOVE = mark("{name} cannot move and passes."), mark("You cannot move and pass.")
ANNOUNCES = mark("{name} announces {die}."), mark("You announce {die}.")
MOVES = mark("{name} moves to {cell}."), mark("You move to {cell}.")
REVEALS = (
    mark("{name} reveals a card on {cell}: {treasure}."),
    mark("You reveal a card on {cell}: {treasure}."),
)
IS_OUT = (
    mark("{name} has no life left and is out of the game."),
    mark("You have no life left and are out of the game."),
)
IS_MUMMY = mark("{name} is the mummy."), mark("You are the mummy.")
# As the mummy and spectators hear it, who have no pawn; and what only the own seat knows.
ROLLS_UNSEEN = (mark("{name} rolls the dice."),)
KEEPS = (mark("You keep your card hidden."),)
# Of the mummy, and of the seat that is the mummy.
STEPS = mark("The mummy goes to {cell}."), mark("You go to {cell}.")
STOPS = mark("The mummy stays on {cell}."), mark("You stay on {cell}.")


def tell(moment: Moment, names: Sequence[str], speech: Speech) -> list[str]:
    """A step as a viewer may know it."""
    return _TELLERS[moment.kind](Teller(moment, names, speech))


class Teller:
    """A step with what it takes to tell it."""

    def __init__(self, moment: Moment, names: Sequence[str], speech: Speech) -> None:
        self.things = moment.things
        self.seat = moment.seat
        self.sight = moment.view.read(Sight)
        self.printed = moment.view.edition.printed[0]
        self.names = names
        self.speech = speech

    @property
    def mine(self) -> bool:
        """Whether who listens does it."""
        return self.seat is not None and self.seat == self.sight.seat

    def say(self, texts: tuple[str, ...], **parts: str) -> list[str]:
        """A sentence about whoever does it."""
        text = self.speech.gettext(texts[-1 if self.mine else 0])
        return self.of_pawn(text, self.seat, **parts)

    def of_pawn(self, text: str, seat: int | None, **parts: str) -> list[str]:
        """A translated sentence about a seat, with the pawn where one is meant."""
        said = text.format(name="" if seat is None else self.names[seat], **parts)
        if "pawn" in self.things:
            said = words.of_pawn(self.speech, self.sight, self.things["pawn"], said)
        return [said]

    def cell(self, square: int) -> str:
        """The name of a cell."""
        return cell_name(int(self.printed["width"]), square)


def _deal(teller: Teller) -> list[str]:
    teller.seat = teller.sight.mummy_seat
    return teller.say(IS_MUMMY)


def _roll(teller: Teller) -> list[str]:
    """The dice are seen by hunters only (Q16)."""
    if "dice" not in teller.things:
        return teller.say(ROLLS_UNSEEN)
    names = dict(zip((*FACE_NAMES, "mummy"), words.faces(teller.speech), strict=True))
    return teller.say(ROLLS, dice=teller.speech.list([names[die] for die in teller.things["dice"]]))


def _aside(teller: Teller) -> list[str]:
    count = teller.things["count"]
    text = teller.speech.ngettext(
        "{count} die with the mummy lies aside now.",
        "{count} dice with the mummy lie aside now.",
        count,
    )
    return [text.format(count=count)]


def _announce(teller: Teller) -> list[str]:
    face = FACE_NAMES.index(teller.things["die"])
    return teller.say(ANNOUNCES, die=words.die(teller.speech, face))


def _reveal(teller: Teller) -> list[str]:
    card = TREASURES.index(teller.things["card"])
    cell = teller.cell(int(teller.printed["place"][card]))
    return teller.say(REVEALS, cell=cell, treasure=words.treasure(teller.speech, card))


def _mummy(teller: Teller) -> list[str]:
    """A turn of the mummy begins (Q19, Q22)."""
    ngettext, count = teller.speech.ngettext, teller.things["steps"]
    if teller.things["special"] and teller.mine:
        text = ngettext(
            "You get a special turn of {count} step.",
            "You get a special turn of up to {count} steps.",
            count,
        )
    elif teller.things["special"]:
        text = ngettext(
            "The mummy gets a special turn of {count} step.",
            "The mummy gets a special turn of up to {count} steps.",
            count,
        )
    elif teller.mine:
        text = ngettext(
            "You roll a {black} with the black die and may take {count} step.",
            "You roll a {black} with the black die and may take up to {count} steps.",
            count,
        )
    else:
        text = ngettext(
            "The mummy rolls a {black} with the black die and may take {count} step.",
            "The mummy rolls a {black} with the black die and may take up to {count} steps.",
            count,
        )
    return [text.format(count=count, black=teller.things["die"])]


def _catch(teller: Teller) -> list[str]:
    """Whom, and how many lives that leaves; the last one is told by the step after it (Q20)."""
    speech, pawn = teller.speech, teller.things["pawn"]
    seat, count = teller.sight.pawns_seat(pawn), teller.sight.lives[pawn]
    caught = seat == teller.sight.seat
    if teller.mine:
        text = speech.gettext("You catch {name}.")
    elif caught:
        text = speech.gettext("The mummy catches you.")
    else:
        text = speech.gettext("The mummy catches {name}.")
    said = teller.of_pawn(text, seat)
    if count == 0:
        return said
    if caught:
        text = speech.ngettext(
            "You have {count} life left and go into the sarcophagus.",
            "You have {count} lives left and go into the sarcophagus.",
            count,
        )
    else:
        text = speech.ngettext(
            "{name} has {count} life left and goes into the sarcophagus.",
            "{name} has {count} lives left and goes into the sarcophagus.",
            count,
        )
    return said + teller.of_pawn(text, seat, count=str(count))


_TELLERS: dict[str, Callable[[Teller], list[str]]] = {
    "deal": _deal,
    "reset": lambda it: it.say(RESETS),
    "roll": _roll,
    "aside": _aside,
    "lost": lambda it: it.say(LOSES_TURN),
    "stuck": lambda it: it.say(CANNOT_MOVE),
    "announce": _announce,
    "move": lambda it: it.say(MOVES, cell=it.things["to"]),
    "reveal": _reveal,
    "keep": lambda it: it.say(KEEPS),
    "mummy": _mummy,
    "step": lambda it: it.say(STEPS, cell=it.things["to"]),
    "catch": _catch,
    "out": lambda it: it.say(IS_OUT),
    "stop": lambda it: it.say(STOPS, cell=it.cell(it.sight.mummy)),
    "round": lambda it: [],
    "end": lambda it: [words.ending(it.speech, it.sight, it.names)],
}
