"""Search: how a seat that knows a view decides, within a budget of iterations or time."""

import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np

from rookery.core import loops, rng
from rookery.core.edition import Edition
from rookery.core.game import Game
from rookery.core.record import Records, new
from rookery.core.view import View
from rookery.errors import InvalidOption, InvalidSeat, MatchOver
from rookery.search.beliefs import Readers
from rookery.search.budget import SAVED_MOST, Budget, Stop
from rookery.search.figures import Figures
from rookery.search.memory import NONE, Memory
from rookery.search.net import Net, Weights, edition_key, net_of
from rookery.search.ponder import Thought
from rookery.search.settings import NO_NET, as_champion, settings_of, tempered
from rookery.search.solver import Solution, Solver
from rookery.search.tree import grow, impulse, play_one

#: Nodes, and edges, of each tree: about 30 MB.
ROOM = 2**19
#: Iterations between two looks at the clock: a few milliseconds at most.
CHUNK = 64
#: The longest principal line that is told.
LINE = 12


class Search:
    """A tree search for one game, with all its memory. One decision at a time."""

    def __init__(
        self,
        game: Game,
        *,
        room: int = ROOM,
        threads: int = 1,
        solve: bool = True,
        thrifty: bool = False,
        steady: bool = False,
        weights: Weights | None = None,
        guesses: Weights | None = None,
        editions: Sequence[str] | None = None,
        **settings: float,
    ) -> None:
        if room < 1 or threads < 1:
            raise InvalidOption(f"a search needs room and threads, not {room} and {threads}")
        self.game = game
        self._own = settings
        self._settings = settings_of(game, **settings)
        learns = self._settings["doubts"] > 0
        count = int(self._settings["worlds"]) if self._settings["reads"] else 0
        self._thrifty = thrifty
        #: Where nothing hidden depends on it, time saved by one decision is another's.
        self._saves = thrifty and not steady and game.open_actions
        self._saved = 0.0
        self._thought: Thought | None = None
        self._readers = Readers(game, count, self._settings, guesses)
        self._no_worlds: Records = new(game.dtype, 0)
        self._net = net_of(game, weights)
        self._learned = weights is not None
        #: Keys of the editions that the net is for (None: any), and the one it was asked of last.
        self._editions = editions
        self._known: tuple[Edition, bool] | None = None
        self._memories = [Memory.of(game, room, learns, count, self._net) for _ in range(threads)]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._solver = Solver(game) if solve else None

    def decide(
        self,
        view: View,
        legal: Sequence[int],
        chance: Records,
        *,
        iterations: int | None = None,
        milliseconds: float | None = None,
        stop: Stop | None = None,
    ) -> Figures:
        """The figures of a decision; the action in them is the one most visited.

        ``iterations`` are shared out evenly among the threads. With both budgets the first one
        that is used up ends the search, and so does ``stop`` at any moment. A thrifty search ends
        when no other action can catch up any more.
        """
        check(view, legal)
        if iterations is None and milliseconds is None:
            raise InvalidOption("a search needs a budget: iterations, milliseconds, or both")
        if iterations is not None and iterations < 1:
            raise InvalidOption(f"a search needs at least one iteration, not {iterations}")
        saves = self._saves and milliseconds is not None
        extra = min(self._saved, milliseconds or 0.0) if saves else 0.0
        budget = Budget(milliseconds, stop, thrifty=self._thrifty, extra=extra)
        solution = self._solver.solve(view) if self._solver else None
        if solution:
            return solved(view, legal, solution, budget.begun)
        view, settings = self._set_for(view)
        believed = self._believed(view, settings)
        seeds = [reseed(chance, memory) for memory in self._memories]
        shares = split(iterations, len(seeds))

        carried = self._carries(view)

        def work(number: int) -> None:
            memory = self._memories[number]
            if number or not carried:
                memory.clear(view.records, view.number, settings)
            memory.believe(believed)
            run(view, memory, self._net, shares[number], budget)

        if self._pool is None:
            work(0)
        else:
            list(self._pool.map(work, range(len(seeds))))
        if saves and milliseconds is not None:
            saved = self._saved + milliseconds - budget.spent()
            self._saved = min(max(0.0, saved), SAVED_MOST * milliseconds)
        return self._figures(view, legal, budget.begun)

    def ponder(self, view: View, chance: Records, stop: Stop) -> int:
        """Think ahead while another seat is to move, until stopped or out of room.

        Returns the iterations. The next decision of the seat, or its next pondering, goes on from
        there, where what was done in between leads to a part of the tree.
        """
        view, settings = self._set_for(view)
        if self._thought is None:
            self._thought = Thought(self.game)
        memory = self._memories[0]
        carried = self._thought.move_on(view, memory)
        reseed(chance, memory)
        if view.seen is None or not self._thought.serves(view, memory.rngs):
            return 0
        if not carried:
            memory.clear(view.records, view.number, settings)
            memory.nodes["seat"][0] = view.records["turn"][0]
        memory.believe(self._believed(view, settings))
        self._thought.stand(view)
        asked = stop.is_set if isinstance(stop, threading.Event) else stop
        while not asked() and memory.heads["edges"][0] < len(memory.edges):
            grow(view.edition.printed, memory, self._net, CHUNK)
        return int(memory.heads["iterations"][0])

    def _believed(self, view: View, settings: dict[str, float]) -> Records:
        if not settings["reads"]:
            return self._no_worlds
        net = self._net if settings["net"] else None
        return self._readers.even_worlds(view, net, settings["guessed"])

    def _carries(self, view: View) -> bool:
        """Whether a pondered tree leads to this decision; it stands there from now on."""
        if self._thought is None:  # nobody ponders
            return False
        carried = self._thought.move_on(view, self._memories[0])
        self._thought.stand(view)
        return carried

    def _set_for(self, view: View) -> tuple[View, dict[str, float]]:
        """How it is set for the role of this seat, and a view by which the game's functions go.

        They are handed what is printed, so what they are set to stands there, in a copy.
        """
        settings, edition = self._settings, view.edition
        learned = self._learned and self._knows(edition)
        if settings["worlds"]:
            role = loops.role(edition.printed, view.records, view.number)
            players = int(view.records["players"][0])
            settings = as_champion(self.game, settings, role, players, learned) | self._own
        if not learned:
            settings = settings | NO_NET
        printed = tempered(self.game, edition.printed, settings)
        if printed is not edition.printed:
            view = replace(view, edition=replace(edition, printed=printed))
        return view, settings

    def _knows(self, edition: Edition) -> bool:
        """Whether the net was made for this edition."""
        if self._known is None or self._known[0] is not edition:
            fits = self._editions is None or edition_key(edition) in self._editions
            self._known = edition, fits
        return self._known[1]

    def _figures(self, view: View, legal: Sequence[int], begun: float) -> Figures:
        visits = dict.fromkeys(legal, 0)
        sums = dict.fromkeys(legal, 0.0)
        for memory in self._memories:
            for action, count, value in root_edges(memory):
                if action in visits:
                    visits[action] += count
                    sums[action] += value
        heads = [memory.heads[0] for memory in self._memories]
        done = sum(int(head["iterations"]) for head in heads)
        players = int(view.records["players"][0])
        values = sum(head["total"][:players] for head in heads) / max(1, done)
        # The rating breaks ties: of two actions as often visited, the first found is trusted.
        best = max(legal, key=lambda action: (visits[action], sums[action]))
        order = sorted(legal, key=lambda action: -visits[action])
        return Figures(
            method="search",
            action=best,
            iterations=done,
            milliseconds=1000 * (time.perf_counter() - begun),
            values=tuple(float(value) for value in values),
            visits={action: visits[action] for action in order},
            rewards={a: sums[a] / visits[a] for a in order if visits[a]},
            nodes=sum(int(head["nodes"]) for head in heads),
            edges=sum(int(head["edges"]) for head in heads),
            room=sum(len(memory.edges) for memory in self._memories),
            line=principal_line(view, self._memories[0], best),
            texts={action: view.notation(action) for action in legal},
        )


