"""What the oracle of Pyramid of Pengqueen has on its table: pyramid, players, cards, trail.

Numbers such as Q13 name the lines of the rules.
"""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

Position = dict[str, Any]
Edition = dict[str, Any]
Face = int | str

FACES: tuple[Face, ...] = (1, 2, 3, 4, "arrow", "mummy")  # Q3, the white dice
DICE = 5  # Q3
LIVES = 3  # Q4
COLOURS = "ygsrp"  # Q1: yellow, green, grey, red, purple
LIVES_TO_WIN = {2: 3, 3: 4, 4: 6, 5: 7}  # players: lives the mummy needs (Q23, Q24, Q25)
DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


# --- The pyramid --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Board:
    """The map of an edition."""

    ways: dict[str, dict[str, str]]  # cell: {direction: the next cell}, where one can step
    entrance: str
    sarcophagus: str
    treasures: dict[str, str]  # card: cell
    black_die: list[int]


def read_board(edition: Edition) -> Board:
    """Nobody steps through a wall, nor ever onto the entrance or the sarcophagus (Q14, Q19)."""
    closed = {edition["entrance"], edition["sarcophagus"]}
    ways: dict[str, dict[str, str]] = {cell: {} for cell in edition["cells"]}
    for one, other in edition["links"]:
        for here, there in ((one, other), (other, one)):
            if there not in closed:
                ways[here][direction(here, there)] = there
    return Board(
        ways,
        edition["entrance"],
        edition["sarcophagus"],
        edition["treasures"],
        edition["black_die"],
    )


def direction(here: str, there: str) -> str:
    """`b7` lies `right` of `a7` and `down` from `b6`."""
    offset = (ord(there[0]) - ord(here[0]), int(there[1:]) - int(here[1:]))
    return next(name for name, its_offset in DIRECTIONS.items() if its_offset == offset)


def hunter_ways(board: Board, cell: str, mummy: str) -> dict[str, str]:
    """Where a hunter can step: for hunters the mummy's cell is an obstacle too (Q14)."""
    return {name: to for name, to in board.ways[cell].items() if to != mummy}


def boxed_in(board: Board, cell: str, mummy: str) -> bool:
    """No step at all; other hunters do not count (Q17)."""
    return not hunter_ways(board, cell, mummy)


def after_steps(board: Board, cells: set[str], number: int, mummy: str) -> set[str]:
    """The cells exactly `number` steps away; turning back is allowed (Q13)."""
    for _ in range(number):
        cells = {to for cell in cells for to in hunter_ways(board, cell, mummy).values()}
    return cells


def straight_runs(board: Board, cell: str, mummy: str) -> list[list[str]]:
    """For each direction the cells up to the next obstacle, if there are any (Q15)."""
    runs = []
    for name in hunter_ways(board, cell, mummy):
        run_cells, here = [], cell
        while name in hunter_ways(board, here, mummy):
            here = hunter_ways(board, here, mummy)[name]
            run_cells.append(here)
        runs.append(run_cells)
    return runs


# --- Players, cards, set-up ---------------------------------------------------------------------


def hunter_players(players: int) -> int:
    return players - 1


def pawn_count(players: int) -> int:
    return 2 if players == 2 else players - 1  # Q24


def cards_of_a_colour(players: int) -> int:
    return 2 if players == 2 else 1  # Q5, Q24


def owner(position: Position, pawn: int) -> int:
    """Which hunter player moves this pawn: with two players the only one has both (Q24)."""
    return 0 if position["players"] == 2 else pawn


def hunter_seat(position: Position, player: int) -> int:
    """Hunter player 0 sits to the left of the mummy, the others follow clockwise (Q7)."""
    seat: int = (position["mummy_seat"] + 1 + player) % position["players"]
    return seat


def in_card_order(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=lambda card: (COLOURS.index(card[0]), int(card[1:])))


