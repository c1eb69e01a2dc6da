"""What champions of The Penguin Ultimatum have learned, beside the rules of thumb."""

from typing import Any

import numpy as np

import rookery
from rookery.core import dispatch, rng
from rookery.core.kernel import kernel
from rookery.core.record import Records, copy
from rookery.games.ultimatum.actions import NUM_PLACES
from rookery.games.ultimatum.iceberg import kin_fee, performers
from rookery.games.ultimatum.policy import LIKED, MOVE, PLACING, READY, WARMTH
from rookery.games.ultimatum.rules import cell_of
from rookery.games.ultimatum.state import PLACE
from tests.helpers import scaled


def learned(printed: Records) -> Records:
    """What is printed, for a search that goes by what was learned."""
    mine = copy(printed)
    mine["temper"]["insight"] = 100
    return mine


@kernel
def chances(printed: Any, states: Any, out: Any) -> None:
    dispatch.estimate(printed[0], states[0], out)


@kernel
def rating(printed: Any, states: Any, action: int) -> float:
    return dispatch.rate(printed[0], states[0], action)


@kernel
def completes(printed: Any, states: Any) -> int:
    return performers(printed[0], states[0])


def test_who_has_learned_knows_what_the_move_is_worth() -> None:
    for players in (2, 3, 4):
        match = rookery.game("ultimatum").start(players, seed=3)
        turn = match.turn
        out = np.zeros(players)
        chances(match.edition.printed, match._states, out)
        assert np.allclose(out, 1 / players)
        chances(learned(match.edition.printed), match._states, out)
        others = np.delete(out, turn)
        assert np.allclose(others, others[0])
        spread = MOVE / np.log(out[turn] / others[0])
        assert 8 < spread < 15, "with all entertainers to come, a point says little"


def test_who_has_learned_trusts_what_completes_a_show() -> None:
    game = rookery.game("ultimatum")
    match = game.start(3, seed=5)
    printed, chance = match.edition.printed, rng.generator(5)
    ready = other = 0
    bot = rookery.bot("greedy", game)
    while not match.over and ready < scaled(20, 3):
        states = match._states
        if states["phase"][0] == PLACE:
            for action in match.legal():
                plain = rating(printed, states, action)
                more = rating(learned(printed), states, action) - plain * PLACING / 100
                cell = cell_of(action % NUM_PLACES)
                fee = int(kin_fee(states[0], action // NUM_PLACES, cell))
                after = match.copy()
                after.play(action)
                done = READY / (100 * WARMTH) if completes(printed, after._states) else 0.0
                ready += done > 0
                other += done == 0
                assert more > done - (LIKED * fee + 1) / (100 * WARMTH)
        match.play(bot.choose(match.hidden(match.turn), match.legal(), chance))
    assert ready
    assert other
