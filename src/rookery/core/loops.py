"""Compiled loops over arrays of records: what Match (one record) and Batch (many) both run.

At the Python boundary everything is an array; inside, each game's own functions are called on
single records through ``dispatch``.
"""

from typing import Any

from rookery.core import dispatch, flow
from rookery.core.kernel import kernel

#: In place of an action: play none, only list what is legal.
LOOK = -1
#: In place of an action, for a single step: deal; or do the next thing that needs no decision.
DEAL = -1
ADVANCE = -2
# In place of a count.
ILLEGAL = -1
CHANCE = -2


@kernel
def legal(printed: Any, states: Any, actions: Any) -> int:
    """List the legal actions of the first match; return how many."""
    return dispatch.legal(printed[0], states[0], actions)


@kernel
def begin(printed: Any, states: Any, rngs: Any, actions: Any) -> int:
    """Deal the first match and list what is legal; return how many actions that is."""
    flow.begin(printed[0], states[0], rngs[0])
    return dispatch.legal(printed[0], states[0], actions)


@kernel
def play(printed: Any, states: Any, action: int, rngs: Any, which: int, actions: Any) -> int:
    """Play in the first match and list what is legal next; return how many actions that is.

    ``rngs[0]`` is made blank before use, ``rngs[1]`` is a real generator. ILLEGAL: nothing was
    played. CHANCE: the rules drew from the blank generator, so what was played is worthless.
    """
    if action != LOOK:
        if not dispatch.is_legal(printed[0], states[0], action):
            return ILLEGAL
        if which == 0:
            for k in range(4):
                rngs[0]["word"][k] = 0
        flow.apply(printed[0], states[0], action, rngs[which])
        if rngs[0]["word"][3] != 0:  # the counter
            return CHANCE
    return dispatch.legal(printed[0], states[0], actions)


@kernel
def step(printed: Any, states: Any, what: int, rngs: Any) -> int:
    """One step of the first match: an action, DEAL or ADVANCE; its kind, 0 if there is none."""
    if what == ADVANCE:
        return dispatch.advance(printed[0], states[0], rngs[0])
    if what == DEAL:
        dispatch.deal(printed[0], states[0], rngs[0])
        return 1
    return dispatch.act(printed[0], states[0], what, rngs[0])


@kernel
def only(printed: Any, states: Any) -> int:
    """The only legal action of the first match, or -1."""
    return dispatch.only(printed[0], states[0])


@kernel
def hide(printed: Any, states: Any, seat: int, views: Any) -> None:
    """What one seat may know of the first match."""
    dispatch.hide(printed[0], states[0], seat, views[0])


@kernel
def redeal(printed: Any, views: Any, seat: int, rngs: Any, asks_all: bool) -> None:
    """Fill the first hidden record with a world; there is a second one for scratch space."""
    flow.redeal(printed[0], views, seat, rngs[0], asks_all)


@kernel
def sign(printed: Any, states: Any, action: int, seat: int) -> int:
    """What another seat notices of an action in the first match."""
    return dispatch.sign(printed[0], states[0], action, seat)


@kernel
def role(printed: Any, views: Any, seat: int) -> int:
    """Which part a seat has in the first match."""
    return dispatch.role(printed[0], views[0], seat)


@kernel
def features(printed: Any, views: Any, seat: int, row: Any) -> None:
    """The first hidden record as numbers."""
    dispatch.features(printed[0], views[0], seat, row)


@kernel
def advise(printed: Any, views: Any, seat: int, rngs: Any) -> int:
    """What the rule of thumb would do in the first hidden record."""
    return dispatch.greedy(printed[0], views[0], seat, rngs[0])


@kernel
def results(printed: Any, states: Any, points: Any, ends: Any) -> None:
    """Scores, a row a match; and the winners as a bit set and the ending (-1 before the end)."""
    for i in range(len(states)):
        dispatch.scores(printed[0], states[i], points[i])
        ends[i, 0] = dispatch.winners(printed[0], states[i])
        ends[i, 1] = dispatch.ending(printed[0], states[i]) if states[i]["turn"] < 0 else -1
