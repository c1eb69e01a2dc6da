"""Observations: one table a game says what each number of a row means.

A row is made of parts, one after the other, each an array of whole numbers from 0 to its ``high``
(at most 255). Compiled code takes the first index of a part from the table, pages and decoders
read the same table; so what is written down is what is done.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.core.kernel import int64, kernel


@dataclass(frozen=True)
class Part:
    """Some numbers of a row that belong together."""

    name: str
    shape: tuple[int, ...]
    #: The largest value; the smallest is 0.
    high: int
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


class Observation:
    """The table of a game's observations."""

    def __init__(self, *parts: Part) -> None:
        self.parts = parts
        self.first: dict[str, int] = {}
        size = 0
        for part in parts:
            if part.name in self.first or not 0 < part.high < 256:
                raise TypeError(f"{part.name}: a name once, and values up to 255")
            self.first[part.name] = size
            size += part.size
        #: How many numbers a row has.
        self.size = size

    def __iter__(self) -> Iterator[tuple[int, Part]]:
        return ((self.first[part.name], part) for part in self.parts)

    @property
    def high(self) -> npt.NDArray[np.uint8]:
        """The largest value of each number."""
        return np.concatenate([np.full(part.size, part.high, np.uint8) for part in self.parts])

    def read(self, row: npt.NDArray[np.uint8]) -> dict[str, Any]:
        """A row as its parts, by name, each a plain list (or number)."""
        return {
            part.name: row[at : at + part.size].reshape(part.shape).tolist() for at, part in self
        }


@kernel
def put_word(out: Any, at: int, value: int) -> None:
    """A number from 0 to 65535 as two: how many times 256, and the rest."""
    out[at] = value >> 8
    out[at + 1] = value & 255


@kernel
def put_score(out: Any, at: int, value: int) -> None:
    """Any small number as three: whether it is below 0, then its size in two."""
    out[at] = value < 0
    put_word(out, at + 1, abs(int64(value)))


def word(pair: list[int]) -> int:
    """What ``put_word`` wrote."""
    return 256 * pair[0] + pair[1]


def score(triple: list[int]) -> int:
    """What ``put_score`` wrote."""
    return -word(triple[1:]) if triple[0] else word(triple[1:])


def bits_of(flags: list[int]) -> int:
    """The set whose members are marked."""
    return sum(1 << k for k, flag in enumerate(flags) if flag)


#: What is told of an action; -1 where it names nothing of the sort.
ACTION = np.dtype(
    [
        ("kind", "U12"),
        ("card", np.int16),
        ("cell", np.int16),
        ("die", np.int16),
        ("source", np.int16),
    ]
)


def tabulate(
    count: int, each: Callable[[], Iterable[dict[str, Any]]] | None
) -> npt.NDArray[np.void]:
    """A game's actions as a table; those of a game that does not tell are all of one kind."""
    table = np.full(count, -1, ACTION)
    table["kind"] = "action"
    for row, told in zip(table, [] if each is None else each(), strict=False):
        for name, value in told.items():
            row[name] = value
    return table
