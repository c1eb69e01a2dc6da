"""How long something is waited for: how many wait now, and the longest of them."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Waits:
    """Those who wait."""

    def __init__(self) -> None:
        self._since: dict[int, float] = {}
        self._next = 0
        #: Called with the seconds of every wait that has ended.
        self.observe: Callable[[float], None] = lambda seconds: None

    @contextmanager
    def one(self) -> Iterator[None]:
        """Somebody waits while this lasts."""
        number, self._next = self._next, self._next + 1
        begun = self._since[number] = time.monotonic()
        try:
            yield
        finally:
            del self._since[number]
            self.observe(time.monotonic() - begun)

    def __len__(self) -> int:
        return len(self._since)

    def longest(self) -> float:
        """For how many seconds the first of them has waited; 0: nobody waits."""
        # They stand in the order in which they came.
        first = next(iter(self._since.values()), None)
        return 0.0 if first is None else time.monotonic() - first
