"""Pyramid of Pengqueen in words: treasures, dice and sets of cells."""

from collections.abc import Sequence

from rookery.core.language import Speech, mark
from rookery.games.pengqueen.actions import cell_name
from rookery.games.pengqueen.sight import Sight
from rookery.games.pengqueen.state import COLOURS, TREASURES

#: By colour, in the order of ``COLOURS``.
TREASURE_OF_COLOUR = (
    mark("yellow treasure {number}"),
    mark("green treasure {number}"),
    mark("grey treasure {number}"),
    mark("red treasure {number}"),
    mark("purple treasure {number}"),
)
STILL_WANTED = (
    mark("yellow treasures to find"),
    mark("green treasures to find"),
    mark("grey treasures to find"),
    mark("red treasures to find"),
    mark("purple treasures to find"),
)
WAY_WORDS = (mark("up"), mark("down"), mark("left"), mark("right"))


def treasure(speech: Speech, card: int) -> str:
    """``red treasure 3``: a treasure, or its card."""
    name = TREASURES[card]
    return speech.gettext(TREASURE_OF_COLOUR[COLOURS.index(name[0])]).format(number=name[1:])


def faces(speech: Speech) -> tuple[str, ...]:
    """What is read on a die, the mummy last."""
    arrow = speech.pgettext("face of a die", "arrow")
    return "1", "2", "3", "4", arrow, speech.pgettext("face of a die", "mummy")


def die(speech: Speech, face: int) -> str:
    """``a 4``, for "Mira announces …"."""
    return (
        speech.pgettext("to announce", "a 1"),
        speech.pgettext("to announce", "a 2"),
        speech.pgettext("to announce", "a 3"),
        speech.pgettext("to announce", "a 4"),
        speech.pgettext("to announce", "the arrow"),
    )[face]


def cells(width: int, squares: int) -> str:
    """A set of cells, neighbours in a row drawn together: ``c4, e4-h4, b5``."""
    runs = []
    while squares:
        first = last = (squares & -squares).bit_length() - 1
        squares &= squares - 1
        while squares >> (last + 1) & 1 and (last + 1) % width:
            last += 1
            squares &= squares - 1
        name = cell_name(width, first)
        runs.append(name if first == last else f"{name}-{cell_name(width, last)}")
    return ", ".join(runs)


def of_pawn(speech: Speech, sight: Sight, pawn: int, text: str) -> str:
    """A sentence about one of the two pawns of an only hunter says which (Q24)."""
    if sight.players != 2:
        return text
    return speech.gettext("Pawn {number}: {sentence}").format(number=pawn + 1, sentence=text)


def ending(speech: Speech, sight: Sight, names: Sequence[str]) -> str:
    """How the match ended (Q23, Q26)."""
    winner = sight.winner()
    if winner is None:
        return speech.gettext("The last round is over: nobody wins.")
    mine = winner == sight.seat
    if winner != sight.mummy_seat:
        if mine:
            return speech.gettext("You have revealed all your treasures and win.")
        text = speech.gettext("{name} has revealed all treasures and wins.")
        return text.format(name=names[winner])
    if mine:
        return speech.gettext("You have taken {count} lives and win.").format(count=sight.caught)
    text = speech.gettext("{name} wins: the mummy has taken {count} lives.")
    return text.format(name=names[winner], count=sight.caught)