def check(view: View, legal: Sequence[int]) -> None:
    """Refuse to decide where nothing is to be decided."""
    if not legal:
        raise MatchOver("there is nothing to decide: no action is legal")
    if view.seat is None or int(view.records["turn"][0]) != view.seat:
        raise InvalidSeat(f"it is not the turn of seat {view.seat}, whose view this is")


def reseed(chance: Records, memory: Memory) -> Records:
    """Give a tree a generator of its own, drawn from the one handed in."""
    for k in range(3):
        memory.rngs["word"][0, k] = rng.draw(chance[0])
    memory.rngs["word"][0, 3] = 1
    return memory.rngs


def split(iterations: int | None, parts: int) -> list[int | None]:
    """Even shares; the first ones take what is left over."""
    if iterations is None:
        return [None] * parts
    return [iterations // parts + (k < iterations % parts) for k in range(parts)]


def run(view: View, memory: Memory, net: Net, iterations: int | None, budget: Budget) -> None:
    """Grow one tree until its share is used up; a single iteration at the least."""
    left = iterations
    size = 1  # a first answer at once
    visits = np.zeros(2, np.int64)
    while left is None or left > 0:
        count = size if left is None else min(size, left)
        grow(view.edition.printed, memory, net, count)
        left = None if left is None else left - count
        size = CHUNK
        if budget.used_up(memory, left, visits):
            return


def root_edges(memory: Memory) -> list[tuple[int, int, float]]:
    """Action, visits and summed reward of each edge of the root."""
    found = []
    edge = int(memory.nodes["first"][0])
    while edge != NONE:
        it = memory.edges[edge]
        found.append((int(it["action"]), int(it["visits"]), float(it["value"])))
        edge = int(it["next"])
    return found


def principal_line(view: View, memory: Memory, action: int) -> tuple[str, ...]:
    """What is likely to follow, in one world the seat cannot exclude."""
    states = new(view.game.dtype, 2)
    states[0] = view.records[0]
    chance = rng.generator(0)
    printed = view.edition.printed
    loops.redeal(printed, states, view.number, chance, True)
    line: list[str] = []
    node = 0
    while node != NONE and len(line) < LINE:
        count = loops.legal(printed, states, memory.actions)
        legal = set(memory.actions[:count].tolist())
        edge = most_visited(memory, node, {action} if not line else legal)
        if edge == NONE:
            break
        chosen = int(memory.edges[edge]["action"])
        while chosen != NONE and len(line) < LINE:
            line.append(view.game.write_action(view.edition, states[0], chosen))
            play_one(printed, states, chosen, chance)
            chosen = impulse(printed, states, view.number, chance)
        node = int(memory.edges[edge]["child"])
        while node != NONE and memory.nodes[node]["seat"] != states["turn"][0]:
            node = int(memory.nodes[node]["sibling"])
    return tuple(line)


def most_visited(memory: Memory, node: int, legal: set[int]) -> int:
    """The edge most visited among those that are legal."""
    best, most = NONE, 0
    edge = int(memory.nodes[node]["first"])
    while edge != NONE:
        it = memory.edges[edge]
        if it["visits"] > most and int(it["action"]) in legal:
            best, most = edge, int(it["visits"])
        edge = int(it["next"])
    return best


def solved(view: View, legal: Sequence[int], solution: Solution, begun: float) -> Figures:
    """An exact answer in the form of a search's."""
    seat = view.number
    rewards = dict(zip(solution.actions, solution.rewards[:, seat].tolist(), strict=True))
    best = max(legal, key=lambda action: rewards[action])
    row = solution.actions.index(best)
    order = sorted(legal, key=lambda action: -rewards[action])
    return Figures(
        method="solver",
        action=best,
        iterations=solution.positions,
        milliseconds=1000 * (time.perf_counter() - begun),
        values=tuple(solution.rewards[row].tolist()),
        visits=dict.fromkeys(order, 1),
        rewards={action: rewards[action] for action in order},
        nodes=0,
        edges=0,
        room=0,
        line=(view.notation(best),),
        texts={action: view.notation(action) for action in legal},
    )
