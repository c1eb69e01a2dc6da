"""The rules of The Penguin Ultimatum, compiled. Numbers in comments are those of the rule list.

A turn is a walk through the phases. ``act`` carries out one action and names the next phase;
``advance`` does what needs no decision, one thing at a time, and then looks what may be done.
"""

from typing import Any

from rookery.core.bits import lowest, nth, popcount, select
from rookery.core.kernel import int64, kernel
from rookery.core.rng import below, subset
from rookery.games.ultimatum import actions
from rookery.games.ultimatum.actions import NUM_ACTIONS, NUM_PLACES
from rookery.games.ultimatum.deal import take_top
from rookery.games.ultimatum.iceberg import (
    clear_moves,
    draw_curtain,
    find_cells_for_entertainer,
    find_cells_for_penguin,
    kin_fee,
    lay,
    lay_entertainer,
    performers,
)
from rookery.games.ultimatum.shows import perform
from rookery.games.ultimatum.state import (
    DRAW,
    ENTERTAIN,
    FEE,
    INVITE,
    MAX_SIDE,
    NUM_PENGUINS,
    NUM_TOKENS,
    OVER,
    PENGUIN,
    PLACE,
    ROW,
    SHOW,
    STEP_CURTAIN,
    STEP_DRAW,
    STEP_END,
    STEP_FEE,
    STEP_INVITE,
    STEP_PLACE,
    STEP_PUT,
    STEP_SHOW,
)

# How a match ends.
ENTERTAINERS_RAN_OUT, PENGUINS_RAN_OUT, NO_CELL_FOR_ENTERTAINER, NO_CELL_FOR_PENGUIN = range(4)


# ---------------------------------------------------------------- what may be done


@kernel
def uninvited(state: Any) -> int:
    """The penguins on the iceberg without a token (U17)."""
    free = int64(state["guests"])
    for seat in range(state["players"]):
        free &= ~state["invited"][seat]
    return free


@kernel
def look(printed: Any, state: Any) -> int:
    """How many actions there are now; fills ``moves`` where cells are to be chosen."""
    phase = state["phase"]
    seat = state["turn"]
    if phase == PLACE:  # U14
        return find_cells_for_penguin(state) * int64(state["held"][seat])
    if phase == FEE:  # U16
        return 1 + popcount(state["owned"][seat])
    if phase == INVITE:  # U17
        tokens = popcount(state["invited"][seat])
        sources = tokens + (tokens < NUM_TOKENS)
        return 1 + sources * popcount(uninvited(state))
    if phase == SHOW:  # U19
        return popcount(state["waiting"])
    if state["left"] == 0:  # U25
        return 0
    top = int64(state["entertainers"][state["left"] - 1])
    return find_cells_for_entertainer(printed, state, top)


@kernel
def place_of(row: int, column: int) -> int:
    """The place in an action of a bit of ``moves``."""
    return MAX_SIDE * (row - 1) + column - 1


