"""The rules of Penguin Party, compiled. Numbers in comments are those of the rule list."""

from typing import Any

import numpy as np

from rookery.core.bits import lowest, nth, popcount
from rookery.core.kernel import kernel
from rookery.core.rng import below
from rookery.games.party.actions import BIT_PLACE, NUM_ACTIONS, NUM_PLACES, PLACE_BIT
from rookery.games.party.state import LEFT_END, NUM_COLOURS, RIGHT_END, ROW

#: P3 to P5, by number of players in the round.
HAND_SIZE = np.array([0, 0, 14, 12, 9, 7, 6], np.int64)
BASE_LIMIT = np.array([0, 0, 7, 8, 8, 8, 8], np.int64)
#: P9: the places above the base. Also masks off what a shift carries from row to row.
ROOM = sum(1 << (ROW * row + i) for row in range(1, ROW) for i in range(ROW - row))
#: P14
GIVEN_BACK = 2
#: P18
MAX_PLAYOFFS = 10

# How a match ends.
WON, SHARED, WON_IN_PLAYOFF, SHARED_AFTER_PLAYOFFS = range(4)


@kernel
def occupied(state: Any) -> int:
    """All cards of the pyramid."""
    cards = 0
    for colour in range(NUM_COLOURS):
        cards |= state["placed"][colour]
    return cards


@kernel
def base_ends(state: Any) -> int:
    """Where the base can grow, as bits of ``moves`` (P8); the first card is simply put down."""
    if state["base"] >= state["limit"]:
        return 0
    if state["base"] == 0:
        return 1 << RIGHT_END
    return (1 << LEFT_END) | (1 << RIGHT_END)


@kernel
def look(state: Any, seat: int) -> int:
    """Work out what ``seat`` may place where; return the number of actions (P7 to P11)."""
    cards = occupied(state)
    free = ((cards & (cards >> 1)) << ROW) & ~cards & ROOM  # P9, P11
    ends = base_ends(state)
    choices = 0
    for colour in range(NUM_COLOURS):
        moves = 0
        if state["hands"][seat, colour] > 0:
            same = state["placed"][colour]
            moves = ends | (free & ((same | (same >> 1)) << ROW))  # P10
            choices += popcount(moves)
        state["moves"][colour] = moves
    state["choices"] = choices
    return choices


@kernel
def lay(state: Any, colour: int, place: int) -> None:
    """Put a card of this colour on the pyramid."""
    if place == LEFT_END:
        for each in range(NUM_COLOURS):  # P12: the leftmost card is always at bit 0
            state["placed"][each] <<= 1
        state["placed"][colour] |= 1
        state["base"] += 1
    elif place == RIGHT_END:
        state["placed"][colour] |= np.int64(1) << state["base"]
        state["base"] += 1
    else:
        state["placed"][colour] |= 1 << PLACE_BIT[place]


@kernel
def place_card(state: Any, action: int) -> None:
    """The seat to move places one card (P7)."""
    seat = state["turn"]
    colour = action // NUM_PLACES
    lay(state, colour, action % NUM_PLACES)
    state["hands"][seat, colour] -= 1
    state["held"][seat] -= 1
    if state["held"][seat] == 0:  # P14
        state["finished"] |= 1 << seat
        state["points"][seat] = max(0, state["points"][seat] - GIVEN_BACK)


@kernel
def put_out(state: Any, seat: int) -> None:
    """No card of this seat fits: it is out of the round (P13)."""
    state["out"] |= 1 << seat
    state["points"][seat] += state["held"][seat]
    cards = occupied(state)
    free = ((cards & (cards >> 1)) << ROW) & ~cards & ROOM
    for colour in range(NUM_COLOURS):
        same = state["placed"][colour]
        if free & ((same | (same >> 1)) << ROW):
            state["barred"][seat] |= 1 << colour


@kernel
def seat_from(seats: int, start: int) -> int:
    """The first of a non-empty set of seats at or after ``start``, clockwise (P6)."""
    ahead = seats >> start << start
    return lowest(ahead) if ahead else lowest(seats)


@kernel
def allowed(left: Any, barred: int) -> int:
    """How many of the cards are of a colour that is not barred."""
    count = 0
    for colour in range(NUM_COLOURS):
        if not barred >> colour & 1:
            count += left[colour]
    return count


@kernel
def deal_hand(state: Any, seat: int, size: int, barred: int, left: Any, rng: Any) -> None:
    """Draw cards from ``left`` (by colour, in place) into a hand, none of a barred colour."""
    total = allowed(left, barred)
    for _ in range(size):
        at = below(rng, total)
        colour = 0
        while barred >> colour & 1 or at >= left[colour]:
            if not barred >> colour & 1:
                at -= left[colour]
            colour += 1
        left[colour] -= 1
        total -= 1
        state["hands"][seat, colour] += 1
    state["held"][seat] = size


