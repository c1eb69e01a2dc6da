"""The arrays a search works in: given at its start, never grown.

A node is a decision of one seat, reached by one line of actions from the root. Its edges are a
linked list, in the order in which they were found worth trying:

    node 0 (root) --first--> edge --next--> edge --next--> -1
                              | child
                              v
                            node --sibling--> node    the same line led to another seat's turn

What lies below an edge depends on the world and on chance, so one line can lead to decisions
of different seats; these are siblings. Which edges of a node are open depends on the world too.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from rookery.core.game import Game
from rookery.core.record import Records, new
from rookery.core.rng import blank
from rookery.search.net import Floats, Net, Senses, net_of
from rookery.search.settings import NO_NET
from rookery.search.value import MAX_SEATS

#: Lines of the tree end here at the latest; the playout goes on.
MAX_DEPTH = 256
#: Decisions of an iteration that are remembered, where playouts learn.
MAX_PLAYED = 512
#: ``doubts`` are counted in so many parts: with all of them, every reflex is doubted.
ALWAYS = 16
NONE = -1
#: When a net is asked: at every new node, or where a playout ends.
AT_ONCE, AT_HORIZON = 1, 2

NODE = np.dtype(
    [("first", np.int32), ("sibling", np.int32), ("visits", np.int32), ("seat", "i4")], align=True
)
EDGE = np.dtype(
    [
        ("value", np.float64),  # sum of what the node's seat got
        ("prior", np.float64),  # share of trust before any visit
        ("action", np.int32),
        ("next", np.int32),
        ("child", np.int32),
        ("visits", np.int32),
        ("seen", np.int32),  # visits of the node in worlds where this action was legal
    ],
    align=True,
)
#: Settings, counters and scratch space of one tree.
HEAD = np.dtype(
    [
        ("seat", np.int64),  # whose decision it is
        ("sign", np.int64),  # 1 where more points are better, else -1
        ("exploration", np.float64),
        ("widening", np.float64),
        ("even", np.float64),
        ("doubts", np.int64),
        ("recall", np.float64),  # how strongly actions pull that served their seat elsewhere
        ("regard", np.float64),  # what a victory of another seat in the same role is worth
        ("open_cards", np.int64),  # the view is the world: nothing is hidden
        ("believed", np.int64),  # how many ``worlds`` there are to draw from; 0: any world
        ("fresh", np.float64),  # the part of all worlds that is drawn anew nevertheless
        ("net", np.int64),  # when a net says what becomes of a line; 0: never
        ("advised", np.int64),  # whether it says which actions to try first, too
        ("alike", np.float64),  # so far apart, in spreads of rewards, two actions count as one
        ("nearer", np.int64),  # so many decisions sooner than usual a line ends
        ("forced", np.int64),  # the only action to be tried at the root; NONE: any
        ("iterations", np.int64),
        ("nodes", np.int64),  # used so far
        ("edges", np.int64),
        ("legal", np.int64),  # actions at the present node and in the present world
        ("open", np.int64),  # those of them that have an edge
        ("played", np.int64),  # decisions of the present iteration that are remembered
        ("actions", np.int64, (MAX_PLAYED,)),
        ("actors", np.int64, (MAX_PLAYED,)),
        ("length", np.int64),  # of the line through the tree in the present iteration: its
        ("path", np.int64, (MAX_DEPTH,)),  # edges, and whose decisions they are
        ("movers", np.int64, (MAX_DEPTH,)),
        ("points", np.int64, (MAX_SEATS,)),
        ("share", np.float64, (MAX_SEATS,)),  # of the victory, in the last iteration
        ("reward", np.float64, (MAX_SEATS,)),
        ("total", np.float64, (MAX_SEATS,)),  # of the shares of all iterations
        ("sum", np.float64),  # of what the seat got in all iterations
        ("squares", np.float64),  # and of its squares: how widely it spreads
    ],
    align=True,
)

EDGE_BYTES = EDGE.itemsize + NODE.itemsize


class Memory(NamedTuple):
    """One tree's arrays, and room for a view and a world; compiled code is handed it as it is."""

    heads: Records
    nodes: Records
    edges: Records
    work: Records
    rngs: Records
    actions: npt.NDArray[np.int64]
    weights: npt.NDArray[np.float64]
    #: By action, whether it is legal and has an edge (see ``best_edge``); then the last mark given.
    marks: npt.NDArray[np.int32]
    #: By seat and action: the sum of what the seat got after it, and how often it was played.
    memories: npt.NDArray[np.float64]
    #: Worlds that the seat believes in, each as much as another.
    worlds: Records
    #: Room for a net to think in: what it sees, its layers, each seat's chance.
    row: npt.NDArray[np.uint8]
    low: Floats
    top: Floats
    chances: npt.NDArray[np.float64]

    @classmethod
    def of(
        cls, game: Game, size: int, learns: bool, worlds: int = 0, net: Net | None = None
    ) -> "Memory":
        """Room for ``size`` nodes and as many edges, what playouts learn, worlds, and a net."""
        return cls(
            new(HEAD),
            new(NODE, size),
            new(EDGE, size),
            new(game.dtype, 3),
            blank(),
            np.zeros(game.num_actions, np.int64),
            np.zeros(game.num_actions, np.float64),
            np.zeros(game.num_actions + 1, np.int32),
            np.zeros((MAX_SEATS, game.num_actions if learns else 0, 2)),
            new(game.dtype, worlds),
            *Senses.of(game, net or net_of(game, None)),
        )

    def clear(self, view: Records, seat: int, settings: dict[str, Any]) -> None:
        """Forget everything; the next tree starts from this view."""
        self.heads[:] = np.zeros(1, HEAD)
        self.heads["forced"] = NONE
        if len(self.low) == 0:
            settings = settings | NO_NET
        for name, value in settings.items():
            if name in (HEAD.names or ()):  # else it is none of the tree's business
                self.heads[name] = value
        self.heads["seat"] = seat
        self.heads["nodes"] = 1
        self.marks[:] = 0
        self.nodes[0] = (NONE, NONE, 0, seat)
        self.work[0] = view[0]
        self.memories[:] = 0.0

    def believe(self, worlds: Records) -> None:
        """Draw worlds from these from now on; from all that the view leaves open, if from none."""
        self.worlds[: len(worlds)] = worlds
        self.heads["believed"] = len(worlds)

    def force(self, action: int) -> None:
        """Let the tree begin with this action, and no other."""
        self.heads["forced"] = action
        self.heads["edges"] = 1
        self.edges[0] = (0.0, 1.0, action, NONE, NONE, 0, 1)
        self.nodes["first"][0] = 0
