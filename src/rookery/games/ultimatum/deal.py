"""The set-up of a match: iceberg, starters, piles and hands. Compiled."""

from typing import Any

from rookery.core.deck import one_of, shuffle
from rookery.core.kernel import int64, kernel
from rookery.core.rng import below, subset
from rookery.games.ultimatum.iceberg import freeze, lay, lay_entertainer
from rookery.games.ultimatum.state import (
    CURTAIN,
    HAND_SIZE,
    NUM_ACTS,
    NUM_ENTERTAINERS,
    NUM_FAMILIES,
    NUM_PENGUINS,
    PLACE,
    ROW,
    START_SCORE,
)


@kernel
def take_top(state: Any) -> int:
    """Take the top card from the entertainer pile (U10)."""
    state["left"] -= 1
    who = int64(state["entertainers"][state["left"]])
    state["entertainers"][state["left"]] = 0
    return who


@kernel
def bring_to_top(state: Any, who: int) -> None:
    """Exchange an entertainer of the pile with its top card."""
    top = state["left"] - 1
    for k in range(state["left"]):
        if state["entertainers"][k] == who:
            state["entertainers"][k] = state["entertainers"][top]
            state["entertainers"][top] = who
            return


@kernel
def lay_starters(printed: Any, state: Any, middle: int, rng: Any) -> None:
    """Shuffle the entertainers and lay the first ones around the curtain (U9, U10, U13)."""
    for who in range(NUM_ENTERTAINERS):
        state["entertainers"][who] = who
    state["left"] = NUM_ENTERTAINERS
    shuffle(state["entertainers"], int64(NUM_ENTERTAINERS), rng)
    families = (1 << NUM_FAMILIES) - 1
    acts = (1 << NUM_ACTS) - 1
    players = state["players"]
    for k in range(printed["num_starters"][players]):
        if state["balanced"]:
            family = one_of(families, rng)
            act = one_of(acts, rng)
            families ^= 1 << family
            acts ^= 1 << act
            bring_to_top(state, NUM_ACTS * family + act)
        cell = middle + printed["starters"][players, k]
        lay_entertainer(state, cell, take_top(state), int64(0))


@kernel
def deal_penguins(state: Any, rng: Any) -> None:
    """Hands, and the rest as a pile (U11)."""
    pile = int64(-1)  # all 64
    for seat in range(state["players"]):
        hand = subset(rng, pile, int64(HAND_SIZE), int64(NUM_PENGUINS))
        pile ^= hand
        state["hands"][seat] = hand
        state["held"][seat] = HAND_SIZE
    state["pile"] = pile
    state["pile_size"] = NUM_PENGUINS - HAND_SIZE * state["players"]


@kernel
def deal(printed: Any, state: Any, rng: Any) -> None:
    """Everything that lies on the table before the first turn (U6 to U13)."""
    state["phase"] = PLACE
    if state["first"] < 0:  # U12
        state["first"] = below(rng, int64(state["players"]))
    state["turn"] = state["first"]
    acts = (1 << NUM_ACTS) - 1
    for seat in range(state["players"]):
        state["scores"][seat] = START_SCORE  # U6
        act = one_of(acts, rng)  # U7
        acts ^= 1 << act
        state["activities"][seat] = act
    freeze(state)
    # U8: halves are rounded towards the lower right
    middle = ROW * (int64(state["height"]) // 2 + 1) + int64(state["width"]) // 2 + 1
    lay(state, middle, int64(CURTAIN))
    lay_starters(printed, state, middle, rng)
    deal_penguins(state, rng)
