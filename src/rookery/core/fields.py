"""Reading the keys of a position: every refusal names the key and the value."""

from collections.abc import Sequence
from typing import Any

from rookery.errors import InvalidPosition, shown

#: As JSON has it.
Position = dict[str, Any]


def whole(key: str, value: object, low: int, high: int) -> int:
    """A whole number in a range."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidPosition(f"{key}: {shown(value)} is not a whole number")
    if not low <= value <= high:
        raise InvalidPosition(f"{key}: {shown(value)} is not from {low} to {high}")
    return value


class Fields:
    """The keys of one position, exactly those expected."""

    def __init__(self, position: dict[str, Any], keys: Sequence[str]) -> None:
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
