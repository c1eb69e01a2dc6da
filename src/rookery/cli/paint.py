"""Colour on a terminal that has it, and wants it."""

import os
from collections.abc import Callable
from typing import TextIO

_CODES = {
    "red": "97;41",
    "green": "97;42",
    "yellow": "30;43",
    "purple": "97;45",
    "blue": "97;44",
    "brown": "97;48;5;94",
    "grey": "30;47",
    "bold": "1",
    "dim": "2",
}


def painter(file: TextIO) -> Callable[[str, str], str]:
    """A function that paints a text, or leaves it bare (no terminal, or NO_COLOR is set)."""
    if not file.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return lambda text, colour: text
    return lambda text, colour: f"\033[{_CODES[colour]}m{text}\033[0m"