@kernel
def cell_of(place: int) -> int:
    """The cell of a place in an action."""
    return ROW * (place // MAX_SIDE + 1) + place % MAX_SIDE + 1


@kernel
def list_places(state: Any, turned: int, base: int, out: Any, count: int) -> int:
    """Append the actions ``base`` + place for all of one set of ``moves``."""
    for row in range(1, state["height"] + 1):
        bits = int64(state["moves"][turned, row])
        while bits:
            out[count] = base + place_of(row, lowest(bits))
            count += 1
            bits &= bits - 1
    return count


@kernel
def list_set(bits: int, base: int, out: Any, count: int) -> int:
    """Append the actions ``base`` + member for all members of a set."""
    while bits:
        member = lowest(bits)
        bits ^= int64(1) << member
        out[count] = base + member
        count += 1
    return count


@kernel
def legal(printed: Any, state: Any, out: Any) -> int:
    """Ascending, because all sets are gone through from their lowest bit up."""
    phase = state["phase"]
    seat = state["turn"]
    count = int64(0)
    if phase == PLACE:
        hand = int64(state["hands"][seat])
        while hand:
            penguin = lowest(hand)
            hand ^= int64(1) << penguin
            count = list_places(state, int64(0), NUM_PLACES * penguin, out, count)
    elif phase == FEE:
        out[0] = actions.PAY
        count += 1
        count = list_set(int64(state["owned"][seat]), actions.DROP, out, count)
    elif phase == INVITE:
        out[0] = actions.SKIP
        count += 1
        tokens = popcount(state["invited"][seat])
        for source in range(0 if tokens < NUM_TOKENS else 1, tokens + 1):
            base = actions.INVITE + NUM_PENGUINS * source
            count = list_set(uninvited(state), base, out, count)
    elif phase == SHOW:
        count = list_set(int64(state["waiting"]), actions.SHOW, out, count)
    elif phase == ENTERTAIN:
        for turned in range(2):
            count = list_places(state, turned, actions.PUT + NUM_PLACES * turned, out, count)
    return count


@kernel
def is_open(state: Any, turned: int, place: int) -> bool:
    """Whether ``moves`` holds a place."""
    cell = cell_of(place)
    return (int64(state["moves"][turned, cell // ROW]) >> cell % ROW & 1) == 1


@kernel
def is_legal(printed: Any, state: Any, action: int) -> bool:
    """A few bits tell."""
    phase = state["phase"]
    seat = state["turn"]
    if action < 0 or action >= NUM_ACTIONS or phase == OVER:
        return False
    if action < actions.PAY:
        held = phase == PLACE and state["hands"][seat] >> (action // NUM_PLACES) & 1
        return held and is_open(state, int64(0), action % NUM_PLACES)
    if action < actions.SKIP:
        dropped = int64(state["owned"][seat]) << 1 | 1  # the lowest bit: pay
        return phase == FEE and (dropped >> (action - actions.PAY) & 1) == 1
    if action == actions.SKIP:
        return phase == INVITE
    if action < actions.SHOW:
        source = (action - actions.INVITE) // NUM_PENGUINS
        tokens = popcount(state["invited"][seat])
        has_token = tokens < NUM_TOKENS if source == 0 else source <= tokens
        target = (action - actions.INVITE) % NUM_PENGUINS
        return phase == INVITE and has_token and (uninvited(state) >> target & 1) == 1
    if action < actions.PUT:
        return phase == SHOW and (int64(state["waiting"]) >> (action - actions.SHOW) & 1) == 1
    place = (action - actions.PUT) % NUM_PLACES
    return phase == ENTERTAIN and is_open(state, (action - actions.PUT) // NUM_PLACES, place)


@kernel
def nth_place(state: Any, n: int) -> int:
    """The n-th cell of ``moves``, as 144 turned + place."""
    turned = 0
    row = 1
    here = popcount(state["moves"][0, 1])
    while n >= here:
        n -= here
        row += 1
        if row > state["height"]:
            row = 1
            turned += 1
        here = popcount(state["moves"][turned, row])
    return NUM_PLACES * turned + place_of(row, nth(int64(state["moves"][turned, row]), n))


@kernel
def nth_action(state: Any, n: int) -> int:
    """The n-th legal action, in an order that is quick to go through."""
    phase = state["phase"]
    seat = state["turn"]
    if phase == PLACE:
        held = int64(state["held"][seat])
        penguin = select(int64(state["hands"][seat]), n % held)
        return NUM_PLACES * penguin + nth_place(state, n // held)
    if phase == FEE:
        return actions.PAY if n == 0 else actions.DROP + nth(int64(state["owned"][seat]), n - 1)
    if phase == INVITE:
        if n == 0:
            return actions.SKIP
        free = uninvited(state)
        targets = popcount(free)
        source = (n - 1) // targets + (popcount(state["invited"][seat]) == NUM_TOKENS)
        return actions.INVITE + NUM_PENGUINS * source + select(free, (n - 1) % targets)
    if phase == SHOW:
        return actions.SHOW + nth(int64(state["waiting"]), n)
    return actions.PUT + nth_place(state, n)


@kernel
def pick(printed: Any, state: Any, rng: Any) -> int:
    """A uniformly random legal action; with one choice nothing is drawn."""
    choices = int64(state["choices"])
    return nth_action(state, below(rng, choices) if choices > 1 else int64(0))


@kernel
def only(printed: Any, state: Any) -> int:
    """The choices are counted already."""
    return nth_action(state, int64(0)) if state["choices"] == 1 else -1


# ---------------------------------------------------------------- what an action does


@kernel
def place(state: Any, penguin: int, cell: int) -> int:
    """Step 1: add a penguin (U14, U15); without a fee no card may be dropped (U16)."""
    seat = state["turn"]
    bit = int64(1) << penguin
    state["hands"][seat] ^= bit
    state["held"][seat] -= 1
    state["guests"] |= bit
    state["fee"] = kin_fee(state, penguin, cell)
    lay(state, cell, PENGUIN + penguin)
    state["placed"] = cell
    state["phase"] = FEE if state["fee"] > 0 else INVITE
    return STEP_PLACE


@kernel
def settle_fee(state: Any, action: int) -> int:
    """Pay, or drop an entertainer instead (U15, U16)."""
    seat = state["turn"]
    if action == actions.PAY:
        state["scores"][seat] -= state["fee"]
    else:
        bit = 1 << (action - actions.DROP)
        state["owned"][seat] ^= bit
        state["discarded"] |= bit
    state["fee"] = 0
    state["phase"] = INVITE
    return STEP_FEE


@kernel
def invite(printed: Any, state: Any, action: int) -> int:
    """Step 2: move a token onto a penguin, or none (U17); now those who can will perform (U18)."""
    if action != actions.SKIP:
        tokens = int64(state["invited"][state["turn"]])
        source = (action - actions.INVITE) // NUM_PENGUINS
        if source > 0:
            tokens ^= int64(1) << select(tokens, source - 1)
        target = (action - actions.INVITE) % NUM_PENGUINS
        state["invited"][state["turn"]] = tokens | int64(1) << target
    state["waiting"] = performers(printed, state)
    state["phase"] = SHOW if state["waiting"] else DRAW
    return STEP_INVITE


@kernel
def show(state: Any, who: int) -> int:
    """Step 3: one show of those that wait (U19)."""
    state["waiting"] ^= 1 << who
    perform(state, who)
    state["phase"] = ENTERTAIN
    return STEP_SHOW


@kernel
def put(state: Any, way: int) -> int:
    """The top entertainer comes onto the iceberg (U24), before the next show (U19)."""
    lay_entertainer(state, cell_of(way % NUM_PLACES), take_top(state), way // NUM_PLACES)
    state["phase"] = SHOW if state["waiting"] else DRAW
    return STEP_PUT


@kernel
def act(printed: Any, state: Any, action: int, rng: Any) -> int:
    """Nothing of it is left to chance."""
    phase = state["phase"]
    if phase == PLACE:
        clear_moves(state)
        return place(state, action // NUM_PLACES, cell_of(action % NUM_PLACES))
    if phase == FEE:
        return settle_fee(state, action)
    if phase == INVITE:
        return invite(printed, state, action)
    if phase == SHOW:
        return show(state, action - actions.SHOW)
    clear_moves(state)
    return put(state, action - actions.PUT)


# ---------------------------------------------------------------- what happens by itself


@kernel
def draw_penguin(state: Any, rng: Any) -> int:
    """Step 4, and the turn goes on clockwise (U12, U26)."""
    seat = state["turn"]
    penguin = subset(rng, int64(state["pile"]), int64(1), int64(NUM_PENGUINS))
    state["pile"] ^= penguin
    state["pile_size"] -= 1
    state["hands"][seat] |= penguin
    state["held"][seat] += 1
    state["turn"] = (seat + 1) % state["players"]
    state["placed"] = 0
    state["phase"] = PLACE
    return STEP_DRAW


@kernel
def finish(state: Any) -> int:
    """The end, at once and in any phase that cannot go on (U25 to U27)."""
    if state["phase"] == DRAW:
        state["ended"] = PENGUINS_RAN_OUT
    elif state["phase"] == PLACE:
        state["ended"] = NO_CELL_FOR_PENGUIN
    else:
        state["ended"] = ENTERTAINERS_RAN_OUT if state["left"] == 0 else NO_CELL_FOR_ENTERTAINER
    clear_moves(state)
    state["choices"] = 0
    state["waiting"] = 0
    state["placed"] = 0
    state["turn"] = -1
    state["phase"] = OVER
    return STEP_END


@kernel
def advance(printed: Any, state: Any, rng: Any) -> int:
    """A curtain, a draw, the end; else count what may be done."""
    phase = state["phase"]
    if phase == OVER:
        return 0
    if phase == DRAW:
        return draw_penguin(state, rng) if state["pile_size"] > 0 else finish(state)  # U26
    if state["bare"] > 0:
        draw_curtain(state)  # U23
        return STEP_CURTAIN
    choices = look(printed, state)
    state["choices"] = choices
    return 0 if choices > 0 else finish(state)  # U25, U27


@kernel
def stage(printed: Any, state: Any) -> int:
    """Each phase goes its own way, and so does a curtain."""
    return int64(state["phase"]) + 8 * (state["bare"] > 0)


@kernel
def ending(printed: Any, state: Any) -> int:
    """How it ended: an index into the game's ``endings``."""
    return int64(state["ended"])
