"""The rules of Pyramid of Pengqueen, slow and obvious, to check the real ones against.

Everything here works on position dicts, action texts and edition dicts as the public text formats
define them. Numbers such as Q13 name the lines of the rules.

Between two decisions a match runs by itself: a position is *waiting for dice* (the phases `throw`
and `black`, which no decision ever shows), or it has exactly one action, which is then played
(among them `pass`, the turn of a hunter who is boxed in). `step` runs on with random dice;
`explain` tries all dice. Positions are never changed in place.
"""

import copy
import json
import random
from itertools import combinations_with_replacement, takewhile
from typing import Any

from .pengqueen_table import (
    DICE,
    FACES,
    LIVES_TO_WIN,
    Board,
    Edition,
    Face,
    Position,
    after_steps,
    boxed_in,
    deal,
    hear_boxed_in,
    heard_move,
    hunter_seat,
    in_card_order,
    is_a_deal,
    leave,
    owner,
    pay_life,
    read_board,
    replaced,
    set_up,
    straight_runs,
)

# --- The public interface -----------------------------------------------------------------------


def start(
    players: int, options: dict[str, Any], edition: Edition, chance: random.Random
) -> Position:
    """Set up a match and run it to its first decision."""
    board = read_board(edition)
    hands = deal(players, board, chance)
    return run(set_up(players, options, edition, hands), board, chance)


def legal(position: Position, edition: Edition) -> list[str]:
    """All legal actions; none once the match is over."""
    return actions(position, read_board(edition))


def step(position: Position, action: str, edition: Edition, chance: random.Random) -> Position:
    """The position at the next decision, or at the end, after `action`."""
    board = read_board(edition)
    if action not in actions(position, board):
        raise ValueError(f"{action!r} is not legal here")
    return run(act(position, action, board), board, chance)


def explain_start(
    position: Position, players: int, options: dict[str, Any], edition: Edition
) -> str | None:
    """None if `position` can be the first decision of such a match, else what differs."""
    board = read_board(edition)
    hands = position.get("cards")
    if not is_a_deal(hands, players, board):
        return f"cards: {hands!r} cannot have been dealt"
    assert hands is not None
    return mismatch(outcomes(set_up(players, options, edition, hands), board), position)


def explain(before: Position, action: str, after: Position, edition: Edition) -> str | None:
    """None if `action` can lead from `before` to `after`, else what differs."""
    board = read_board(edition)
    if action not in actions(before, board):
        return f"action: {action!r} is not legal, these are: {actions(before, board)}"
    return mismatch(outcomes(act(before, action, board), board), after)


def scores(position: Position, edition: Edition) -> list[int]:
    """1 for the winner, 0 for the others."""
    won = winners(position, edition)
    return [int(seat in won) for seat in range(position["players"])]


def winners(position: Position, edition: Edition) -> list[int]:
    """The winner's seat; nobody after a draw (Q26)."""
    if position["edition"] != edition["name"]:
        raise ValueError(f"a position of edition {position['edition']!r}, not {edition['name']!r}")
    if position["phase"] != "over":
        return []
    if position["caught"] >= LIVES_TO_WIN[position["players"]]:  # Q23, Q24, Q25
        return [position["mummy_seat"]]
    for player, hand in enumerate(position["cards"]):
        if not hand:  # Q23, Q24
            return [hunter_seat(position, player)]
    return []


# --- What can be done ---------------------------------------------------------------------------


def actions(position: Position, board: Board) -> list[str]:
    """All actions, also where there is but one and so nothing to decide."""
    match position["phase"]:
        case "start":
            return start_actions(position, board)
        case "move":
            return [*move_actions(position, board), "roll"]  # Q10: as often as wanted
        case "card":
            return ["reveal", "hide"] if playable_card(position, board) else ["hide"]  # Q18
        case "mummy":
            ways = board.ways[position["mummy"]] if position["steps"] > 0 else {}
            return [*ways, "stop"]  # Q19, Q21
    return []


def start_actions(position: Position, board: Board) -> list[str]:
    if boxed_in(board, position["pawns"][position["pawn"]], position["mummy"]):
        return ["pass"]  # Q17: no reset, no roll
    if position["aside"] == 0:
        return ["roll"]
    if position["aside"] == DICE:
        return ["reset"]  # Q9, Q11
    return ["reset", "roll"]


def move_actions(position: Position, board: Board) -> list[str]:
    """Each different rolled die with each cell where it can take the pawn (Q12)."""
    return [
        f"{face}>{cell}"
        for face in FACES
        if face in position["rolled"]
        for cell in sorted(move_ends(position, face, board))
    ]


