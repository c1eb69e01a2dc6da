"""What a seat has seen so far: its hidden record at every turn of events, and what led to the next.

It is all that a reader of the table may go by: two matches that a seat cannot tell apart give it
the same, byte for byte.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from rookery.core import dispatch
from rookery.core.kernel import int64, kernel
from rookery.core.record import Records, new

if TYPE_CHECKING:
    from rookery.core.match import Match

Ints = npt.NDArray[np.int64]


@kernel
def witness(printed: Any, states: Any, log: Any, seat: int, seen: Any, notes: Any) -> int:
    """Fill ``seen``: records with their bytes, signs, and where the signs of each end.

    Returns how many records that were: where a seat sees no change, there is no new one.
    """
    records, raw, room, raw_room = seen
    signs, ends = notes
    dispatch.hide(printed[0], states[0], seat, records[0])
    count = 0
    noticed = 0
    for ply in range(len(log)):
        action = int64(log[ply])
        sign = action
        if states[ply]["turn"] != seat:
            sign = dispatch.sign(printed[0], states[ply], action, seat)
        if sign >= 0:
            signs[noticed] = sign
            noticed += 1
        ends[count] = noticed
        dispatch.hide(printed[0], states[ply + 1], seat, room[0])
        same = True
        for byte in range(raw.shape[1]):
            same = same and raw_room[0, byte] == raw[count, byte]
        if not same:
            count += 1
            records[count] = room[0]
    return count + 1


@dataclass(frozen=True, eq=False)
class Seen:
    """A seat's past, up to now; equal to another one exactly if the seat cannot tell them apart."""

    #: Its hidden records, one for each change it saw; the last is how things are now.
    records: Records
    #: What it noticed of the actions between them, in order, its own included.
    signs: Ints
    #: By record: how many signs came before the next one.
    ends: Ints
    #: Whether an only action was asked for like any other.
    asks_all: bool

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seen) and self._bytes() == other._bytes()

    def __hash__(self) -> int:
        return hash(self._bytes())

    def _bytes(self) -> tuple[bytes, bytes, bytes, bool]:
        records, signs, ends = (it.tobytes() for it in (self.records, self.signs, self.ends))
        return records, signs, ends, self.asks_all

    def between(self, number: int) -> Ints:
        """The signs of what led from a record to the next."""
        begin = int(self.ends[number - 1]) if number else 0
        return self.signs[begin : int(self.ends[number])]


def seen_by(match: "Match", seat: int | None) -> Seen:
    """All that a seat has seen of a match."""
    dtype, number = match.game.dtype, match.check_seat(seat)
    until = match.known_ply(seat)
    past = [*match._past, match._states.tobytes()][: until + 1]
    states = np.frombuffer(b"".join(past), dtype)
    records, room = new(dtype, until + 1), new(dtype)
    signs, ends = np.zeros(until, np.int64), np.zeros(until + 1, np.int64)
    log = np.array(match.log[:until], np.int64)
    raw = [it.view(np.uint8).reshape(len(it), -1) for it in (records, room)]
    seen = (records, raw[0], room, raw[1])
    count = witness(match.edition.printed, states, log, number, seen, (signs, ends))
    noticed = int(ends[count - 2]) if count > 1 else 0
    return Seen(records[:count], signs[:noticed], ends[: count - 1], match.asks_all)
