"""What is to be learned of hidden things: what a seat saw, and what was so.

A sample is that of a decision (``learning.sample_type``) in which nothing is to be decided: in
place of actions it has what the thing may be, and all of the share is the truth's.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.core import dispatch
from rookery.core.game import Game
from rookery.core.kernel import int64, kernel
from rookery.core.record import Records, new
from rookery.search.guess import LARGER
from rookery.search.net import Weights
from rookery.train.learning import Sample, fresh_weights, sample_type


@kernel
def note_hidden(
    printed: Any, states: Any, playing: Any, falls: Any, samples: Any, room: Any
) -> int:
    """One thing that is hidden from each seat to move, by chance; of how many seats one is."""
    views, found, things, values = room
    count = int64(0)
    for number in range(len(playing)):
        state, sample = states[playing[number]], samples[count]
        seat = int64(state["turn"])
        dispatch.hide(printed[0], state, seat, views[0])
        hidden = int64(0)
        for thing in range(things):
            if dispatch.candidates(printed[0], views[0], seat, thing, found) > 1:
                hidden += 1
        if hidden == 0:
            continue
        left = int64(falls[number] * hidden)
        for thing in range(things):
            choices = dispatch.candidates(printed[0], views[0], seat, thing, found)
            if choices > 1:
                if left == 0:
                    break
                left -= 1
        sample["row"][:] = 0
        dispatch.features(printed[0], views[0], seat, sample["row"])
        sample["match"] = playing[number]
        sample["role"] = dispatch.role(printed[0], state, seat)
        sample["count"] = choices
        true = dispatch.truth(printed[0], state, seat, thing)
        for k in range(choices):
            sample["actions"][k] = thing * values + found[k]
            sample["shares"][k] = found[k] == true
        count += 1
    return count


class Watcher:
    """Looks at matches that are played for learning."""

    def __init__(self, game: Game) -> None:
        self._things, self._values = game.guessed
        self._type = sample_type(game, max(1, self._values))
        found = np.zeros(max(1, self._values), np.int64)
        self._room = (new(game.dtype), found, self._things, self._values)
        self._noted: list[Sample] = []

    def look(
        self,
        printed: Records,
        states: Any,
        playing: npt.NDArray[np.intp],
        chance: np.random.Generator,
    ) -> None:
        """Note something that is hidden from each seat to move, where anything is."""
        if not self._things:
            return
        samples = np.zeros(len(playing), self._type)
        falls = chance.random(len(playing))
        count = note_hidden(printed, states, playing, falls, samples, self._room)
        self._noted.append(samples[:count].copy())

    @property
    def noted(self) -> Sample:
        """All of it."""
        return np.concatenate([np.zeros(0, self._type), *self._noted])


def fresh_guesses(game: Game, low: int, top: int, seed: int) -> Weights:
    """A net that knows nothing of what is hidden; its units are as many as those of another."""
    things, values = game.guessed
    return fresh_weights(game, LARGER * low, LARGER * top, seed, outputs=things * values)
