"""What runs on the card, one match a thread. Imported only where numba-cuda is."""
# mypy: disable-error-code="untyped-decorator,no-untyped-def,no-untyped-call,unused-ignore"
# Kernels have no types but those of the arrays they are handed.

from typing import Any

import numpy as np
from numba import cuda
from numba.core import config
from numba.extending import overload

from rookery.core import defaults, dispatch, many
from rookery.core.kernel import int64
from rookery.core.rng import GENERATOR
from rookery.lab import forest
from rookery.search.memory import HEAD, Memory
from rookery.search.net import Net

#: So many registers a thread leave room for twelve blocks of 32 beside each other, and a search
#: that could use 254 spills 12 bytes. The simulator knows of none.
LEAN = {} if config.ENABLE_CUDASIM else {"max_registers": 168}
#: Of the playouts: more threads beside each other are worth more than registers, on an H200.
SLIM = {} if config.ENABLE_CUDASIM else {"max_registers": 64}
#: Where a thread's own records may begin. The simulator knows of no such places.
PLACE = None if config.ENABLE_CUDASIM else 16
#: Room for the legal actions of a state: few games have all of them legal at once.
MOST_LEGAL = 1024
#: All threads that go in step.
STEP = 0xFFFFFFFF
#: What rows are carried over in.
LINE = np.dtype(np.int64)


def carry(source: Any, target: Any) -> None:
    """Copy a record, by words: assigned to each other, they are copied byte by byte.

    Rules read and write a record here and there. What neighbouring threads ask of records of their
    own comes at once; what they ask of the batch's, from as many places as there are threads.
    """
    there, here = source.view(np.int64), target.view(np.int64)
    for k in range(len(there)):
        here[k] = there[k]


def carry_bytes(source: Any, target: Any) -> None:
    """The same for records that are not made of whole words."""
    target[0] = source[0]


def thumb(printed: Any, view: Any, seat: Any, rng: Any, actions: Any) -> int:
    """What the rule of thumb does; where that is what is rated highest, here is space for it."""
    return dispatch.greedy(printed, view, seat, rng)


if config.ENABLE_CUDASIM:

    def own(array: Any) -> Any:
        """The array behind what the simulator shows: it cannot copy records."""
        array = getattr(array, "_item", array)
        return getattr(array, "_ary", array)

    def crowd(number: Any) -> Any:
        """The simulator's threads do not go in step."""
        return number

    carry = carry_bytes

else:

    @cuda.jit(device=True)
    def crowd(number: Any) -> Any:
        """The number below 128 that most threads in step have, 0 left aside."""
        mine = np.int32(number)
        alike = np.int32(cuda.popc(cuda.match_any_sync(STEP, mine)))
        best = np.int32(alike << 7 | mine) if mine else np.int32(0)
        for k in (16, 8, 4, 2, 1):
            best = max(best, cuda.shfl_xor_sync(STEP, best, k))
        return int64(best & 127)

    @cuda.jit(device=True)
    def own(array: Any) -> Any:
        """On the card, the array itself."""
        return array

    @overload(carry, strict=False)
    def _carry(source: Any, target: Any) -> Any:
        whole = source.dtype.size % 8 == 0 and source.dtype.aligned
        return carry if whole else carry_bytes

    @overload(thumb, strict=False)
    def _thumb(printed: Any, view: Any, seat: Any, rng: Any, actions: Any) -> Any:
        if dispatch.serving(view, "greedy") is not defaults.greedy:
            return thumb
        return lambda printed, view, seat, rng, actions: defaults.highest(
            printed, view, rng, actions
        )


@cuda.jit
def deal(printed, states, chance, blank, which):
    """Begin one match anew."""
    i = cuda.grid(1)
    if i < len(states) and own(which)[i] != many.KEEP:
        secrets, keys, plies = chance
        one = slice(i, i + 1)
        mine = cuda.local.array(1, states.dtype, PLACE)
        rng = cuda.local.array(1, GENERATOR, PLACE)
        work = cuda.local.array(32, np.uint64)
        carry(own(states)[one], mine)
        luck = (own(secrets)[one], own(keys)[one], own(plies)[one], rng, work)
        many.deal(own(printed), mine, luck, own(blank), own(which)[one])
        carry(mine, own(states)[one])


