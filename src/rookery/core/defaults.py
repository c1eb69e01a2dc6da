"""What serves a game that has nothing better: everything that follows from its rules alone.

A game may replace each of these by a function of its own, under the same name, for speed or for
strength. Those that list the legal actions take scratch space from the heap, which is quick enough
on a processor but not to be had on a GPU: a game for that supplies ``only``, ``is_legal`` and
``pick``.
"""

from typing import Any

import numpy as np

from rookery.core import dispatch
from rookery.core.dispatch import default
from rookery.core.kernel import int64, kernel
from rookery.core.known import copy_known, write_known
from rookery.core.rng import below

#: The most legal actions a state may have where the defaults list them.
MOST = 4096


@default
@kernel
def is_legal(printed: Any, state: Any, action: int) -> bool:
    """Whether it is listed."""
    actions = np.empty(MOST, np.int64)
    for k in range(dispatch.legal(printed, state, actions)):
        if actions[k] == action:
            return True
    return False


@default
@kernel
def mask(printed: Any, state: Any, out: Any, actions: Any) -> None:
    """Those that are listed."""
    for k in range(len(out)):
        out[k] = False
    for k in range(dispatch.legal(printed, state, actions)):
        out[actions[k]] = True


@default
@kernel
def only(printed: Any, state: Any) -> int:
    """The one that is listed."""
    actions = np.empty(MOST, np.int64)
    return actions[0] if dispatch.legal(printed, state, actions) == 1 else int64(-1)


@default
@kernel
def pick(printed: Any, state: Any, rng: Any) -> int:
    """One of those that are listed."""
    actions = np.empty(MOST, np.int64)
    return actions[below(rng, dispatch.legal(printed, state, actions))]


@default
@kernel
def stage(printed: Any, state: Any) -> int:
    """All alike."""
    return 0


@default
@kernel
def ending(printed: Any, state: Any) -> int:
    """The only way."""
    return 0


@default
@kernel
def hide(printed: Any, state: Any, seat: int, out: Any) -> None:
    """What is declared as known."""
    copy_known(state, seat, out)


@default
@kernel
def parts(printed: Any, view: Any, seat: int, other: int, out: Any) -> int:
    """They cannot be told apart."""
    return 0


@default
@kernel
def assemble(printed: Any, view: Any, seat: int, held: Any, out: Any, rng: Any) -> bool:
    """There is nothing to put together."""
    return False


@default
@kernel
def weigh(printed: Any, view: Any, seat: int, work: Any) -> int:
    """There is nothing to weigh."""
    return 0


@default
@kernel
def remember(printed: Any, view: Any, seat: int, rng: Any, work: Any) -> bool:
    """A world of the table as it lies."""
    dispatch.redeal(printed, view, seat, rng)
    return True


@default
@kernel
def rewind(printed: Any, now: Any, start: Any) -> int:
    """The past is no part of a world."""
    return -1


@default
@kernel
def recall(printed: Any, now: Any, before: Any, rng: Any) -> int:
    """As far as it can be told without chance."""
    return dispatch.rewind(printed, now, before)


@default
@kernel
def sign(printed: Any, state: Any, action: int, seat: int) -> int:
    """Everybody sees what is done."""
    return action


@default
@kernel
def amend(printed: Any, state: Any, seen: Any, seat: int, rng: Any) -> None:
    """Chance is not to be changed."""


@default
@kernel
def features(printed: Any, view: Any, seat: int, out: Any) -> None:
    """The declared fields, byte by byte, one after the other."""
    write_known(view, seat, out)


@default
@kernel
def candidates(printed: Any, view: Any, seat: int, thing: int, out: Any) -> int:
    """Nothing is asked about."""
    return int64(0)


@default
@kernel
def truth(printed: Any, state: Any, seat: int, thing: int) -> int:
    """Never asked."""
    return int64(0)


@default
@kernel
def rate(printed: Any, state: Any, action: int) -> float:
    """All alike."""
    return 0.0


@default
@kernel
def greedy(printed: Any, view: Any, seat: int, rng: Any) -> int:
    """The action rated highest; of several, each is as likely."""
    return highest(printed, view, rng, np.empty(MOST, np.int64))


@kernel
def highest(printed: Any, view: Any, rng: Any, actions: Any) -> int:
    """The same with space for the legal actions, which a card has elsewhere."""
    best = 0.0
    found = int64(-1)
    alike = 0
    for k in range(dispatch.legal(printed, view, actions)):
        action = int64(actions[k])
        value = dispatch.rate(printed, view, action)
        if k == 0 or value > best:
            best = value
            alike = 0
        if value == best:
            alike += 1
            if below(rng, alike) == 0:
                found = action
    return found


@default
@kernel
def habits(printed: Any, state: Any, actions: Any, count: int, out: Any) -> None:
    """What is rated highly is done."""
    for k in range(count):
        out[k] = dispatch.rate(printed, state, actions[k])


@default
@kernel
def reflex(printed: Any, state: Any, rng: Any) -> int:
    """Any action."""
    return dispatch.pick(printed, state, rng)


@default
@kernel
def plans(printed: Any, state: Any, seat: int) -> bool:
    """A search plans for everybody."""
    return True


@default
@kernel
def role(printed: Any, state: Any, seat: int) -> int:
    """Seats are alike."""
    return 0


@default
@kernel
def horizon(printed: Any, state: Any, depth: int) -> bool:
    """It looks to the end."""
    return False


@default
@kernel
def estimate(printed: Any, state: Any, out: Any) -> None:
    """Everybody has the same chance."""
    players = int64(state["players"])
    for seat in range(players):
        out[seat] = 1.0 / players


@default
@kernel
def certain(printed: Any, view: Any, seat: int) -> bool:
    """Something is always unknown."""
    return False
