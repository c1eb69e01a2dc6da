"""What a seat could know: how likely each hidden thing is, from worlds it cannot exclude.

Nothing here knows a game. A position with hidden things says how many there are, or leaves a place
open; a world says what they are. So both are walked side by side, and wherever they differ it is
counted what the worlds say.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from rookery.core.match import Match

#: Worlds that are drawn where nobody says how many.
WORLDS = 400


@dataclass(frozen=True)
class Unknown:
    """One thing that is hidden from a seat, and what it may be."""

    #: Where it stands in a position: ``("hands", 1)``.
    place: tuple[str | int, ...]
    #: By what may be there: how likely it is that (at least one of) it is.
    chances: dict[str, float]
    #: By the same, where there may be several: how many there are on average.
    counts: dict[str, float]
    #: How many worlds say so.
    worlds: int

    def error(self, thing: str) -> float:
        """The standard error of a chance."""
        chance = self.chances.get(thing, 0.0)
        return sqrt(max(chance * (1 - chance), 1 / self.worlds) / self.worlds)

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        rounded = {thing: round(chance, 4) for thing, chance in self.chances.items()}
        several = {thing: round(count, 3) for thing, count in self.counts.items()}
        return {
            "place": list(self.place),
            "chances": rounded,
            **({"counts": several} if several else {}),
            "worlds": self.worlds,
        }


def knowledge(
    match: Match, seat: int | None, worlds: int = WORLDS, seed: int | bytes = 0
) -> list[Unknown]:
    """What a seat (None: a spectator) could know of all that is hidden from it.

    >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
    >>> [(it.place, sorted(it.chances)) for it in rookery.review.knowledge(match, 0, worlds=50)][0]
    (('hands', 1), ['blue', 'green', 'purple', 'red', 'yellow'])
    """
    seen = match.view(seat)
    drawn = [world.to_dict() for world in match.worlds(seat, worlds, seed)]
    return [_unknown(place, found) for place, found in _open_places(seen, drawn, ())]


def _open_places(
    seen: Any, worlds: Sequence[Any], place: tuple[str | int, ...]
) -> Iterator[tuple[tuple[str | int, ...], Sequence[Any]]]:
    """Wherever worlds say more than what is seen."""
    if all(world == seen or not (world or seen) for world in worlds):
        return
    if isinstance(seen, dict) and all(
        isinstance(it, dict) and it.keys() == seen.keys() for it in worlds
    ):
        for key in seen:
            yield from _open_places(seen[key], [it[key] for it in worlds], (*place, key))
    elif isinstance(seen, list) and all(
        isinstance(it, list) and len(it) == len(seen) for it in worlds
    ):
        for k, part in enumerate(seen):
            yield from _open_places(part, [it[k] for it in worlds], (*place, k))
    else:
        yield place, worlds


def _unknown(place: tuple[str | int, ...], found: Sequence[Any]) -> Unknown:
    several: Counter[str] = Counter()
    some: Counter[str] = Counter()
    for world in found:
        things = _things(world)
        several.update(things)
        some.update(set(things))
    size = len(found)
    chances = {thing: count / size for thing, count in sorted(some.items())}
    counts = {thing: count / size for thing, count in sorted(several.items())}
    return Unknown(place, chances, {} if counts == chances else counts, size)


def _things(world: Any) -> Counter[str]:
    """What is at a place in one world: a pile of things, or one."""
    if isinstance(world, dict):
        return Counter({str(thing): count for thing, count in world.items() if count})
    if isinstance(world, list):
        return Counter(str(thing) for thing in world)
    return Counter() if world is None else Counter([str(world)])
