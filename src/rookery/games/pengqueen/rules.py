"""The rules of Pyramid of Pengqueen, compiled. Numbers in comments are those of the rule list.

The turns themselves are in ``hunters`` and ``mummy``; here they are strung together.
"""

from typing import Any

from rookery.core.bits import lowest, nth, popcount
from rookery.core.deck import one_of
from rookery.core.kernel import int64, kernel
from rookery.core.rng import below
from rookery.games.pengqueen.actions import (
    FIRST_WAY,
    HIDE,
    NUM_ACTIONS,
    RESET,
    REVEAL,
    ROLL,
    STOP,
)
from rookery.games.pengqueen.hunters import (
    announce,
    ask_for_card,
    begin_turn,
    ends,
    finish,
    hunter_seat,
    move,
    next_pawn,
    num_ends,
    owner,
    play_card,
    reset_dice,
    sort_dice,
    throw,
)
from rookery.games.pengqueen.mummy import (
    LIVES_TO_WIN,
    catch,
    end_round,
    leave,
    num_ways,
    roll_black,
    take_step,
    take_turn,
)
from rookery.games.pengqueen.state import (
    CARD,
    CARD_ASKED,
    CAUGHT,
    DICE,
    DICE_FALLEN,
    END,
    LEAVING,
    LIVES,
    MAX_PAWNS,
    MOVE,
    MOVING,
    NEXT_PAWN,
    NO_STEP,
    NONE,
    NOTHING,
    NUM_COLOURS,
    NUM_FACES,
    OF_COLOUR,
    OUT,
    OVER,
    REST,
    SPECIAL_TURN,
    SQUARES,
    START,
    STOPS,
    WORD,
)
from rookery.games.pengqueen.trail import hear_place

# How a match ends.
HUNTER_WON, MUMMY_WON, DRAW = range(3)


@kernel
def num_pawns(players: int) -> int:
    """One a hunter; with two players the only hunter has two (Q24)."""
    return 2 if players == 2 else players - 1


@kernel
def hand_per_colour(players: int) -> int:
    """How many cards of each colour a hunter is dealt (Q5, Q24)."""
    return 2 if players == 2 else 1


@kernel
def deal_cards(state: Any, rng: Any) -> None:
    """Each hunter gets the same number of cards of each colour (Q5, Q24)."""
    players = int64(state["players"])
    for colour in range(NUM_COLOURS):
        left = OF_COLOUR[colour]
        for hunter in range(players - 1):
            for _ in range(hand_per_colour(players)):
                card = int64(1) << one_of(left, rng)
                left ^= card
                state["cards"][hunter] |= card


@kernel
def deal(printed: Any, state: Any, rng: Any) -> None:
    """A new match (Q4, Q5, Q7)."""
    entrance = int64(printed["entrance"])
    pawns = num_pawns(int64(state["players"]))
    for pawn in range(MAX_PAWNS):
        state["pawns"][pawn] = entrance if pawn < pawns else OUT
        state["lives"][pawn] = LIVES if pawn < pawns else 0
        hear_place(state, pawn, int64(state["pawns"][pawn]))
    state["mummy"] = printed["sarcophagus"]
    state["round"] = 1
    deal_cards(state, rng)
    state["turn"] = hunter_seat(state, owner(int64(state["players"]), int64(0)))
    state["pawn"] = NONE
    state["due"] = NEXT_PAWN


@kernel
def act(printed: Any, state: Any, action: int, rng: Any) -> int:
    """One action, and nothing that comes of it."""
    if action < ROLL:
        return announce(state, action)
    if action == ROLL:
        return throw(printed, state, rng)
    if action == RESET:
        return reset_dice(printed, state)
    if action <= HIDE:
        return play_card(printed, state, action == REVEAL)
    if action < STOP:
        return take_step(printed, state, action - FIRST_WAY)
    state["due"] = REST
    return STOPS


@kernel
def advance(printed: Any, state: Any, rng: Any) -> int:
    """The one thing that is due."""
    due = state["due"]
    if due == NOTHING:
        return NO_STEP
    if due == DICE_FALLEN:
        return sort_dice(printed, state)
    if due == MOVING:
        return move(printed, state)
    if due <= REST:
        return pass_on(printed, state, rng)
    if due == SPECIAL_TURN:
        return take_turn(state, int64(state["steps"]))
    if due == CAUGHT:
        return catch(printed, state)
    if due == LEAVING:
        return leave(state)
    finish(state)
    return END


@kernel
def stage(printed: Any, state: Any) -> int:
    """What is due, else what is decided."""
    due = int64(state["due"])
    return int64(state["phase"]) if due == NOTHING else 8 + due


@kernel
def pass_on(printed: Any, state: Any, rng: Any) -> int:
    """Who is next? The hunter itself, for its card, or another one, or the mummy (Q7)."""
    due = state["due"]
    pawn = int64(state["pawn"])
    if due == CARD_ASKED:  # Q18
        return ask_for_card(state)
    if due == REST and state["special"] == 0:
        return end_round(state)
    if due == NEXT_PAWN or state["pawns"][pawn] == OUT:  # else it was interrupted (Q9, Q20)
        for face in range(NUM_FACES):
            state["rolled"][face] = 0
        pawn = next_pawn(state, pawn + 1)
        if pawn == MAX_PAWNS:
            return roll_black(printed, state, rng)
    return begin_turn(printed, state, pawn)