def move_ends(position: Position, face: Face, board: Board) -> set[str]:
    pawn, mummy = position["pawn"], position["mummy"]
    here = position["pawns"][pawn]
    others = {cell for other, cell in enumerate(position["pawns"]) if other != pawn}
    if isinstance(face, int):
        return after_steps(board, {here}, face, mummy) - others  # Q13
    ends = set()
    for cells in straight_runs(board, here, mummy):  # Q15
        free = list(takewhile(lambda cell: cell not in others, cells))
        ends.update(free[-1:])
    return ends


def playable_card(position: Position, board: Board) -> str | None:
    """The card of the treasure where the pawn stands, if its player still holds it (Q18, Q24)."""
    here = position["pawns"][position["pawn"]]
    for card in position["cards"][owner(position, position["pawn"])]:
        if board.treasures[card] == here:
            return str(card)
    return None


# --- What an action does ------------------------------------------------------------------------


def act(position: Position, action: str, board: Board) -> Position:
    """The position right after `action`: a decision, one action, dice to throw, or the end."""
    match action:
        case "pass":
            after = next_turn(hear_boxed_in(position, board, expected=True))  # Q17
        case "roll":
            after = hear_boxed_in({**position, "phase": "throw"}, board, expected=False)  # Q10
        case "reset":
            after = begin_special_turn(hear_boxed_in(position, board, expected=False))  # Q9
        case "reveal":
            after = reveal(position, board)
        case "hide":
            after = next_turn(position)
        case "stop":
            after = end_mummy_turn(position)
        case "up" | "down" | "left" | "right":
            after = mummy_step(position, action, board)
        case _:
            after = move(position, action, board)
    return after


def begin_turn(position: Position, pawn: int) -> Position:
    """The pawn starts, or goes on after a special turn, which differs only in the dice aside."""
    return {
        **position,
        "turn": hunter_seat(position, owner(position, pawn)),
        "pawn": pawn,
        "phase": "start",
        "rolled": [],
        "steps": None,
        "special": False,
    }


def next_turn(position: Position) -> Position:
    """After a hunter the next one still in the game, after the last one the mummy (Q7, Q20)."""
    for pawn in range(position["pawn"] + 1, len(position["pawns"])):
        if position["pawns"][pawn] is not None:
            return begin_turn(position, pawn)
    return {
        **position,
        "turn": position["mummy_seat"],
        "pawn": None,
        "phase": "black",
        "rolled": [],
    }


def begin_special_turn(position: Position) -> Position:
    return {
        **position,
        "turn": position["mummy_seat"],
        "phase": "mummy",
        "aside": 0,  # Q9
        "steps": position["aside"],  # Q22: no black die
        "special": True,
    }


def end_mummy_turn(position: Position) -> Position:
    if position["special"]:
        if position["pawns"][position["pawn"]] is None:  # Q20: that was the last life
            return next_turn({**position, "steps": None, "special": False})
        return begin_turn(position, position["pawn"])  # Q9: goes on with 5 dice
    if position["round"] >= position["limit"]:
        return finish(position)  # Q26
    first = next(pawn for pawn, cell in enumerate(position["pawns"]) if cell is not None)
    return begin_turn({**position, "round": position["round"] + 1}, first)


def finish(position: Position) -> Position:
    ended = {"phase": "over", "turn": None, "pawn": None, "steps": None}
    return {**position, **ended, "rolled": [], "special": False}


def move(position: Position, action: str, board: Board) -> Position:
    """Move the pawn; the mummy hears the die, not the cell (Q12, Q16)."""
    pawn = position["pawn"]
    die, cell = action.split(">")
    face = next(face for face in FACES if str(face) == die)
    return {
        **position,
        "phase": "card",
        "rolled": [],
        "pawns": replaced(position["pawns"], pawn, cell),
        "trail": replaced(position["trail"], pawn, sorted(heard_move(position, face, board))),
    }


def reveal(position: Position, board: Board) -> Position:
    """Show the card; the last one wins (Q18, Q23, Q24)."""
    position = open_card(position, board)
    hand = position["cards"][owner(position, position["pawn"])]
    return next_turn(position) if hand else finish(position)


