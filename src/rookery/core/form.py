"""Forms of positions: which keys one has, and of what kind each is.

A game declares its form once (``FORM`` in ``position.py``); writing a record as JSON and reading it
back follow from that. What ties several fields together is left to the game: ``check_position``.
Writing serves full and hidden records alike, reading takes full positions only.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from rookery.core.bits import members, signed
from rookery.core.edition import Edition
from rookery.core.fields import Fields, whole
from rookery.core.record import Records, new
from rookery.errors import InvalidPosition, shown


class Situation(NamedTuple):
    """A record, full or hidden, and the edition it is played with."""

    edition: Edition
    state: Any


Check = Callable[[Situation, Fields], None]


@dataclass(frozen=True, kw_only=True)
class Kind(ABC):
    """A kind of values: how one is written, and how it is read back or refused."""

    #: The field of the record, where it has another name than the key.
    field: str = ""

    def write(self, table: Situation, value: Any, at: int = 0) -> Any:
        """The value of a field as JSON has it; ``at`` counts values of one key."""
        return int(value)

    @abstractmethod
    def read(self, table: Situation, key: str, value: object) -> Any:
        """What the record holds for a value of a position."""


@dataclass(frozen=True)
class Number(Kind):
    """A whole number in a range."""

    low: int
    high: int

    def read(self, table: Situation, key: str, value: object) -> int:
        """The number."""
        return whole(key, value, self.low, self.high)


@dataclass(frozen=True)
class Seat(Kind):
    """A seat at the table."""

    def read(self, table: Situation, key: str, value: object) -> int:
        """Its number."""
        return whole(key, value, 0, int(table.state["players"]) - 1)


@dataclass(frozen=True)
class Maybe(Kind):
    """A value of another kind, or null: in the record a number below 0."""

    kind: Kind

    def write(self, table: Situation, value: Any, at: int = 0) -> Any:
        """Null where there is none."""
        return None if value < 0 else self.kind.write(table, value, at)

    def read(self, table: Situation, key: str, value: object) -> Any:
        """-1 for null."""
        return -1 if value is None else self.kind.read(table, key, value)


@dataclass(frozen=True)
class Unless(Kind):
    """A value of another kind, whose key is left out where it is the usual one.

    For what came later than positions that people have kept.
    """

    kind: Kind
    usual: Any

    def write(self, table: Situation, value: Any, at: int = 0) -> Any:
        """The value; the form leaves the usual one out."""
        return self.kind.write(table, value, at)

    def read(self, table: Situation, key: str, value: object) -> Any:
        """What the other kind makes of it."""
        return self.kind.read(table, key, value)


@dataclass(frozen=True)
class Switch(Kind):
    """True or false."""

    def write(self, table: Situation, value: Any, at: int = 0) -> bool:
        """Whether it is on."""
        return bool(value)

    def read(self, table: Situation, key: str, value: object) -> bool:
        """Whether it is on."""
        if not isinstance(value, bool):
            raise InvalidPosition(f"{key}: {shown(value)} is neither true nor false")
        return value


@dataclass(frozen=True)
class Word(Kind):
    """One of some words; in the record its number."""

    words: Sequence[str]
    #: Further ones that are seen in passing, where nobody decides: they are never read.
    passing: Sequence[str] = ()

    def write(self, table: Situation, value: Any, at: int = 0) -> str:
        """The word."""
        return (*self.words, *self.passing)[value]

    def read(self, table: Situation, key: str, value: object) -> int:
        """Its number."""
        if not isinstance(value, str) or value not in tuple(self.words):
            raise InvalidPosition(f"{key}: {shown(value)} is not one of {', '.join(self.words)}")
        return self.words.index(value)


@dataclass(frozen=True)
class Seats(Kind):
    """A set of seats, as a sorted list."""

    def write(self, table: Situation, value: Any, at: int = 0) -> list[int]:
        """The list."""
        return members(value)

    def read(self, table: Situation, key: str, value: object) -> int:
        """The set as bits."""
        last = int(table.state["players"]) - 1
        seats = [whole(key, seat, 0, last) for seat in as_list(key, value)]
        bits = sum(1 << seat for seat in set(seats))
        if members(bits) != seats:
            raise InvalidPosition(f"{key}: {shown(value)}: seats are sorted, each once")
        return bits


@dataclass(frozen=True)
class Cards(Kind):
    """A set of cards, as a sorted list of their names."""

    names: tuple[str, ...]
    #: Whether they are sorted as texts are; else in the order of ``names``.
    as_text: bool = True
    #: What is written of a set that the viewer does not see: from the record, and which it is.
    unseen: Callable[[Any, int], Any] = lambda state, at: None

    def write(self, table: Situation, value: Any, at: int = 0) -> Any:
        """The list, or what is seen of it."""
        found = self.unseen(table.state, at)
        return self._list(value) if found is None else found

    def _list(self, bits: int) -> list[str]:
        found = [self.names[card] for card in members(bits)]
        return sorted(found) if self.as_text else found

    def read(self, table: Situation, key: str, value: object) -> int:
        """The set as bits."""
        bits = signed(sum(1 << card for card in self.numbers(key, value)))
        if value != self._list(bits):
            how = "as text" if self.as_text else f"from {self.names[0]} to {self.names[-1]}"
            raise InvalidPosition(f"{key}: {shown(value)} is not sorted {how}")
        return bits

    def numbers(self, key: str, value: object) -> list[int]:
        """The numbers of some different cards, in any order."""
        cards = as_list(key, value, " of cards")
        for k, card in enumerate(cards):
            if card not in self.names:
                like = f"a card like {self.names[0]} or {self.names[-1]}"
                raise InvalidPosition(f"{key}: {shown(card)} is not {like}")
            if card in cards[:k]:
                raise InvalidPosition(f"{key}: {card} is there twice")
        return [self.names.index(card) for card in cards]


@dataclass(frozen=True)
class Tally(Kind):
    """Counts of things by their names, none of them 0; a hidden one is its size."""

    names: tuple[str, ...]
    most: int
    #: The field that holds the size, which everybody knows.
    size: str

    def write(self, table: Situation, value: Any, at: int = 0) -> dict[str, int] | int:
        """The counts, or their sum."""
        if value[0] < 0:
            return int(np.ravel(table.state[self.size])[at])
        return {name: int(count) for name, count in zip(self.names, value, strict=True) if count}

    def read(self, table: Situation, key: str, value: object) -> list[int]:
        """The counts in the order of the names."""
        if not isinstance(value, dict):
            raise InvalidPosition(f"{key}: {shown(value)} is not an object of names and numbers")
        for name in value:
            if name not in self.names:
                raise InvalidPosition(f"{key}: {shown(name)} is not one of {', '.join(self.names)}")
        counts = {
            name: whole(f"{key}.{name}", count, 1, self.most) for name, count in value.items()
        }
        return [counts.get(name, 0) for name in self.names]


@dataclass(frozen=True)
class Each(Kind):
    """A list of values of one kind: one for each seat, or as many as the seats make it."""

    kind: Kind
    count: Callable[[int], int] = lambda players: players

    def write(self, table: Situation, value: Any, at: int = 0) -> list[Any]:
        """The list."""
        count = self.count(int(table.state["players"]))
        return [self.kind.write(table, value[k], k) for k in range(count)]

    def read(self, table: Situation, key: str, value: object) -> list[Any]:
        """The values, for the first entries of the field."""
        rows = as_list(key, value, length=self.count(int(table.state["players"])))
        return [self.kind.read(table, f"{key}[{k}]", row) for k, row in enumerate(rows)]


@dataclass(frozen=True)
class Derived:
    """What follows from several fields: a function writes it, and the game's check reads it."""

    write: Callable[[Situation], Any]


