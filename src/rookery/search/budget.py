"""Budget: how long a decision may take, and when it has been thought about enough."""

import threading
import time
from collections.abc import Callable
from math import sqrt
from typing import Any

from rookery.core.kernel import int64, kernel
from rookery.search.memory import NONE, Memory

#: With so large a part of the visits of the first, the second action is a serious rival.
RIVAL = 0.5
#: The most time that is saved up for hard decisions, in budgets of one.
SAVED_MOST = 4.0

Stop = Callable[[], bool] | threading.Event


@kernel
def alike(head: Any, one: Any, other: Any) -> bool:
    """Whether two actions promise the same, as far as it matters and is known by now."""
    done, first, second = float(head["iterations"]), float(one["visits"]), float(other["visits"])
    if done < 1.0 or first < 1.0 or second < 1.0:
        return False
    mean = head["sum"] / done
    spread = sqrt(max(0.0, head["squares"] / done - mean * mean))
    apart = abs(one["value"] / first - other["value"] / second)
    return bool(apart + spread * sqrt(1.0 / first + 1.0 / second) < head["alike"] * spread)


@kernel
def leaders(memory: Any, visits: Any) -> None:
    """The visits of the action of the root that has most, and of its first rival.

    Actions that are alike count as one: to tell them apart is not worth the time.
    """
    head, edges = memory.heads[0], memory.edges
    visits[0] = 0
    visits[1] = 0
    first = int64(memory.nodes[0]["first"])
    best = first
    edge = first
    while edge != NONE:
        if edges[edge]["visits"] > edges[best]["visits"]:
            best = edge
        edge = int64(edges[edge]["next"])
    edge = first
    while edge != NONE:
        count = int64(edges[edge]["visits"])
        if edge == best or alike(head, edges[best], edges[edge]):
            visits[0] += count
        elif count > visits[1]:
            visits[1] = count
        edge = int64(edges[edge]["next"])


class Budget:
    """The time of one decision. A thrifty one ends as soon as nothing can change the choice.

    What it saves, a later one may spend where two actions are hard to tell apart: ``extra``.
    """

    def __init__(
        self,
        milliseconds: float | None,
        stop: Stop | None,
        *,
        thrifty: bool = False,
        extra: float = 0.0,
    ) -> None:
        self.begun = time.perf_counter()
        self._end = None if milliseconds is None else self.begun + milliseconds / 1000
        self._latest = (self._end or 0.0) + extra / 1000
        self._asked = stop.is_set if isinstance(stop, threading.Event) else stop
        self._thrifty = thrifty
        #: By tree, when it was first looked at, and how many iterations it had had by then.
        self._first: dict[int, tuple[float, int]] = {}

    def spent(self) -> float:
        """So far, in milliseconds."""
        return 1000 * (time.perf_counter() - self.begun)

    def used_up(self, memory: Memory, left: int | None, visits: Any) -> bool:
        """Whether a tree is grown enough; ``left`` are iterations it may still have."""
        now = time.perf_counter()
        if self._asked is not None and self._asked():
            return True
        if not self._thrifty:
            return self._end is not None and now >= self._end
        leaders(memory, visits)
        more = float("inf") if left is None else float(left)
        if self._end is not None:
            rival = visits[1] >= RIVAL * visits[0]
            end = self._latest if rival else self._end
            if now >= end:
                return True
            more = min(more, self._pace(memory, now) * (end - now))
        return bool(visits[0] - visits[1] > more)

    def _pace(self, memory: Memory, now: float) -> float:
        """Iterations a second. What came before them took time too, but says nothing of it."""
        done = int(memory.heads[0]["iterations"])
        since, before = self._first.setdefault(id(memory), (now, done))
        return (done - before) / (now - since) if now > since else float("inf")
