"""Batches on an NVIDIA GPU: the rules as they are, one match a thread.

    import rookery.lab.cuda
    batch = rookery.game("party").batch(1 << 20, players=4, seed=1, device="cuda")
    rows = torch.from_dlpack(batch.observe())    # no copy: PyTorch and JAX read the card's memory
    done, returns = batch.step_on(batch.pick())  # or a tensor of actions (int64) on the card

What a match does is the same, byte for byte, as in a ``Batch`` with the same seed: the same
compiled functions run, for another machine. Arrays stay on the card until they are asked for
(``copy_to_host``). Each belongs to the batch, which writes the next answer to the same question
over it: copy what you keep.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from rookery.core.batch import Batch
from rookery.core.edition import Edition
from rookery.core.game import DEVICES, Game
from rookery.core.returns import sign_of
from rookery.errors import IllegalAction, InvalidOption, MatchOver
from rookery.lab.card import THREADS, CardArray, on_card, open_card

#: Threads that go in step.
WARP = 32
#: Bytes that a block's threads share, on any card.
SHARED = 48 << 10


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
        self._cuda = cuda = open_card()
        self.game = game
        self.edition = edition
        host = Batch(game, count, players, seed, edition, 1, options)
        self.players = host.players
        self.options: Mapping[str, Any] = host.options
        self._kernels = import_module("rookery.lab.kernels")
        self._grid = ((count + THREADS - 1) // THREADS, THREADS)
        put = cuda.to_device
        self.states = put(host.states)
        self._printed, self._blank = put(host.edition.printed), put(host._blank)
        self._picks = put(host._picks)
        self._chance = (put(host._secrets), put(host._keys), put(host._plies))
        self._which = self._room(np.int8)
        self._faults = put(np.zeros(2, np.int64))
        self._decisions = put(np.zeros(count, np.int64))
        #: What seats see, as rows and as words.
        self._seen: tuple[CardArray, Any] | None = None
        #: By name and width: what else the batch answers with.
        self._answers: dict[tuple[str, int], CardArray] = {}

    def __len__(self) -> int:
        return int(self.states.shape[0])

    @property
    def turn(self) -> CardArray:
        """For each match the seat that has to decide, -1 when it is over."""
        turns = self._answer("turn", np.int8)
        self._kernels.turns[self._grid](self.states, turns.array)
        return turns

    def pick(self) -> CardArray:
        """A random legal action for each match, -1 where it is over."""
        actions = self._answer("pick", np.int64)
        self._kernels.pick[self._grid](self._printed, self.states, self._picks, actions.array)
        return actions

    def step(self, actions: Any, *, check: bool = True) -> None:
        """Play one action in each match that is not over; ``actions`` are int64.

        If any is illegal, none is played. Finding that out makes the processor wait for the card:
        without ``check`` it does not, and illegal actions play havoc.
        """
        given = on_card(self._cuda, actions, np.int64)
        if tuple(given.shape) != (len(self),) or given.dtype != np.int64:
            raise IllegalAction(
                f"step takes {len(self)} whole numbers (int64), not shape {tuple(given.shape)}"
                f" of {given.dtype}"
            )
        if check:
            self._check(given)
        self._kernels.play[self._grid](self._printed, self.states, self._chance, given)

    def _check(self, actions: Any) -> None:
        self._faults.copy_to_device(np.array([len(self), 0]))
        self._kernels.check[self._grid](self._printed, self.states, actions, self._faults)
        bad, going = self._faults.copy_to_host().tolist()
        if not going:
            raise MatchOver("all matches of the batch are over; reset them first")
        if bad < len(self):
            action = int(actions.copy_to_host()[bad])
            raise IllegalAction(f"action {action} is not legal in match {bad} of the batch")

    def step_on(
        self, actions: Any, kind: str = "wins", *, check: bool = True
    ) -> tuple[CardArray, CardArray]:
        """``step``, then deal the finished matches anew: which those were, and their returns."""
        sign = sign_of(kind, self.game.fewest_wins)
        self.step(actions, check=check)
        done = self._answer("done", np.bool_)
        points = self._answer("points", np.int64, self.players)
        worth = self._answer("worth", np.float64, self.players)
        self._kernels.finish[self._grid](
            self._printed, self.states, sign, points.array, done.array, worth.array
        )
        self.reset(done)
        return done, worth

    def reset(self, which: Any = None) -> None:
        """Deal new matches in place of all, or of those where ``which`` is true."""
        chosen = np.ones(len(self), np.bool_) if which is None else which
        truths = on_card(self._cuda, chosen, np.bool_)
        if tuple(truths.shape) != (len(self),) or truths.dtype != np.bool_:
            raise InvalidOption(
                f"reset takes {len(self)} truth values, not shape {tuple(truths.shape)}"
                f" of {truths.dtype}"
            )
        self._kernels.mark[self._grid](truths, self._which)
        self._kernels.deal[self._grid](
            self._printed, self.states, self._chance, self._blank, self._which
        )

    def mask(self, *, packed: bool = False) -> CardArray:
        """For each match a row of truth values: which actions are legal.

        With ``packed`` eight actions are one byte, the first of them its lowest bit.
        """
        count = self.game.num_actions
        rows = self._answer("mask", *((np.uint8, -(-count // 8)) if packed else (np.bool_, count)))
        self._cuda.cudadrv.driver.device_memset(rows.array, 0, rows.array.nbytes)
        fill = self._kernels.packed_mask if packed else self._kernels.mask
        fill[self._grid](self._printed, self.states, rows.array)
        return rows

    def observe(self) -> CardArray:
        """What the seat to move knows, in bytes; ``game.observation`` says what they mean."""
        width, count = self.game.num_features, len(self)
        if self._seen is None:
            # Whole words, so that they are written as such.
            room = self._cuda.device_array((-(-count // 8) * 8, width), np.uint8)
            self._seen = CardArray(room[:count]), room.reshape(room.size).view(np.int64)
        rows, lines = self._seen
        threads = min(WARP, SHARED // width // 8 * 8)
        grid = (-(-count // threads), threads, 0, threads * width)
        self._kernels.observe[grid](self._printed, self.states, rows.array, lines)
        return rows

    def playouts(self, budget: int) -> None:
        """So many random decisions in each match, without a break; ended ones are dealt anew."""
        self._kernels.playouts[self._grid](
            self._printed, self.states, self._picks, self._blank, budget, self._decisions
        )

    def synchronize(self) -> None:
        """Wait until the card has done all that was asked for."""
        self._cuda.synchronize()

    def _room(self, dtype: Any, width: int = 0) -> Any:
        """An array on the card, a row a match; what is in it is left to chance."""
        return self._cuda.device_array((len(self), width) if width else len(self), dtype)

    def _answer(self, name: str, dtype: Any, width: int = 0) -> CardArray:
        """Room for an answer, the same one each time."""
        known = self._answers.get((name, width))
        if known is None:
            known = self._answers[name, width] = CardArray(self._room(dtype, width))
        return known


DEVICES["cuda"] = CudaBatch
