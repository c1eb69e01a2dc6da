"""Options a table may choose before a match: declared as data, checked in one place."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from rookery.core import plain
from rookery.errors import InvalidOption, shown


@dataclass(frozen=True)
class Option:
    """One option: a choice among words, a whole number in a range, a switch or a seat."""

    name: str
    help: str
    default: Any
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    switch: bool = False
    seat: bool = False
    #: Of a seat that plays something else than all others: what it is, and what the others are.
    roles: tuple[str, ...] = ()
    #: Kept for matches of former rules, and offered to nobody: see ``EARLIER`` of a game.
    former: bool = False

    @property
    def values(self) -> str:
        """What the option takes, in words."""
        if self.choices:
            return " or ".join(self.choices)
        if self.switch:
            return "true or false"
        kind = "a seat number from 0" if self.seat else f"a whole number, {self.low} to {self.high}"
        return kind if self.default is not None else f"{kind}, or {self.blank}"

    @property
    def blank(self) -> str:
        """The word for leaving the option open."""
        return "random" if self.seat else "default"

    def check(self, value: object, players: int) -> Any:
        """The value in its proper form; words as they come from a command line are welcome."""
        if self.choices:
            if value in self.choices:
                return value
        elif self.switch:
            if isinstance(value, bool | np.bool_):
                return bool(value)
            if value in ("true", "false"):
                return value == "true"
        else:
            if self.default is None and value in (None, self.blank):
                return None
            number = _whole(value)
            low = self.low
            high = players - 1 if self.seat else self.high
            if number is not None and low <= number <= high:
                return number
            if self.seat:
                raise self._refusal(value, f"a seat from 0 to {high}")
        raise self._refusal(value, self.values)

    def _refusal(self, value: object, valid: str) -> InvalidOption:
        return InvalidOption(f"option {self.name}={shown(value)} is not valid: it takes {valid}")


def _whole(value: object) -> int | None:
    if isinstance(value, str):
        number = plain.whole(value.removeprefix("-"))
        return -number if number and value.startswith("-") else number
    if isinstance(value, int | np.integer) and not isinstance(value, bool):
        return int(value)
    return None


def check_all(
    options: Mapping[str, Option], given: Mapping[str, object], players: int
) -> dict[str, Any]:
    """All options with their values, defaults filled in; the first fault is raised."""
    for name in given:
        if name not in options:
            known = ", ".join(options) or "none"
            raise InvalidOption(f"there is no option {shown(name)}; the options are: {known}")
    return {
        name: option.check(given.get(name, option.default), players)
        for name, option in options.items()
    }