def deal(players: int, board: Board, chance: random.Random) -> list[list[str]]:
    """One card of each colour for each hunter, or two for the only one (Q5, Q24)."""
    hands: list[list[str]] = [[] for _ in range(hunter_players(players))]
    for colour in COLOURS:
        pile = [card for card in board.treasures if card[0] == colour]
        chance.shuffle(pile)
        for hand in hands:
            hand.extend(pile.pop() for _ in range(cards_of_a_colour(players)))
    return [in_card_order(hand) for hand in hands]


def is_a_deal(hands: Any, players: int, board: Board) -> bool:
    """Each hunter holds as many cards of each colour as Q5 and Q24 say, no card twice."""
    if not isinstance(hands, list) or len(hands) != hunter_players(players):
        return False
    if not all(isinstance(hand, list) for hand in hands):
        return False
    dealt = [card for hand in hands for card in hand]
    if not all(isinstance(card, str) and card in board.treasures for card in dealt):
        return False
    colours = "".join(colour * cards_of_a_colour(players) for colour in COLOURS)
    return len(set(dealt)) == len(dealt) and all(
        "".join(card[0] for card in hand) == colours and hand == in_card_order(hand)
        for hand in hands
    )


def set_up(
    players: int, options: dict[str, Any], edition: Edition, hands: list[list[str]]
) -> Position:
    """The table before the first hunter's turn."""
    pawns = pawn_count(players)
    mummy_seat = options.get("mummy_seat", 0)  # Q4
    return {
        "game": "pengqueen",
        "edition": edition["name"],
        "players": players,
        "mummy_seat": mummy_seat,
        "limit": options.get("limit", 200),  # Q26
        "round": 1,
        "turn": (mummy_seat + 1) % players,  # Q7
        "pawn": 0,
        "phase": "start",
        "mummy": edition["sarcophagus"],  # Q5
        "pawns": [edition["entrance"]] * pawns,  # Q5
        "lives": [LIVES] * pawns,
        "caught": 0,
        "aside": 0,
        "rolled": [],
        "steps": None,
        "special": False,
        "cards": hands,
        "revealed": [[] for _ in hands],
        "trail": [[edition["entrance"]] for _ in range(pawns)],  # Q27
    }


def pay_life(position: Position, pawn: int, board: Board) -> Position:
    """Q20: a life for the mummy, and the pawn goes into the sarcophagus."""
    return {
        **position,
        "lives": replaced(position["lives"], pawn, position["lives"][pawn] - 1),
        "caught": position["caught"] + 1,
        "pawns": replaced(position["pawns"], pawn, board.sarcophagus),
        "trail": replaced(position["trail"], pawn, [board.sarcophagus]),  # Q27
    }


def leave(position: Position, pawn: int) -> Position:
    """Q20: without lives the hunter is out of the game."""
    return {
        **position,
        "pawns": replaced(position["pawns"], pawn, None),
        "trail": replaced(position["trail"], pawn, []),  # Q27
    }


# --- The trail (Q27) ----------------------------------------------------------------------------


def hear_boxed_in(position: Position, board: Board, *, expected: bool) -> Position:
    """Keep the cells where the pawn would be boxed in, or those where it would not be."""
    pawn = position["pawn"]
    kept = [
        cell
        for cell in position["trail"][pawn]
        if boxed_in(board, cell, position["mummy"]) == expected
    ]
    return {**position, "trail": replaced(position["trail"], pawn, kept)}


def heard_move(position: Position, face: Face, board: Board) -> set[str]:
    """Where the pawn may be after announcing this die."""
    pawn, mummy = position["pawn"], position["mummy"]
    trail = set(position["trail"][pawn])
    if isinstance(face, int):
        return after_steps(board, trail, face, mummy)
    elsewhere = {
        cell for other, cells in enumerate(position["trail"]) if other != pawn for cell in cells
    }
    ends = set()
    for start_cell in trail:
        for cells in straight_runs(board, start_cell, mummy):
            ends.add(cells[-1])
            ends.update(cell for cell, ahead in pairwise(cells) if ahead in elsewhere)
    return ends


def replaced(items: list[Any], index: int, item: Any) -> list[Any]:
    """A new list with another item at one index."""
    return [*items[:index], item, *items[index + 1 :]]
