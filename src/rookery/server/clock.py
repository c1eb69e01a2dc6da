"""The house's clock: how many milliseconds the house has been there for its players.

Players' clocks count this time and no other. It goes on from where it was when a server comes
back, so nobody's time runs while there is none; it stands for a moment then, until people are
back too. A process that was stopped counts as not being there, and the wall clock may jump as it
likes. Several nodes agree on the one that has come furthest.
"""

import time
from collections.abc import Callable

from rookery.server.store.house import House

#: How long players' clocks stand after a restart or a stop, in ms.
GRACE = 10_000
#: Longer than this, in ms, nobody is between two looks at the clock unless the process was stopped.
GAP = 3_000
HOUR = 3_600_000
#: Seconds between two writings of how far it is.
BEAT = 10.0
#: So much of the time before an action may have been the network's, in ms.
LAG = 1_000


class HouseClock:
    """A clock that goes on while somebody looks at it often, and stands when it is told to."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._seen = monotonic()
        self._beaten = self._seen
        #: So long it stands, in ms.
        self._held = 0.0
        #: Like the entries' own times, which stand for it in the logs of former times.
        self._ms = time.time() * 1000
        #: Whether it stands until further notice.
        self.stopped = False

    async def begin(self, house: House) -> None:
        """Go on from where it was, a moment later."""
        known = await house.clock()
        if known is not None:
            self._ms, self._seen, self._held = float(known), self._monotonic(), GRACE
        await self.keep(house)

    def now(self) -> int:
        """How far it is."""
        at = self._monotonic()
        passed, self._seen = 1000 * (at - self._seen), at
        if passed > GAP:
            self._held, passed = GRACE, 0.0
        waits = min(passed, self._held)
        self._held -= waits
        if not self.stopped:
            self._ms += passed - waits
        return int(self._ms)

    @property
    def stands(self) -> int:
        """How many milliseconds it will still stand; an hour if nobody knows."""
        return HOUR if self.stopped else int(self._held)

    async def beat(self, house: House) -> None:
        """Keep how far it is, if it is time to."""
        self.now()
        if self._seen - self._beaten >= BEAT:
            await self.keep(house)

    async def keep(self, house: House) -> None:
        """Keep how far it is; other nodes may have come further."""
        self._beaten = self._monotonic()
        self._ms = max(self._ms, float(await house.advance(self.now())))


def lag(waited: int, thought: int | None) -> int:
    """How much of the time before an action was the network's, by what the client says.

    It is believed for a second, no more: who lies about it wins that, and not again and again
    against somebody who does the same.
    """
    return 0 if thought is None else max(0, min(LAG, waited - thought))
