"""What environments have in common: what a seat can see, and checks of what was asked for."""

from functools import cache

import numpy as np

from rookery.core.game import Game
from rookery.errors import InvalidSeat, shown
from rookery.lab.extras import extra

with extra("lab"):
    from gymnasium import spaces


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
