"""What runs on the card, one match a thread. Imported only where numba-cuda is."""

import numpy as np
from numba import cuda
from numba.core import config

from rookery.core import dispatch, flow, many

if config.ENABLE_CUDASIM:

    def own(array):  # type: ignore[no-untyped-def]
        """The array behind what the simulator shows: it cannot copy records."""
        array = getattr(array, "_item", array)
        return getattr(array, "_ary", array)

else:

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def own(array):  # type: ignore[no-untyped-def]
        """On the card, the array itself."""
        return array


@cuda.jit  # type: ignore[untyped-decorator]
def deal(printed, states, chance, blank, which):  # type: ignore[no-untyped-def]
    """Begin one match anew."""
    i = cuda.grid(1)
    if i < len(states):
        secrets, keys, plies, rngs, work = chance
        one = slice(i, i + 1)
        mine = (
            own(secrets)[one],
            own(keys)[one],
            own(plies)[one],
            own(rngs)[one],
            own(work)[i],
        )
        many.deal(own(printed), own(states)[one], mine, own(blank), own(which)[one])


@cuda.jit  # type: ignore[untyped-decorator]
def play(printed, states, chance, actions, before):  # type: ignore[no-untyped-def]
    """Play in one match."""
    i = cuda.grid(1)
    if i < len(states):
        secrets, keys, plies, rngs, work = chance
        one = slice(i, i + 1)
        mine = (
            own(secrets)[one],
            own(keys)[one],
            own(plies)[one],
            own(rngs)[one],
            own(work)[i],
        )
        many.play(own(printed), own(states)[one], mine, own(actions)[one], own(before)[one])


@cuda.jit  # type: ignore[untyped-decorator]
def pick(printed, states, rngs, out):  # type: ignore[no-untyped-def]
    """A random action for one match."""
    i = cuda.grid(1)
    if i < len(states):
        one = slice(i, i + 1)
        many.pick(own(printed), own(states)[one], own(rngs)[one], own(out)[one])


@cuda.jit  # type: ignore[untyped-decorator]
def mask(printed, states, out, actions):  # type: ignore[no-untyped-def]
    """What is legal in one match."""
    i = cuda.grid(1)
    if i < len(states):
        one = slice(i, i + 1)
        many.packed_mask(own(printed), own(states)[one], own(out)[one], own(actions)[i])


@cuda.jit  # type: ignore[untyped-decorator]
def observe(printed, states, out, views):  # type: ignore[no-untyped-def]
    """What the seat to move sees in one match."""
    i = cuda.grid(1)
    if i < len(states):
        row, table, mine, seen = own(out)[i], own(printed), own(states), own(views)
        for k in range(len(row)):
            row[k] = 0
        seat = np.int64(mine[i]["turn"])
        dispatch.hide(table[0], mine[i], seat, seen[i])
        dispatch.features(table[0], seen[i], seat, row)


@cuda.jit  # type: ignore[untyped-decorator]
def playouts(printed, states, rngs, blank, budget, decisions):  # type: ignore[no-untyped-def]
    """Random decisions in one match, one after the other."""
    i = cuda.grid(1)
    if i < len(states):
        for _ in range(budget):
            if states[i]["turn"] < 0:
                states[i] = blank[0]
                flow.begin(printed[0], states[i], rngs[i])
            action = dispatch.pick(printed[0], states[i], rngs[i])
            flow.apply(printed[0], states[i], action, rngs[i])
        decisions[i] += budget
