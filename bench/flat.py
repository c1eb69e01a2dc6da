"""A flat Monte Carlo player: every action gets the same number of random games, no tree.

The yardstick for the search: what plain playouts can do in the same time.
"""

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from rookery.core import dispatch, flow, rng
from rookery.core.game import Game
from rookery.core.kernel import int64, kernel
from rookery.core.record import new
from rookery.core.simulate import finish_randomly
from rookery.core.view import View
from rookery.search.memory import HEAD
from rookery.search.value import judge

CHUNK = 8


@kernel
def sample(
    printed: Any, work: Any, heads: Any, rngs: Any, actions: Any, sums: Any, rounds: int
) -> None:
    """So many random games after each action, each round of them in one world."""
    for _ in range(rounds):
        work[1] = work[0]
        dispatch.redeal(printed[0], work[1], heads[0]["seat"], rngs[0])
        for k in range(len(actions)):
            work[2] = work[1]
            flow.apply(printed[0], work[2], int64(actions[k]), rngs[0])
            finish_randomly(printed[0], work[2], rngs[0])
            judge(printed[0], work[2], heads[0])
            sums[k] += heads[0]["reward"][heads[0]["seat"]]


class FlatBot:
    """Plays the action whose random games went best."""

    def __init__(self, game: Game, milliseconds: float = 0, iterations: int = 0) -> None:
        self.game = game
        self.milliseconds = milliseconds
        self.iterations = iterations

    def choose(self, view: View, legal: Sequence[int], chance: Any) -> int:
        """The action with the best mean reward."""
        begun = time.perf_counter()
        work = new(self.game.dtype, 3)
        work[0] = view.records[0]
        heads = new(HEAD)
        heads["seat"] = view.number
        heads["sign"] = -1 if self.game.fewest_wins else 1
        actions = np.array(legal, np.int64)
        sums = np.zeros(len(legal))
        rngs = rng.as_generator(chance)
        played = 0
        while True:
            sample(view.edition.printed, work, heads, rngs, actions, sums, CHUNK)
            played += CHUNK * len(legal)
            if self.iterations and played >= self.iterations:
                break
            if self.milliseconds and time.perf_counter() - begun >= self.milliseconds / 1000:
                break
        return int(actions[sums.argmax()])
