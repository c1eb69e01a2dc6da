"""What environments have in common: what a seat can see, and checks of what was asked for."""

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.core.game import Game
from rookery.errors import InvalidSeat, shown
from rookery.lab.extras import extra

with extra("lab"):
    from gymnasium import spaces


class Mask(np.ndarray[Any, Any]):
    """Which actions are legal: an array like any other, in which what is not 0 is found sooner.

    Libraries want bytes, and NumPy is quick to look through truth values only: where there are
    thousands of actions, ``np.flatnonzero`` of bytes takes longer than to play one.
    """

    def nonzero(self) -> tuple[npt.NDArray[np.intp], ...]:
        """As of any array."""
        return np.not_equal(self.view(np.ndarray), 0).nonzero()


def blank_mask(count: int) -> Mask:
    """Of so many actions none is legal."""
    return np.zeros(count, np.int8).view(Mask)


@cache
def observation_space(game: Game) -> spaces.Dict:
    """What a seat of a game can see."""
    high = game.observation.high
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros_like(high), high, dtype=np.uint8),
            "action_mask": spaces.Box(0, 1, (game.num_actions,), np.int8),
        }
    )


def check_seat(seat: object, players: int) -> int:
    """A seat, if there is one of this number."""
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < players:
        raise InvalidSeat(f"there is no seat {shown(seat)}: seats are 0 to {players - 1}")
    return seat