@cuda.jit
def play(printed, states, chance, actions, log):
    """Play in one match, and note it: a row of the log is a ply."""
    i = cuda.grid(1)
    if i < len(states):
        secrets, keys, plies = chance
        one = slice(i, i + 1)
        if own(states)[i]["turn"] >= 0:
            own(log)[own(plies)[i], i] = own(actions)[i]
        mine = cuda.local.array(1, states.dtype, PLACE)
        before = cuda.local.array(1, states.dtype, PLACE)
        rng = cuda.local.array(1, GENERATOR, PLACE)
        work = cuda.local.array(32, np.uint64)
        carry(own(states)[one], mine)
        luck = (own(secrets)[one], own(keys)[one], own(plies)[one], rng, work)
        many.play(own(printed), mine, luck, own(actions)[one], before)
        carry(mine, own(states)[one])


@cuda.jit
def check(printed, states, actions, faults):
    """Note the first match whose action is not legal, and whether any goes on."""
    i = cuda.grid(1)
    if i < len(states):
        one = slice(i, i + 1)
        mine = cuda.local.array(1, states.dtype, PLACE)
        carry(own(states)[one], mine)
        found = many.check(own(printed), mine, own(actions)[one])
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
def mark(truths, which, dealt):
    """A match that shall be dealt anew."""
    i = cuda.grid(1)
    if i < len(which):
        own(which)[i] = many.AGAIN if own(truths)[i] else many.KEEP
        own(dealt)[i] |= own(truths)[i]


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
        mine = cuda.local.array(1, states.dtype, PLACE)
        rng = cuda.local.array(1, GENERATOR, PLACE)
        carry(own(states)[one], mine)
        carry(own(rngs)[one], rng)
        many.pick(own(printed), mine, rng, own(out)[one])
        carry(rng, own(rngs)[one])


@cuda.jit
def greedy(printed, states, rngs, out):
    """What the rule of thumb does in one match."""
    i = cuda.grid(1)
    if i < len(states):
        one = slice(i, i + 1)
        mine = cuda.local.array(1, states.dtype, PLACE)
        seen = cuda.local.array(1, states.dtype, PLACE)
        rng = cuda.local.array(1, GENERATOR, PLACE)
        actions = cuda.local.array(MOST_LEGAL, np.int16)
        carry(own(states)[one], mine)
        carry(own(rngs)[one], rng)
        seat = int64(mine[0]["turn"])
        own(out)[i] = -1
        if seat >= 0:
            dispatch.hide(own(printed)[0], mine[0], seat, seen[0])
            own(out)[i] = thumb(own(printed)[0], seen[0], seat, rng[0], actions)
        carry(rng, own(rngs)[one])


@cuda.jit
def redeal(printed, states, seats, rngs):
    """Replace one match by a world that its seat cannot tell from it."""
    i = cuda.grid(1)
    if i < len(states):
        one = slice(i, i + 1)
        mine = cuda.local.array(1, states.dtype, PLACE)
        views = cuda.local.array(2, states.dtype, PLACE)
        rng = cuda.local.array(1, GENERATOR, PLACE)
        carry(own(states)[one], mine)
        carry(mine, views)  # for the gaps between fields
        carry(own(rngs)[one], rng)
        many.redeal(own(printed), mine, own(seats)[one], rng, views)
        carry(mine, own(states)[one])
        carry(rng, own(rngs)[one])


@cuda.jit
def mask(printed, states, out):
    """What is legal in one match, in a row of zeros."""
    i = cuda.grid(1)
    if i < len(states):
        mine = cuda.local.array(1, states.dtype, PLACE)
        actions = cuda.local.array(MOST_LEGAL, np.int16)
        carry(own(states)[i : i + 1], mine)
        for k in range(dispatch.legal(own(printed)[0], mine[0], actions)):
            own(out)[i, actions[k]] = True


@cuda.jit
def packed_mask(printed, states, out):
    """The same with eight actions a byte."""
    i = cuda.grid(1)
    if i < len(states):
        mine = cuda.local.array(1, states.dtype, PLACE)
        actions = cuda.local.array(MOST_LEGAL, np.int16)
        carry(own(states)[i : i + 1], mine)
        for k in range(dispatch.legal(own(printed)[0], mine[0], actions)):
            own(out)[i, actions[k] >> 3] |= 1 << (actions[k] & 7)


