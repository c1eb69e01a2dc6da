"""Worlds: pasts that a seat cannot tell from the real one, drawn in compiled code.

A game says how likely they are (``weigh``, ``remember``) and how far back they reach (``rewind``).
Here they are played forward again, decision by decision, and kept only where the seat would have
seen just what it has seen.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from rookery.core import dispatch, flow, history, rng
from rookery.core.kernel import int64, kernel
from rookery.core.record import Records, copy, new
from rookery.core.view import look
from rookery.errors import InvalidOption, shown

if TYPE_CHECKING:
    from rookery.core.match import Match

#: The largest table of weights, in numbers: 128 MiB.
LARGEST = 1 << 24
#: The most worlds at once.
MOST = 1_000_000


@kernel
def reach(printed: Any, views: Any) -> int:
    """Whether a game can tell how the first of two hidden records came from the second one."""
    return dispatch.rewind(printed[0], views[0], views[1])


@kernel
def weigh(printed: Any, views: Any, seat: int, work: Any) -> int:
    """Prepare to draw worlds of the first hidden record; how many numbers that takes."""
    return dispatch.weigh(printed[0], views[0], seat, work)


@kernel
def sample(printed: Any, records: Any, log: Any, how: Any, rngs: Any, work: Any) -> None:
    """Draw worlds: as they were at the first of ``seen``, and as they are at the last.

    ``how`` is the seat and whether everything is asked for. ``room`` has three records.
    """
    seen, first, now, room, raw_seen, raw_room = records
    last = len(seen) - 1
    seat, asks_all = int64(how[0]), how[1] != 0
    for k in range(len(now)):
        found = False
        while not found:
            now[k] = seen[last]
            found = dispatch.remember(printed[0], now[k], seat, rngs[0], work)
            if not found:
                continue
            first[k] = now[k]
            if last > 0:
                first[k] = seen[0]
                found = dispatch.rewind(printed[0], now[k], first[k]) == 1
            turn = first[k]["turn"]
            if found and not asks_all and turn >= 0 and turn != seat:
                found = dispatch.only(printed[0], first[k]) < 0
            room[0] = first[k]
            for ply in range(last):
                if not found:
                    break
                found = follows(printed, room, log[ply], rngs[0], (seat, asks_all))
                for byte in range(raw_room.shape[1]):
                    found = found and raw_room[1, byte] == raw_seen[ply + 1, byte]
            if last > 0:
                now[k] = room[0]


@kernel
def follows(printed: Any, room: Any, action: int, rng: Any, how: Any) -> bool:
    """Play an action in the first record, and see it as the seat does in the second."""
    seat, asks_all = how
    if not dispatch.is_legal(printed[0], room[0], action):
        return False
    if asks_all:
        dispatch.act(printed[0], room[0], action, rng)
        while dispatch.advance(printed[0], room[0], rng):
            pass
    else:
        flow.apply(printed[0], room[0], action, rng)
    dispatch.hide(printed[0], room[0], seat, room[1])
    return True


class Worlds(Sequence["Match"]):
    """Matches that a seat cannot tell from the one it sits in, each from as far back as it reaches.

    >>> match = rookery.game("party").start(players=3, seed=7, rounds=1)
    >>> for _ in range(6):
    ...     match.play(match.legal()[0])
    >>> worlds = match.worlds(0, count=100, seed=5)
    >>> worlds[0].view(0) == match.view(0), worlds[0].ply
    (True, 6)
    """

    def __init__(self, match: "Match", seat: int | None, count: int, seed: int | bytes | None):
        whole = isinstance(count, int | np.integer) and not isinstance(count, bool)
        if not whole or not 1 <= count <= MOST:
            raise InvalidOption(f"worlds come 1 to {MOST:,} at once, not {shown(count)}")
        game, printed = match.game, match.edition.printed
        number = match.check_seat(seat)
        self._match, self._seat = match.copy(), None if number < 0 else number
        seen = _seen(match, self._seat)
        #: The ply they begin at: what lies before it is no part of them.
        self.since = match.ply - len(seen) + 1
        self._log = match.log[self.since :]
        work = np.zeros(0)
        size = weigh(printed, seen[-1:], number, work)
        if size > LARGEST:
            raise InvalidOption(
                f"so many worlds are possible here that {size:,} numbers describe them"
            )
        work = np.zeros(size)
        weigh(printed, seen[-1:], number, work)
        self._first, room = new(game.dtype, int(count)), new(game.dtype, 3)
        #: The states of all worlds now, one record each.
        self.records: Records = new(game.dtype, int(count))
        raw = [it.view(np.uint8).reshape(len(it), -1) for it in (seen, room)]
        log = np.array(self._log, np.int64)
        how = np.array([number, match.asks_all], np.int64)
        records = (seen, self._first, self.records, room, *raw)
        sample(printed, records, log, how, rng.generator(seed), work)

    def __len__(self) -> int:
        return len(self.records)

    @overload
    def __getitem__(self, index: int) -> "Match": ...
    @overload
    def __getitem__(self, index: slice) -> "list[Match]": ...
    def __getitem__(self, index: int | slice) -> "Match | list[Match]":
        if isinstance(index, slice):
            return [self[k] for k in range(*index.indices(len(self)))]
        real = self._start
        number = range(len(self))[index]
        states = copy(self._first[number : number + 1])
        world = type(real)._from_records(real.game, real.edition, states, real.seed, real.asks_all)
        history.pass_on(real, self._seat, world)
        for action in self._log:
            world.play(action)
        return world

    @cached_property
    def _start(self) -> "Match":
        """The real match, as far as it is no part of the worlds."""
        while self._match.ply > self.since:
            self._match.undo()
        return self._match


def _seen(match: "Match", seat: int | None) -> Records:
    """What a seat could see at each ply, from as far back as worlds can be told, up to now."""
    game, edition = match.game, match.edition
    seen = [match.hidden(seat).records]
    for past in reversed(match._past):
        before = look(game, edition, np.frombuffer(past, game.dtype), seat).records
        views = _joined([seen[0], before])
        if reach(edition.printed, views) < 0:
            break
        seen.insert(0, before)
    return _joined(seen)


def _joined(records: list[Records]) -> Records:
    """Records in one array, byte for byte: NumPy's own way leaves the gaps to chance."""
    together = bytearray(b"".join(it.tobytes() for it in records))
    return np.frombuffer(together, records[0].dtype)