@kernel
def deal_round(tables: Any, state: Any, rng: Any) -> None:
    """Shuffle and deal one round for the seats that play in it (P3 to P5, P16)."""
    number = popcount(state["playing"])
    state["base"] = 0
    state["limit"] = BASE_LIMIT[number]
    state["out"] = 0
    state["finished"] = 0
    state["turn"] = state["first"]
    left = state["unused"]
    state["spare"] = 0
    for colour in range(NUM_COLOURS):
        state["placed"][colour] = 0
        left[colour] = tables["deck"][colour]
        state["spare"] += left[colour]
    for seat in range(state["players"]):
        state["held"][seat] = 0
        state["barred"][seat] = 0
        for colour in range(NUM_COLOURS):
            state["hands"][seat, colour] = 0
        if state["playing"] >> seat & 1:
            deal_hand(state, seat, HAND_SIZE[number], 0, left, rng)
            state["spare"] -= HAND_SIZE[number]
    if number == 5:  # P4: the card left over is the first of the base
        for colour in range(NUM_COLOURS):
            if left[colour] > 0:
                lay(state, colour, RIGHT_END)
            left[colour] = 0
        state["spare"] = 0


@kernel
def fewest(state: Any) -> int:
    """The playing seats with the fewest points (P18)."""
    best = 0
    seats = 0
    for seat in range(state["players"]):
        if state["playing"] >> seat & 1:
            points = state["points"][seat]
            if seats == 0 or points < best:
                best = points
                seats = 1 << seat
            elif points == best:
                seats |= 1 << seat
    return seats


@kernel
def next_round(tables: Any, state: Any, rng: Any) -> bool:
    """After a round: deal the next one, or a playoff; False when the match is over."""
    due = (state["first"] + 1) % state["players"]  # P17
    if state["round"] >= state["rounds"]:
        tied = fewest(state)
        played_off = state["round"] - state["rounds"]
        if not state["playoff"] or popcount(tied) == 1 or played_off == MAX_PLAYOFFS:
            return False
        state["playing"] = tied  # P18
    state["round"] += 1
    state["first"] = seat_from(state["playing"], due)
    deal_round(tables, state, rng)
    return True


@kernel
def settle(tables: Any, state: Any, rng: Any) -> None:
    """From the seat in ``turn`` on, do all that needs no decision (P13, P15)."""
    while True:
        choices = look(state, state["turn"])
        if choices >= 2:
            return
        if choices == 1:
            place_card(state, pick(tables, state, rng))
        else:
            put_out(state, state["turn"])
        if not pass_turn(tables, state, rng):
            return


@kernel
def pass_turn(tables: Any, state: Any, rng: Any) -> bool:
    """Hand the turn on (P15); False when the match is over."""
    active = state["playing"] & ~(state["out"] | state["finished"])
    if active:
        state["turn"] = seat_from(active, state["turn"] + 1)
    elif not next_round(tables, state, rng):
        state["turn"] = -1
        for colour in range(NUM_COLOURS):
            state["moves"][colour] = 0
        state["choices"] = 0
        return False
    return True


@kernel
def deal(tables: Any, state: Any, rng: Any) -> None:
    """A new match (P6, P16)."""
    if state["first"] < 0:
        state["first"] = below(rng, state["players"])
    state["playing"] = (1 << state["players"]) - 1
    state["round"] = 1
    deal_round(tables, state, rng)
    settle(tables, state, rng)


@kernel
def legal(tables: Any, state: Any, out: Any) -> int:
    """Ascending, because bits ascend with places."""
    count = 0
    for colour in range(NUM_COLOURS):
        moves = state["moves"][colour]
        while moves:
            out[count] = colour * NUM_PLACES + BIT_PLACE[lowest(moves)]
            count += 1
            moves &= moves - 1
    return count


@kernel
def is_legal(tables: Any, state: Any, action: int) -> bool:
    """One bit tells."""
    if action < 0 or action >= NUM_ACTIONS:
        return False
    bit = PLACE_BIT[action % NUM_PLACES]
    return (state["moves"][action // NUM_PLACES] >> bit & 1) == 1


@kernel
def pick(tables: Any, state: Any, rng: Any) -> int:
    """A uniformly random legal action; with one choice nothing is drawn."""
    n = below(rng, state["choices"]) if state["choices"] > 1 else 0
    colour = 0
    here = popcount(state["moves"][0])
    while n >= here:
        n -= here
        colour += 1
        here = popcount(state["moves"][colour])
    return colour * NUM_PLACES + BIT_PLACE[nth(state["moves"][colour], n)]


@kernel
def apply(tables: Any, state: Any, action: int, rng: Any) -> None:
    """Place a card and run on."""
    place_card(state, action)
    if pass_turn(tables, state, rng):
        settle(tables, state, rng)


@kernel
def scores(tables: Any, state: Any, out: Any) -> None:
    """Penalty points: the fewest win."""
    for seat in range(state["players"]):
        out[seat] = state["points"][seat]


@kernel
def winners(tables: Any, state: Any) -> int:
    """Everybody with the fewest points; after playoffs only those who played the last (P18)."""
    if state["turn"] >= 0:
        return 0
    return fewest(state)


@kernel
def ending(tables: Any, state: Any) -> int:
    """Won or shared, with or without playoffs."""
    alone = popcount(fewest(state)) == 1
    if state["round"] > state["rounds"]:
        return WON_IN_PLAYOFF if alone else SHARED_AFTER_PLAYOFFS
    return WON if alone else SHARED
