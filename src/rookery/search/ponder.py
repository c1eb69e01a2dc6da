"""Pondering: a tree that grows on while others think, and is still good when they have acted.

While another seat is to move, the tree's root is that decision, in worlds that the thinking seat
cannot exclude. When the seat has noticed what was done, the part of the tree below that action is
all that is kept: its root is the new decision. So it is as long as the seat notices whole actions
and no chance comes in between; where that is not so the thought is dropped, since a tree does not
tell apart what chance may bring.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.core import dispatch, flow
from rookery.core.game import Game
from rookery.core.kernel import int64, kernel
from rookery.core.record import Records, copy, new
from rookery.core.rng import blank
from rookery.core.seen import Seen
from rookery.core.view import View
from rookery.search.beliefs import play_on
from rookery.search.memory import NONE, Memory

#: How many worlds are drawn to find one in which somebody can do what it was seen to do.
TRIES = 64


@kernel
def foreseen(printed: Any, room: Any, action: int, how: Any, rngs: Any) -> bool:
    """Whether an action was noticed as it is, and what came of it is no matter of chance.

    ``room[0]`` is what the seat saw before; what it sees then is put into ``room[2]``.
    """
    seat, asks_all = how
    room[2] = room[0]
    for _ in range(TRIES):
        room[0] = room[2]
        flow.redeal(printed[0], room, seat, rngs[0], asks_all)
        if dispatch.is_legal(printed[0], room[0], action):
            own = room[0]["turn"] == seat
            if not own and dispatch.sign(printed[0], room[0], action, seat) != action:
                return False
            for k in range(4):
                rngs[1]["word"][k] = 0
            play_on(printed[0], room[0], action, asks_all, rngs[1])
            dispatch.hide(printed[0], room[0], seat, room[2])
            return bool(rngs[1]["word"][3] == 0)  # the counter: nothing was drawn
    return False


@kernel
def planned(printed: Any, room: Any, seat: int, asks_all: bool, rngs: Any) -> bool:
    """Whether the seat's tree has room for a decision of whoever is to move."""
    if room[0]["turn"] < 0:
        return False
    flow.redeal(printed[0], room, seat, rngs[0], asks_all)
    return bool(dispatch.plans(printed[0], room[0], seat))


@kernel
def below(memory: Any, action: int, seat: int) -> int:
    """The node that an action of the root leads to, where it is this seat's turn; or NONE."""
    edge = int64(memory.nodes[0]["first"])
    while edge != NONE:
        if memory.edges[edge]["action"] == action:
            node = int64(memory.edges[edge]["child"])
            while node != NONE and memory.nodes[node]["seat"] != seat:
                node = int64(memory.nodes[node]["sibling"])
            return node
        edge = int64(memory.edges[edge]["next"])
    return NONE


@kernel
def keep_below(memory: Any, root: int, old_nodes: Any, old_edges: Any) -> None:
    """Keep the tree below a node and nothing else; ``old_nodes`` and ``old_edges`` are copies."""
    nodes, edges, head = memory.nodes, memory.edges, memory.heads[0]
    nodes[0] = old_nodes[root]
    nodes[0]["sibling"] = NONE
    count = 1
    used = 0
    at = 0
    while at < count:  # what a kept node points to is old, until it is its turn
        edge = int64(nodes[at]["first"])
        last = int64(NONE)
        while edge != NONE:
            it = edges[used]
            edges[used] = old_edges[edge]
            if last == NONE:
                nodes[at]["first"] = used
            else:
                edges[last]["next"] = used
            last = used
            used += 1
            child = int64(it["child"])
            if child != NONE:
                it["child"] = count
            while child != NONE:
                nodes[count] = old_nodes[child]
                child = int64(nodes[count]["sibling"])
                count += 1
                nodes[count - 1]["sibling"] = count if child != NONE else NONE
            edge = int64(it["next"])
            it["next"] = NONE
        at += 1
    head["nodes"] = count
    head["edges"] = used


class Thought:
    """Where a tree stands: what its seat had seen when it was last looked at."""

    def __init__(self, game: Game) -> None:
        self._room: Records = new(game.dtype, 3)
        self._seat = -1
        self._at = -1
        self._last = b""
        self._copies: tuple[npt.NDArray[Any], npt.NDArray[Any]] | None = None

    def stand(self, view: View) -> None:
        """The tree's root is the decision that this view is of."""
        self._at = -1 if view.seen is None else len(view.seen.records) - 1
        self._last = view.records[0].tobytes()
        self._seat = view.number

    def drop(self) -> None:
        """The tree is of no use any more."""
        self._at = -1

    def serves(self, view: View, rngs: Records) -> bool:
        """Whether a tree with the decision of this view at its root is worth growing."""
        assert view.seen is not None
        self._room[0] = view.records[0]
        return planned(view.edition.printed, self._room, view.number, view.seen.asks_all, rngs)

    def move_on(self, view: View, memory: Memory) -> bool:
        """Let the tree's root be the decision of this view; False where it does not lead there."""
        seen, at = view.seen, self._at
        self._at = -1
        if seen is None or not 0 <= at < len(seen.records) or self._seat != view.number:
            return False
        if seen.records[at].tobytes() != self._last:
            return False
        for number in range(at, len(seen.records) - 1):
            if not self._step(view, seen, number, memory):
                return False
        for name in ("iterations", "total", "sum", "squares"):
            memory.heads[name] = 0
        memory.work[0] = view.records[0]
        return True

    def _step(self, view: View, seen: Seen, number: int, memory: Memory) -> bool:
        signs = seen.between(number)
        if len(signs) != 1:
            return False
        action = int(signs[0])
        rngs = np.concatenate([copy(memory.rngs), blank()])
        self._room[0] = seen.records[number]
        how = (view.number, seen.asks_all)
        if not foreseen(view.edition.printed, self._room, action, how, rngs):
            return False
        after = seen.records[number + 1]
        if self._room[2].tobytes() != after.tobytes():
            return False
        node = below(memory, action, int(after["turn"]))
        if node == NONE:
            return False
        if self._copies is None:
            self._copies = (np.empty_like(memory.nodes), np.empty_like(memory.edges))
        nodes, edges = self._copies
        used = memory.heads[0]
        nodes[: used["nodes"]] = memory.nodes[: used["nodes"]]
        edges[: used["edges"]] = memory.edges[: used["edges"]]
        keep_below(memory, node, nodes, edges)
        return True
