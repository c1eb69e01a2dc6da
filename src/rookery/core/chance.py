"""Chance counted out: every result of a chance event, with its exact probability.

A script is a generator that gives what it was told to give, and notes out of how many. Playing an
action with one script after the other goes through all that can come of it.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import comb, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from rookery.core.bits import lowest, popcount
from rookery.core.kernel import int64, kernel
from rookery.core.record import Records
from rookery.core.rng import register
from rookery.errors import InvalidOption

if TYPE_CHECKING:
    from rookery.core.match import Match

#: The most numbers that one event draws.
LENGTH = 128
#: Makes numbers of places in a script that look as if drawn.
MIXED = 2654435761
SCRIPT = np.dtype([("told", np.int64, (LENGTH,)), ("among", np.int64, (LENGTH,)), ("at", np.int64)])
#: By default, the most scripts to go through for one event.
LIMIT = 100_000
#: The most ways that are told of.
MANY = 10**9

#: WAYS[n, k]: how many subsets of k things n have, as far as that can be counted in 63 bits.
WAYS = np.array([[min(comb(n, k), 2**62) for k in range(65)] for n in range(65)], np.int64)


@kernel
def told_below(rng: Any, n: int) -> int:
    """The number that comes next in the script."""
    at = int64(rng["at"])
    rng["at"] += 1
    if at >= LENGTH:
        # Too long to be counted, but it must end: dice that are rolled until they can be used.
        return (at * MIXED >> 16) % n
    rng["among"][at] = n
    return int64(rng["told"][at])


@kernel
def told_subset(rng: Any, pool: int, size: int, span: int) -> int:
    """The subset with the number that comes next in the script."""
    count = popcount(pool)
    if size == 0 or size == count:
        return pool if size else int64(0)
    number = told_below(rng, WAYS[count, size])
    chosen = int64(0)
    rest = pool
    while size > 0:
        bit = int64(1) << lowest(rest)
        rest ^= bit
        count -= 1
        without = WAYS[count, size]  # subsets that leave this bit out come first
        if number >= without:
            number -= without
            chosen |= bit
            size -= 1
    return chosen


register(SCRIPT, below=told_below, subset=told_subset)


def script(told: tuple[int, ...] = ()) -> Records:
    """A generator that gives these numbers, and zeros after them."""
    made = np.zeros(1, SCRIPT)
    made["told"][0, : len(told)] = told
    return made


@dataclass(frozen=True)
class Outcome:
    """One result of a chance event.

    ``match`` has the event behind it. What chance does later is up to its own seed; since this
    event was not, it cannot be saved or verified.
    """

    probability: Fraction
    match: "Match"


def outcomes(match: "Match", action: int | str | None, limit: int = LIMIT) -> list[Outcome]:
    """All that can come of an action (None: of the deal), equal results merged.

    >>> match = rookery.game("ultimatum").start(players=4, seed=7)
    >>> match.play(match.legal()[0])
    >>> found = outcomes(match, match.legal()[0])
    >>> len(found), sum(each.probability for each in found)
    (48, Fraction(1, 1))
    >>> len(outcomes(rookery.game("party").start(players=2, edition="tiny-8"), None))
    20
    """
    found: dict[bytes, Outcome] = {}
    number = None if action is None else match.number(action)
    told: tuple[int, ...] | None = ()
    tried = 0
    while told is not None:
        twin, among = _play(match, number, told)
        tried += 1
        ways = prod(among)
        if ways > limit or tried > limit or len(among) >= LENGTH:
            told_of = max(tried, min(ways, MANY))
            raise InvalidOption(
                f"chance has {told_of:,} ways or more here, only {limit:,} are gone through"
            )
        state = twin._states.tobytes()
        before = found.get(state, Outcome(Fraction(0), twin))
        found[state] = Outcome(before.probability + Fraction(1, ways), before.match)
        told = _next(told + (0,) * (len(among) - len(told)), among)
    return list(found.values())


def _next(told: tuple[int, ...], among: list[int]) -> tuple[int, ...] | None:
    """The next script: numbers counted up, like digits of different size."""
    while told and told[-1] == among[len(told) - 1] - 1:
        told = told[:-1]
    return (*told[:-1], told[-1] + 1) if told else None


def _play(match: "Match", action: int | None, told: tuple[int, ...]) -> tuple["Match", list[int]]:
    """The match with this event in it, and out of how many each number was drawn."""
    if action is None:
        twin, ply = match.undealt(), 0
    else:
        match.check_legal(action)
        twin, ply = match.copy(), match.ply + 1
    twin._script[ply] = script(told)
    if action is None:
        twin._deal()
    else:
        twin.play(action)
    chance = twin._spent
    assert chance is not None
    return twin, chance["among"][0, : int(chance["at"][0])].tolist()
