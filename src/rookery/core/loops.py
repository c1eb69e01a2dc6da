"""Compiled loops over arrays of records: what Match (one record) and Batch (many) both run.

At the Python boundary everything is an array; inside, each game's own functions are called on
single records through ``dispatch``.
"""

from typing import Any

from rookery.core import dispatch
from rookery.core.kernel import kernel

ILLEGAL = -1
CHANCE = -2


@kernel
def deal(tables: Any, states: Any, rngs: Any, blank: Any, which: Any) -> None:
    """Begin anew, from the options in ``blank``, the matches where ``which`` is true."""
    for i in range(len(states)):
        if which[i]:
            states[i] = blank[0]
            dispatch.deal(tables[0], states[i], rngs[i])


@kernel
def legal(tables: Any, states: Any, actions: Any) -> int:
    """List the legal actions of the first match; return how many."""
    return dispatch.legal(tables[0], states[0], actions)


@kernel
def play(tables: Any, states: Any, action: int, rngs: Any, which: int, actions: Any) -> int:
    """Play in the first match and list what is legal next; return how many actions that is.

    ``rngs[0]`` is made blank before use, ``rngs[1]`` is a real generator. ILLEGAL: nothing was
    played. CHANCE: the rules drew from the blank generator, so what was played is worthless.
    """
    if not dispatch.is_legal(tables[0], states[0], action):
        return ILLEGAL
    if which == 0:
        for k in range(4):
            rngs[0]["word"][k] = 0
    dispatch.apply(tables[0], states[0], action, rngs[which])
    if rngs[0]["word"][3] != 0:  # the counter
        return CHANCE
    return dispatch.legal(tables[0], states[0], actions)


@kernel
def first_illegal(tables: Any, states: Any, actions: Any) -> int:
    """The first match in which its action is not legal, or -1."""
    for i in range(len(states)):
        if states[i]["turn"] >= 0 and not dispatch.is_legal(tables[0], states[i], actions[i]):
            return i
    return -1


@kernel
def step(tables: Any, states: Any, rngs: Any, actions: Any) -> None:
    """Play one legal action in each match that is not over."""
    for i in range(len(states)):
        if states[i]["turn"] >= 0:
            dispatch.apply(tables[0], states[i], actions[i], rngs[i])


@kernel
def mask(tables: Any, states: Any, out: Any, actions: Any) -> None:
    """Mark the legal actions, a row a match; ``actions`` is scratch space."""
    for i in range(len(states)):
        for k in range(dispatch.legal(tables[0], states[i], actions)):
            out[i, actions[k]] = True


@kernel
def pick(tables: Any, states: Any, rngs: Any, out: Any) -> None:
    """A random legal action for each match, -1 where it is over."""
    for i in range(len(states)):
        out[i] = -1
        if states[i]["turn"] >= 0:
            out[i] = dispatch.pick(tables[0], states[i], rngs[i])


@kernel
def hide(tables: Any, states: Any, seat: int, views: Any) -> None:
    """What one seat may know of the first match."""
    dispatch.hide(tables[0], states[0], seat, views[0])


@kernel
def redeal(tables: Any, views: Any, seat: int, rngs: Any) -> None:
    """Fill the first hidden record with a world."""
    dispatch.redeal(tables[0], views[0], seat, rngs[0])


@kernel
def observe(tables: Any, states: Any, seats: Any, out: Any, views: Any) -> None:
    """Features of each match for its seat; ``views`` is scratch space."""
    for i in range(len(states)):
        dispatch.hide(tables[0], states[i], seats[i], views[0])
        dispatch.features(tables[0], views[0], seats[i], out[i])


@kernel
def advise(tables: Any, views: Any, seat: int, rngs: Any) -> int:
    """What the rule of thumb would do in the first hidden record."""
    return dispatch.greedy(tables[0], views[0], seat, rngs[0])


@kernel
def results(tables: Any, states: Any, points: Any, winners: Any) -> None:
    """Scores, a row a match, and the winners of each as a bit set."""
    for i in range(len(states)):
        dispatch.scores(tables[0], states[i], points[i])
        winners[i] = dispatch.winners(tables[0], states[i])


@kernel
def ending(tables: Any, states: Any) -> int:
    """How the first match ended."""
    return dispatch.ending(tables[0], states[0])
