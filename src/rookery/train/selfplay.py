"""Self-play: matches of the search with itself, and what is to be learned from them."""

from collections.abc import Callable
from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np
import numpy.typing as npt

import rookery
from rookery.core import dispatch
from rookery.core.game import Game
from rookery.core.kernel import int64, kernel
from rookery.core.record import new
from rookery.lab import search_batch
from rookery.lab.forest import Decisions, Plan
from rookery.search.net import LEAST, Weights, seat_at
from rookery.search.value import MAX_SEATS
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
    weights: Weights | None = None
    #: So many of the last matches of a part are left where they are, as the search thinks of them.
    unfinished: int = 0


def play_part(
    task: Task, number: int, thinking: Callable[[int], None] = lambda seat: None
) -> tuple[int, Sample]:
    """One part, by its number alone: the same wherever it is played."""
    game = rookery.game(task.game)
    players = task.players[number % len(task.players)]
    return number, self_play(game, players, task, task.seed + 1000 * number)


def self_play(game: Game, players: int, task: Task, seed: int) -> Sample:
    """All decisions of so many matches, played beside each other from the deal to the end."""
    batch = game.batch(task.matches, players=players, seed=seed, threads=1)
    chance = np.random.default_rng(seed)
    room = (new(game.dtype), np.zeros(game.num_actions, np.int64), np.zeros(MAX_SEATS))
    plan = Plan.of(game, task.iterations, {}, task.weights, players)
    printed = plan.printed(batch.edition.printed)
    thought = np.zeros((task.matches, players))
    decided = []
    while len(playing := np.flatnonzero(batch.turn >= 0)) > task.unfinished:
        found = search_batch(
            batch,
            iterations=task.iterations,
            seeds=int(chance.integers(2**62)),
            device=task.device,
            weights=task.weights,
            champions=True,
        )
        samples = np.zeros(len(playing), sample_type(game))
        thoughts = (found.tried, found.visits, found.values)
        note(printed, batch.states, playing, thoughts, samples, room)
        decided.append((playing, samples))
        thought[playing] = found.values[playing]
        batch.step(choose(found, playing, chance))
    ended = batch.turn[:, None] < 0
    shares = np.where(ended, (batch.returns() + 1.0) / players, thought)
    for playing, samples in decided:  # now that it is known who won
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
