"""Self-play: many matches of the search with itself, and what is to be learned from them."""

from dataclasses import dataclass, field
from math import log
from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.core import dispatch
from rookery.core.game import Game
from rookery.core.kernel import int64, kernel
from rookery.core.record import new
from rookery.lab import search_batch
from rookery.lab.forest import Decisions
from rookery.search.net import LEAST, Weights
from rookery.search.value import MAX_SEATS
from rookery.train.learning import MOST_ACTIONS, Sample, sample_type

#: How much of what is learned of a position is how the match ended; the rest is what the search
#: thought of it, which errs but is not luck.
OUTCOME = 0.5
#: The part of all decisions that is drawn by visits instead of taking the most visited action.
WANDERING = 0.25


@kernel
def note(printed: Any, states: Any, found: Any, samples: Any, room: Any) -> None:
    """Write down what each match's seat to move saw, and what the search made of it."""
    tried, visits, values = found
    views, actions, chances = room
    for i in range(len(states)):
        state, sample = states[i], samples[i]
        seat = int64(state["turn"])
        players = int64(state["players"])
        for k in range(len(sample["row"])):
            sample["row"][k] = 0
        dispatch.hide(printed[0], state, seat, views[0])
        dispatch.features(printed[0], views[0], seat, sample["row"])
        sample["role"] = dispatch.role(printed[0], state, seat)
        sample["players"] = players
        count = 0
        total = 0.0
        for k in range(min(tried.shape[1], MOST_ACTIONS)):
            if tried[i, k] >= 0 and visits[i, k] > 0:
                sample["actions"][count] = tried[i, k]
                sample["shares"][count] = visits[i, k]
                total += visits[i, k]
                count += 1
        seen = count
        legal = dispatch.legal(printed[0], state, actions)
        for k in range(legal):  # those the search did not find worth a look
            known = False
            for j in range(seen):
                known = known or sample["actions"][j] == actions[k]
            if not known and count < MOST_ACTIONS:
                sample["actions"][count] = actions[k]
                sample["shares"][count] = 0.0
                count += 1
        sample["count"] = count
        for k in range(count):
            sample["shares"][k] /= total
            action = int64(sample["actions"][k])
            sample["rates"][k] = dispatch.rate(printed[0], state, action)
        dispatch.estimate(printed[0], state, chances)
        for k in range(players):
            who = (seat + k) % players
            sample["logs"][k] = log(max(LEAST, chances[who]))
            sample["value"][k] = values[i, who]


@dataclass
class SelfPlay:
    """Matches with one number of players, on the way."""

    game: Game
    players: int
    matches: int
    seed: int
    device: str = "cpu"
    #: By match: the samples that wait for its end, and whose they are.
    _waiting: list[list[tuple[Sample, int]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._batch = self.game.batch(self.matches, players=self.players, seed=self.seed)
        self._waiting = [[] for _ in range(self.matches)]
        self._chance = np.random.default_rng(self.seed)
        self._room = (new(self.game.dtype), np.zeros(self.game.num_actions, np.int64))

    def play(self, weights: Weights | None, iterations: int, wanted: int) -> Sample:
        """Play on until so many decisions, or a few more, are known to the end of their match."""
        done: list[Sample] = []
        while len(done) < wanted:
            done += self._decide(weights, iterations)
        return np.concatenate(done)

    def _decide(self, weights: Weights | None, iterations: int) -> list[Sample]:
        batch = self._batch
        seeds = int(self._chance.integers(2**62))
        found = search_batch(
            batch, iterations=iterations, seeds=seeds, device=self.device, weights=weights
        )
        samples = np.zeros(len(batch), sample_type(self.game))
        room = (*self._room, np.zeros(MAX_SEATS))
        thoughts = (found.tried, found.visits, found.values)
        note(batch.edition.printed, batch.states, thoughts, samples, room)
        turns = batch.turn.tolist()
        for i, seat in enumerate(turns):
            self._waiting[i].append((samples[i : i + 1], seat))
        ended, returns = batch.step_on(self._choose(found))
        finished: list[Sample] = []
        for i in np.flatnonzero(ended).tolist():
            finished += self._learned(i, (returns[i] + 1.0) / self.players)
            self._waiting[i] = []
        return finished

    def _learned(self, number: int, shares: npt.NDArray[Any]) -> list[Sample]:
        """The samples of a match, now that it is known who won it."""
        for sample, seat in self._waiting[number]:
            own_first = np.roll(shares, -seat)
            value = sample["value"][0, : self.players]
            value[:] = OUTCOME * own_first + (1 - OUTCOME) * value
        return [sample for sample, _ in self._waiting[number]]

    def _choose(self, found: Decisions) -> npt.NDArray[np.int64]:
        """The most visited action, or now and then one by its visits: or all matches were alike."""
        actions = np.array(found.actions)
        wander = np.flatnonzero(self._chance.random(len(actions)) < WANDERING)
        reach = np.cumsum(found.visits[wander], axis=1)
        marks = self._chance.random(len(wander)) * reach[:, -1]
        actions[wander] = found.tried[wander, (reach <= marks[:, None]).sum(axis=1)]
        return actions
