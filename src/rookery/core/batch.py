"""Batch: thousands of matches in one array, stepped, masked and observed in one call.

Kernels release Python's lock, so the work is split over plain threads. What a match does
depends on its own generator alone: the number of threads never changes a result.
"""

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from rookery.core import loops, rng
from rookery.core.edition import Edition
from rookery.core.record import new
from rookery.errors import IllegalAction, InvalidOption

if TYPE_CHECKING:
    from rookery.core.game import Game

#: Below this many matches a thread, starting threads costs more than it saves.
MIN_SHARE = 64


class Batch:
    """Many matches of one game with the same players, options and edition.

    >>> batch = rookery.game("party").batch(100, players=4, seed=1, rounds=1)
    >>> while not batch.over.all():
    ...     batch.step(batch.pick())
    >>> batch.winners().sum(axis=0)
    array([36, 36, 41, 31])
    """

    def __init__(
        self,
        game: "Game",
        count: int,
        players: int,
        seed: int | bytes | None,
        edition: Edition,
        threads: int | None,
        options: Mapping[str, object],
    ) -> None:
        if isinstance(count, bool) or not isinstance(count, int) or count < 1:
            raise InvalidOption(f"a batch has at least one match, not {count!r}")
        if threads is not None and threads < 1:
            raise InvalidOption(f"a batch needs at least one thread, not {threads!r}")
        self.game = game
        self.edition = edition
        self.threads = threads or os.cpu_count() or 1
        #: The records themselves, for code that wants them; change them only through methods.
        self.states = new(game.dtype, count)
        self.options = game.prepare(players, options, self.states, edition)
        self._blank = self.states[:1].copy()
        self._rngs = rng.many(rng.secret_of(seed), count)
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self.reset()

    def __len__(self) -> int:
        return len(self.states)

    @property
    def players(self) -> int:
        """How many seats each match has."""
        return int(self._blank["players"][0])

    @property
    def turn(self) -> npt.NDArray[np.int8]:
        """For each match the seat that has to decide, -1 when it is over.

        >>> batch = rookery.game("party").batch(100, players=4, seed=1, rounds=1)
        >>> batch.turn[:5]
        array([3, 1, 2, 0, 2], dtype=int8)
        """
        turns: npt.NDArray[np.int8] = self.states["turn"].copy()
        return turns

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Which matches have ended."""
        ended: npt.NDArray[np.bool_] = self.states["turn"] < 0
        return ended

    def reset(self, which: npt.ArrayLike | None = None) -> None:
        """Deal all matches anew, or those where ``which`` is true (say, ``batch.over``).

        >>> batch = rookery.game("party").batch(100, players=4, seed=1, rounds=1)
        >>> batch.reset(batch.over)
        """
        chosen = np.ones(len(self), bool) if which is None else np.asarray(which, bool)
        if chosen.shape != (len(self),):
            raise InvalidOption(f"reset takes {len(self)} truth values, not shape {chosen.shape}")
        self._run(
            lambda part: loops.deal(
                self.edition.printed, self.states[part], self._rngs[part], self._blank, chosen[part]
            )
        )

    def step(self, actions: npt.ArrayLike) -> None:
        """Play one action in each match; in finished matches the action is ignored.

        If any action is illegal, none is played.

        >>> batch = rookery.game("party").batch(100, players=4, seed=1, rounds=1)
        >>> batch.step(batch.mask().argmax(axis=1))  # the first legal action everywhere
        """
        given = np.asarray(actions)
        if given.shape != (len(self),) or given.dtype.kind not in "iu":
            raise IllegalAction(
                f"step takes {len(self)} whole numbers, not shape {given.shape} of {given.dtype}"
            )
        played = given.astype(np.int64)
        printed = self.edition.printed
        bad = loops.play_all(printed, self.states, self._rngs, played, True)
        if bad >= 0:
            raise IllegalAction(f"action {played[bad]} is not legal in match {bad} of the batch")
        self._run(
            lambda part: loops.play_all(
                printed, self.states[part], self._rngs[part], played[part], False
            )
        )

    def mask(self) -> npt.NDArray[np.bool_]:
        """For each match a row of truth values: which actions are legal.

        >>> batch = rookery.game("party").batch(100, players=4, seed=1, rounds=1)
        >>> batch.mask().shape
        (100, 150)
        """
        out = np.zeros((len(self), self.game.num_actions), np.bool_)
        printed = self.edition.printed

        def part_mask(part: slice) -> None:
            actions = np.zeros(self.game.num_actions, np.int64)
            loops.mask(printed, self.states[part], out[part], actions)

        self._run(part_mask)
        return out

    def pick(self) -> npt.NDArray[np.int64]:
        """A uniformly random legal action for each match, -1 where it is over.

        >>> batch = rookery.game("party").batch(100, players=4, seed=1, rounds=1)
        >>> batch.pick()[:5]
        array([121,   1, 121,   1,  91])
        """
        out = np.zeros(len(self), np.int64)
        self._run(
            lambda part: loops.pick(
                self.edition.printed, self.states[part], self._rngs[part], out[part]
            )
        )
        return out

    def observe(self, seats: npt.ArrayLike | None = None) -> npt.NDArray[np.float32]:
        """What the seat to move (or the given seats; -1: a spectator) knows, as features.

        >>> batch = rookery.game("party").batch(100, players=4, seed=1, rounds=1)
        >>> batch.observe().shape
        (100, 254)
        """
        chosen = self.turn if seats is None else np.broadcast_to(seats, (len(self),))
        chosen = chosen.astype(np.int64)
        if chosen.min() < -1 or chosen.max() >= self.players:
            raise InvalidOption(f"seats are 0 to {self.players - 1}, or -1 for a spectator")
        out = np.zeros((len(self), self.game.num_features), np.float32)
        printed = self.edition.printed
        self._run(
            lambda part: loops.observe(
                printed, self.states[part], chosen[part], out[part], new(self.game.dtype)
            )
        )
        return out

    def scores(self) -> npt.NDArray[np.int64]:
        """The scores, one row a match.

        >>> batch = rookery.game("party").batch(100, players=4, seed=1, rounds=1)
        >>> batch.scores().shape
        (100, 4)
        """
        return self._results()[0]

    def winners(self) -> npt.NDArray[np.bool_]:
        """Who has won, one row a match; all false before the end and after a draw.

        >>> batch = rookery.game("party").batch(100, players=4, seed=1, rounds=1)
        >>> bool(batch.winners().any())
        False
        """
        return self._results()[1]

    def _results(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
        points = np.zeros((len(self), self.players), np.int64)
        ends = np.zeros((len(self), 2), np.int64)
        loops.results(self.edition.printed, self.states, points, ends)
        return points, (ends[:, :1] >> np.arange(self.players) & 1).astype(np.bool_)

    def _run(self, work: Callable[[slice], object]) -> None:
        """Do the work on all matches, in parts on several threads where that pays."""
        count = len(self)
        parts = min(self.threads, max(1, count // MIN_SHARE))
        if parts == 1 or self._pool is None:
            work(slice(0, count))
            return
        cuts = [count * k // parts for k in range(parts + 1)]
        slices = [slice(low, high) for low, high in pairwise(cuts)]
        list(self._pool.map(work, slices))
