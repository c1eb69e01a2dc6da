"""Reading the keys of a position: every refusal names the key and the value."""

from collections.abc import Sequence
from typing import Any

from rookery.errors import InvalidPosition, shown


def whole(key: str, value: object, low: int, high: int) -> int:
    """A whole number in a range."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidPosition(f"{key}: {shown(value)} is not a whole number")
    if not low <= value <= high:
        raise InvalidPosition(f"{key}: {shown(value)} is not from {low} to {high}")
    return value


class Fields:
    """The keys of one position, exactly those expected."""

    def __init__(self, position: dict[str, Any], expected: str) -> None:
        keys = expected.split()
        for key in position:
            if key not in keys:
                raise InvalidPosition(
                    f"{shown(key)} is not a key of this position: {', '.join(keys)}"
                )
        for key in keys:
            if key not in position:
                raise InvalidPosition(f"the key {key!r} is missing")
        self._position = position

    def fault(self, key: str, reason: str) -> InvalidPosition:
        """An error about one key."""
        return InvalidPosition(f"{key}: {shown(self._position[key])}: {reason}")

    def get(self, key: str) -> Any:
        """The bare value."""
        return self._position[key]

    def number(self, key: str, low: int, high: int) -> int:
        """A whole number in a range."""
        return whole(key, self._position[key], low, high)

    def switch(self, key: str) -> bool:
        """True or false."""
        value = self._position[key]
        if not isinstance(value, bool):
            raise InvalidPosition(f"{key}: {shown(value)} is neither true nor false")
        return value

    def choice(self, key: str, choices: Sequence[str]) -> str:
        """One of some words."""
        value = self._position[key]
        if value not in choices:
            raise InvalidPosition(f"{key}: {shown(value)} is not one of {', '.join(choices)}")
        return str(value)

    def row(self, key: str, length: int | None = None) -> list[Any]:
        """A list, of a given length where one is given."""
        value = self._position[key]
        if not isinstance(value, list):
            raise InvalidPosition(f"{key}: {shown(value)} is not a list")
        if length is not None and len(value) != length:
            raise InvalidPosition(f"{key}: it must have {length} entries, not {len(value)}")
        return value

    def seats(self, key: str, players: int) -> int:
        """A sorted list of different seats, as a bit set."""
        bits = 0
        previous = -1
        for seat in self.row(key):
            number = whole(key, seat, 0, players - 1)
            if number <= previous:
                raise self.fault(key, "seats are sorted, each once")
            previous = number
            bits |= 1 << number
        return bits
