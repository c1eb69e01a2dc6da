"""What happens in Pyramid of Pengqueen, one thing at a time, by the numbers of its rules."""

from typing import Any

from .course import Course, Position, Things, demand
from .pengqueen import (
    actions,
    begin_special_turn,
    end_mummy_turn,
    finish,
    land,
    move,
    next_turn,
    open_card,
    playable_card,
    walk,
    winners,
)
from .pengqueen_table import (
    DICE,
    DIRECTIONS,
    FACES,
    LIVES_TO_WIN,
    Board,
    hear_boxed_in,
    hunter_seat,
    is_a_deal,
    leave,
    owner,
    pay_life,
    read_board,
    set_up,
)

#: What a position between two decisions need not tell: what is to be decided is settled by then.
UNSETTLED = {"turn", "pawn", "phase", "rolled", "special"}


def begin(
    players: int, options: dict[str, Any], after: Position, edition: Things, course: Course
) -> Position:
    """The deal and all that comes of it; no card can be revealed before the first decision."""
    board = read_board(edition)
    demand(is_a_deal(after["cards"], players, board), f"{after['cards']!r} was dealt")  # Q5
    position = set_up(players, options, edition, after["cards"])
    course.add(position, "deal")
    return run(position, board, course)


def play(
    before: Position, action: str, after: Position, edition: Things, course: Course
) -> Position:
    """An action and all that comes of it; the position then."""
    board = read_board(edition)
    return run(take(before, action, board, course), board, course)


def seen(step: Things, seat: int | None, position: Position) -> Things | None:
    """Q6: who is no hunter sees no dice and no moves. A card kept is its hunter's secret (Q18)."""
    if step["kind"] == "keep":
        return step if step["seat"] == seat else None
    if seat is not None and seat != position["mummy_seat"]:
        return step
    if step["kind"] == "move":
        return None
    return {key: thing for key, thing in step.items() if key != "dice"}


def veiled(position: Position, seat: int | None) -> bool:
    """Nobody else may notice that a hunter thinks about a card: it tells where (Q18)."""
    return position["phase"] == "card" and position["turn"] != seat


def run(position: Position, board: Board, course: Course) -> Position:
    """All that needs no decision, up to the next one or the end."""
    while position["phase"] != "over":
        choices = actions(position, board)
        if position["phase"] == "black":
            position = roll_black(position, board, course)
        elif position["phase"] == "card" and playable_card(position, board) is None:
            position = next_turn(position)  # Q18: there is nothing to think about
        elif position["phase"] == "mummy" and position["steps"] == 0:
            position = mummy_done(position, course)  # Q19: all steps are taken
        elif choices == ["pass"]:
            position = stuck(position, board, course)
        elif course.asks(choices):
            break
        else:
            position = take(position, choices[0], board, course)
    return position


def take(position: Position, action: str, board: Board, course: Course) -> Position:
    """Carry out one action."""
    seat, pawn = position["turn"], position["pawn"]
    match action:
        case "roll":
            return roll(position, board, course)
        case "reset":
            return reset(position, board, course)
        case "reveal":
            return reveal(position, board, course)
        case "hide":
            course.add(position, "keep", seat=seat, pawn=pawn)
            return next_turn(position)
        case "stop":
            course.add(position, "stop", seat=seat)
            return mummy_done(position, course)
    if action in DIRECTIONS:
        return mummy_goes(position, action, board, course)
    die, cell = action.split(">")
    face = next(face for face in FACES if str(face) == die)
    course.add(position, "announce", seat=seat, pawn=pawn, die=face)  # Q12: heard, nothing more
    after = move(position, action, board)
    course.add(after, "move", seat=seat, pawn=pawn, to=cell)  # Q16; with it the trail spreads
    return after


def stuck(position: Position, board: Board, course: Course) -> Position:
    """Q17: the pawn cannot step anywhere, and its hunter says so."""
    after = hear_boxed_in(position, board, expected=True)
    course.add(after, "stuck", seat=position["turn"], pawn=position["pawn"])
    return next_turn(after)


def roll(position: Position, board: Board, course: Course) -> Position:
    """Q10, Q11: chance decides the faces; mummies lie aside, and five of them cost the turn."""
    who = {"seat": position["turn"], "pawn": position["pawn"]}
    fell = course.hear("roll", "dice")
    faces = [face for face in fell if face in FACES and not isinstance(face, bool)]
    demand(faces == fell == sorted(faces, key=FACES.index), f"dice {fell!r}")
    demand(len(fell) == DICE - position["aside"], f"{len(fell)} dice")
    thrown = hear_boxed_in({**position, "phase": "throw"}, board, expected=False)  # Q27
    course.add(thrown, "roll", **who, dice=fell)
    after = land(thrown, fell)
    if "mummy" in fell:
        course.add(after, "aside", **who, count=after["aside"])
    if after["aside"] == DICE:
        course.add(after, "lost", **who)
    return after


def reset(position: Position, board: Board, course: Course) -> Position:
    """Q9, Q22: the dice lying aside give the mummy a special turn."""
    heard = hear_boxed_in(position, board, expected=False)  # Q27
    course.add({**heard, "aside": 0}, "reset", seat=position["turn"], pawn=position["pawn"])
    after = begin_special_turn(heard)
    steps = position["aside"]
    course.add(after, "mummy", seat=after["turn"], die=None, steps=steps, special=True)
    return after


def reveal(position: Position, board: Board, course: Course) -> Position:
    """Q18, Q23: a card is shown; the last one wins."""
    card = playable_card(position, board)
    after = open_card(position, board)
    course.add(after, "reveal", seat=position["turn"], pawn=position["pawn"], card=card)
    hand = after["cards"][owner(after, after["pawn"])]
    return next_turn(after) if hand else end(after, course)


def roll_black(position: Position, board: Board, course: Course) -> Position:
    """Q19: chance decides the black die; the white dice aside are added."""
    die = course.hear("mummy", "die")
    demand(type(die) is int and die in board.black_die, f"the black die shows {die!r}")
    after = land(position, [die])
    steps = die + position["aside"]
    course.add(after, "mummy", seat=after["turn"], die=die, steps=steps, special=False)
    return after


def mummy_goes(position: Position, name: str, board: Board, course: Course) -> Position:
    """Q20, Q21: one step; whoever stands there is caught, and then the turn is over."""
    seat = position["turn"]
    after = walk(position, name, board)
    course.add(after, "step", seat=seat, to=after["mummy"])
    if after["mummy"] not in after["pawns"]:
        return after
    pawn = after["pawns"].index(after["mummy"])
    after = pay_life(after, pawn, board)
    course.add(after, "catch", seat=seat, pawn=pawn)
    if after["lives"][pawn] == 0:
        after = leave(after, pawn)
        course.add(after, "out", seat=hunter_seat(after, owner(after, pawn)), pawn=pawn)
    if after["caught"] >= LIVES_TO_WIN[after["players"]]:  # Q23, Q24, Q25
        return end(after, course)
    return mummy_done(after, course)


def mummy_done(position: Position, course: Course) -> Position:
    """The mummy's turn is over, and unless it was a special one the round too (Q7, Q26)."""
    if not position["special"]:
        over = position["round"]
        after = position if over >= position["limit"] else {**position, "round": over + 1}
        course.add(after, "round", round=over)
        if over >= position["limit"]:
            return end(position, course)
    return end_mummy_turn(position)


def end(position: Position, course: Course) -> Position:
    """Q23 to Q26: who has won, if anybody."""
    after = finish(position)
    course.add(after, "end", winners=winners(after, {"name": after["edition"]}))
    return after
