"""What a reader of the table would believe: worlds weighed by what the others were seen to do.

A fair deal makes every world alike that fits what a seat has seen; but who places red and keeps
blue says something. So each world is followed back through what the seat saw (``recall``), and
weighs as much as the others' actions were likely in it, by a simple model of players (``rate``).
Where it cannot be told how a world came about, worlds are played on instead, from the first thing
that was seen (``search.beliefs``).
"""

import hashlib
from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.core import dispatch
from rookery.core.kernel import kernel
from rookery.core.match import Match
from rookery.core.record import Records, new
from rookery.core.rng import SECRET_BYTES, generator
from rookery.search.beliefs import Beliefs
from rookery.search.settings import settings_of
from rookery.search.trust import trust_all

#: Worlds that are played on, where they cannot be followed back.
CARRIED = 2048
#: So many things seen are read, the last ones: what was done long ago tells little.
LOOK_BACK = 40

Floats = npt.NDArray[np.float64]


@kernel
def follow_back(printed: Any, worlds: Any, seen: Any, signs: Any, how: Any, out: Any) -> int:
    """The logarithm of how likely the others' actions were, world by world.

    ``signs`` are the first ones of what led from each record of ``seen`` to the next. Returns how
    many records back it could be told.
    """
    seat, model, scratch, rngs, room = how
    actions, weights = scratch
    far = len(seen)
    for k in range(len(worlds)):
        room[0] = worlds[k]
        for back in range(1, far):
            at = len(seen) - 1 - back
            room[1] = seen[at]
            found = dispatch.recall(printed[0], room[0], room[1], rngs[0])
            if found < 0:
                far = back
                break
            if room[1]["turn"] != seat and signs[at] >= 0:
                count = trust_all(printed[0], room[1], scratch, model)
                total = 0.0
                for n in range(count):
                    if dispatch.sign(printed[0], room[1], actions[n], seat) == signs[at]:
                        total += weights[n]
                if found == 0 or total <= 0.0:
                    out[k] = -np.inf
                    break
                out[k] += log(total)
            room[0] = room[1]
    return far


@dataclass(frozen=True)
class Reading:
    """Worlds, and how much a reader believes in each."""

    records: Records
    #: They add up to 1.
    weights: Floats

    @property
    def effective(self) -> float:
        """How many worlds of equal weight would say as much."""
        return float(1.0 / (self.weights**2).sum())

    def even(self, count: int) -> Records:
        """So many worlds that are each as likely as another."""
        ends = np.cumsum(self.weights)
        chosen = np.searchsorted(ends, (np.arange(count) + 0.5) * ends[-1] / count)
        return self.records[np.minimum(chosen, len(self.records) - 1)]


def read(match: Match, seat: int | None, worlds: Records) -> Reading:
    """What a reader would make of worlds that a seat of a match cannot exclude."""
    found = read_back(match, seat, worlds)
    if found is not None:
        return found
    beliefs = Beliefs(match.game, CARRIED, settings_of(match.game))
    beliefs.read(match.informed(seat))
    likely = beliefs.weights > 0
    weights = beliefs.weights[likely]
    return Reading(beliefs.worlds[likely], weights / weights.sum())


def read_back(match: Match, seat: int | None, worlds: Records) -> Reading | None:
    """The same, as far as these can be followed back; None if that is not at all."""
    game, settings = match.game, settings_of(match.game)
    seen = match.informed(seat).seen
    assert seen is not None
    records = seen.records[-LOOK_BACK:]
    signs = np.array([[*seen.between(it), -1][0] for it in range(len(seen.ends))], np.int64)
    model = (float(settings["heat"]), float(settings["strange"]))
    scratch = (np.zeros(game.num_actions, np.int64), np.zeros(game.num_actions))
    chance = generator(hashlib.blake2b(records.tobytes(), digest_size=SECRET_BYTES).digest())
    how = (match.check_seat(seat), model, scratch, chance, new(game.dtype, 2))
    logs = np.zeros(len(worlds))
    signs = signs[len(signs) - len(records) + 1 :]
    far = follow_back(match.edition.printed, worlds, records, signs, how, logs)
    if (far == 1 and len(records) > 1) or np.isinf(logs).all():
        return None
    weights = np.exp(logs - logs.max())
    return Reading(worlds, weights / weights.sum())