class Form:
    """The keys of a position in their order, with the kind of each."""

    def __init__(self, dtype: np.dtype[Any], **kinds: Kind | Derived) -> None:
        self._dtype = dtype
        self._kinds = kinds

    def write(self, game: str, edition: Edition, state: Any) -> dict[str, Any]:
        """The position of a full or hidden record."""
        table = Situation(edition, state)
        position: dict[str, Any] = {"game": game, "edition": edition.name}
        for key, kind in self._kinds.items():
            if isinstance(kind, Derived):
                position[key] = kind.write(table)
            else:
                value = kind.write(table, state[kind.field or key])
                if not (isinstance(kind, Unless) and value == kind.usual):
                    position[key] = value
        return position

    def read(self, check: Check | None, edition: Edition, position: dict[str, Any]) -> Records:
        """The record of a full position, unless something in it cannot be."""
        usual = {key: it.usual for key, it in self._kinds.items() if isinstance(it, Unless)}
        fields = Fields({**usual, **position}, ["game", "edition", *self._kinds])
        records = new(self._dtype)
        table = Situation(edition, records[0])
        for key, kind in self._kinds.items():
            if isinstance(kind, Derived):
                continue
            value = kind.read(table, key, fields.get(key))
            if isinstance(kind, Each):
                table.state[kind.field or key][: len(value)] = value
            else:
                table.state[kind.field or key] = value
        if check is not None:
            check(table, fields)
        return records


def as_list(key: str, value: object, what: str = "", length: int | None = None) -> list[Any]:
    """A list, of a given length where one is given."""
    if not isinstance(value, list):
        raise InvalidPosition(f"{key}: {shown(value)} is not a list{what}")
    if length is not None and len(value) != length:
        raise InvalidPosition(f"{key}: it must have {length} entries, not {len(value)}")
    return value


def once(names: Sequence[str], places: Sequence[tuple[str, int]], *, all_there: bool) -> None:
    """Refuse a card that lies in two places, or in none where all are there."""
    seen: set[int] = set()
    for key, bits in places:
        cards = members(bits)
        for card in cards:
            if card in seen:
                raise InvalidPosition(f"{key}: {names[card]} lies elsewhere already")
        seen.update(cards)
    missing = sorted(name for card, name in enumerate(names) if card not in seen)
    if missing and all_there:
        keys = dict.fromkeys(key.partition("[")[0] for key, _ in places)
        raise InvalidPosition(
            f"{', '.join(keys)}: {', '.join(missing)} missing: every card is somewhere"
        )
