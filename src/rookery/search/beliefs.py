"""Beliefs: worlds that a seat holds possible, weighed by what it has seen the others do.

A fair deal makes all worlds alike. But who places red, or walks to the left, says something about
what it holds. So a bot keeps a number of worlds in mind and plays each of them on as the real match
goes on: in each it asks how likely whoever was to move there would have done what was seen, by a
simple model of players (``rate``, or what a net advises, softened; and now and then anything).
Worlds in which the others would hardly have done so fade; when few are left, they are drawn again
from those that fit best.

Where what each seat alone knows can be weighed by itself, that is done instead: see ``parts``.

All follows from what was seen: beliefs carried on from decision to decision, and those made anew
from the log, are the same, as long as that is not longer than they are made anew from
(``LOOK_BACK``).
"""

import hashlib
from collections import OrderedDict
from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.core import dispatch, flow
from rookery.core.game import Game
from rookery.core.kernel import kernel
from rookery.core.record import Records, copy, new
from rookery.core.rng import LOW32, draw, generator
from rookery.core.seen import Seen
from rookery.core.view import View
from rookery.search.guess import Guesser
from rookery.search.memory import Memory
from rookery.search.net import Net, Weights, net_of
from rookery.search.parts import Parts, parts_of
from rookery.search.trust import foretell, trust_all

#: Hidden decisions that may lie between two things that are seen.
HIDDEN_MOST = 4
#: Worlds are drawn again when they are worth fewer than this part of their number.
WORN = 0.5
#: Of the worlds that are drawn again, one in so many is a new one: the others may be wrong.
ANEW = 16
#: Where a net's guesses are gone by there is one world more for so many, any that the seat cannot
#: exclude, and together they begin with this share.
STRAY, STRAY_SHARE = 4, 0.1
#: How far back beliefs are made anew: what was seen long ago tells little of what is so now.
LOOK_BACK = 48
#: So many seats' beliefs are kept by a bot that plays for many.
KEPT = 16


@kernel
def matches(raw: Any, row: int, seen: Any, number: int) -> bool:
    """Whether two records are the same in every byte."""
    for byte in range(raw.shape[1]):
        if raw[row, byte] != seen[number, byte]:
            return False
    return True


@kernel
def play_on(printed: Any, state: Any, action: int, asks_all: bool, rng: Any) -> None:
    """An action and what comes of it, up to where somebody is asked."""
    if not asks_all:
        flow.apply(printed, state, action, rng)
        return
    dispatch.act(printed, state, action, rng)
    while dispatch.advance(printed, state, rng):
        pass


@kernel
def follow(printed: Any, room: Any, seen: Any, signs: Any, how: Any, rng: Any) -> float:
    """Play the world ``room[0]`` on until the seat sees what it saw next; how likely that was.

    ``room`` are four records and their bytes, ``seen`` the bytes the seat saw before and then, and
    the record then. Of several actions that show the same, one is drawn.
    """
    records, raw = room
    before_after, after = seen
    seat, asks_all, model, mind = how
    _, memory, _, part = mind
    scratch = (memory.actions, memory.weights)
    actions, weights = scratch
    likely = 1.0
    for noticed in range(HIDDEN_MOST):
        if records[0]["turn"] < 0:
            return 0.0
        own = records[0]["turn"] == seat
        if part > 0.0 and not own:
            count = foretell(printed, records[0], scratch, model, mind)
        else:
            count = trust_all(printed, records[0], scratch, model)
        total = 0.0
        arrived = False
        for k in range(count):
            if noticed < len(signs):
                sign = actions[k]
                if not own:
                    sign = dispatch.sign(printed, records[0], actions[k], seat)
                if sign >= 0 and sign != signs[noticed]:
                    continue
            records[2] = records[0]
            play_on(printed, records[2], actions[k], asks_all, rng)
            dispatch.hide(printed, records[2], seat, records[3])
            same = matches(raw, 3, before_after, 0)
            arrives = matches(raw, 3, before_after, 1)
            if not same and not arrives:
                dispatch.amend(printed, records[2], after[0], seat, rng)
                dispatch.hide(printed, records[2], seat, records[3])
                arrives = matches(raw, 3, before_after, 1)
            if same or arrives:
                weight = 1.0 if own else weights[k]
                total += weight
                if draw(rng) * total < weight * (LOW32 + 1):
                    records[1] = records[2]
                    arrived = arrives
        if total == 0.0:
            return 0.0
        likely *= total
        records[0] = records[1]
        if arrived:
            return likely
    return 0.0


