"""Batch: thousands of matches in one array, stepped, masked and observed in one call.

Kernels release Python's lock, so the work is split over plain threads. What a match does depends
on its own secret and actions alone: neither the number of threads nor what else was asked of the
batch changes a result. Match i is ``game.start(seed=batch.secrets[i])``, action for action.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from rookery.core import keys, loops, many, rng
from rookery.core.edition import Edition
from rookery.core.handed import as_seats, check_count, draw_chance, rows_for, truths
from rookery.core.match import Match
from rookery.core.recall import Recall
from rookery.core.record import Records, copy, new
from rookery.core.returns import Numbers, returns, sign_of
from rookery.errors import IllegalAction, InvalidOption, MatchOver

if TYPE_CHECKING:
    from rookery.core.game import Game

#: Below this many matches a thread, starting threads costs more than it saves.
MIN_SHARE = 64
#: So many steps are remembered at least before some are let go of.
FULL = 16
Seats = npt.ArrayLike | None
#: What a batch draws from its seed.
LATER = frozenset({"_secrets", "_keys", "_picks"})


class Batch:
    """Many matches of one game with the same players, options and edition.

    >>> batch = rookery.game("party").batch(100, players=4, seed=1, rounds=1)
    >>> while not batch.over.all():
    ...     batch.step(batch.pick())
    >>> batch.winners().sum(axis=0)
    array([34, 33, 42, 28])
    """

    def __init__(
        self,
        game: "Game",
        count: int,
        players: int,
        seed: int | bytes | Sequence[int | bytes] | None,
        edition: Edition,
        threads: int | None,
        options: Mapping[str, object],
    ) -> None:
        check_count("match", count)
        if threads is not None:
            check_count("thread", threads)
        self.game = game
        self.edition = edition
        self.threads = threads or os.cpu_count() or 1
        #: The records themselves, for code that wants them; change them only through methods.
        self.states: Records = new(game.dtype, count)
        self.options = game.prepare(players, options, self.states, edition)
        self._blank = copy(self.states[:1])
        self._secrets: keys.Words
        self._keys: keys.Words
        #: Chance of its own for whoever picks: it must not change what the matches draw.
        self._picks: Records
        self._seed = seed
        self._draw_secrets()
        self._plies: npt.NDArray[np.int64] = np.zeros(count, np.int64)
        #: What was played, a row a step, and the step at which each match was begun.
        self._log: list[npt.NDArray[np.int16]] = []
        self._begun: npt.NDArray[np.int64] = np.zeros(count, np.int64)
        self._full = FULL
        #: The states of matches that began at a position, not with a deal.
        self._first: Records | None = None
        self._dealt: npt.NDArray[np.bool_] = np.ones(count, np.bool_)
        self._pool: ThreadPoolExecutor | None = None
        self._recall = Recall()
        self._deal(np.ones(count, np.bool_), many.FIRST)

    def _draw_secrets(self) -> None:
        """All chance of the batch, from its seed."""
        self._secrets, self._keys, self._picks = draw_chance(self._seed, len(self.states))

    def __getattr__(self, name: str) -> Any:
        # Sampled worlds are often looked at, not played on: they draw their secrets when asked.
        if name in LATER and "_seed" in self.__dict__:
            self._draw_secrets()
            return self.__dict__[name]
        raise AttributeError(f"a batch has no attribute {name!r}")

    # ---------------------------------------------------------------- what is so

    def __len__(self) -> int:
        return len(self.states)

    @property
    def players(self) -> int:
        """How many seats each match has."""
        return int(self._blank["players"][0])

    @property
    def secrets(self) -> list[bytes]:
        """The secret of each match: ``game.start(seed=…)`` with it begins the same match."""
        return [row.tobytes() for row in self._secrets]

    @property
    def turn(self) -> npt.NDArray[np.int8]:
        """For each match the seat that has to decide, -1 when it is over.

        >>> batch = rookery.game("party").batch(100, players=4, seed=1, rounds=1)
        >>> batch.turn.shape
        (100,)
        """
        turns: npt.NDArray[np.int8] = self.states["turn"].copy()
        return turns

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Which matches have ended."""
        ended: npt.NDArray[np.bool_] = self.states["turn"] < 0
        return ended

    def match(self, index: int) -> Match:
        """One of the matches, with its past.

        >>> batch = rookery.game("party").batch(3, seeds=[5, 6, 7], players=2)
        >>> batch.match(2).to_dict() == rookery.game("party").start(players=2, seed=7).to_dict()
        True
        """
        return Recall().match(self, range(len(self))[index])

    # ---------------------------------------------------------------- playing

    def reset(self, which: npt.ArrayLike | None = None) -> None:
        """Deal new matches in place of all, or of those where ``which`` is true.

        The secret of the new match follows from that of the old one.

        >>> batch = rookery.game("party").batch(100, players=4, seed=1, rounds=1)
        >>> batch.reset(batch.over)
        """
        chosen = np.ones(len(self), bool) if which is None else truths(which, len(self), "reset")
        self._deal(chosen, many.AGAIN)

    def _deal(self, chosen: npt.NDArray[np.bool_], how: int) -> None:
        which = np.multiply(chosen, how, dtype=np.int8)  # KEEP is 0
        self._run(
            lambda part: many.deal(
                self.edition.printed,
                self.states[part],
                self._chance(part),
                self._blank,
                which[part],
            )
        )
        self._dealt |= chosen
        self._begun[chosen] = len(self._log)
        if len(self._log) > self._full:
            self._forget()

    def _forget(self) -> None:
        """Let go of steps that all matches have left behind: now and then, for it takes a while."""
        first = int(self._begun.min())
        del self._log[:first]
        self._begun -= first
        self._full = len(self._log) + FULL

    def _chance(self, part: slice) -> tuple[Any, ...]:
        """What ``many`` calls chance, for some of the matches."""
        scratch = rng.blank(), np.zeros(32, np.uint64)
        return self._secrets[part], self._keys[part], self._plies[part], *scratch

    def step(self, actions: npt.ArrayLike, which: npt.ArrayLike | None = None) -> None:
        """Play one action in each match; in finished matches the action is ignored.

        With ``which``, only in those matches where it is true.

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
        if which is not None:
            played[~truths(which, len(self), "step")] = many.PASS
        printed = self.edition.printed
        bad = many.check(printed, self.states, played)
        if bad == many.OVER:
            raise MatchOver("all matches of the batch are over; reset them first")
        if bad >= 0:
            raise IllegalAction(f"action {played[bad]} is not legal in match {bad} of the batch")
        self._log.append(played.astype(np.int16))
        self._run(
            lambda part: many.play(
                printed, self.states[part], self._chance(part), played[part], new(self.game.dtype)
            )
        )

    def step_on(
        self, actions: npt.ArrayLike, kind: str = "wins"
    ) -> tuple[npt.NDArray[np.bool_], Numbers]:
        """``step``, then deal the finished matches anew: which those were, and their returns.

        >>> batch = rookery.game("party").batch(100, players=4, seed=1, rounds=1)
        >>> done, returns = batch.step_on(batch.pick())
        """
        sign = sign_of(kind, self.game.fewest_wins)
        self.step(actions)
        done, worth = np.empty(len(self), np.bool_), np.empty((len(self), self.players))
        points = np.zeros((1, self.players), np.int64)
        if many.finish(self.edition.printed, self.states, sign, points, done, worth):
            self._deal(done, many.AGAIN)
        return done, worth

    # ---------------------------------------------------------------- looking

    def mask(
        self, out: npt.NDArray[Any] | None = None, *, packed: bool = False
    ) -> npt.NDArray[Any]:
        """For each match a row of truth values: which actions are legal.

        With ``packed`` eight actions are one byte, the first of them its lowest bit.

        >>> batch = rookery.game("party").batch(100, players=4, seed=1, rounds=1)
        >>> batch.mask().shape, batch.mask(packed=True).shape
        ((100, 150), (100, 19))
        """
        width = -(-self.game.num_actions // 8) if packed else self.game.num_actions
        rows = rows_for(out, (len(self), width), np.uint8 if packed else np.bool_)
        fill = many.packed_mask if packed else many.mask
        printed = self.edition.printed
        self._run(
            lambda part: fill(
                printed, self.states[part], rows[part], np.zeros(self.game.num_actions, np.int64)
            )
        )
        return rows

    def observe(
        self, seats: Seats = None, out: npt.NDArray[Any] | None = None, dtype: Any = np.uint8
    ) -> npt.NDArray[Any]:
        """What the seat to move (or the given seats; -1: a spectator) knows, as features.

        ``game.observation`` says what each number means. As ``float32`` they lie between 0 and 1.

        >>> batch = rookery.game("party").batch(100, players=4, seed=1, rounds=1)
        >>> batch.observe().shape, batch.observe(dtype="float32").max() <= 1
        ((100, 307), np.True_)
        """
        kind = np.dtype(dtype if out is None else out.dtype)
        if kind not in (np.uint8, np.float32):
            raise InvalidOption(f"observations are uint8 or float32, not {kind}")
        chosen, shape = self._seats(seats), (len(self), self.game.num_features)
        rows = rows_for(out if kind == np.uint8 else None, shape, np.uint8)
        printed = self.edition.printed
        self._run(
            lambda part: many.observe(
                printed, self.states[part], chosen[part], rows[part], new(self.game.dtype)
            )
        )
        if kind == np.uint8:
            return rows
        scaled = rows_for(out, shape, np.float32)
        np.divide(rows, self.game.observation.high, out=scaled, dtype=np.float32)
        return scaled

    def pick(self) -> npt.NDArray[np.int64]:
        """A uniformly random legal action for each match, -1 where it is over.

        >>> batch = rookery.game("party").batch(100, players=4, seed=1, rounds=1)
        >>> batch.pick().shape
        (100,)
        """
        out = np.zeros(len(self), np.int64)
        printed = self.edition.printed
        self._run(lambda part: many.pick(printed, self.states[part], self._picks[part], out[part]))
        return out

    def greedy(self) -> npt.NDArray[np.int64]:
        """What the game's rule of thumb does in each match, -1 where it is over."""
        out = np.zeros(len(self), np.int64)
        printed, dtype = self.edition.printed, self.game.dtype
        self._run(
            lambda part: many.greedy(
                printed, self.states[part], self._picks[part], out[part], new(dtype)
            )
        )
        return out

    def information(self, seats: Seats = None) -> list[str]:
        """The key of what the seat to move (or the given ones) has seen, match by match.

        They are made one by one, as ``match.information`` makes them, and go on from those that
        were asked for before.
        """
        chosen = self._seats(seats)
        return [
            self._recall.match(self, i).information(None if seat < 0 else int(seat))
            for i, seat in enumerate(chosen)
        ]

    def redeal(self, seats: Seats = None) -> "Batch":
        """A batch of worlds that the seats cannot tell from these matches, with chance of its own.

        >>> batch = rookery.game("party").batch(100, players=4, seed=1, rounds=1)
        >>> worlds = batch.redeal()
        >>> bool((worlds.observe(batch.turn) == batch.observe()).all())
        True
        """
        chosen = self._seats(seats)
        worlds: Batch = Batch.__new__(Batch)
        now = {name: it for name, it in self.__getstate__().items() if name not in LATER}
        worlds.__setstate__({**now, "_log": []})
        count, printed = len(self), self.edition.printed
        worlds.states = copy(self.states)
        self._run(
            lambda part: many.redeal(
                printed,
                worlds.states[part],
                chosen[part],
                self._picks[part],
                new(self.game.dtype, 2),
            )
        )
        worlds._seed = seed_of(self._picks)
        worlds._plies = np.zeros(count, np.int64)
        worlds._begun = np.zeros(count, np.int64)
        worlds._first, worlds._dealt = copy(worlds.states), np.zeros(count, np.bool_)
        return worlds

    # ---------------------------------------------------------------- results

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
        bits = self._results()[1]
        return (bits[:, None] >> np.arange(self.players) & 1).astype(np.bool_)

    def returns(self, kind: str = "wins") -> Numbers:
        """What each finished match was worth to each seat; the sum of a row is zero.

        Of ``"wins"``: players x share of the victory - 1. Of ``"scores"``: how much better than the
        table's average.
        """
        points, bits = self._results()
        return returns(points, bits, self.over, kind, self.game.fewest_wins)

    def _results(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        points = np.zeros((len(self), self.players), np.int64)
        ends = np.zeros((len(self), 2), np.int64)
        loops.results(self.edition.printed, self.states, points, ends)
        return points, ends[:, 0].copy()

    # ---------------------------------------------------------------- keeping

    def save(self) -> dict[str, Any]:
        """All of the batch as it is now, for ``restore``.

        >>> batch = rookery.game("party").batch(100, players=4, seed=1, rounds=1)
        >>> kept = batch.save()
        >>> batch.step(batch.pick())
        >>> batch.restore(kept)
        >>> batch.match(0).ply
        0
        """
        return {name: _kept(it) for name, it in self.__getstate__().items()}

    def restore(self, kept: dict[str, Any]) -> None:
        """Be again as when ``save`` was called; what was saved can be restored again."""
        fits = isinstance(kept, dict) and set(kept) | LATER == set(self.__getstate__()) | LATER
        if not fits or kept["game"] is not self.game or len(kept["states"]) != len(self):
            raise InvalidOption(
                f"only what a batch of {len(self)} matches of {self.game.name} saved is restored"
            )
        pool = self._pool
        self.__setstate__({name: _kept(it) for name, it in kept.items()})
        self._pool = pool

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_pool": None, "_recall": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._recall = Recall()

    def __copy__(self) -> "Batch":
        twin: Batch = Batch.__new__(Batch)
        twin.__setstate__(self.save())
        return twin

    def __deepcopy__(self, memo: object) -> "Batch":
        return self.__copy__()

    # ---------------------------------------------------------------- helpers

    def _seats(self, seats: Seats) -> npt.NDArray[np.int64]:
        if seats is None:
            turns: npt.NDArray[np.int64] = self.states["turn"].astype(np.int64)
            return turns
        return as_seats(seats, len(self), self.players)

    def _run(self, work: Callable[[slice], object], share: int = MIN_SHARE) -> None:
        """Do the work on all matches, in parts on several threads where that pays."""
        count = len(self)
        parts = min(self.threads, max(1, count // share))
        if parts == 1:
            work(slice(0, count))
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads)
        cuts = [count * k // parts for k in range(parts + 1)]
        slices = [slice(low, high) for low, high in pairwise(cuts)]
        list(self._pool.map(work, slices))


def seed_of(rngs: Records) -> int:
    """A seed for worlds that were drawn with these generators: what the first draws from next."""
    return int(rngs["word"][0, 0]) << 32 | int(rngs["word"][0, 1])


def _kept(it: Any) -> Any:
    """A copy of what changes, and everything else itself."""
    if isinstance(it, np.ndarray):
        return copy(it) if it.dtype.names else it.copy()
    return list(it) if isinstance(it, list) else it