def open_card(position: Position, board: Board) -> Position:
    """The card of the treasure where the pawn stands lies open from now on (Q18)."""
    pawn = position["pawn"]
    player = owner(position, pawn)
    shown = playable_card(position, board)
    assert shown is not None
    left = [card for card in position["cards"][player] if card != shown]
    open_cards = in_card_order([*position["revealed"][player], shown])
    return {
        **position,
        "cards": replaced(position["cards"], player, left),
        "revealed": replaced(position["revealed"], player, open_cards),
        "trail": replaced(position["trail"], pawn, [board.treasures[shown]]),  # Q27
    }


def mummy_step(position: Position, name: str, board: Board) -> Position:
    """One step of the mummy, onto a cell where nobody stands afterwards (Q19, Q21)."""
    position = walk(position, name, board)
    if position["mummy"] in position["pawns"]:
        return catch(position, position["pawns"].index(position["mummy"]), board)
    return position


def walk(position: Position, name: str, board: Board) -> Position:
    """The mummy goes one step; whoever stood there is not caught yet."""
    cell = board.ways[position["mummy"]][name]
    return {
        **position,
        "mummy": cell,
        "steps": position["steps"] - 1,
        "trail": [[at for at in trail if at != cell] for trail in position["trail"]],  # Q27
    }


def catch(position: Position, pawn: int, board: Board) -> Position:
    """The pawn pays a life and goes into the sarcophagus, or out of the game (Q20)."""
    position = pay_life(position, pawn, board)
    if position["lives"][pawn] == 0:
        position = leave(position, pawn)
    if position["caught"] >= LIVES_TO_WIN[position["players"]]:
        return finish(position)  # Q23, Q24, Q25: before every hunter could be out
    return end_mummy_turn(position)


# --- Dice, and what happens by itself -----------------------------------------------------------


def dice(position: Position, board: Board) -> list[tuple[Face, ...]]:
    """The faces of each die that the position waits for; none where it does not wait."""
    if position["phase"] == "throw":
        return [FACES] * (DICE - position["aside"])  # Q10
    if position["phase"] == "black":
        return [tuple(board.black_die)]  # Q19
    return []


def land(position: Position, thrown: list[Face]) -> Position:
    """The position after the dice it waited for have shown these faces."""
    if position["phase"] == "black":
        steps = sum(int(face) for face in thrown) + position["aside"]
        return {**position, "phase": "mummy", "steps": steps}  # Q19
    aside = position["aside"] + thrown.count("mummy")  # Q10
    rolled = sorted((face for face in thrown if face != "mummy"), key=FACES.index)
    position = {**position, "phase": "move", "aside": aside, "rolled": rolled}
    return next_turn(position) if aside == DICE else position  # Q11


def run(position: Position, board: Board, chance: random.Random) -> Position:
    """Play on with random dice to the next decision or the end."""
    while True:
        choices = actions(position, board)
        if thrown := [chance.choice(faces) for faces in dice(position, board)]:
            position = land(position, thrown)
        elif len(choices) == 1:  # Q16 among others: no die can be used, roll again
            position = act(position, choices[0], board)
        else:
            return copy.deepcopy(position)


def outcomes(position: Position, board: Board) -> dict[str, Position]:
    """All decisions and ends that dice can lead to, by their text."""
    found: dict[str, Position] = {}
    seen: set[str] = set()
    waiting = [position]
    while waiting:
        position = waiting.pop()
        key = text(position)
        if key in seen:  # such as rolling again without progress
            continue
        seen.add(key)
        choices = actions(position, board)
        if to_throw := dice(position, board):
            # Dice thrown together are alike, so their order does not matter.
            throws = combinations_with_replacement(to_throw[0], len(to_throw))
            waiting.extend(land(position, list(thrown)) for thrown in throws)
        elif len(choices) == 1:
            waiting.append(act(position, choices[0], board))
        else:
            found[key] = position
    return found


def text(value: Any) -> str:
    """Equal texts for equal JSON, telling 1, 1.0 and true apart."""
    return json.dumps(value, sort_keys=True, default=repr)


def mismatch(expected: dict[str, Position], got: Position) -> str | None:
    """None if `got` is one of the expected positions, else its difference to the nearest one."""
    if text(got) in expected:
        return None
    fewest: list[str] | None = None
    for position in expected.values():
        differences = [
            f"{key}: {text(got[key]) if key in got else 'missing'},"
            f" not {text(position[key]) if key in position else 'there'}"
            for key in {**position, **got}
            if key not in got or key not in position or text(got[key]) != text(position[key])
        ]
        if fewest is None or len(differences) < len(fewest):
            fewest = differences
    return "; ".join(fewest or ["no position can follow"])
