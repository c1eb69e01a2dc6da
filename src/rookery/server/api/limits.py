"""Limits: how much one visitor may ask for. Buckets that fill up again with time."""

import ipaddress
import math
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from rookery.server.problems import TooMany

#: Visitors remembered at once; the one longest unseen is forgotten first.
REMEMBERED = 50_000


@lru_cache(maxsize=4096)
def household(address: str) -> str:
    """What counts as one address: a whole network of IPv6, of which anybody has one."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if found.version == 4:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), 64), strict=False))


class Buckets:
    """A bucket for every visitor: of requests, or of something else that is limited."""

    def __init__(self, rate: float, burst: int, what: str = "requests") -> None:
        self.rate = rate
        self.burst = burst
        self._what = what
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, visitor: str, cost: int = 1) -> None:
        """Take so much; raises, and takes no more than there is, if that is too little."""
        if not self.rate:
            return
        at = time.monotonic()
        level, since = self._levels.pop(visitor, (float(self.burst), at))
        level = min(float(self.burst), level + (at - since) * self.rate)
        cost = min(cost, self.burst)
        self._levels[visitor] = (level - cost if level >= cost else level, at)
        if len(self._levels) > REMEMBERED:
            self._levels.popitem(last=False)
        if level < cost:
            error = TooMany(
                f"too many {self._what}: {self.burst} at once and {self._pace()} are the most"
            )
            error.retry = math.ceil((cost - level) / self.rate)
            raise error

    def _pace(self) -> str:
        if self.rate >= 1:
            return f"{self.rate:g} a second"
        return f"{60 * self.rate:g} a minute"


class Places:
    """How many streams each visitor has open."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._open: Counter[str] = Counter()

    @contextmanager
    def place(self, visitor: str) -> Iterator[None]:
        """A place for one stream; raises if there is none."""
        if self.limit and self._open[visitor] >= self.limit:
            raise TooMany(f"more than {self.limit} open streams; close one first")
        self._open[visitor] += 1
        try:
            yield
        finally:
            self._open[visitor] -= 1
            if not self._open[visitor]:
                del self._open[visitor]
