"""Chances by playing on: from one world, or from all that a seat cannot exclude; compiled.

The judge of a review is what becomes of a position when everybody plays on by reflex, to the game's
horizon. It is no strong player, but it is the same for every position, quick, and linear: the mean
over worlds, or over all that chance may do, of what follows in each is what follows from all of
them together. So what chance did is zero on average, however wrong the judge is. Playouts that
learn from each other, as those of a search do, would not be linear.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.core import dispatch, flow
from rookery.core.game import Game
from rookery.core.kernel import int64, kernel
from rookery.core.match import Match
from rookery.core.record import Records, new
from rookery.core.rng import draw, generator
from rookery.core.view import View
from rookery.review.reading import read_back
from rookery.search.memory import NONE, Memory
from rookery.search.settings import settings_of
from rookery.search.tree import play_out
from rookery.search.value import MAX_SEATS, judge

#: Worlds that are read to judge what a seat could know.
READ = 400
#: Before the deal it is played on so many times as often: that has everything still in it.
DEALS = 16
#: In place of a seat: nothing is hidden, the record is the one world.
OPEN = -2
#: In place of an action: the deal.
DEAL = -2

Floats = npt.NDArray[np.float64]


@kernel
def believe(printed: Any, state: Any, share: Any, faith: Any) -> None:
    """Believe what is said of each seat's share so far; the rest goes by what seats are.

    ``faith`` is how far, and how much of the rest a seat of another role than the first gets where
    one of the first role gets 1 (``Game.faith``).
    """
    players = int64(state["players"])
    total = 0.0
    for seat in range(players):
        total += faith[1] if dispatch.role(printed, state, seat) else 1.0
    for seat in range(players):
        rest = faith[1] if dispatch.role(printed, state, seat) else 1.0
        share[seat] = faith[0] * share[seat] + (1.0 - faith[0]) * rest / total


@kernel
def sample(printed: Any, memory: Any, given: Any, action: int, sums: Any, count: int) -> None:
    """Play on ``count`` times from ``work[0]``, a view or a world, perhaps after an action.

    ``given`` are a generator, worlds and what is believed: every time has a generator of its own,
    drawn from the first, so the n-th world is the same whichever action is tried in it. Without
    worlds they are drawn from the view. ``sums`` are each seat's shares, and their squares.
    """
    chance, worlds, faith = given
    head, rng, work = memory.heads[0], memory.rngs[0], memory.work
    state = work[1]
    for n in range(count):
        for k in range(3):
            rng["word"][k] = draw(chance[0])
        rng["word"][3] = 1
        work[1] = work[0]
        if len(worlds) > 0:
            work[1] = worlds[n % len(worlds)]
        elif head["seat"] != OPEN:
            dispatch.redeal(printed[0], state, head["seat"], rng)
        if action == DEAL:
            flow.begin(printed[0], state, rng)
        else:
            # However it came about, a position is judged alike, from its next choice on.
            first = dispatch.only(printed[0], state) if action == NONE else action
            flow.apply(printed[0], state, first, rng)
        players = int64(state["players"])
        over = state["turn"] < 0
        if not over:
            play_out(printed[0], state, head, int64(0), rng, memory.memories)
        judge(printed[0], state, head)
        if not over:
            believe(printed[0], state, head["share"], faith)
        for seat in range(players):
            share = head["share"][seat]
            sums[0, seat] += share
            sums[1, seat] += share * share


@dataclass(frozen=True)
class Chances:
    """Each seat's chance to win (ties share), and the standard error of each."""

    means: Floats
    errors: Floats

    def lead(self, other: "Chances", seat: int) -> tuple[float, float]:
        """How much better this is for a seat than another, and the standard error of that."""
        means, errors = self.change(other)
        return float(means[seat]), float(errors[seat])

    def change(self, other: "Chances") -> tuple[Floats, Floats]:
        """The same, for each seat."""
        return self.means - other.means, np.hypot(self.errors, other.errors)


class Sampler:
    """Judges positions of one game, each by playing on from it so many times."""

    def __init__(self, game: Game, times: int) -> None:
        self._times = times
        self.faith = game.faith
        self._settings = settings_of(game, doubts=0)
        self._memory = Memory.of(game, 1, learns=False)

    def open(self, match: Match, seed: bytes, action: int = NONE) -> Chances:
        """As somebody judges it who sees all cards; perhaps after an action, whatever chance does.

        DEAL in place of the action: before the first card is dealt.
        """
        if action != DEAL:
            return self._sample(match.everything(), OPEN, action, self._given(match, seed))
        first = match.undealt().everything()
        return self._sample(first, OPEN, DEAL, self._given(match, seed), DEALS * self._times)

    def known(self, match: Match, seed: bytes, actions: Sequence[int]) -> list[Chances]:
        """As the seat to move can judge it, after each of some actions of its own (NONE: before).

        Worlds are those of a reader where they reach back without chance between: what the others'
        actions have told must not come as a surprise, and be booked as luck. Elsewhere reading
        tells too little to be worth its noise (docs/review.md).
        """
        view = match.hidden(match.turn)
        worlds = match.worlds(match.turn, min(READ, self._times), seed)
        reach = worlds.since < match.ply
        reading = read_back(match, match.turn, worlds.records) if reach else None
        likely = None if reading is None else reading.even(self._times)
        return [
            self._sample(view, view.number, it, self._given(match, seed, likely)) for it in actions
        ]

    def _given(self, match: Match, seed: bytes, worlds: Records | None = None) -> Any:
        faith = np.array(self.faith.get(match.players, (1.0, 1.0)))
        return generator(seed), new(match.game.dtype, 0) if worlds is None else worlds, faith

    def _sample(
        self, view: View, seat: int, action: int, given: Any, times: int | None = None
    ) -> Chances:
        players = int(view.records["players"][0])
        times = times or self._times
        self._memory.clear(view.records, seat, self._settings)
        sums = np.zeros((2, MAX_SEATS))
        sample(view.edition.printed, self._memory, given, action, sums, times)
        means = sums[0, :players] / times
        spread = np.maximum(0.0, sums[1, :players] / times - means * means)
        return Chances(means, np.sqrt(spread / times))
