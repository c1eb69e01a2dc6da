"""What a batch is handed: counts, seats, truth values, rows to write into, seeds; checked."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.core import keys, rng
from rookery.core.record import Records
from rookery.errors import InvalidOption, InvalidSeat, InvalidSeed, shown


def check_count(thing: str, count: object) -> None:
    """Refuse what is no number of matches or threads."""
    whole = isinstance(count, int | np.integer) and not isinstance(count, bool)
    if not whole or count < 1:  # type: ignore[operator]
        raise InvalidOption(f"a batch has 1 {thing} or more, a whole number, not {shown(count)}")


def truths(which: npt.ArrayLike, count: int, what: str) -> npt.NDArray[np.bool_]:
    """A truth value for each match."""
    chosen = np.asarray(which)
    if chosen.shape != (count,) or chosen.dtype != np.bool_:
        raise InvalidOption(
            f"{what} takes {count} truth values, not shape {chosen.shape} of {chosen.dtype}"
        )
    return chosen


def as_seats(seats: npt.ArrayLike, count: int, players: int) -> npt.NDArray[np.int64]:
    """One seat for each match, from one for all or from as many as there are."""
    given = np.asarray(seats)
    if given.dtype.kind not in "iu" or given.shape not in ((), (count,)):
        raise InvalidSeat(f"seats are a whole number, or {count} of them, not {shown(seats)}")
    if given.min() < -1 or given.max() >= players:
        raise InvalidSeat(f"seats are 0 to {players - 1}, or -1 for a spectator")
    return np.broadcast_to(given, (count,)).astype(np.int64)


def rows_for(out: npt.NDArray[Any] | None, shape: tuple[int, int], dtype: Any) -> npt.NDArray[Any]:
    """Room for a row a match: what was handed in, if it fits, or a new array."""
    if out is None:
        return np.empty(shape, dtype)
    fits = isinstance(out, np.ndarray) and out.shape == shape
    if not fits or out.dtype != dtype or not out.flags.c_contiguous or not out.flags.writeable:
        raise InvalidOption(
            f"out must be a writable array of {np.dtype(dtype)} with shape"
            f" {shape}, row by row; not {getattr(out, 'dtype', type(out))} with"
            f" {getattr(out, 'shape', 'no shape')}"
        )
    return out


def draw_chance(
    seed: int | bytes | Sequence[int | bytes] | None, count: int
) -> tuple[keys.Words, keys.Words, Records]:
    """From a seed: the secrets of so many matches, their keys, and chance for whoever picks."""
    secrets = _secrets(seed, count)
    absorbed = np.zeros((count, 8), np.uint64)
    keys.absorb_all(secrets, absorbed, np.zeros(32, np.uint64))
    return secrets, absorbed, rng.many(secrets[0].tobytes(), count, stream=1)


def _secrets(seed: int | bytes | Sequence[int | bytes] | None, count: int) -> keys.Words:
    """The secrets of all matches: from one seed, or from one each."""
    if seed is None or isinstance(seed, int | bytes | np.integer) or not hasattr(seed, "__len__"):
        secret = rng.secret_of(seed)
        label = int.from_bytes(rng.child(secret, 0)[:16], "little")
        raw: keys.Words = np.random.Philox(key=label).random_raw(4 * count)
        return raw.reshape(count, 4)
    if len(seed) != count:
        raise InvalidSeed(f"{count} matches take {count} seeds, not {len(seed)}")
    each = b"".join(rng.secret_of(it) for it in seed)
    return np.frombuffer(bytearray(each), np.uint64).reshape(count, 4)
