"""Connections: how many each address has, and how much it leaves unread.

A connection costs a descriptor, and what its client does not read costs memory; both run out for
everybody. An address that has all its connections loses the one longest unused when it opens
another, and one that leaves too much unread loses those that have waited longest.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rookery.server.api.limits import household

if TYPE_CHECKING:
    from rookery.server.protocol import Protocol

#: Descriptors that are not for connections: files, the database, processes in which bots think.
RESERVED = 128


def descriptors() -> int:
    """How many connections a process may have at once; 0: nobody knows."""
    try:
        import resource
    except ImportError:  # Windows
        return 0
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY or soft < hard:
        wanted = max(soft, 65_536) if hard == resource.RLIM_INFINITY else hard
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        except (OSError, ValueError):
            pass  # a system may allow less than it says
    return max(RESERVED, soft - RESERVED)


class Connections:
    """The open connections of one process."""

    def __init__(self, address_limit: int, unread_limit: int, most: int = 0) -> None:
        self._address_limit = address_limit
        self._unread_limit = unread_limit
        #: Of all addresses together.
        self._most = most
        self._count = 0
        #: By address, the oldest first.
        self._open: dict[str, dict[Protocol, None]] = {}
        #: Those that have more to read than they read, the one that began first in front.
        self._behind: dict[Protocol, None] = {}

    def enter(self, it: "Protocol") -> bool:
        """One more; False: there is no room, not even by closing one that nobody uses."""
        address = household(it.address)
        own = self._open.get(address, {})
        if self._address_limit and len(own) >= self._address_limit:
            if not self._close_unused(own):
                return False
        elif self._most and self._count >= self._most:
            fullest = max(self._open.values(), key=len)
            if not self._close_unused(fullest):
                return False
        self._open.setdefault(address, {})[it] = None
        self._count += 1
        return True

    def leave(self, it: "Protocol") -> None:
        """It is gone."""
        self._behind.pop(it, None)
        address = household(it.address)
        own = self._open.get(address, {})
        if it in own:
            del own[it]
            self._count -= 1
            if not own:
                del self._open[address]

    def _close_unused(self, own: "dict[Protocol, None]") -> bool:
        for it in own:
            if it.unused:
                self.leave(it)
                it.transport.abort()
                return True
        return False

    # ---------------------------------------------------------------- what is not read

    def behind(self, it: "Protocol") -> None:
        """Its client has more to read than it reads."""
        self._behind[it] = None
        if not self._unread_limit:
            return
        address = household(it.address)
        late = [(other, other.unread) for other in self._same(address)]
        total = sum(size for _, size in late)
        for other, size in late:
            if total <= self._unread_limit or other is it:
                return
            total -= size
            self._behind.pop(other)
            other.transport.abort()

    def caught_up(self, it: "Protocol") -> None:
        """Its client has read most of it."""
        self._behind.pop(it, None)

    def _same(self, address: str) -> "Iterator[Protocol]":
        return (it for it in tuple(self._behind) if household(it.address) == address)
