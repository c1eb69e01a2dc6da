"""The exact solver: when nothing that matters is hidden or left to chance, look at everything.

Every seat takes what gives it the highest reward; where several do, it takes the one that is
worst for the seat that asks, so the answer holds whatever the others prefer. Between two seats
lines that can no longer change the answer are cut off (alpha-beta).

Where the game's horizon comes before the end (a later round), its estimate stands for the end.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.core import dispatch, flow, rng
from rookery.core.kernel import int64, kernel
from rookery.core.record import new
from rookery.core.view import View
from rookery.search.memory import HEAD, MAX_SEATS
from rookery.search.value import judge

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


@kernel
def advance(tables: Any, stack: Any, heads: Any, rngs: Any, rewards: Any, at: int) -> int:
    """Judge what ``stack[at]`` has become: 1 if a line ends here, 0 if not, -1 if by chance."""
    if stack[at]["turn"] < 0 or dispatch.horizon(tables[0], stack[at], at):
        judge(tables[0], stack[at], heads[0])
        for seat in range(MAX_SEATS):
            rewards[at, seat] = heads[0]["reward"][seat]
        return 1
    return 0 if rngs[0]["word"][3] == 0 else -1


@kernel
def follow(
    tables: Any,
    stack: Any,
    heads: Any,
    rngs: Any,
    actions: Any,
    rewards: Any,
    bounds: Any,
    at: int,
    action: int,
) -> bool:
    """Play an action of ``stack[at - 1]`` and write what comes of it to ``rewards[at]``."""
    stack[at] = stack[at - 1]
    rngs[0]["word"][3] = 0  # counts what the rules draw
    flow.apply(tables[0], stack[at], action, rngs[0])
    ended = advance(tables, stack, heads, rngs, rewards, at)
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
    count = dispatch.legal(tables[0], stack[at], actions[at])
    for k in range(count):
        below = rewards[at + 1]
        move = actions[at, k]
        if not follow(tables, stack, heads, rngs, actions, rewards, bounds, at + 1, move):
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
def is_certain(tables: Any, views: Any, seat: int) -> bool:
    """Whether there is anything to solve; apart, so that the solver compiles when needed."""
    return dispatch.certain(tables[0], views[0], seat)


@kernel
def solve_all(
    tables: Any,
    stack: Any,
    heads: Any,
    rngs: Any,
    actions: Any,
    rewards: Any,
    bounds: Any,
    results: Any,
) -> int:
    """What each action of ``stack[0]``, a view, leads to; how many, or 0 if it cannot be told."""
    dispatch.redeal(tables[0], stack[0], heads[0]["seat"], rngs[0])
    count = dispatch.legal(tables[0], stack[0], actions[0])
    for k in range(count):
        bounds[0, 0] = -1.0
        bounds[0, 1] = 2.0
        if not follow(
            tables, stack, heads, rngs, actions, rewards, bounds, int64(1), actions[0, k]
        ):
            return 0
        for seat in range(MAX_SEATS):
            results[k, seat] = rewards[1, seat]
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
        self._heads = new(HEAD)
        self._sign = -1 if game.fewest_wins else 1
        self._stack = new(game.dtype, DEPTH + 1)
        self._actions = np.zeros((DEPTH + 1, game.num_actions), np.int64)
        self._rewards = np.zeros((DEPTH + 1, MAX_SEATS))
        self._bounds = np.zeros((DEPTH + 1, 2))
        self._results = np.zeros((game.num_actions, MAX_SEATS))

    def solve(self, view: View) -> Solution | None:
        """The exact answer, or None where there is none to be had."""
        if not is_certain(view.edition.tables, view.records, view.number):
            return None
        return self.search(view)

    def search(self, view: View) -> Solution | None:
        """The answer for one world of those that the view leaves open."""
        self._heads[:] = np.zeros(1, HEAD)
        self._heads["seat"] = view.number
        self._heads["sign"] = self._sign
        self._heads["nodes"] = self.positions
        self._stack[0] = view.records[0]
        count = solve_all(
            view.edition.tables,
            self._stack,
            self._heads,
            rng.generator(0),  # which of the worlds is drawn does not matter
            self._actions,
            self._rewards,
            self._bounds,
            self._results,
        )
        if count == 0:
            return None
        players = int(view.records["players"][0])
        actions = tuple(self._actions[0, :count].tolist())
        rewards = self._results[:count, :players].copy()
        return Solution(actions, rewards, int(self._heads["iterations"][0]))
