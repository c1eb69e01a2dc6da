"""Small editions solved by CFR+, and how exploitable a policy is there, exactly.

The whole tree of a match is laid out once, chance counted out, decisions gathered into information
states by their keys. On its arrays CFR+ and best responses are compiled loops over all nodes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.core.chance import outcomes
from rookery.core.kernel import kernel
from rookery.core.match import Match
from rookery.errors import InvalidOption

#: The most nodes of a tree.
LIMIT = 5_000_000
CHANCE, END = -1, -2
Numbers = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]
#: What a policy does in an information state: a weight for each legal action.
Policy = Callable[[Match], Numbers]


@dataclass(frozen=True)
class Tree:
    """All that can happen in a match. Children come after their parents, side by side."""

    players: int
    #: By node: who decides (CHANCE, END), its first child and how many it has, its information
    #: state, and how likely chance leads to it from its parent.
    seats: Indices
    first: Indices
    count: Indices
    states: Indices
    chance: Numbers
    #: By node, what its end is worth to each seat.
    worth: Numbers
    #: By information state: the place of its first action, and its seat.
    starts: Indices
    owners: Indices
    #: One match in each information state.
    examples: list[Match]

    @property
    def size(self) -> int:
        """How many actions all information states have together."""
        return int(self.starts[-1])

    @property
    def histories(self) -> int:
        """How many nodes are decisions or ends."""
        return int((self.seats != CHANCE).sum())


def lay_out(match: Match, limit: int = LIMIT) -> Tree:
    """The tree of all matches with the same players, edition and options."""
    deals = outcomes(match, None)
    seats, first, count, states = [CHANCE], [1], [len(deals)], [-1]
    chance, worth = [1.0], [[0.0] * match.players]
    known: dict[tuple[int, str], int] = {}
    examples: list[Match] = []
    widths: list[int] = []
    waiting = [(deal.match, float(deal.probability)) for deal in deals]
    done = 0
    while done < len(waiting):  # breadth first: the children of a node lie side by side
        at, odds = waiting[done]
        waiting[done] = (match, 0.0)  # it is no longer needed
        done += 1
        chance.append(odds)
        if at.over:
            seats.append(END)
            states.append(-1)
            first.append(0)
            count.append(0)
            worth.append(at.returns())
            continue
        seat = at.turn or 0
        key = (seat, at.information(seat))
        if key not in known:
            known[key] = len(examples)
            examples.append(at)
            widths.append(len(at.legal()))
        seats.append(seat)
        states.append(known[key])
        first.append(len(waiting) + 1)
        count.append(len(at.legal()))
        worth.append([0.0] * match.players)
        for action in at.legal():
            after = at.copy()
            after.play(action)
            if after.drew:
                raise InvalidOption("chance after the deal is not laid out; play one round")
            waiting.append((after, 1.0))
        if len(waiting) > limit:
            raise InvalidOption(f"the tree has more than {limit:,} nodes")
    starts = np.concatenate([[0], np.cumsum(widths)]).astype(np.int64)
    return Tree(
        match.players,
        np.array(seats),
        np.array(first),
        np.array(count),
        np.array(states),
        np.array(chance),
        np.array(worth),
        starts,
        np.array([it.turn or 0 for it in examples], np.int64),
        examples,
    )


@kernel
def spread(nodes: Any, starts: Any, policy: Any, reach: Any) -> None:
    """How likely each seat, and chance (last), lead to each node."""
    seats, first, count, states, chance = nodes
    players = reach.shape[1] - 1
    for node in range(len(seats)):
        for k in range(count[node]):
            child = first[node] + k
            for who in range(players + 1):
                reach[child, who] = reach[node, who]
            if seats[node] < 0:
                reach[child, players] *= chance[child]
            else:
                reach[child, seats[node]] *= policy[starts[states[node]] + k]


@kernel
def gather(nodes: Any, starts: Any, policy: Any, values: Any) -> None:
    """What each node is worth to each seat; ``values`` holds the ends."""
    seats, first, count, states, chance = nodes
    for back in range(len(seats)):
        node = len(seats) - 1 - back
        for k in range(count[node]):
            child = first[node] + k
            share = chance[child] if seats[node] < 0 else policy[starts[states[node]] + k]
            for who in range(values.shape[1]):
                values[node, who] += share * values[child, who]


@kernel
def regret(nodes: Any, starts: Any, reach: Any, values: Any, regrets: Any, seat: int) -> None:
    """Add what a seat would have gained by each action, weighted by how others lead to it."""
    seats, first, count, states, _chance = nodes
    players = values.shape[1]
    for node in range(len(seats)):
        if seats[node] == seat:
            others = reach[node, players]
            for who in range(players):
                if who != seat:
                    others *= reach[node, who]
            for k in range(count[node]):
                gain = values[first[node] + k, seat] - values[node, seat]
                regrets[starts[states[node]] + k] += others * gain


@kernel
def match_regrets(starts: Any, owners: Any, regrets: Any, policy: Any, seat: int) -> None:
    """Play actions as often as they are regretted; regrets below 0 are forgotten."""
    for state in range(len(owners)):
        if owners[state] != seat:
            continue
        total = 0.0
        for k in range(starts[state], starts[state + 1]):
            regrets[k] = max(regrets[k], 0.0)
            total += regrets[k]
        for k in range(starts[state], starts[state + 1]):
            even = 1.0 / (starts[state + 1] - starts[state])
            policy[k] = regrets[k] / total if total > 0.0 else even


@kernel
def average(nodes: Any, starts: Any, reach: Any, policy: Any, sums: Any, weight: float) -> None:
    """Add the present policy to the average, as far as its own seat leads there."""
    seats, _first, count, states, _chance = nodes
    seen = -1
    for node in range(len(seats)):
        # All nodes of an information state are reached alike by its seat: the first one counts.
        if seats[node] >= 0 and states[node] > seen:
            seen = states[node]
            for k in range(count[node]):
                at = starts[states[node]] + k
                sums[at] += weight * reach[node, seats[node]] * policy[at]


@kernel
def answer(nodes: Any, starts: Any, reach: Any, policy: Any, order: Any, values: Any) -> None:
    """A best response of seat ``order[0]``: its policy is written where it decides.

    ``order`` goes on with the nodes that seat decides in, by information state, the deepest
    first: all nodes below an information state are settled before it is.
    """
    _seats, first, _count, states, _chance = nodes
    seat, players = order[0], values.shape[1]
    at = 1
    while at < len(order):
        state = states[order[at]]
        width = starts[state + 1] - starts[state]
        best, found, end = 0.0, -1, at
        for k in range(width):
            total = 0.0
            end = at
            while end < len(order) and states[order[end]] == state:
                node = order[end]
                others = reach[node, players]
                for who in range(players):
                    if who != seat:
                        others *= reach[node, who]
                total += others * value_of(nodes, starts, policy, values, first[node] + k, seat)
                end += 1
            if found < 0 or total > best:
                best, found = total, k
        for k in range(width):
            policy[starts[state] + k] = 1.0 if k == found else 0.0
        at = end


@kernel
def value_of(nodes: Any, starts: Any, policy: Any, values: Any, node: int, seat: int) -> float:
    """What a node is worth to a seat, all below it being settled."""
    seats, first, count, states, chance = nodes
    if seats[node] == -2:
        return values[node, seat]
    total = 0.0
    for k in range(count[node]):
        child = first[node] + k
        share = chance[child] if seats[node] < 0 else policy[starts[states[node]] + k]
        if share > 0.0:
            total += share * value_of(nodes, starts, policy, values, child, seat)
    return total


class Solver:
    """CFR+ on a tree: seats take turns, and later policies weigh more in the average."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._nodes = (tree.seats, tree.first, tree.count, tree.states, tree.chance)
        self._regrets: Numbers = np.zeros(tree.size)
        self._sums: Numbers = np.zeros(tree.size)
        self._policy = self.even()
        self.iterations = 0
        depth = _depths(tree)
        self._orders = [_order(tree, depth, seat) for seat in range(tree.players)]

    def even(self) -> Numbers:
        """All actions alike."""
        widths = np.diff(self.tree.starts)
        return np.repeat(1 / widths, widths)

    def reach(self, policy: Numbers) -> Numbers:
        """By node, how likely each seat and (last) chance lead to it."""
        reach: Numbers = np.ones((len(self.tree.seats), self.tree.players + 1))
        spread(self._nodes, self.tree.starts, policy, reach)
        return reach

    def values(self, policy: Numbers) -> Numbers:
        """By node, what it is worth to each seat."""
        values = self.tree.worth.copy()
        gather(self._nodes, self.tree.starts, policy, values)
        return values

    def run(self, iterations: int) -> None:
        """Go on for some iterations."""
        tree = self.tree
        for _ in range(iterations):
            self.iterations += 1
            for seat in range(tree.players):
                reach, values = self.reach(self._policy), self.values(self._policy)
                regret(self._nodes, tree.starts, reach, values, self._regrets, seat)
                match_regrets(tree.starts, tree.owners, self._regrets, self._policy, seat)
            average(
                self._nodes,
                tree.starts,
                self.reach(self._policy),
                self._policy,
                self._sums,
                float(self.iterations),
            )

    def policy(self) -> Numbers:
        """The average policy: what CFR+ comes to."""
        starts = self.tree.starts[:-1]
        totals = np.add.reduceat(self._sums, starts)
        widths = np.diff(self.tree.starts)
        shares = np.repeat(totals, widths)
        return np.where(shares > 0, self._sums / np.where(shares > 0, shares, 1), self.even())

    def best(self, policy: Numbers, seat: int) -> float:
        """What a seat can get at most against the others' policy."""
        best = policy.copy()
        reach = self.reach(policy)
        values = self.tree.worth
        answer(self._nodes, self.tree.starts, reach, best, self._orders[seat], values)
        return float(self.values(best)[0, seat])

    def nash_conv(self, policy: Numbers) -> float:
        """What all seats together could gain by answering best, each alone."""
        values = self.values(policy)[0]
        return sum(self.best(policy, seat) - values[seat] for seat in range(self.tree.players))

    def tabulate(self, policy: Policy) -> Numbers:
        """A policy of matches as one of this tree."""
        return np.concatenate([policy(match) for match in self.tree.examples])


def _depths(tree: Tree) -> Indices:
    depth = np.zeros(len(tree.seats), np.int64)
    for node in range(len(tree.seats)):
        low = int(tree.first[node])
        depth[low : low + int(tree.count[node])] = depth[node] + 1
    return depth


def _order(tree: Tree, depth: Indices, seat: int) -> Indices:
    """A seat, then its nodes: information states together, the deepest first."""
    mine = np.flatnonzero(tree.seats == seat)
    deepest = np.zeros(len(tree.owners), np.int64)
    np.maximum.at(deepest, tree.states[mine], depth[mine])
    order = np.lexsort((mine, tree.states[mine], -deepest[tree.states[mine]]))
    return np.concatenate([[seat], mine[order]])
