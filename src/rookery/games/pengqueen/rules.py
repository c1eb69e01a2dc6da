"""The rules of Pyramid of Pengqueen, compiled. Numbers in comments are those of the rule list.

The turns themselves are in ``hunters`` and ``mummy``; here they are strung together.
"""

from typing import Any

from rookery.core.bits import lowest, nth, popcount
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
from rookery.games.pengqueen.flow import BEGIN, NEXT, RESET_DICE, REST, THROW, WAIT
from rookery.games.pengqueen.hunters import (
    begin_turn,
    ends,
    hunter_seat,
    move,
    num_ends,
    play_card,
    throw,
)
from rookery.games.pengqueen.mummy import (
    LIVES_TO_WIN,
    end_hunters_turn,
    end_mummys_turn,
    num_ways,
    reset_dice,
    take_step,
)
from rookery.games.pengqueen.state import (
    CARD,
    COLOUR_SIZE,
    FIRST_OF_COLOUR,
    LIVES,
    MAX_PAWNS,
    MOVE,
    NUM_COLOURS,
    NUM_FACES,
    OUT,
    OVER,
    SQUARES,
    START,
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
def draw_card(left: int, rng: Any) -> int:
    """A random card of a set, as a set of one."""
    return int64(1) << nth(left, below(rng, popcount(left)))


@kernel
def deal_cards(state: Any, rng: Any) -> None:
    """Each hunter gets the same number of cards of each colour (Q5, Q24)."""
    players = int64(state["players"])
    for colour in range(NUM_COLOURS):
        left = ((int64(1) << COLOUR_SIZE[colour]) - 1) << FIRST_OF_COLOUR[colour]
        for hunter in range(players - 1):
            for _ in range(hand_per_colour(players)):
                card = draw_card(left, rng)
                left ^= card
                state["cards"][hunter] |= card


@kernel
def deal(tables: Any, state: Any, rng: Any) -> None:
    """A new match (Q4, Q5, Q7)."""
    entrance = int64(tables["entrance"])
    pawns = num_pawns(int64(state["players"]))
    for pawn in range(MAX_PAWNS):
        state["pawns"][pawn] = entrance if pawn < pawns else OUT
        state["lives"][pawn] = LIVES if pawn < pawns else 0
        hear_place(state, pawn, int64(state["pawns"][pawn]))
    state["mummy"] = tables["sarcophagus"]
    state["round"] = 1
    deal_cards(state, rng)
    run_on(tables, state, begin_turn(tables, state, int64(0)), rng)


@kernel
def run_on(tables: Any, state: Any, todo: int, rng: Any) -> None:
    """Do all that needs no decision."""
    while todo != WAIT:
        if todo == THROW:
            todo = throw(tables, state, rng)
        elif todo == NEXT:
            todo = end_hunters_turn(tables, state, rng)
        elif todo == REST:
            todo = end_mummys_turn(tables, state)
        elif todo == BEGIN:
            todo = begin_turn(tables, state, int64(state["pawn"]))
        elif todo == RESET_DICE:
            todo = reset_dice(tables, state)


@kernel
def apply(tables: Any, state: Any, action: int, rng: Any) -> None:
    """Play an action and run on."""
    if action < ROLL:
        todo = move(tables, state, action)
    elif action == ROLL:
        todo = THROW
    elif action == RESET:
        todo = RESET_DICE
    elif action <= HIDE:
        todo = play_card(tables, state, action == REVEAL)
    elif action < STOP:
        todo = take_step(tables, state, action - FIRST_WAY)
    else:
        todo = REST
    run_on(tables, state, todo, rng)


@kernel
def legal_moves(tables: Any, state: Any, out: Any) -> int:
    """Each rolled face with each square it offers."""
    count = 0
    for face in range(NUM_FACES):
        if state["rolled"][face] == 0:
            continue
        a, b, c = ends(tables, state, face)
        first = face * SQUARES
        for word in range(3):
            squares = a if word == 0 else (b if word == 1 else c)
            while squares:
                out[count] = first + word * WORD + lowest(squares)
                count += 1
                squares &= squares - 1
    return count


@kernel
def legal(tables: Any, state: Any, out: Any) -> int:
    """Ascending; in START also ``roll`` comes before ``reset``."""
    phase = state["phase"]
    if phase == OVER:
        return 0
    if phase == START:
        out[0] = ROLL
        out[1] = RESET
        return 2
    if phase == CARD:
        out[0] = REVEAL
        out[1] = HIDE
        return 2
    if phase == MOVE:
        count = legal_moves(tables, state, out)
        out[count] = ROLL
        return count + 1
    count = 0
    for way in range(4):
        if tables["next"][state["mummy"], way] >= 0:
            out[count] = FIRST_WAY + way
            count += 1
    out[count] = STOP
    return count + 1


@kernel
def is_legal(tables: Any, state: Any, action: int) -> bool:
    """Whether an action is legal."""
    phase = state["phase"]
    if action < 0 or action >= NUM_ACTIONS or phase == OVER:
        return False
    if phase == START:
        return action == ROLL or action == RESET
    if phase == CARD:
        return action == REVEAL or action == HIDE
    if phase == MOVE:
        if action >= ROLL or state["rolled"][action // SQUARES] == 0:
            return action == ROLL
        a, b, c = ends(tables, state, action // SQUARES)
        square = action % SQUARES
        words = a if square < WORD else (b if square < 2 * WORD else c)
        return (words >> (square % WORD) & 1) == 1
    if action == STOP:
        return True
    way = action - FIRST_WAY
    return way >= 0 and tables["next"][state["mummy"], way] >= 0


@kernel
def pick_move(tables: Any, state: Any, rng: Any) -> int:
    """A die and a square, or another roll: count, draw, look it up."""
    count = 0
    for face in range(NUM_FACES):
        count += num_ends(tables, state, face)
    n = below(rng, count + 1)
    if n == count:
        return ROLL
    face = int64(0)
    here = num_ends(tables, state, face)
    while n >= here:
        n -= here
        face += 1
        here = num_ends(tables, state, face)
    a, b, c = ends(tables, state, face)
    first = face * SQUARES
    low = popcount(a)
    if n < low:
        return first + nth(a, n)
    middle = low + popcount(b)
    if n < middle:
        return first + WORD + nth(b, n - low)
    return first + 2 * WORD + nth(c, n - middle)


@kernel
def pick(tables: Any, state: Any, rng: Any) -> int:
    """A uniformly random legal action."""
    phase = state["phase"]
    if phase == MOVE:
        return pick_move(tables, state, rng)
    if phase == START:
        return ROLL + below(rng, 2)
    if phase == CARD:
        return REVEAL + below(rng, 2)
    n = below(rng, num_ways(tables, state) + 1)
    for way in range(4):
        if tables["next"][state["mummy"], way] >= 0:
            if n == 0:
                return FIRST_WAY + way
            n -= 1
    return STOP


@kernel
def winners(tables: Any, state: Any) -> int:
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
def scores(tables: Any, state: Any, out: Any) -> None:
    """1 for the winner."""
    bits = winners(tables, state)
    for seat in range(int64(state["players"])):
        out[seat] = bits >> seat & 1


@kernel
def ending(tables: Any, state: Any) -> int:
    """Who won, if anybody."""
    bits = winners(tables, state)
    if bits == 0:
        return DRAW
    return MUMMY_WON if bits >> int64(state["mummy_seat"]) & 1 else HUNTER_WON
