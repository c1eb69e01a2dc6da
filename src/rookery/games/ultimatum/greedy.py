"""A rule of thumb for The Penguin Ultimatum."""

from typing import Any

from rookery.core.kernel import kernel
from rookery.games.ultimatum.rules import pick


@kernel
def greedy(tables: Any, view: Any, seat: int, rng: Any) -> int:
    """Any legal action."""
    return pick(tables, view, rng)