@kernel
def carry_on(printed: Any, worlds: Any, seen: Any, signs: Any, how: Any, rngs: Any) -> float:
    """Play all worlds on to the next thing seen, and weigh them; the sum of their weights."""
    records, weights, room, raw = worlds
    total = 0.0
    for k in range(len(records)):
        if weights[k] > 0.0:
            room[0] = records[k]
            weights[k] *= follow(printed[0], (room, raw), seen, signs, how, rngs[0])
            records[k] = room[0]
            total += weights[k]
    return total


@kernel
def draw_from(old: Any, weights: Any, records: Any, rngs: Any) -> None:
    """Fill records with worlds, each as likely as it weighs."""
    total = 0.0
    for k in range(len(old)):
        total += weights[k]
    step = total / len(records)
    left = step * (draw(rngs[0]) + 0.5) / (LOW32 + 1)
    at = 0
    for k in range(len(records)):
        while at < len(old) - 1 and left >= weights[at]:
            left -= weights[at]
            at += 1
        records[k] = old[at]
        left += step


@kernel
def fill(printed: Any, records: Any, every: int, view: Any, how: Any, rngs: Any) -> None:
    """Replace one world in ``every`` by any that the seat cannot exclude."""
    seat, asks_all, room = how
    for k in range(0, len(records), every):
        room[0] = view[0]
        flow.redeal(printed[0], room, seat, rngs[0], asks_all)
        records[k] = room[0]


