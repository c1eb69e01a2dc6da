"""The rules of Penguin Party, compiled. Numbers in comments are those of the rule list."""

from typing import Any

from rookery.core.bits import from_on, lowest, nth, popcount, put_bits
from rookery.core.kernel import int64, kernel
from rookery.core.rng import below, subset
from rookery.games.party.actions import BIT_PLACE, NUM_ACTIONS, NUM_PLACES, PLACE_BIT
from rookery.games.party.state import LEFT_END, NUM_COLOURS, RIGHT_END, ROW

#: P9: the places above the base. Also masks off what a shift carries from row to row.
ROOM = sum(1 << (ROW * row + i) for row in range(1, ROW) for i in range(ROW - row))
#: P14
GIVEN_BACK = 2
#: P18
MAX_PLAYOFFS = 10

# Steps; ``due`` holds what comes next by itself. Two more are no steps of their own: to ask the
# seat in turn, and to pass the turn on first.
NOTHING, DEAL, PLACE, OUT, DONE, ROUND, END, ASK, PASS = range(9)

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
    left = place == LEFT_END
    bit = PLACE_BIT[place]
    if place == RIGHT_END:
        bit = int64(state["base"])
    for each in range(NUM_COLOURS):  # P12: the leftmost card is always at bit 0
        state["placed"][each] <<= int64(left)
    state["placed"][colour] |= int64(1) << bit
    state["base"] += left or place == RIGHT_END


@kernel
def finish_hand(state: Any) -> None:
    """The seat in turn has placed its last card (P14)."""
    seat = state["turn"]
    state["finished"] |= 1 << seat
    back = min(int64(state["points"][seat]), GIVEN_BACK)
    state["gave"][seat] = back
    state["points"][seat] -= back


@kernel
def put_out(state: Any) -> None:
    """No card of the seat in turn fits: it is out of the round (P13)."""
    seat = state["turn"]
    state["out"] |= 1 << seat
    state["points"][seat] += state["held"][seat]
    cards = occupied(state)
    free = ((cards & (cards >> 1)) << ROW) & ~cards & ROOM
    for colour in range(NUM_COLOURS):
        same = state["placed"][colour]
        if free & ((same | (same >> 1)) << ROW):
            state["barred"][seat] |= 1 << colour


@kernel
def in_round(state: Any) -> int:
    """The seats that still play this round (P15)."""
    return int64(state["playing"] & ~(state["out"] | state["finished"]))


@kernel
def sort_hand(state: Any, seat: int, cards: int, counts: Any) -> None:
    """Count a hand by colour; ``cards`` are bits of a pool sorted by colour, as in ``counts``."""
    for colour in range(NUM_COLOURS):
        size = int64(counts[colour])
        state["hands"][seat, colour] = popcount(cards & ((int64(1) << size) - 1))
        cards >>= size


@kernel
def deal_round(printed: Any, state: Any, rng: Any) -> int:
    """Shuffle and deal a round to the seats that play in it (P3 to P5, P16); what is due then."""
    number = popcount(int64(state["playing"]))
    size = int64(printed["hand"][number])
    span = int64(printed["size"])
    state["base"] = 0
    state["limit"] = printed["base"][number]
    state["out"] = 0
    state["finished"] = 0
    state["turn"] = state["first"]
    for colour in range(NUM_COLOURS):
        state["placed"][colour] = 0
    deck = (int64(1) << span) - 1
    for seat in range(state["players"]):
        cards = int64(0)
        state["held"][seat] = 0
        state["barred"][seat] = 0
        state["gave"][seat] = 0
        for colour in range(NUM_COLOURS):
            state["laid"][seat, colour] = 0
        if state["playing"] >> seat & 1:
            # The last hand of a deck that is dealt out needs no draw.
            cards = subset(rng, deck, size, span) if popcount(deck) > size else deck
            state["held"][seat] = size
        deck ^= cards
        sort_hand(state, seat, cards, printed["deck"])
    state["spare"] = popcount(deck)
    for colour in range(NUM_COLOURS):
        count = int64(printed["deck"][colour])
        state["unused"][colour] = popcount(deck & ((int64(1) << count) - 1))
        deck >>= count
    return PLACE if printed["open"][number] else ASK  # P4


@kernel
def lay_left_over(state: Any) -> None:
    """The card left over is the first of the base (P4)."""
    for colour in range(NUM_COLOURS):
        if state["unused"][colour] > 0:
            lay(state, colour, int64(RIGHT_END))
            state["unused"][colour] = 0
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
def is_last_round(state: Any) -> bool:
    """Whether the match ends with the round that is over now (P16, P18)."""
    if state["round"] < state["rounds"]:
        return False
    played_off = state["round"] - state["rounds"]
    alone = popcount(fewest(state)) == 1
    return not state["playoff"] or alone or played_off == MAX_PLAYOFFS


@kernel
def next_round(printed: Any, state: Any, rng: Any) -> int:
    """Deal the next round, or a playoff of those who are tied; what is due then."""
    due = int64((state["first"] + 1) % state["players"])  # P17
    if state["round"] >= state["rounds"]:
        state["playing"] = fewest(state)  # P18
    state["round"] += 1
    state["first"] = from_on(int64(state["playing"]), due)
    return deal_round(printed, state, rng)


