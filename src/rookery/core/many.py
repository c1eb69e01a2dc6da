"""Compiled loops over the matches of a batch.

``chance`` is what a batch knows of it, a row a match: secrets, keys, and how many plies have been
played; then scratch space for a thread: two generators, and the words of a hash.
"""

from typing import Any

import numpy as np

from rookery.core import dispatch, flow
from rookery.core.kernel import int64, kernel
from rookery.core.keys import derive, move_on
from rookery.core.returns import weigh

#: What becomes of a match: nothing, a deal with its own secret, or one with the next secret.
KEEP, FIRST, AGAIN = range(3)
#: In place of an action: the match stays as it is. (No other negative number does that.)
PASS = -9999
#: In place of a match: what ``check`` has found.
FINE, OVER = -1, -2


@kernel
def deal(printed: Any, states: Any, chance: Any, blank: Any, which: Any) -> None:
    """Begin anew, from the options in ``blank``, the matches that ``which`` says."""
    secrets, keys, plies, rngs, work = chance
    for i in range(len(states)):
        if which[i] == KEEP:
            continue
        if which[i] == AGAIN:
            move_on(secrets[i], keys[i], work)
        plies[i] = 0
        derive(keys[i], np.uint64(0), rngs[0], work)
        states[i] = blank[0]
        flow.begin(printed[0], states[i], rngs[0])


@kernel
def check(printed: Any, states: Any, actions: Any) -> int:
    """The first match whose action is not legal; else FINE, or OVER if all matches are over."""
    going = False
    for i in range(len(states)):
        if states[i]["turn"] < 0:
            continue
        going = True
        if actions[i] != PASS and not dispatch.is_legal(printed[0], states[i], actions[i]):
            return i
    return FINE if going else OVER


@kernel
def play(printed: Any, states: Any, chance: Any, actions: Any, before: Any) -> None:
    """Play one action, unchecked, in each match that is not over.

    As in ``Match.play``, most plies need no chance: a blank generator tells whether it was used,
    and only then the match is set back and played with that of the ply.
    """
    _secrets, keys, plies, rngs, work = chance
    for i in range(len(states)):
        if states[i]["turn"] < 0 or actions[i] == PASS:
            continue
        plies[i] += 1
        before[0] = states[i]
        for k in range(4):
            rngs[0]["word"][k] = 0
        flow.apply(printed[0], states[i], actions[i], rngs[0])
        if rngs[0]["word"][3] != 0:
            states[i] = before[0]
            derive(keys[i], np.uint64(plies[i]), rngs[0], work)
            flow.apply(printed[0], states[i], actions[i], rngs[0])


@kernel
def finish(printed: Any, states: Any, sign: int, points: Any, done: Any, worth: Any) -> int:
    """Which matches are over, and what they were worth (see ``returns.weigh``); how many are."""
    count = 0
    for i in range(len(states)):
        done[i] = states[i]["turn"] < 0
        for seat in range(worth.shape[1]):
            worth[i, seat] = 0.0
        if done[i]:
            count += 1
            dispatch.scores(printed[0], states[i], points[0])
            weigh(points[0], dispatch.winners(printed[0], states[i]), sign, worth[i])
    return count


@kernel
def mask(printed: Any, states: Any, out: Any, actions: Any) -> None:
    """Mark the legal actions, a row a match; ``actions`` is scratch space."""
    for i in range(len(states)):
        dispatch.mask(printed[0], states[i], out[i], actions)


@kernel
def packed_mask(printed: Any, states: Any, out: Any, actions: Any) -> None:
    """The same with eight actions a byte, the first one lowest."""
    for i in range(len(states)):
        row = out[i]
        for k in range(len(row)):
            row[k] = 0
        for k in range(dispatch.legal(printed[0], states[i], actions)):
            row[actions[k] >> 3] |= 1 << (actions[k] & 7)


@kernel
def pick(printed: Any, states: Any, rngs: Any, out: Any) -> None:
    """A random legal action for each match, -1 where it is over."""
    for i in range(len(states)):
        out[i] = -1
        if states[i]["turn"] >= 0:
            out[i] = dispatch.pick(printed[0], states[i], rngs[i])


@kernel
def greedy(printed: Any, states: Any, rngs: Any, out: Any, views: Any) -> None:
    """What the rule of thumb does in each match, -1 where it is over."""
    for i in range(len(states)):
        seat = int64(states[i]["turn"])
        out[i] = -1
        if seat >= 0:
            dispatch.hide(printed[0], states[i], seat, views[0])
            out[i] = dispatch.greedy(printed[0], views[0], seat, rngs[i])


@kernel
def observe(printed: Any, states: Any, seats: Any, out: Any, views: Any) -> None:
    """Features of each match for its seat; ``views`` is scratch space."""
    for i in range(len(states)):
        row = out[i]
        for k in range(len(row)):
            row[k] = 0
        dispatch.hide(printed[0], states[i], int64(seats[i]), views[0])
        dispatch.features(printed[0], views[0], int64(seats[i]), row)


@kernel
def redeal(printed: Any, states: Any, seats: Any, rngs: Any, views: Any) -> None:
    """Replace each match by a world that its seat cannot tell from it; ``views`` are two."""
    for i in range(len(states)):
        dispatch.hide(printed[0], states[i], int64(seats[i]), views[0])
        flow.redeal(printed[0], views, int64(seats[i]), rngs[i], False)
        states[i] = views[0]