class Beliefs:
    """What one seat of one match believes: a number of worlds."""

    def __init__(
        self,
        game: Game,
        count: int,
        model: Mapping[str, float],
        parts: Parts | None = None,
        net: Net | None = None,
    ) -> None:
        self.game = game
        self._parts = parts or parts_of(game)
        #: The worlds, and how much each is believed in.
        self.worlds: Records = new(game.dtype, count)
        self.weights: npt.NDArray[np.float64] = np.ones(count)
        self._model = (float(model["heat"]), float(model["strange"]))
        #: Those that worlds are drawn from, and after them room for some that were not followed.
        self._old: Records = new(game.dtype, count + -(-count // STRAY))
        self._room: Records = new(game.dtype, 4)
        self._raw = _bytes(self._room)
        part = 0.0 if net is None else float(model["foretells"])
        net = net or net_of(game, None)
        memory = Memory.of(game, 1, learns=False, net=net)
        #: A net that others may be held to go by, room for it to think in, and how far they do.
        self._mind = (net, memory, np.zeros(game.num_actions, np.float64), part)
        self._last: bytes = b""
        self._at = -1

    @property
    def effective(self) -> float:
        """How many worlds of equal weight would say as much."""
        return float(self.weights.sum() ** 2 / (self.weights**2).sum())

    def read(self, view: View) -> None:
        """Take in what the seat has seen since the last time, or all of it."""
        seen = view.seen
        assert seen is not None
        last = len(seen.records) - 1
        if self._parts is not None:
            chance = _chance(seen.records[last].tobytes())
            if self._parts.fill(view, self.worlds, self._model, chance):
                self.weights[:] = 1.0
                self._at = -1  # nothing is carried on
                return
        known = 0 <= self._at <= last and seen.records[self._at].tobytes() == self._last
        if not known:
            self._at = max(0, last - LOOK_BACK)
            self._refill(view, seen, self._at)
        for number in range(self._at, last):
            self._go_on(view, seen, number)
        self._at, self._last = last, seen.records[last].tobytes()

    def even(self, view: View, guesser: Guesser | None = None, trust: float = 0.0) -> Records:
        """Worlds that are each as likely as another, of what was read last.

        As far as a net is trusted they are what it takes hidden things for.
        """
        worlds = copy(self.worlds)
        if guesser is not None and trust:
            old, weights = self._leaning(view, guesser, trust)
            draw_from(old, weights, worlds, _chance(view.records.tobytes()))
        elif self._at >= 0:
            draw_from(self.worlds, self.weights, worlds, _chance(self._last))
        return worlds

    def _leaning(
        self, view: View, guesser: Guesser, trust: float
    ) -> tuple[Records, npt.NDArray[np.float64]]:
        """Worlds weighed by what was followed and by a net's guesses.

        With them come some that were not followed: what was seen may have led those astray.
        """
        followed = self._set_aside()
        stray = self._old[len(followed) :]
        self._fill(stray, view, view.records, _chance(view.records.tobytes()))
        shares = (1 - STRAY_SHARE) * self.weights / self.weights.sum()
        weights = np.concatenate([shares, np.full(len(stray), STRAY_SHARE / len(stray))])
        guesser.lean(view, self._old, weights, trust)
        return self._old, weights

    def _set_aside(self) -> Records:
        """The worlds as they are, where others can be drawn from them."""
        aside = self._old[: len(self.worlds)]
        _bytes(aside)[:] = _bytes(self.worlds)
        return aside

    def _draw_again(self, chance: Records) -> None:
        """Draw as many worlds as there are; then all weigh the same."""
        draw_from(self._set_aside(), self.weights, self.worlds, chance)
        self.weights[:] = 1.0

    def _refill(self, view: View, seen: Seen, number: int, every: int = 1) -> None:
        now = seen.records[number : number + 1]
        self._fill(self.worlds, view, now, _chance(now.tobytes()), every)
        self.weights[:] = 1.0

    def _fill(
        self, worlds: Records, view: View, now: Records, chance: Records, every: int = 1
    ) -> None:
        assert view.seen is not None
        how = (view.number, view.seen.asks_all, self._room[:2])
        fill(view.edition.printed, worlds, every, now, how, chance)

    def _go_on(self, view: View, seen: Seen, number: int) -> None:
        printed = view.edition.printed
        two = seen.records[number : number + 2]
        chance = _chance(two.tobytes())
        how = (view.number, seen.asks_all, self._model, self._mind)
        worlds = (self.worlds, self.weights, self._room, self._raw)
        signs = seen.between(number)
        total = carry_on(printed, worlds, (_bytes(two), two[1:]), signs, how, chance)
        if total <= 0.0:  # what was seen could not be foreseen: a new deal, say
            self._refill(view, seen, number + 1)
            return
        self.weights /= total / len(self.weights)
        if self.effective < WORN * len(self.weights):
            self._draw_again(chance)
            self._refill(view, seen, number + 1, ANEW)


class Readers:
    """The beliefs of several seats and tables; the last ones are kept, to be carried on."""

    def __init__(
        self,
        game: Game,
        count: int,
        model: Mapping[str, float],
        guesses: Weights | None = None,
    ) -> None:
        self._make = partial(Beliefs, game, count, model, parts=parts_of(game))
        self._guesser = None if guesses is None else Guesser(game, guesses)
        self._count = count
        self._none: Records = new(game.dtype, 0)
        self._kept: OrderedDict[tuple[int, bytes], Beliefs] = OrderedDict()

    def of(self, view: View, net: Net | None = None) -> Beliefs | None:
        """What the seat believes now; None where it cannot, or is not to, go by the past.

        With a net, others are held to choose as it advises, as far as the model says so.
        """
        if not self._count or view.seen is None:
            return None
        key = view.number, view.seen.records[0].tobytes()
        beliefs = self._kept.pop(key, None) or self._make(net=net)
        self._kept[key] = beliefs
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        beliefs.read(view)
        return beliefs

    def even_worlds(self, view: View, net: Net | None = None, trust: float = 0.0) -> Records:
        """Worlds for a search, each as likely as another; none where it is to draw its own.

        ``trust`` is how far a net's guesses at hidden things are gone by.
        """
        beliefs = self.of(view, net)
        return self._none if beliefs is None else beliefs.even(view, self._guesser, trust)


def _chance(seen: bytes) -> Records:
    """A generator that follows from what was seen."""
    return generator(hashlib.blake2b(seen, digest_size=32).digest())


def _bytes(records: Records) -> npt.NDArray[np.uint8]:
    return records.view(np.uint8).reshape(len(records), -1)
