"""Batches on an NVIDIA GPU: the rules as they are, one match a thread.

    import rookery.lab.cuda
    batch = rookery.game("party").batch(1 << 20, players=4, seed=1, device="cuda")
    batch.step(batch.pick())
    torch.from_dlpack(batch.mask())        # no copy: PyTorch and JAX read the card's memory

What a match does is the same, byte for byte, as in a ``Batch`` with the same seed: the same
compiled functions run, for another machine. Arrays stay on the card until they are asked for
(``copy_to_host``); they speak ``__cuda_array_interface__``. Actions are not checked: a check of a
million rows would cost more than playing. Take them from the mask.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from rookery.core.batch import Batch
from rookery.core.edition import Edition
from rookery.core.game import DEVICES, Game
from rookery.core.record import new
from rookery.errors import InvalidOption
from rookery.lab.extras import need

#: Matches in a block of threads.
THREADS = 128


class CudaBatch:
    """Many matches of one game in the memory of a card."""

    def __init__(
        self,
        game: Game,
        count: int,
        players: int,
        seed: int | bytes | Sequence[int | bytes] | None,
        edition: Edition,
        threads: int | None,
        options: Mapping[str, Any],
    ) -> None:
        self._cuda = cuda = _card()
        self.game = game
        host = Batch(game, count, players, seed, edition, 1, options)
        self.players = host.players
        self.options: Mapping[str, Any] = host.options
        self._kernels = import_module("rookery.lab.kernels")
        self._grid = ((count + THREADS - 1) // THREADS, THREADS)
        put = cuda.to_device
        self.states = put(host.states)
        self._printed, self._blank = put(host.edition.printed), put(host._blank)
        self._picks = put(host._picks)
        rngs, work = put(np.zeros(count, host._picks.dtype)), put(np.zeros((count, 32), np.uint64))
        self._chance = (put(host._secrets), put(host._keys), put(host._plies), rngs, work)
        self._views, self._before = put(new(game.dtype, count)), put(new(game.dtype, count))
        self._list = put(np.zeros((count, game.num_actions), np.int64)[:, : _longest(game)].copy())
        self._actions = put(np.zeros(count, np.int64))
        self._mask = put(np.zeros((count, -(-game.num_actions // 8)), np.uint8))
        self._rows = put(np.zeros((count, game.num_features), np.uint8))
        self._decisions = put(np.zeros(count, np.int64))

    def __len__(self) -> int:
        return int(self.states.shape[0])

    def pick(self) -> Any:
        """A random legal action for each match, on the card."""
        self._kernels.pick[self._grid](self._printed, self.states, self._picks, self._actions)
        return self._actions

    def step(self, actions: Any) -> None:
        """Play one action in each match that is not over; ``actions`` are int64, on the card."""
        self._kernels.play[self._grid](
            self._printed, self.states, self._chance, actions, self._before
        )

    def reset(self, which: Any) -> None:
        """Deal anew where ``which`` (int8, on the card) is ``many.AGAIN``."""
        self._kernels.deal[self._grid](self._printed, self.states, self._chance, self._blank, which)

    def mask(self) -> Any:
        """Which actions are legal, eight a byte, on the card."""
        self._kernels.mask[self._grid](self._printed, self.states, self._mask, self._list)
        return self._mask

    def observe(self) -> Any:
        """What the seat to move knows, in bytes, on the card."""
        self._kernels.observe[self._grid](self._printed, self.states, self._rows, self._views)
        return self._rows

    def playouts(self, budget: int) -> None:
        """So many random decisions in each match, without a break; ended ones are dealt anew."""
        self._kernels.playouts[self._grid](
            self._printed, self.states, self._picks, self._blank, budget, self._decisions
        )

    def synchronize(self) -> None:
        """Wait until the card has done all that was asked for."""
        self._cuda.synchronize()


def _longest(game: Game) -> int:
    """Room for the legal actions of a state: few games have all of them legal at once."""
    return min(game.num_actions, 1024)


def _card() -> Any:
    # numba-cuda still asks for names that NumPy 2.4 has dropped.
    for old, now in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
        if not hasattr(np, old):
            setattr(np, old, getattr(np, now))
    need("numba_cuda", "cuda")
    cuda = need("numba.cuda", "cuda")
    if not cuda.is_available():
        raise InvalidOption("device 'cuda' is not available: there is no NVIDIA GPU here")
    return cuda


DEVICES["cuda"] = CudaBatch
