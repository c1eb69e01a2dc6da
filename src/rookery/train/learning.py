"""Learning: the gradient of a net on samples, one after the other, compiled.

Steps are Adagrad's: each weight has a pace of its own, slower the more it was moved already. That
suits inputs of which few are ever on at once. Samples are taken in a drawn order by one thread, so
the same samples and seed give the same weights, bit by bit, on the same kind of machine.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import log, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.core.game import Game
from rookery.core.kernel import int64, kernel
from rookery.search.net import Net, Weights, input_of, layout, net_of, think
from rookery.search.value import MAX_SEATS, spread

#: The most actions of a decision that are learned from; those tried come first.
MOST_ACTIONS = 64
#: What a chance is at least, so that its logarithm is a number.
LEAST = 1e-9
#: Samples between two words about how far the work is: about a second.
AT_A_TIME = 50_000

Sample = npt.NDArray[np.void]
Tell = Callable[[int, int], None]


def tell_nobody(done: int, total: int) -> None:
    """Nobody asked."""


def sample_type(game: Game, most: int = MOST_ACTIONS) -> np.dtype[Any]:
    """The record of a decision to learn from; ``most``: of its actions.

    That of a hidden thing is the same: in place of actions, what it may be.
    """
    return np.dtype(
        [
            ("row", np.uint8, (game.num_features,)),  # what the seat saw
            ("match", np.int32),  # of which it is
            ("role", np.int8),
            ("players", np.int8),
            ("count", np.int16),  # of the actions below
            ("actions", np.int32, (most,)),
            ("rates", np.float32, (most,)),  # by the rule of thumb
            ("shares", np.float32, (most,)),  # of the search's visits
            ("seats", np.int8, (MAX_SEATS,)),  # in the order in which a net speaks of them
            ("logs", np.float32, (MAX_SEATS,)),  # of the estimate, in that order
            ("value", np.float32, (MAX_SEATS,)),  # what came of it, likewise
        ],
        align=True,
    )


def fresh_weights(game: Game, low: int, top: int, seed: int, outputs: int | None = None) -> Weights:
    """A net that has learned nothing: both heads are silent, the layers drawn by chance.

    It says so many things, usually one of each action.
    """
    outputs = game.num_actions if outputs is None else outputs
    _, inputs = layout(game)
    roles = game.num_roles
    chance = np.random.default_rng(seed)

    def drawn(size: float, *shape: int) -> npt.NDArray[np.float32]:
        return (size * chance.standard_normal((roles, *shape))).astype(np.float32)

    def zeros(*shape: int) -> npt.NDArray[np.float32]:
        return np.zeros((roles, *shape), np.float32)

    return Weights(
        *(drawn(0.1, inputs, low), zeros(low), drawn(sqrt(2 / low), low, top), zeros(top)),
        *(zeros(MAX_SEATS, top), zeros(MAX_SEATS), zeros(outputs, top)),
        *(zeros(outputs), np.ones((roles, 2), np.float32)),
    )


@kernel
def forward(sample: Any, net: Any, space: Any) -> Any:
    """What the net says of a sample; returns the losses of both heads, in nats."""
    low, top, value, policy = space
    weights = net.weights
    role = int64(sample["role"])
    think(net, role, sample["row"], low, top)
    players = int64(sample["players"])
    for k in range(players):
        value[k] = weights.value_bias[role, k] + weights.trust[role, 0] * sample["logs"][k]
        for unit in range(len(top)):
            value[k] += top[unit] * weights.value[role, k, unit]
    count = int64(sample["count"])
    for k in range(count):
        action = sample["actions"][k]
        policy[k] = weights.policy_bias[role, action]
        policy[k] += weights.trust[role, 1] * sample["rates"][k]
        for unit in range(len(top)):
            policy[k] += top[unit] * weights.policy[role, action, unit]
    return soften(value, players, sample["value"]), soften(policy, count, sample["shares"])


@kernel
def soften(logits: Any, count: int, wanted: Any) -> float:
    """Turn logits into chances; how far they are from what is wanted."""
    spread(logits, count)
    loss = 0.0
    for k in range(count):
        loss -= wanted[k] * log(max(LEAST, logits[k]))
    return loss


@kernel
def move(weights: Any, paces: Any, at: Any, slope: float, speed: float) -> None:
    """One step of one weight."""
    paces[at] += slope * slope
    weights[at] -= speed * slope / (sqrt(paces[at]) + 1e-6)


@kernel
def backward(sample: Any, net: Any, paces: Any, space: Any, slopes: Any, speed: float) -> None:
    """Move every weight that had a part in what ``forward`` said."""
    low, top, value, policy = space
    low_slope, top_slope = slopes
    weights = net.weights
    role = int64(sample["role"])
    for unit in range(len(top)):
        top_slope[unit] = 0.0
    trust = 0.0
    for k in range(int64(sample["players"])):
        slope = value[k] - sample["value"][k]
        trust += slope * sample["logs"][k]
        for unit in range(len(top)):
            if top[unit] > 0.0:
                top_slope[unit] += slope * weights.value[role, k, unit]
                move(weights.value, paces.value, (role, k, unit), slope * top[unit], speed)
        move(weights.value_bias, paces.value_bias, (role, k), slope, speed)
    move(weights.trust, paces.trust, (role, 0), trust, speed)
    trust = 0.0
    for k in range(int64(sample["count"])):
        slope = policy[k] - sample["shares"][k]
        action = int64(sample["actions"][k])
        trust += slope * sample["rates"][k]
        for unit in range(len(top)):
            if top[unit] > 0.0:
                top_slope[unit] += slope * weights.policy[role, action, unit]
                move(weights.policy, paces.policy, (role, action, unit), slope * top[unit], speed)
        move(weights.policy_bias, paces.policy_bias, (role, action), slope, speed)
    move(weights.trust, paces.trust, (role, 1), trust, speed)
    for k in range(len(low)):
        low_slope[k] = 0.0
        if low[k] <= 0.0:
            continue
        for unit in range(len(top)):
            if top[unit] > 0.0:
                low_slope[k] += top_slope[unit] * weights.second[role, k, unit]
                slope = top_slope[unit] * low[k]
                move(weights.second, paces.second, (role, k, unit), slope, speed)
    for unit in range(len(top)):
        if top[unit] > 0.0:
            move(weights.second_bias, paces.second_bias, (role, unit), top_slope[unit], speed)
    row = sample["row"]
    for k in range(len(row)):
        if row[k]:
            at, part = input_of(net, k, row[k])
            for unit in range(len(low)):
                if low[unit] > 0.0:
                    slope = part * low_slope[unit]
                    move(weights.first, paces.first, (role, at, unit), slope, speed)
    for unit in range(len(low)):
        if low[unit] > 0.0:
            move(weights.first_bias, paces.first_bias, (role, unit), low_slope[unit], speed)


@kernel
def go_through(samples: Any, order: Any, net: Any, paces: Any, room: Any, speed: float) -> Any:
    """Samples in an order, learned from where ``speed`` is above 0; the sums of their losses."""
    space, slopes = room
    both = np.zeros(2)
    for k in range(len(order)):
        sample = samples[order[k]]
        value, policy = forward(sample, net, space)
        both[0] += value
        both[1] += policy
        if speed > 0.0:
            backward(sample, net, paces, space, slopes, speed)
    return both


def in_turns(count: int, seed: int, passes: int) -> npt.NDArray[np.int64]:
    """The order of so many samples: all of them drawn once, then all of them again."""
    orders = [np.random.default_rng(seed + it).permutation(count) for it in range(passes)]
    return np.concatenate(orders)


@dataclass
class Learner:
    """A net that is being trained."""

    game: Game
    net: Net
    paces: Weights
    speed: float = 0.02
    device: str = "cpu"

    @classmethod
    def of(
        cls, game: Game, weights: Weights, speed: float = 0.02, device: str = "cpu"
    ) -> "Learner":
        """Begin with these weights."""
        own = Weights(*(np.array(part, np.float32) for part in weights))
        paces = Weights(*(np.full_like(part, 1e-3) for part in weights))
        return cls(game, net_of(game, own), paces, speed, device)

    @property
    def weights(self) -> Weights:
        """As they are now."""
        return self.net.weights

    def learn(
        self, samples: Sample, seed: int, tell: Tell = tell_nobody, passes: int = 1
    ) -> tuple[float, float]:
        """Go through samples so many times; their mean losses (value, policy) on the way.

        Every now and then ``tell`` hears how many are done, and of how many.
        """
        return self._go_through(samples, in_turns(len(samples), seed, passes), self.speed, tell)

    def losses(self, samples: Sample) -> tuple[float, float]:
        """The mean losses on samples, without learning from them."""
        return self._go_through(samples, np.arange(len(samples)), 0.0)

    def _go_through(
        self,
        samples: Sample,
        order: npt.NDArray[np.int64],
        speed: float,
        tell: Tell = tell_nobody,
    ) -> tuple[float, float]:
        low, top = (np.zeros(part.shape[2], np.float32) for part in self.weights[0:3:2])
        space = (low, top, np.zeros(MAX_SEATS), np.zeros(samples["shares"].shape[1]))
        slopes = (np.zeros(len(low)), np.zeros(len(top)))
        sums = np.zeros(2)
        for begin in range(0, len(order), AT_A_TIME):
            part = order[begin : begin + AT_A_TIME]
            sums += go_through(samples, part, self.net, self.paces, (space, slopes), speed)
            tell(begin + len(part), len(order))
        value, policy = sums / max(1, len(order))
        return float(value), float(policy)
