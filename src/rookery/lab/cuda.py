"""Batches on an NVIDIA GPU: the rules as they are, one match a thread.

    import rookery.lab.cuda
    batch = rookery.game("party").batch(1 << 20, players=4, seed=1, device="cuda")
    rows = torch.from_dlpack(batch.observe())    # no copy: PyTorch and JAX read the card's memory
    done, returns = batch.step_on(batch.pick())  # or a tensor of actions (int64) on the card

What a match does is the same, byte for byte, as in a ``Batch`` with the same seed: the same
compiled functions run, for another machine. Arrays stay on the card until they are asked for
(``copy_to_host``). Each belongs to the batch, which writes the next answer to the same question
over it: copy what you keep. ``to_host`` gives the same batch on the processor.
"""

import os
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.core import many
from rookery.core.batch import FULL, LATER, Batch, seed_of
from rookery.core.edition import Edition
from rookery.core.game import DEVICES, Game
from rookery.core.handed import as_seats, draw_chance
from rookery.core.returns import sign_of
from rookery.errors import IllegalAction, InvalidOption, MatchOver
from rookery.lab.card import THREADS, CardArray, on_card, open_card

#: Threads that go in step.
WARP = 32
#: Bytes that a block's threads share, on any card.
SHARED = 48 << 10
#: So many plies of each match are noted before more room is made.
PLIES = 64
#: What makes a batch what it is, beside its game and its log: on the processor too, and here.
ALIKE = ("edition", "options", "_blank", "states", "_plies", "_first", "_dealt", "_seed", *LATER)
KEPT = (*ALIKE, "players", "_printed", "_log", "_bound")


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
        self._seed = host._seed
        self._secrets, self._keys = put(host._secrets), put(host._keys)
        self._picks = put(host._picks)
        self._first: Any = None
        self._begin(np.ones(count, np.bool_))

    def _begin(self, dealt: npt.NDArray[np.bool_]) -> None:
        """Make room for what comes of the states; they are deals, or positions to begin at."""
        put, count = self._cuda.to_device, len(self)
        self._dealt, self._plies = put(dealt), put(np.zeros(count, np.int64))
        #: What was played, a row a ply, and how many plies a match can have had by now.
        self._log = self._cuda.device_array((PLIES, count), np.int16)
        self._bound = 0
        self._which = self._room(np.int8)
        self._faults = put(np.zeros(2, np.int64))
        self._decisions = put(np.zeros(count, np.int64))
        #: What seats see, as rows and as words.
        self._seen: tuple[CardArray, Any] | None = None
        #: By name and width: what else the batch answers with.
        self._answers: dict[tuple[str, int], CardArray] = {}

    def __getattr__(self, name: str) -> Any:
        # As in ``Batch``: worlds draw their secrets when they are asked for.
        if name in LATER and "_seed" in self.__dict__:
            drawn = draw_chance(self._seed, len(self))
            self._secrets, self._keys, self._picks = map(self._cuda.to_device, drawn)
            return self.__dict__[name]
        raise AttributeError(f"a batch has no attribute {name!r}")

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

    def greedy(self) -> CardArray:
        """What the game's rule of thumb does in each match, -1 where it is over."""
        actions = self._answer("greedy", np.int64)
        self._kernels.greedy[self._grid](self._printed, self.states, self._picks, actions.array)
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
        self._make_room()
        chance = (self._secrets, self._keys, self._plies)
        self._kernels.play[self._grid](self._printed, self.states, chance, given, self._log)

    def _make_room(self) -> None:
        """Have a row of the log for the next ply of every match."""
        self._bound += 1
        if self._bound <= len(self._log):
            return
        self._bound = int(self._plies.copy_to_host().max()) + 1
        if self._bound > len(self._log) // 2:  # else it would be asked again too soon
            longer = self._cuda.device_array((2 * len(self._log), len(self)), np.int16)
            longer[: len(self._log)].copy_to_device(self._log)
            self._log = longer

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
        self._kernels.mark[self._grid](truths, self._which, self._dealt)
        chance = (self._secrets, self._keys, self._plies)
        self._kernels.deal[self._grid](self._printed, self.states, chance, self._blank, self._which)

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

    def redeal(self, seats: Any = None) -> "CudaBatch":
        """A batch of worlds that the seats cannot tell from these matches, with chance of its own.

        As in ``Batch`` they are the seats to move, or one seat for all, or one for each match.
        """
        worlds: CudaBatch = CudaBatch.__new__(CudaBatch)
        shared = {name: it for name, it in self.__dict__.items() if name not in LATER}
        worlds.__dict__.update(shared, states=self._copied(self.states))
        chosen = self._seats(seats)
        self._kernels.redeal[self._grid](self._printed, worlds.states, chosen, self._picks)
        worlds._seed = seed_of(self._picks[:1].copy_to_host())
        worlds._first = self._copied(worlds.states)
        worlds._begin(np.zeros(len(self), np.bool_))
        return worlds

    def information(self, seats: Any = None) -> list[str]:
        """The key of what the seat to move (or the given ones) has seen, match by match.

        The processor makes them, and plays each match again for it: see ``Batch``.
        """
        return self.to_host().information(self._seats(seats).copy_to_host())

    def save(self) -> dict[str, Any]:
        """All of the batch as it is now, for ``restore``; it stays on the card."""
        return {"game": self.game, **{name: self._copied(getattr(self, name)) for name in KEPT}}

    def restore(self, kept: dict[str, Any]) -> None:
        """Be again as when ``save`` was called; what was saved can be restored again."""
        fits = isinstance(kept, dict) and set(kept) == {"game", *KEPT}
        if not fits or kept["game"] is not self.game or len(kept["states"]) != len(self):
            raise InvalidOption(
                f"only what a batch of {len(self)} matches of {self.game.name} saved on a card is"
                " restored there"
            )
        for name in KEPT:
            setattr(self, name, self._copied(kept[name]))

    def to_host(self) -> Batch:
        """The same batch on the processor: the same matches, with their pasts and their chance."""
        host: Batch = Batch.__new__(Batch)
        plies = self._plies.copy_to_host()
        log = self._log.copy_to_host()[: plies.max()]
        log[np.arange(len(log))[:, None] >= plies] = many.PASS
        taken = {name: _fetched(getattr(self, name)) for name in ALIKE}
        begun, threads = np.zeros(len(self), np.int64), os.cpu_count() or 1
        rest = {"game": self.game, "threads": threads, "_log": list(log), "_begun": begun}
        host.__setstate__({**taken, **rest, "_full": len(log) + FULL, "_pool": None})
        return host

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

    def _seats(self, seats: Any) -> Any:
        """The seats to move, or those given, on the card."""
        if seats is None:
            return self.turn.array
        given = seats.copy_to_host() if hasattr(seats, "copy_to_host") else seats
        chosen = as_seats(given, len(self), self.players)
        return self._cuda.to_device(chosen.astype(np.int8))

    def _copied(self, it: Any) -> Any:
        """A copy of what lies on the card, and everything else itself."""
        if not hasattr(it, "copy_to_host"):
            return it
        twin = self._cuda.device_array_like(it)
        self._cuda.cudadrv.driver.device_to_device(twin, it, it.nbytes)
        return twin

    def _answer(self, name: str, dtype: Any, width: int = 0) -> CardArray:
        """Room for an answer, the same one each time."""
        known = self._answers.get((name, width))
        if known is None:
            known = self._answers[name, width] = CardArray(self._room(dtype, width))
        return known


def _fetched(it: Any) -> Any:
    """An array of the card's as one of NumPy's, and everything else itself."""
    return it.copy_to_host() if hasattr(it, "copy_to_host") else it


DEVICES["cuda"] = CudaBatch
