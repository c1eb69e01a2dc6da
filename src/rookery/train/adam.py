"""Learning with PyTorch (extra ``train``): Adam's steps on batches of samples.

They take longer than those of ``learning`` and make more of the same samples. They become smaller
to the end of a generation, and Adam begins anew with each: weights are all there is to be kept.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from rookery.core.kernel import kernel
from rookery.errors import InvalidOption
from rookery.lab.extras import need
from rookery.search.net import Weights, input_of
from rookery.train.learning import AT_A_TIME, Learner, Sample, Tell, in_turns, tell_nobody

BATCH = 128
#: How large the first step is, and the last one as a part of it.
SPEED, LAST = 0.001, 0.02
#: How much of a weight is lost with each step, as a part of the step's size.
DECAY = 0.3


@kernel
def inputs_of(net: Any, rows: Any, out: Any) -> None:
    """The inputs that each row switches on, how far, and where those of each row begin."""
    indices, parts, begins = out
    at = 0
    for number in range(len(rows)):
        begins[number] = at
        row = rows[number]
        for k in range(len(row)):
            if row[k]:
                indices[at], parts[at] = input_of(net, k, row[k])
                at += 1


class Batch(NamedTuple):
    """Samples as tensors."""

    roles: Any
    indices: Any
    parts: Any
    begins: Any
    logs: Any
    value: Any
    actions: Any
    rates: Any
    shares: Any
    #: Whether there is such a seat, such an action.
    seats: Any
    legal: Any


@dataclass
class TorchLearner(Learner):
    """A net that PyTorch trains."""

    def __post_init__(self) -> None:
        torch = need("torch", "train")
        # Nets as small are learned sooner by one thread, and the same each time.
        torch.set_num_threads(1)
        if self.device == "cuda" and not torch.cuda.is_available():
            raise InvalidOption("PyTorch sees no card here: use --device cpu or --learner compiled")

    def learn(
        self, samples: Sample, seed: int, tell: Tell = tell_nobody, passes: int = 1
    ) -> tuple[float, float]:
        """Go through samples so many times; their mean losses (value, policy) on the way."""
        torch = need("torch", "train")
        tensors = [
            torch.tensor(part, device=self.device, requires_grad=True) for part in self.weights
        ]
        order = in_turns(len(samples), seed, passes)
        steps = -(-len(order) // BATCH)
        adam = torch.optim.AdamW(tensors, lr=SPEED, weight_decay=DECAY)
        slower = torch.optim.lr_scheduler.LinearLR(adam, 1.0, LAST, max(1, steps))
        sums = np.zeros(2)
        for begin in range(0, len(order), BATCH):
            part = order[begin : begin + BATCH]
            losses = self._losses(Weights(*tensors), self._batch(samples[part]))
            adam.zero_grad()
            (losses.sum() / len(part)).backward()
            adam.step()
            slower.step()
            sums += losses.detach().cpu().numpy()
            if begin // AT_A_TIME < (begin + len(part)) // AT_A_TIME:
                tell(begin + len(part), len(order))
        tell(len(order), len(order))
        for own, learned in zip(self.weights, tensors, strict=True):
            own[:] = learned.detach().cpu().numpy()
        value, policy = sums / max(1, len(order))
        return float(value), float(policy)

    def _batch(self, samples: Sample) -> Batch:
        torch = need("torch", "train")
        rows = np.ascontiguousarray(samples["row"])
        lit = np.count_nonzero(rows)
        inputs = np.zeros(lit, np.int64), np.zeros(lit, np.float32), np.zeros(len(rows), np.int64)
        inputs_of(self.net, rows, inputs)
        width = int(samples["count"].max())
        seats = np.arange(samples["logs"].shape[1]) < samples["players"][:, None]
        legal = np.arange(width) < samples["count"][:, None]

        def tensor(values: npt.NDArray[Any], dtype: Any = np.float32) -> Any:
            return torch.from_numpy(np.ascontiguousarray(values, dtype)).to(self.device)

        indices, parts, begins = (tensor(it, it.dtype) for it in inputs)
        return Batch(
            roles=tensor(samples["role"], np.int64),
            indices=indices,
            parts=parts,
            begins=begins,
            logs=tensor(np.where(seats, samples["logs"], 0.0)),
            value=tensor(np.where(seats, samples["value"], 0.0)),
            actions=tensor(np.where(legal, samples["actions"][:, :width], 0), np.int64),
            rates=tensor(np.where(legal, samples["rates"][:, :width], 0.0)),
            shares=tensor(np.where(legal, samples["shares"][:, :width], 0.0)),
            seats=tensor(seats, np.bool_),
            legal=tensor(legal, np.bool_),
        )

    def _losses(self, weights: Weights, batch: Batch) -> Any:
        """The sums of both losses, as ``learning.forward`` counts them."""
        torch = need("torch", "train")
        roles, each = batch.roles, torch.arange(len(batch.roles), device=self.device)
        count = weights.first.shape[1]
        ends = torch.cat([batch.begins[1:], batch.begins.new_tensor([len(batch.indices)])])
        first = batch.indices + torch.repeat_interleave(count * roles, ends - batch.begins)
        table: Any = weights.first
        low = torch.nn.functional.embedding_bag(
            first, table.flatten(0, 1), batch.begins, mode="sum", per_sample_weights=batch.parts
        )
        low = torch.relu(low + weights.first_bias[roles])
        top = torch.einsum("bl,rlt->brt", low, weights.second)[each, roles]
        top = torch.relu(top + weights.second_bias[roles])
        value = torch.einsum("bt,bkt->bk", top, weights.value[roles]) + weights.value_bias[roles]
        value = value + weights.trust[roles, :1] * batch.logs
        acts = roles[:, None], batch.actions
        policy = torch.einsum("bt,bat->ba", top, weights.policy[acts]) + weights.policy_bias[acts]
        policy = policy + weights.trust[roles, 1:] * batch.rates
        return torch.stack(
            [
                surprise(torch, value, batch.value, batch.seats),
                surprise(torch, policy, batch.shares, batch.legal),
            ]
        )


def surprise(torch: Any, said: Any, wanted: Any, there: Any) -> Any:
    """How far chances are from what is wanted, in nats, summed."""
    logs = torch.log_softmax(said.masked_fill(~there, -torch.inf), 1)
    return -(wanted * logs.masked_fill(~there, 0.0)).sum()
