"""Self-play: matches of the search with itself, and what is to be learned from them."""

from dataclasses import dataclass
from math import log
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from rookery.core import dispatch
from rookery.core.game import Game
from rookery.core.kernel import int64, kernel
from rookery.core.record import Records, new
from rookery.lab import search_batch
from rookery.lab.forest import Decisions, Plan
from rookery.search.net import LEAST, NOTHING, Learned, seat_at
from rookery.search.value import MAX_SEATS
from rookery.train.hidden import Watcher
from rookery.train.learning import MOST_ACTIONS, Sample, sample_type

#: How much of what is learned of a position is how the match ended; the rest is what the search
#: thought of it, which errs but is not luck.
OUTCOME = 0.5
#: The part of all decisions that is drawn by visits instead of taking the most visited action.
WANDERING = 0.25


@kernel
def note(printed: Any, states: Any, playing: Any, found: Any, samples: Any, room: Any) -> None:
    """Write down what each match's seat to move saw, and what the search made of it.

    What is printed there is for each role, as the search of that role reads it.
    """
    tried, visits, values = found
    views, actions, chances = room
    for number in range(len(playing)):
        i = playing[number]
        state, sample = states[i], samples[number]
        seat = int64(state["turn"])
        players = int64(state["players"])
        dispatch.hide(printed[0], state, seat, views[0])
        dispatch.features(printed[0], views[0], seat, sample["row"])
        role = int64(dispatch.role(printed[0], state, seat))
        sample["match"] = i
        sample["role"] = role
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
            sample["rates"][k] = dispatch.rate(printed[role], state, action)
        dispatch.estimate(printed[role], state, chances)
        for k in range(players):
            who = seat_at(printed[0], state, seat, k)
            sample["seats"][k] = who
            sample["logs"][k] = log(max(LEAST, chances[who]))
            sample["value"][k] = values[i, who]


class Played(NamedTuple):
    """What is to be learned from matches."""

    decisions: Sample
    #: What was hidden from whoever decided.
    hidden: Sample


@dataclass(frozen=True)
class Task:
    """Matches to be played by whoever has time for a part of them."""

    game: str
    players: tuple[int, ...]
    #: In each part; parts take turns with the numbers of players.
    matches: int
    iterations: int
    seed: int
    device: str = "cpu"
    learned: Learned = NOTHING
    #: So many of the last matches of a part are left where they are, as the search thinks of them.
    unfinished: int = 0
    #: Whether champions play as they do at tables, where they read; else beside each other.
    reads: bool = False


class Noting(NamedTuple):
    """What decisions are written down with."""

    #: For each role, as the search of that role reads it.
    printed: Records
    room: tuple[Any, ...]
    type: np.dtype[Any]

    @classmethod
    def of(cls, game: Game, task: Task, players: int, printed: Records) -> "Noting":
        """For matches of so many players."""
        plan = Plan.of(game, task.iterations, {}, task.learned.weights, players)
        room = (new(game.dtype), np.zeros(game.num_actions, np.int64), np.zeros(MAX_SEATS))
        return cls(plan.printed(printed), room, sample_type(game))

    def note(self, states: Any, playing: npt.NDArray[np.intp], found: Decisions) -> Sample:
        """A sample of each decision; how the matches end is not known yet."""
        samples = np.zeros(len(playing), self.type)
        thoughts = (found.tried, found.visits, found.values)
        note(self.printed, states, playing, thoughts, samples, self.room)
        return samples


def self_play(game: Game, players: int, task: Task, seed: int) -> Played:
    """All decisions of so many matches, played beside each other from the deal to the end."""
    batch = game.batch(task.matches, players=players, seed=seed, threads=1)
    chance, other_chance = np.random.default_rng(seed), np.random.default_rng([seed, 1])
    watcher, noting = Watcher(game), Noting.of(game, task, players, batch.edition.printed)
    thought = np.zeros((task.matches, players))
    decided = []
    while len(playing := np.flatnonzero(batch.turn >= 0)) > task.unfinished:
        found = search_batch(
            batch,
            iterations=task.iterations,
            seeds=int(chance.integers(2**62)),
            device=task.device,
            weights=task.learned.weights,
            champions=True,
        )
        watcher.look(batch.edition.printed, batch.states, playing, other_chance)
        decided.append((playing, noting.note(batch.states, playing, found)))
        thought[playing] = found.values[playing]
        batch.step(choose(found, playing, chance))
    ended = batch.turn[:, None] < 0
    shares = np.where(ended, (batch.returns() + 1.0) / players, thought)
    return Played(know_results(decided, shares), watcher.noted)


def know_results(decided: list[tuple[npt.NDArray[np.intp], Sample]], shares: Any) -> Sample:
    """All decisions in one, now that it is known who won: by match, each seat's share."""
    players = shares.shape[1]
    for playing, samples in decided:
        won = shares[playing[:, None], samples["seats"][:, :players]]
        value = samples["value"][:, :players]
        value[:] = OUTCOME * won + (1 - OUTCOME) * value
    return np.concatenate([samples for _, samples in decided])


def choose(
    found: Decisions, playing: npt.NDArray[np.intp], chance: np.random.Generator
) -> npt.NDArray[np.int64]:
    """The most visited action, or now and then one by its visits: or all matches were alike."""
    actions = np.array(found.actions)
    wander = playing[chance.random(len(playing)) < WANDERING]
    reach = np.cumsum(found.visits[wander], axis=1)
    marks = chance.random(len(wander)) * reach[:, -1]
    actions[wander] = found.tried[wander, (reach <= marks[:, None]).sum(axis=1)]
    return actions