@cuda.jit
def observe(printed, states, out, lines):
    """What the seats to move see in the matches of a block, whose rows lie behind each other.

    Each thread writes its row where the block shares its memory; together they carry it over.
    """
    i, width = cuda.grid(1), out.shape[1]
    block, size = cuda.blockIdx.x * cuda.blockDim.x, cuda.blockDim.x * width // 8
    shared, t = cuda.shared.array(0, LINE), cuda.threadIdx.x
    for k in range(t, size, cuda.blockDim.x):
        shared[k] = 0
    cuda.syncthreads()
    if i < len(states):
        one = slice(i, i + 1)
        mine = cuda.local.array(1, states.dtype, PLACE)
        seen = cuda.local.array(1, states.dtype, PLACE)
        carry(own(states)[one], mine)
        seat = int64(mine[0]["turn"])
        dispatch.hide(own(printed)[0], mine[0], seat, seen[0])
        row = shared.view(np.uint8)[t * width : (t + 1) * width]
        dispatch.features(own(printed)[0], seen[0], seat, row)
    cuda.syncthreads()
    for k in range(t, min(size, len(lines) - block * width // 8), cuda.blockDim.x):
        own(lines)[block * width // 8 + k] = shared[k]


@cuda.jit(**SLIM)
def playouts(printed, states, rngs, blank, budget, decisions):
    """Random decisions in one match, one after the other.

    Threads that go in step would wait for each other wherever their matches go different ways. So
    each round those go on that are most alike, and the others until they are more.
    """
    i = cuda.grid(1)
    one = slice(i, i + 1)
    mine = cuda.local.array(1, states.dtype, PLACE)
    rng = cuda.local.array(1, GENERATOR, PLACE)
    left, action, settled = 0, -1, True
    if i < len(states):
        left = budget
        carry(own(states)[one], mine)
        carry(own(rngs)[one], rng)
    while True:
        alike = 0
        if left > 0 or action >= 0 or not settled:
            alike = 1 + 2 * dispatch.stage(own(printed)[0], mine[0]) + int64(settled)
        most = crowd(alike)
        if most == 0:
            break
        if alike != most:
            continue
        if not settled:
            if dispatch.advance(own(printed)[0], mine[0], rng[0]) == 0:
                action = dispatch.only(own(printed)[0], mine[0])
                settled = True
            continue
        if mine[0]["turn"] < 0:
            carry(own(blank), mine)
            dispatch.deal(own(printed)[0], mine[0], rng[0])
        else:
            if action < 0:
                action = dispatch.pick(own(printed)[0], mine[0], rng[0])
                left -= 1
            dispatch.act(own(printed)[0], mine[0], action, rng[0])
            action = -1
        settled = False
    if i < len(states):
        carry(mine, own(states)[one])
        carry(rng, own(rngs)[one])
        own(decisions)[i] += budget


def _taking(kind: Any, index: str, given: str = "") -> Any:
    """A function that takes its own part out of each array of a tuple, but for those it is given.

    It is written out by the names of the arrays: Numba walks no tuple of different things.
    """
    names = {"own": own}
    made = _written(kind, "whole", index, names)
    for name in given.split():
        made = made.replace(f"own(whole.{name}){index}", name)
    arguments = ", ".join(["whole", "k", *given.split()])
    exec(f"def take({arguments}):\n    return {made}", names)  # noqa: S102 - no foreign text
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


#: Of a tree's arrays a thread has its own; the others it has a part of; all share a net.
LOOSE = "heads work rngs actions weights"
cut = _taking(Memory, "[k]", LOOSE)
own_net = _taking(Net, "")


@cuda.jit(**LEAN)
def search(printed, states, plan, trees, rngs, found, first):
    """Decide one match, in the memory of one tree."""
    k = cuda.grid(1)
    i = first + k
    if k < len(trees.nodes) and i < len(states):
        one = slice(i, i + 1)
        head = cuda.local.array(1, HEAD, PLACE)
        work = cuda.local.array(3, states.dtype, PLACE)
        rng = cuda.local.array(1, GENERATOR, PLACE)
        listed = cuda.local.array(MOST_LEGAL, np.int64)
        weights = cuda.local.array(MOST_LEGAL, np.float64)
        actions, tried, visits, rewards, values = found
        heads, iterations, net = plan
        forest.decide(
            own(printed),
            own(states)[one],
            (own(heads), iterations, own_net(net, 0)),
            cut(trees, k, head, work, rng, listed, weights),
            own(rngs)[one],
            (
                own(actions)[one],
                own(tried)[one],
                own(visits)[one],
                own(rewards)[one],
                own(values)[one],
            ),
        )
