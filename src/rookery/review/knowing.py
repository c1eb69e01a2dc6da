"""What a seat could know: how likely each hidden thing is, from worlds it cannot exclude.

Nothing here knows a game. A position with hidden things says how many there are, or leaves a place
open; a world says what they are. So both are walked side by side, and wherever they differ it is
counted what the worlds say. Where a game counts all of them (``count_hidden``), its word is taken.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

import numpy as np

from rookery.core.fields import Position
from rookery.core.language import speech
from rookery.core.match import Match
from rookery.core.reasons import Counted, Place
from rookery.core.record import Records
from rookery.core.view import View
from rookery.review.picture import known
from rookery.review.reading import Floats, read
from rookery.review.weighing import SURE

#: Worlds that are drawn where nobody says how many.
WORLDS = 1000
#: So much of what a reader believes is what is known without: the others may not play as it thinks.
FRESH = 0.1
#: Worlds that were played on are not believed where so few different things are left of them.
WORN = 0.5


@dataclass(frozen=True)
class Unknown:
    """One thing that is hidden from a seat, and what it may be."""

    #: Where it stands in a position: ``("hands", 1)``.
    place: Place
    #: By what may be there: how likely it is that (at least one of) it is, as fair deals go.
    chances: dict[str, float]
    #: By the same, where there may be several: how many there are on average.
    counts: dict[str, float]
    #: How many worlds say so; 0: all of them were counted, and it is exact.
    worlds: int
    #: The chances as a reader of all that the others did would have them (docs/review.md).
    believed: dict[str, float]
    #: How many worlds of equal weight would say as much.
    readings: float

    def error(self, thing: str) -> float:
        """The standard error of a chance."""
        return _error(self.chances.get(thing, 0.0), self.worlds) if self.worlds else 0.0

    def doubt(self, thing: str) -> float:
        """The standard error of what is believed."""
        return _error(self.believed.get(thing, 0.0), self.readings)

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""

        def rounded(shares: dict[str, float]) -> dict[str, float]:
            return {thing: round(share, 4) for thing, share in shares.items()}

        return {
            "place": list(self.place),
            "chances": rounded(self.chances),
            **({"counts": rounded(self.counts)} if self.counts else {}),
            "exact": not self.worlds,
            "worlds": self.worlds,
            "believed": rounded(self.believed),
            "readings": round(self.readings, 1),
        }


@dataclass(frozen=True)
class Told:
    """Something that may be in a hidden place, as people call it."""

    unknown: Unknown
    thing: str
    name: str
    #: The sprite of the board that it is, where it is a place of the board; else empty.
    sprite: str

    @property
    def chance(self) -> float:
        """How likely it is there."""
        return self.unknown.chances[self.thing]


class Knowledge(list[Unknown]):
    """What a seat could know, place by place; notebooks draw it."""

    def __init__(self, unknown: Iterable[Unknown], view: View) -> None:
        super().__init__(unknown)
        self.view = view

    def told(
        self, names: Sequence[str] | None = None, language: str = "en"
    ) -> dict[str, list[Told]]:
        """By the name of the place: what may be there, the likeliest first."""
        view, words = self.view, speech(language, self.view.game.name)
        players = int(view.records["players"][0])
        names = names or [f"seat {seat}" for seat in range(players)]
        shown = {it.id for it in (*view.backdrop(language).sprites, *view.scene([]).sprites)}
        found: dict[str, list[Told]] = {}
        for it in self:
            for thing in it.chances:
                place, name = view.game.name_hidden(view, it.place, thing, names, words)
                if not place:
                    continue
                # A place of the board is called by its name; a card may be so in notation.
                cell = f"cell-{thing}" if name == thing else ""
                found.setdefault(place, []).append(Told(it, thing, name, cell * (cell in shown)))
        for things in found.values():
            things.sort(key=lambda one: (-one.chance, -one.unknown.believed[one.thing]))
        return found

    def _repr_svg_(self) -> str:
        """Notebooks draw it by this: bars, and heat on the board where it is about places."""
        return known(self)


def _error(chance: float, worlds: float) -> float:
    return sqrt(max(chance * (1 - chance), 1 / worlds) / worlds)


def knowledge(
    match: Match, seat: int | None, worlds: int = WORLDS, seed: int | bytes = 0
) -> Knowledge:
    """What a seat (None: a spectator) could know of all that is hidden from it.

    >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
    >>> [(it.place, sorted(it.chances)) for it in rookery.review.knowledge(match, 0, worlds=50)][0]
    (('hands', 1), ['blue', 'green', 'purple', 'red', 'yellow'])
    """
    drawn = match.worlds(seat, worlds, seed)
    # Where only choices are asked, others had one whenever they were asked: nobody counts that.
    simple = match.asks_all or (drawn.since == match.ply and match.turn == seat)
    counted = match.game.count_hidden(match.hidden(seat)) if simple else {}
    reading = read(match, seat, drawn.records)
    positions = _positions(match, drawn.records)
    readers = positions if reading.records is drawn.records else _positions(match, reading.records)
    even = [np.ones(len(it)) for it in (positions, readers)]
    unknown, step = [], max(1, len(readers) // worlds)
    for place, found in _open_places(match.view(seat), [*positions, *readers], ()):
        it = _unknown(place, found[:worlds], even[0])
        it = _exact(it, counted[place]) if place in counted else it
        weighed = _unknown(place, found[worlds:], reading.weights).chances
        alike = _unknown(place, found[worlds:], even[1]).chances if readers is positions else None
        it = replace(it, readings=reading.effective)
        trust = 1.0 if alike else _trust(found[:worlds], found[worlds::step])
        unknown.append(replace(it, believed=_believed(it, weighed, alike or it.chances, trust)))
    return Knowledge(unknown, match.hidden(seat))


def _trust(drawn: Sequence[Any], carried: Sequence[Any]) -> float:
    """How far to believe worlds that were played on: by how many different things are left.

    They are too few by far for whole hands of cards (measured: docs/review.md).
    """
    if any(isinstance(it, dict | list) for it in drawn):
        return 0.0
    kept = len(set(carried)) / len(set(drawn))
    return kept if kept > WORN else 0.0


def _believed(
    known: Unknown, weighed: dict[str, float], alike: dict[str, float], trust: float
) -> dict[str, float]:
    """What is known anyway, and what weighing the same worlds changes in it.

    Of a change, what may be the chance of sampling is left out, and some doubt always remains.
    """
    found = {}
    for thing, chance in known.chances.items():
        change = weighed.get(thing, 0.0) - alike.get(thing, 0.0)
        noise = _error(weighed.get(thing, 0.0), known.readings)
        if change:
            change *= max(0.0, 1.0 - (SURE * noise / change) ** 2) * min(1.0, trust) * (1.0 - FRESH)
        found[thing] = min(1.0, max(0.0, chance + change))
    return found


def _positions(match: Match, records: Records) -> list[Position]:
    return [match.game.write_position(match.edition, it) for it in records]


def _open_places(
    seen: Any, worlds: Sequence[Any], place: Place
) -> Iterator[tuple[Place, Sequence[Any]]]:
    """Wherever worlds say more than what is seen."""
    if all(world == seen or not (world or seen) for world in worlds):
        return
    if isinstance(seen, dict) and all(
        isinstance(it, dict) and it.keys() == seen.keys() for it in worlds
    ):
        for key in seen:
            yield from _open_places(seen[key], [it[key] for it in worlds], (*place, key))
    elif _is_row(seen, worlds):
        for k, part in enumerate(seen):
            yield from _open_places(part, [it[k] for it in worlds], (*place, k))
    else:
        yield place, worlds


def _is_row(seen: Any, worlds: Sequence[Any]) -> bool:
    """Whether it has places of its own; names that are not so are the backs of cards, unsorted."""
    if not isinstance(seen, list):
        return False
    if not all(isinstance(it, list) and len(it) == len(seen) for it in worlds):
        return False
    named = [k for k, part in enumerate(seen) if isinstance(part, str)]
    return all(world[k] == seen[k] for world in worlds for k in named)


def _unknown(place: Place, found: Sequence[Any], weights: Floats) -> Unknown:
    several: defaultdict[str, float] = defaultdict(float)
    some: defaultdict[str, float] = defaultdict(float)
    for world, weight in zip(found, weights.tolist(), strict=True):
        for thing, count in _things(world).items():
            several[thing] += count * weight
            some[thing] += weight
    total = float(weights.sum())
    chances = {thing: min(1.0, weight / total) for thing, weight in sorted(some.items())}
    counts = {thing: count / total for thing, count in sorted(several.items())}
    return Unknown(place, chances, {} if counts == chances else counts, len(found), {}, 0.0)


def _exact(unknown: Unknown, counted: Counted) -> Unknown:
    chances = {thing: chance for thing, (chance, _) in sorted(counted.items())}
    counts = {thing: mean for thing, (_, mean) in sorted(counted.items())}
    return replace(unknown, chances=chances, counts=counts if unknown.counts else {}, worlds=0)


def _things(world: Any) -> Counter[str]:
    """What is at a place in one world: a pile of things, or one."""
    if isinstance(world, dict):
        return Counter({str(thing): count for thing, count in world.items() if count})
    if isinstance(world, list):
        return Counter(str(thing) for thing in world)
    return Counter() if world is None else Counter([str(world)])
