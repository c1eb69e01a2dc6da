"""Who knows which field of a record: declared once, beside the record itself.

A field is *public*, a seat's *own* (an array with an entry for each seat, known to that seat only)
or, unless it is listed, *nobody's*: what is not declared as known stays hidden. What follows from
the declaration is written once, here: ``copy_known``, which a game's ``hide`` begins with (or is,
where nothing more is to be said), and which fields may be told or turned into features.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from rookery.core.cache import chosen_by, record_among
from rookery.core.kernel import COMPILED, OPTIONS
from rookery.core.observing import Observation, Part


@dataclass(frozen=True)
class Known:
    """The fields of a record that somebody knows, by name."""

    public: tuple[str, ...]
    own: tuple[str, ...] = ()


_by_dtype: dict[np.dtype[Any], Known] = {}
_by_type: dict[Any, np.dtype[Any]] = {}


def declare(dtype: np.dtype[Any], public: str, own: str = "") -> Known:
    """Say who knows the fields of a record; names are separated by spaces."""
    known = Known(tuple(public.split()), tuple(own.split()))
    names = set(dtype.names or ())
    listed = [*known.public, *known.own]
    strange = sorted(set(listed) - names)
    if strange or len(set(listed)) != len(listed):
        twice = sorted({name for name in listed if listed.count(name) > 1})
        raise TypeError(f"fields of a record, each once, not {', '.join(strange or twice)}")
    _by_dtype[dtype] = known
    _by_type[numba.from_dtype(dtype)] = dtype
    return known


def known_of(dtype: np.dtype[Any]) -> Known:
    """What was declared for a record; nothing is known of one without a declaration."""
    return _by_dtype.get(dtype, Known(()))


def copy_known(state: Any, seat: int, out: Any) -> None:
    """Copy what everybody knows and what is the seat's own; everything else becomes 0."""
    known = known_of(state.dtype)
    for name in state.dtype.names:
        if name in known.public:
            out[name] = state[name]
            continue
        out[name] = 0
        if name in known.own and seat >= 0:
            out[name][seat] = state[name][seat]


def write_known(view: Any, seat: int, out: Any) -> None:
    """Write all that is public, then what is the seat's own, byte by byte, into a row of bytes."""
    at = 0
    known = known_of(view.dtype)
    for name in (*known.public, *known.own):
        values = view[name] if name in known.public else view[name][max(seat, 0)]
        raw = np.frombuffer(np.ascontiguousarray(values).tobytes(), np.uint8)
        if name in known.public or seat >= 0:
            out[at : at + len(raw)] = raw
        at += len(raw)


def read_known(dtype: np.dtype[Any], row: Any, seat: int) -> Any:
    """The hidden record of such a row."""
    records = np.zeros(1, dtype)
    at = 0
    known = known_of(dtype)
    for name in (*known.public, *known.own):
        kind = dtype[name]
        shape = kind.shape if name in known.public else kind.shape[1:]
        size = kind.base.itemsize * int(np.prod(shape))
        values = np.frombuffer(row[at : at + size].tobytes(), kind.base).reshape(shape)
        if name in known.public:
            records[0][name] = values
        elif seat >= 0:
            records[0][name][seat] = values
        at += size
    return records


def observation_of(dtype: np.dtype[Any]) -> Observation:
    """What those bytes mean."""
    known = known_of(dtype)
    parts = []
    for name in (*known.public, *known.own):
        kind = dtype[name]
        shape = kind.shape if name in known.public else kind.shape[1:]
        whose = "known to all" if name in known.public else "the viewer's own"
        meaning = f"the field of this name, {whose}, its bytes from the lowest on"
        parts.append(Part(name, (*shape, kind.base.itemsize), 255, meaning))
    return Observation(*parts)


# ---------------------------------------------------------------- compiled
#
# The same for one kind of record, as code without a look-up: a line or a loop a field.


def _loops(shape: tuple[int, ...], first: int = 0) -> tuple[list[str], str, str]:
    """Loops over the axes of a field from one on; the indices; how far the last line is indented"""
    axes = range(first, len(shape))
    lines = [
        "    " * (n + 1) + f"for i{axis} in range({shape[axis]}):" for n, axis in enumerate(axes)
    ]
    indices = ["seat"] * first + [f"i{axis}" for axis in axes]
    place = f"[{', '.join(indices)}]" if indices else ""
    return lines, place, "    " * (len(axes) + 1)


def _make(lines: list[str]) -> Callable[..., None]:
    space: dict[str, Any] = {"__name__": __name__}
    # Names and sizes come from the record's own declaration, not from outside.
    exec("\n".join(lines), space)  # noqa: S102
    made: Callable[..., None] = space["made"]
    return made


@cache
def _copying(dtype: np.dtype[Any]) -> Callable[..., None]:
    known = known_of(dtype)
    lines = ["def made(state, seat, out):"]
    for name in dtype.names or ():
        loops, place, indent = _loops(dtype[name].shape)
        value = "0"
        if name in known.public:
            value = f"state[{name!r}]{place}"
        elif name in known.own:
            value = f"state[{name!r}]{place} if i0 == seat else 0"
        lines += [*loops, f"{indent}out[{name!r}]{place} = {value}"]
    return _make(lines)


@cache
def _writing(dtype: np.dtype[Any]) -> Callable[..., None]:
    known = known_of(dtype)
    lines = ["def made(view, seat, out):", "    at = 0"]
    for name in (*known.public, *known.own):
        loops, place, indent = _loops(dtype[name].shape, int(name in known.own))
        value = f"view[{name!r}]{place}"
        if name in known.own:
            value = f"({value} if seat >= 0 else 0)"
        lines += loops
        for byte in range(dtype[name].base.itemsize):
            lines.append(f"{indent}out[at + {byte}] = {value} >> {8 * byte} & 255")
        lines.append(f"{indent}at += {dtype[name].base.itemsize}")
    return _make(lines)


if COMPILED:
    options = {key: OPTIONS[key] for key in ("nogil", "error_model")}

    chosen_by(copy_known, lambda types: _copying(_by_type[record_among(types, _by_type)]))
    chosen_by(write_known, lambda types: _writing(_by_type[record_among(types, _by_type)]))

    @overload(copy_known, strict=False, jit_options=options)  # type: ignore[untyped-decorator]
    def _copy_known(state: Any, seat: Any, out: Any) -> Any:
        return _copying(_by_type[state])

    @overload(write_known, strict=False, jit_options=options)  # type: ignore[untyped-decorator]
    def _write_known(view: Any, seat: Any, out: Any) -> Any:
        return _writing(_by_type[view])
