"""Beliefs by parts: what each other seat alone may know, weighed by what it was seen to do.

What a seat does follows from what it knows, and not from what is hidden from it. So where a world
falls into parts, one for each seat (a hand of cards), each part can be weighed by itself: it is
followed back through all that was seen, and weighs as much as its seat's actions were likely with
it. There are some hundred of them, where there are millions of worlds. Worlds are then put together
from parts, as likely as both a fair deal and these weights make them. Nothing is left to chance but
which worlds are drawn, and nothing is carried on from one decision to the next.
"""

from math import exp, log
from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.core import dispatch
from rookery.core.game import Game
from rookery.core.kernel import int64, kernel
from rookery.core.record import Records, new
from rookery.core.seen import Seen
from rookery.core.view import View
from rookery.search.trust import trust_all
from rookery.search.value import MAX_SEATS

#: Room for the parts of all seats, and for the numbers that a game puts worlds together by.
MOST_PARTS = 4096
TABLE = 2**17


@kernel
def surprise(printed: Any, part: Any, seen: Any, signs: Any, how: Any) -> float:
    """The logarithm of how likely a seat's actions were if this is what it knows."""
    seat, other, model, scratch, room = how
    actions, weights = scratch
    total = 0.0
    for back in range(2, len(seen) + 1):
        at = len(seen) - back
        if seen[at]["turn"] != other or signs[at] < 0:
            continue
        room[1] = seen[at]
        found = dispatch.rewind(printed, part, room[1])
        if found < 0:
            break
        likely = 0.0
        if found > 0:
            count = trust_all(printed, room[1], scratch, model)
            for k in range(count):
                if dispatch.sign(printed, room[1], actions[k], seat) == signs[at]:
                    likely += weights[k]
        if likely <= 0.0:
            return -np.inf
        total += log(likely)
    return total


@kernel
def put_together(printed: Any, seen: Any, signs: Any, how: Any, held: Any, worlds: Any) -> bool:
    """Weigh what each other seat may know, and fill ``worlds``; False where that cannot be done."""
    seat, asks_all, model, scratch, room, rngs = how
    records, weights, begins = held[0], held[1], held[2]
    now = seen[len(seen) - 1]
    players = int64(now["players"])
    end = int64(0)
    for other in range(players):
        begins[other] = end
        if other == seat:
            continue
        room[0] = now
        count = dispatch.parts(printed[0], room[0], seat, int64(other), records[end:])
        if count == 0:
            return False
        most = -np.inf
        for k in range(end, end + count):
            lone = (
                not asks_all and now["turn"] == other and dispatch.only(printed[0], records[k]) >= 0
            )
            weights[k] = -np.inf
            if not lone:  # whoever is to decide has a choice
                whose = (seat, int64(other), model, scratch, room)
                weights[k] = surprise(printed[0], records[k], seen, signs, whose)
            most = max(most, weights[k])
        if most == -np.inf:
            return False
        for k in range(end, end + count):
            weights[k] = exp(weights[k] - most)
        end += count
    begins[players] = end
    room[0] = now
    return dispatch.assemble(printed[0], room[0], seat, held, worlds, rngs[0])


class Parts:
    """Room for what the other seats of a match may know."""

    def __init__(self, game: Game) -> None:
        self._held = (
            new(game.dtype, MOST_PARTS),
            np.zeros(MOST_PARTS),
            np.zeros(MAX_SEATS + 1, np.int64),
            np.zeros((MOST_PARTS, 2), np.int64),
            np.zeros(TABLE),
        )
        self._room = new(game.dtype, 2)
        self._scratch = (np.zeros(game.num_actions, np.int64), np.zeros(game.num_actions))

    def fill(
        self, view: View, worlds: Records, model: tuple[float, float], chance: Records
    ) -> bool:
        """Draw worlds as likely as all that was seen makes them; False where it cannot be done."""
        seen = view.seen
        assert seen is not None
        how = (view.number, seen.asks_all, model, self._scratch, self._room, chance)
        signs = first_signs(seen)
        return bool(
            put_together(view.edition.printed, seen.records, signs, how, self._held, worlds)
        )


def parts_of(game: Game) -> Parts | None:
    """Room for them, where a game can tell parts apart; else there is nothing to compile either."""
    return Parts(game) if {"parts", "assemble"} <= set(game.functions) else None


def first_signs(seen: Seen) -> npt.NDArray[np.int64]:
    """By record: the first thing noticed of what led to the next; -1 where there was none."""
    signs = np.append(seen.signs, -1)
    begins = np.append(0, seen.ends[:-1]) if len(seen.ends) else seen.ends
    return np.where(begins < seen.ends, signs[begins], -1)
