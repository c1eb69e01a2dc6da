"""What a seat of Pyramid of Pengqueen knows, and what it cannot know: from the end of its rules.

A card that is being thought about is veiled (``pengqueen_steps.veiled``): all but its hunter still
know the position before the move. So these functions are given the position that a seat has
noticed, and none of them need care.
"""

from typing import Any

from .course import Position, Things
from .pengqueen_table import Board, boxed_in, hunter_seat, read_board, replaced

Past = list[tuple[Things, Position]]
#: Broken ways to hide or redeal (``tests.mutants``) that nobody can notice, and why.
UNNOTICED: dict[str, str] = {}


def is_hunter(position: Position, seat: int | None) -> bool:
    """Spectators know what the mummy and all hunters know in common: no more than the mummy."""
    return seat is not None and seat != position["mummy_seat"]


def view(position: Position, seat: int | None) -> Position:
    """The position as a seat (None: a spectator) may know it.

    Hunters see all pawns and dice (Q6), the mummy neither. Of another hunter's cards the backs are
    seen, that is, their colours.
    """
    seen = {
        **position,
        "cards": [
            hand if hunter_seat(position, hunter) == seat else [card[0] for card in hand]
            for hunter, hand in enumerate(position["cards"])
        ],
    }
    if not is_hunter(position, seat):
        seen["pawns"] = [None for _ in position["pawns"]]
        seen["rolled"] = [None for _ in position["rolled"]]
    return seen


def contradiction(world: Position, past: Past) -> str | None:
    """What is heard rules out all cells but the trail (Q27)."""
    for pawn, cell in enumerate(world["pawns"]):
        if cell is not None and cell not in world["trail"][pawn]:
            return f"pawn {pawn} is on {cell}, off its trail"
    return None


def doubts(
    position: Position, seat: int | None, past: Past, edition: Things
) -> list[tuple[Any, ...]]:
    """What may be otherwise, for all the seat knows."""
    found = doubtful_cards(position, seat, edition)
    if is_hunter(position, seat):
        return found
    board = read_board(edition)
    for pawn, cell in enumerate(position["pawns"]):
        if cell is not None and len(cells_for(position, pawn, board)) > 1:
            found.append(("pawns", pawn))
    # Several dice: if one must be of use, another may still show anything.
    if position["phase"] == "move" and len(position["rolled"]) > 1:
        found.append(("rolled",))
    return found


def doubtful_cards(position: Position, seat: int | None, edition: Things) -> list[tuple[Any, ...]]:
    """The cards in others' hands of which more are out of sight than that hand has (Q5)."""
    shown = {card for cards in position["revealed"] for card in cards}
    mine = {
        card
        for hunter, hand in enumerate(position["cards"])
        if hunter_seat(position, hunter) == seat
        for card in hand
    }
    unseen = [card[0] for card in edition["treasures"] if card not in shown | mine]
    found: list[tuple[Any, ...]] = []
    for hunter, hand in enumerate(position["cards"]):
        if hunter_seat(position, hunter) != seat:
            colours = [card[0] for card in hand]
            found += [
                ("cards", hunter, place)
                for place, colour in enumerate(colours)
                if unseen.count(colour) > colours.count(colour)
            ]
    return found


def cells_for(position: Position, pawn: int, board: Board) -> list[str]:
    """Where a pawn may stand on its trail while all others stay where they are (Q13, Q14, Q17)."""
    together = {board.entrance, board.sarcophagus}
    taken = set(replaced(position["pawns"], pawn, None)) - together
    is_asked = pawn == position["pawn"] and position["phase"] in ("start", "move")
    return [
        cell
        for cell in position["trail"][pawn]
        if cell not in taken and not (is_asked and boxed_in(board, cell, position["mummy"]))
    ]
