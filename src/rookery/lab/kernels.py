"""What runs on the card, one match a thread. Imported only where numba-cuda is."""
# mypy: disable-error-code="untyped-decorator,no-untyped-def,no-untyped-call,unused-ignore"
# Kernels have no types but those of the arrays they are handed.

from typing import Any

from numba import cuda
from numba.core import config

from rookery.core import dispatch, flow, many
from rookery.core.kernel import int64
from rookery.lab import forest
from rookery.search.memory import Memory
from rookery.search.net import Net

#: So many registers a thread leave room for three blocks of threads beside each other, and a search
#: that could use 254 spills 12 bytes. The simulator knows of none.
LEAN = {} if config.ENABLE_CUDASIM else {"max_registers": 168}

if config.ENABLE_CUDASIM:

    def own(array: Any) -> Any:
        """The array behind what the simulator shows: it cannot copy records."""
        array = getattr(array, "_item", array)
        return getattr(array, "_ary", array)

else:

    @cuda.jit(device=True)
    def own(array: Any) -> Any:
        """On the card, the array itself."""
        return array


@cuda.jit
def deal(printed, states, chance, blank, which):
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


@cuda.jit
def play(printed, states, chance, actions, before):
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


@cuda.jit
def check(printed, states, actions, faults):
    """Note the first match whose action is not legal, and whether any goes on."""
    i = cuda.grid(1)
    if i < len(states):
        one = slice(i, i + 1)
        found = many.check(own(printed), own(states)[one], own(actions)[one])
        if found >= 0:
            cuda.atomic.min(faults, 0, i)
        if found != many.OVER:
            cuda.atomic.max(faults, 1, 1)


@cuda.jit
def finish(printed, states, sign, points, done, worth):
    """Whether one match is over, and what it was worth."""
    i = cuda.grid(1)
    if i < len(states):
        one = slice(i, i + 1)
        ended, row, counted = own(done)[one], own(worth)[one], own(points)[one]
        many.finish(own(printed), own(states)[one], sign, counted, ended, row)


@cuda.jit
def mark(truths, which):
    """A match that shall be dealt anew."""
    i = cuda.grid(1)
    if i < len(which):
        own(which)[i] = many.AGAIN if own(truths)[i] else many.KEEP


@cuda.jit
def turns(states, out):
    """Who is to move in one match."""
    i = cuda.grid(1)
    if i < len(states):
        own(out)[i] = own(states)[i]["turn"]


@cuda.jit
def pick(printed, states, rngs, out):
    """A random action for one match."""
    i = cuda.grid(1)
    if i < len(states):
        one = slice(i, i + 1)
        many.pick(own(printed), own(states)[one], own(rngs)[one], own(out)[one])


@cuda.jit
def mask(printed, states, out, actions):
    """What is legal in one match."""
    i = cuda.grid(1)
    if i < len(states):
        one = slice(i, i + 1)
        many.mask(own(printed), own(states)[one], own(out)[one], own(actions)[i])


@cuda.jit
def packed_mask(printed, states, out, actions):
    """The same with eight actions a byte."""
    i = cuda.grid(1)
    if i < len(states):
        one = slice(i, i + 1)
        many.packed_mask(own(printed), own(states)[one], own(out)[one], own(actions)[i])


@cuda.jit
def observe(printed, states, out, views):
    """What the seat to move sees in one match."""
    i = cuda.grid(1)
    if i < len(states):
        row, table, mine, seen = own(out)[i], own(printed), own(states), own(views)
        for k in range(len(row)):
            row[k] = 0
        seat = int64(mine[i]["turn"])
        dispatch.hide(table[0], mine[i], seat, seen[i])
        dispatch.features(table[0], seen[i], seat, row)


@cuda.jit
def playouts(printed, states, rngs, blank, budget, decisions):
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


def _taking(kind: Any, index: str) -> Any:
    """A function that takes its own part out of each array of a tuple.

    It is written out by the names of the arrays: Numba walks no tuple of different things.
    """
    names = {"own": own}
    made = _written(kind, "whole", index, names)
    exec(f"def take(whole, k):\n    return {made}", names)  # noqa: S102 - no foreign text
    return cuda.jit(device=True)(names["take"])


def _written(kind: Any, place: str, index: str, names: dict[str, Any]) -> str:
    """How a tuple of arrays, and of such tuples, is made from what is at a place."""
    names[kind.__name__] = kind
    parts = []
    for field, hint in kind.__annotations__.items():
        nested = isinstance(hint, type) and issubclass(hint, tuple)
        at = f"{place}.{field}"
        parts.append(_written(hint, at, index, names) if nested else f"own({at}){index}")
    return f"{kind.__name__}({', '.join(parts)})"


#: One tree out of the arrays of many; a net, which all trees share.
cut = _taking(Memory, "[k]")
own_net = _taking(Net, "")


@cuda.jit(**LEAN)
def search(printed, states, plan, trees, rngs, found, first):
    """Decide one match, in the memory of one tree."""
    k = cuda.grid(1)
    i = first + k
    if k < len(trees.heads) and i < len(states):
        one = slice(i, i + 1)
        actions, tried, visits, rewards, values = found
        heads, iterations, net = plan
        forest.decide(
            own(printed),
            own(states)[one],
            (own(heads), iterations, own_net(net, 0)),
            cut(trees, k),
            own(rngs)[one],
            (
                own(actions)[one],
                own(tried)[one],
                own(visits)[one],
                own(rewards)[one],
                own(values)[one],
            ),
        )
