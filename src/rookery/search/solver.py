"""The exact solver: when nothing that matters is hidden or left to chance, look at everything.

Every seat takes what gives it the highest reward; where several do, it takes the one that is
worst for the seat that asks, so the answer holds whatever the others prefer. Between two seats
lines that can no longer change the answer are cut off (alpha-beta).

Where the game's horizon comes before the end (a later round), its estimate stands for the end.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from rookery.core import dispatch, flow, rng
from rookery.core.kernel import int64, kernel
from rookery.core.record import Records, new
from rookery.core.view import View
from rookery.search.memory import HEAD
from rookery.search.value import MAX_SEATS, judge

#: Decisions the solver looks ahead at most.
DEPTH = 32
#: Positions it looks at before it gives up: some hundredths of a second.
POSITIONS = 100_000
#: Rewards closer than this are equal.
CLOSE = 1e-9


@kernel
def prefers(new: Any, old: Any, seat: int, asks: int) -> bool:
    """Whether a seat prefers the new rewards; between equals it spites the seat that asks."""
    if new[seat] > old[seat] + CLOSE:
        return True
    return new[seat] > old[seat] - CLOSE and new[asks] < old[asks] - CLOSE


class Desk(NamedTuple):
    """The arrays a solver works in, a row for each decision of the line it looks at."""

    stack: Records
    heads: Records
    rngs: Records
    actions: npt.NDArray[np.int64]
    rewards: npt.NDArray[np.float64]
    #: What the seat that asks has for sure, and what the others will not let it exceed.
    bounds: npt.NDArray[np.float64]


@kernel
def ends(printed: Any, desk: Any, at: int) -> int:
    """Judge what ``stack[at]`` has become: 1 if a line ends here, 0 if not, -1 if by chance."""
    state = desk.stack[at]
    if state["turn"] < 0 or dispatch.horizon(printed[0], state, at):
        judge(printed[0], state, desk.heads[0])
        for seat in range(MAX_SEATS):
            desk.rewards[at, seat] = desk.heads[0]["reward"][seat]
        return 1
    return 0 if desk.rngs[0]["word"][3] == 0 else -1


@kernel
def follow(printed: Any, desk: Any, at: int, action: int) -> bool:
    """Play an action of ``stack[at - 1]`` and write what comes of it to ``rewards[at]``."""
    stack, heads, rewards, bounds = desk.stack, desk.heads, desk.rewards, desk.bounds
    stack[at] = stack[at - 1]
    desk.rngs[0]["word"][3] = 0  # counts what the rules draw
    flow.apply(printed[0], stack[at], action, desk.rngs[0])
    ended = ends(printed, desk, at)
    if ended != 0:
        return ended == 1
    heads[0]["iterations"] += 1
    if at + 1 >= DEPTH or heads[0]["iterations"] >= heads[0]["nodes"]:
        return False
    seat = int64(stack[at]["turn"])
    asks = int64(heads[0]["seat"])
    two = stack[at]["players"] == 2
    bounds[at, 0] = bounds[at - 1, 0]
    bounds[at, 1] = bounds[at - 1, 1]
    best = rewards[at]
    count = dispatch.legal(printed[0], stack[at], desk.actions[at])
    for k in range(count):
        below = rewards[at + 1]
        if not follow(printed, desk, at + 1, desk.actions[at, k]):
            return False
        if k == 0 or prefers(below, best, seat, asks):
            for each in range(MAX_SEATS):
                best[each] = below[each]
        if two:  # what one seat gets the other does not
            if seat == asks:
                bounds[at, 0] = max(bounds[at, 0], best[asks])
            else:
                bounds[at, 1] = min(bounds[at, 1], best[asks])
            if bounds[at, 0] >= bounds[at, 1]:
                break
    return True


@kernel
def is_certain(printed: Any, views: Any, seat: int) -> bool:
    """Whether there is anything to solve; apart, so that the solver compiles when needed."""
    return dispatch.certain(printed[0], views[0], seat)


@kernel
def solve_all(printed: Any, desk: Any, results: Any) -> int:
    """What each action of ``stack[0]``, a view, leads to; how many, or 0 if it cannot be told."""
    dispatch.redeal(printed[0], desk.stack[0], desk.heads[0]["seat"], desk.rngs[0])
    count = dispatch.legal(printed[0], desk.stack[0], desk.actions[0])
    for k in range(count):
        desk.bounds[0, 0] = -1.0
        desk.bounds[0, 1] = 2.0
        if not follow(printed, desk, int64(1), desk.actions[0, k]):
            return 0
        for seat in range(MAX_SEATS):
            results[k, seat] = desk.rewards[1, seat]
    return count


@dataclass(frozen=True)
class Solution:
    """What each action leads to, if everybody plays on as well as can be."""

    actions: tuple[int, ...]
    #: A row an action, a column a seat.
    rewards: npt.NDArray[np.float64]
    positions: int


class Solver:
    """Room to solve positions of one game."""

    def __init__(self, game: Any, positions: int = POSITIONS) -> None:
        self.positions = positions
        self._sign = -1 if game.fewest_wins else 1
        self._desk = Desk(
            stack=new(game.dtype, DEPTH + 1),
            heads=new(HEAD),
            rngs=rng.blank(),
            actions=np.zeros((DEPTH + 1, game.num_actions), np.int64),
            rewards=np.zeros((DEPTH + 1, MAX_SEATS)),
            bounds=np.zeros((DEPTH + 1, 2)),
        )
        self._results = np.zeros((game.num_actions, MAX_SEATS))

    def solve(self, view: View) -> Solution | None:
        """The exact answer, or None where there is none to be had."""
        if not is_certain(view.edition.printed, view.records, view.number):
            return None
        return self.search(view)

    def search(self, view: View) -> Solution | None:
        """The answer for one world of those that the view leaves open."""
        desk = self._desk
        desk.heads[:] = np.zeros(1, HEAD)
        desk.heads["seat"] = view.number
        desk.heads["sign"] = self._sign
        desk.heads["nodes"] = self.positions
        desk.stack[0] = view.records[0]
        desk.rngs[:] = rng.generator(0)  # which of the worlds is drawn does not matter
        count = solve_all(view.edition.printed, desk, self._results)
        if count == 0:
            return None
        players = int(view.records["players"][0])
        actions = tuple(desk.actions[0, :count].tolist())
        rewards = self._results[:count, :players].copy()
        return Solution(actions, rewards, int(desk.heads["iterations"][0]))