@kernel
def end_match(state: Any) -> int:
    """Nobody is to move any more, and nothing is due."""
    state["turn"] = -1
    state["choices"] = 0
    for colour in range(NUM_COLOURS):
        state["moves"][colour] = 0
    return NOTHING


@kernel
def nth_action(state: Any, n: int) -> int:
    """The n-th legal action, counting from 0."""
    colour = 0
    before = 0
    total = 0
    for each in range(NUM_COLOURS - 1):  # no early exit: it would be guessed wrongly
        total += popcount(state["moves"][each])
        if n >= total:
            colour = each + 1
            before = total
    return colour * NUM_PLACES + BIT_PLACE[nth(state["moves"][colour], n - before)]


@kernel
def deal(printed: Any, state: Any, rng: Any) -> None:
    """A new match (P6, P16)."""
    if state["first"] < 0:
        state["first"] = below(rng, int64(state["players"]))
    state["playing"] = (1 << state["players"]) - 1
    state["round"] = 1
    state["due"] = deal_round(printed, state, rng)


@kernel
def legal(printed: Any, state: Any, out: Any) -> int:
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
def is_legal(printed: Any, state: Any, action: int) -> bool:
    """One bit tells."""
    if action < 0 or action >= NUM_ACTIONS:
        return False
    bit = PLACE_BIT[action % NUM_PLACES]
    return (state["moves"][action // NUM_PLACES] >> bit & 1) == 1


@kernel
def mask(printed: Any, state: Any, out: Any, actions: Any) -> None:
    """A colour's bits moved together, row by row, are its places."""
    for colour in range(NUM_COLOURS):
        moves = state["moves"][colour]
        low = (moves & 3) | (moves >> 8 & 127) << 2 | (moves >> 16 & 63) << 9
        high = (moves >> 40 & 7) | (moves >> 48 & 3) << 3 | (moves >> 56 & 1) << 5
        places = low | (moves >> 24 & 31) << 15 | (moves >> 32 & 15) << 20 | high << 24
        put_bits(out, NUM_PLACES * colour, places, NUM_PLACES)


@kernel
def pick(printed: Any, state: Any, rng: Any) -> int:
    """A uniformly random legal action."""
    return nth_action(state, below(rng, int64(state["choices"])))


@kernel
def only(printed: Any, state: Any) -> int:
    """Where one placement is left, that one."""
    return nth_action(state, int64(0)) if state["choices"] == 1 else -1


@kernel
def act(printed: Any, state: Any, action: int, rng: Any) -> int:
    """The seat to move places one card (P7)."""
    seat = state["turn"]
    colour = action // NUM_PLACES
    lay(state, colour, action % NUM_PLACES)
    state["hands"][seat, colour] -= 1
    state["held"][seat] -= 1
    state["laid"][seat, colour] += 1
    if state["held"][seat]:
        state["turn"] = from_on(in_round(state), int64(seat) + 1)  # P6
        state["due"] = ASK
    else:
        state["due"] = DONE
    return PLACE


@kernel
def advance(printed: Any, state: Any, rng: Any) -> int:
    """Whatever is due; where a seat is asked, nothing is, unless none of its cards fits (P13)."""
    due = int64(state["due"])
    if due == PASS:
        active = in_round(state)
        if active:  # P15
            state["turn"] = from_on(active, int64(state["turn"]) + 1)
            due = ASK
        else:
            due = ROUND
    if due == ASK:
        if look(state, int64(state["turn"])):
            state["due"] = NOTHING
            return NOTHING
        put_out(state)
        state["due"] = PASS
        return OUT
    return due if due == NOTHING else carry_out(printed, state, due, rng)


@kernel
def stage(printed: Any, state: Any) -> int:
    """A deal takes long, and is rare."""
    return int64(state["due"])


@kernel
def carry_out(printed: Any, state: Any, due: int, rng: Any) -> int:
    """One step that needs no decision."""
    after = PASS
    if due == DONE:
        finish_hand(state)
    elif due == ROUND:
        after = END if is_last_round(state) else DEAL
    elif due == DEAL:
        after = next_round(printed, state, rng)
    elif due == PLACE:
        lay_left_over(state)
        after = ASK
    else:
        after = end_match(state)
    state["due"] = after
    return due


@kernel
def scores(printed: Any, state: Any, out: Any) -> None:
    """Penalty points: the fewest win."""
    for seat in range(state["players"]):
        out[seat] = state["points"][seat]


@kernel
def winners(printed: Any, state: Any) -> int:
    """Everybody with the fewest points; after playoffs only those who played the last (P18)."""
    if state["turn"] >= 0:
        return 0
    return fewest(state)


@kernel
def ending(printed: Any, state: Any) -> int:
    """Won or shared, with or without playoffs."""
    alone = popcount(fewest(state)) == 1
    if state["round"] > state["rounds"]:
        return WON_IN_PLAYOFF if alone else SHARED_AFTER_PLAYOFFS
    return WON if alone else SHARED
