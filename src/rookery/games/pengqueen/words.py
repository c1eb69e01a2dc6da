"""Pyramid of Pengqueen in words: treasures, dice and sets of cells."""

from rookery.core.language import Speech, mark
from rookery.core.telling import Voice
from rookery.games.pengqueen.actions import cell_name
from rookery.games.pengqueen.sight import Sight
from rookery.games.pengqueen.state import COLOURS, TREASURES


def treasure(speech: Speech, card: int) -> str:
    """``red treasure 3``: a treasure, or its card."""
    colours = speech.gettext(
        "yellow treasure {number}; green treasure {number}; grey treasure {number};"
        " red treasure {number}; purple treasure {number}"
    ).split("; ")
    name = TREASURES[card]
    return colours[COLOURS.index(name[0])].format(number=name[1:])


def still_wanted(speech: Speech) -> list[str]:
    """What a hunter looks for, by colour."""
    return speech.gettext(
        "yellow treasures to find; green treasures to find; grey treasures to find;"
        " red treasures to find; purple treasures to find"
    ).split("; ")


def ways(speech: Speech) -> list[str]:
    """In the order of ``WAYS``."""
    return speech.gettext("up; down; left; right").split("; ")


def faces(speech: Speech) -> tuple[str, ...]:
    """What is read on a die, the mummy last."""
    arrow = speech.pgettext("face of a die", "arrow")
    return "1", "2", "3", "4", arrow, speech.pgettext("face of a die", "mummy")


def die(speech: Speech, face: int) -> str:
    """``a 4``, for "Mira announces …"."""
    return speech.pgettext("to announce", "a 1; a 2; a 3; a 4; the arrow").split("; ")[face]


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


def ending(sight: Sight, voice: Voice) -> str:
    """How the match ended (Q23, Q26)."""
    winner = sight.winner()
    if winner is None:
        return voice.speech.gettext("The last round is over: nobody wins.")
    if winner != sight.mummy_seat:
        you = mark("You have revealed all your treasures and win.")
        return voice.say(winner, you, "{name} has revealed all treasures and wins.")
    other = mark("{name} wins: the mummy has taken {count} lives.")
    return voice.say(winner, "You have taken {count} lives and win.", other, count=sight.caught)