@kernel
def legal_moves(printed: Any, state: Any, out: Any) -> int:
    """Each rolled face with each square it offers."""
    count = 0
    for face in range(NUM_FACES):
        if state["rolled"][face] == 0:
            continue
        a, b, c = ends(printed, state, face)
        first = face * SQUARES
        for word in range(3):
            squares = a if word == 0 else (b if word == 1 else c)
            while squares:
                out[count] = first + word * WORD + lowest(squares)
                count += 1
                squares &= squares - 1
    return count


@kernel
def legal(printed: Any, state: Any, out: Any) -> int:
    """Ascending."""
    phase = state["phase"]
    if phase == OVER:
        return 0
    if phase == START:
        count = 0
        if state["aside"] < DICE:
            out[0] = ROLL
            count = 1
        if state["aside"] > 0:
            out[count] = RESET
            count += 1
        return count
    if phase == CARD:
        out[0] = REVEAL
        out[1] = HIDE
        return 2
    if phase == MOVE:
        count = legal_moves(printed, state, out)
        out[count] = ROLL
        return count + 1
    count = 0
    for way in range(4):
        if printed["next"][state["mummy"], way] >= 0:
            out[count] = FIRST_WAY + way
            count += 1
    out[count] = STOP
    return count + 1


@kernel
def is_legal(printed: Any, state: Any, action: int) -> bool:
    """Whether an action is legal."""
    phase = state["phase"]
    if action < 0 or action >= NUM_ACTIONS or phase == OVER:
        return False
    if phase == START:
        if action == ROLL:
            return state["aside"] < DICE  # Q9: with all five aside, reset is compulsory
        return action == RESET and state["aside"] > 0
    if phase == CARD:
        return action == REVEAL or action == HIDE
    if phase == MOVE:
        if action >= ROLL or state["rolled"][action // SQUARES] == 0:
            return action == ROLL
        a, b, c = ends(printed, state, action // SQUARES)
        square = action % SQUARES
        words = a if square < WORD else (b if square < 2 * WORD else c)
        return (words >> (square % WORD) & 1) == 1
    if action == STOP:
        return True
    way = action - FIRST_WAY
    return way >= 0 and printed["next"][state["mummy"], way] >= 0


@kernel
def pick_move(printed: Any, state: Any, rng: Any) -> int:
    """A die and a square, or another roll: count, draw, look it up."""
    count = int64(0)
    counts = int64(0)  # a byte for each face: to work them out takes long
    for face in range(NUM_FACES):
        here = num_ends(printed, state, face)
        counts |= here << 8 * face
        count += here
    n = below(rng, count + 1)
    if n == count:
        return ROLL
    face = int64(0)
    while n >= counts & 255:
        n -= counts & 255
        counts >>= 8
        face += 1
    a, b, c = ends(printed, state, face)
    first = face * SQUARES
    low = popcount(a)
    if n < low:
        return first + nth(a, n)
    middle = low + popcount(b)
    if n < middle:
        return first + WORD + nth(b, n - low)
    return first + 2 * WORD + nth(c, n - middle)


@kernel
def pick(printed: Any, state: Any, rng: Any) -> int:
    """A uniformly random legal action."""
    phase = state["phase"]
    if phase == MOVE:
        return pick_move(printed, state, rng)
    if phase == START:
        if state["aside"] == 0:
            return ROLL
        return RESET if state["aside"] == DICE else ROLL + below(rng, 2)
    if phase == CARD:
        return REVEAL + below(rng, 2)
    n = below(rng, num_ways(printed, state) + 1)
    for way in range(4):
        if printed["next"][state["mummy"], way] >= 0:
            if n == 0:
                return FIRST_WAY + way
            n -= 1
    return STOP


@kernel
def only(printed: Any, state: Any) -> int:
    """Roll or reset where the other one is impossible, or roll again.

    The mummy always has a choice: no map has a cell without a way (``edition.check_table``).
    """
    phase = state["phase"]
    if phase == MOVE:
        return ROLL if state["useless"] else -1  # Q16
    if phase == START:
        if state["aside"] == 0:
            return ROLL
        return RESET if state["aside"] == DICE else -1  # Q9
    return -1


@kernel
def winners(printed: Any, state: Any) -> int:
    """The mummy, or the hunter without cards; nobody after a draw (Q23 to Q26)."""
    if state["phase"] != OVER:
        return 0
    if state["caught"] >= LIVES_TO_WIN[state["players"]]:
        return int64(1) << int64(state["mummy_seat"])
    for hunter in range(int64(state["players"]) - 1):
        if state["cards"][hunter] == 0:
            return int64(1) << hunter_seat(state, hunter)
    return 0


@kernel
def scores(printed: Any, state: Any, out: Any) -> None:
    """1 for the winner."""
    bits = winners(printed, state)
    for seat in range(int64(state["players"])):
        out[seat] = bits >> seat & 1


@kernel
def ending(printed: Any, state: Any) -> int:
    """Who won, if anybody."""
    bits = winners(printed, state)
    if bits == 0:
        return DRAW
    return MUMMY_WON if bits >> int64(state["mummy_seat"]) & 1 else HUNTER_WON
