"""Who is served next where there are more who wait than can be served at once."""

from collections import OrderedDict, deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """A queue of ranks: a lower rank goes first; within one, owners take turns.

    However many things one owner has waiting, another's first one waits for no more than one of
    each owner's.
    """

    def __init__(self, ranks: int = 1) -> None:
        self._ranks: list[OrderedDict[str, deque[Item]]] = [OrderedDict() for _ in range(ranks)]
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def waiting(self, rank: int, owner: str) -> int:
        """How many things of an owner wait there."""
        return len(self._ranks[rank].get(owner, ()))

    def put(self, item: Item, rank: int, owner: str) -> None:
        """One more, behind the owner's others."""
        self._ranks[rank].setdefault(owner, deque()).append(item)
        self._size += 1

    def pop(self) -> Item:
        """The next one; its owner goes to the end of the line."""
        for owners in self._ranks:
            if owners:
                owner, items = owners.popitem(last=False)
                item = items.popleft()
                self._size -= 1
                if items:
                    owners[owner] = items
                return item
        raise IndexError("nobody waits")
