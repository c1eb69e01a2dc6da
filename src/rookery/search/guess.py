"""Guesses at hidden things by a net, and worlds weighed by them.

Worlds that are played on tell what follows from what was done, if players choose by habit. A net
that was told the truth after each decision of many matches knows where strong players are found,
whatever led them there. Each is blind where the other sees, so a reader may lean on both: of
chances that worlds give to what a thing may be, and those that the net gives, so much of each.

It is a net like the one that a search asks (``net``), with a number for each thing and each it may
be in place of one for each action. It is asked once a decision and not in every line of a tree, so
it may be larger.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.core import dispatch
from rookery.core.game import Game
from rookery.core.kernel import int64, kernel
from rookery.core.record import Records
from rookery.core.view import View
from rookery.search.net import Senses, Weights, net_of, think
from rookery.search.value import spread

#: So many times as many units as the net that a search asks.
LARGER = 2
#: How much less is made of worlds for each part of trust in the net.
LESS = 0.5
#: Chances are never thought to be smaller, so that a net that errs excludes nothing.
LEAST = 1e-6


@kernel
def guess(printed: Any, views: Any, seat: int, net: Any, room: Any, chances: Any) -> int:
    """Fill ``chances``, by thing and what it may be; how many things are hidden.

    Where nothing is hidden all of them are 0.
    """
    senses, found, logits = room
    row, low, top = senses.row, senses.low, senses.top
    things, values = chances.shape
    role = dispatch.role(printed[0], views[0], seat)
    row[:] = 0
    chances[:] = 0.0
    dispatch.features(printed[0], views[0], seat, row)
    think(net, role, row, low, top)
    hidden = int64(0)
    for thing in range(things):
        count = dispatch.candidates(printed[0], views[0], seat, thing, found)
        if count < 2:
            continue
        hidden += 1
        for k in range(count):
            at = thing * values + found[k]
            logits[k] = net.weights.policy_bias[role, at]
            for unit in range(len(top)):
                logits[k] += top[unit] * net.weights.policy[role, at, unit]
        spread(logits, count)
        for k in range(count):
            chances[thing, found[k]] = max(LEAST, logits[k])
    return hidden


@kernel
def lean(printed: Any, worlds: Any, seat: int, chances: Any, given: Any, trust: float) -> None:
    """Weigh worlds by the chances that a net gives; ``given`` is room for those that they give."""
    records, weights = worlds
    things = len(chances)
    total = 0.0
    given[:] = 0.0
    for k in range(len(records)):
        total += weights[k]
        for thing in range(things):
            given[thing, dispatch.truth(printed[0], records[k], seat, thing)] += weights[k]
    for k in range(len(records)):
        for thing in range(things):
            at = dispatch.truth(printed[0], records[k], seat, thing)
            if weights[k] > 0.0 and chances[thing, at] > 0.0:
                weights[k] *= (given[thing, at] / total) ** (-LESS * trust)
                weights[k] *= chances[thing, at] ** trust


class Guesser:
    """A net that guesses at hidden things, and room for it to think in."""

    def __init__(self, game: Game, weights: Weights) -> None:
        self._net = net_of(game, weights)
        things, values = game.guessed
        found = np.zeros(values, np.int64), np.zeros(values)
        self._room = (Senses.of(game, self._net), *found)
        self._chances = np.zeros((things, values))
        self._given = np.zeros((things, values))

    def guess(self, view: View) -> npt.NDArray[np.float64]:
        """By thing and what it may be, how likely that is; 0 in all of a thing that is known."""
        printed = view.edition.printed
        guess(printed, view.records, view.number, self._net, self._room, self._chances)
        return self._chances

    def lean(
        self, view: View, records: Records, weights: npt.NDArray[np.float64], trust: float
    ) -> None:
        """Weigh worlds that a seat holds possible by what the net makes of its view."""
        chances = self.guess(view)
        lean(view.edition.printed, (records, weights), view.number, chances, self._given, trust)
