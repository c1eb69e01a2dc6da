"""What every game tells the search: ratings, reflexes, horizons, estimates."""

import random
from typing import Any

import numpy as np

from rookery.core import dispatch, rng
from rookery.core.kernel import kernel
from rookery.core.match import Match
from tests.helpers import SEATINGS, matches, scaled
from tests.search.positions import middles


@kernel
def look(printed: Any, states: Any, rngs: Any, actions: Any, rates: Any, shares: Any) -> int:
    count = dispatch.legal(printed[0], states[0], actions)
    for k in range(count):
        rates[k] = dispatch.rate(printed[0], states[0], actions[k])
    dispatch.estimate(printed[0], states[0], shares)
    return dispatch.reflex(printed[0], states[0], rngs[0])


@kernel
def far(printed: Any, states: Any, depth: int) -> bool:
    return dispatch.horizon(printed[0], states[0], depth)


def test_impressions_leave_the_state_alone_and_make_sense() -> None:
    for name, players in SEATINGS:
        chance = rng.generator(1)
        for match in matches(name, players, scaled(3, 1), "policy"):
            states, printed = match._states, match.edition.printed
            rates = np.zeros(match.game.num_actions)
            shares = np.zeros(8)
            pick = random.Random(3)
            for _ in range(scaled(60, 12)):
                if match.over:
                    break
                before = states.tobytes()
                buffer = np.zeros(match.game.num_actions, np.int64)
                action = look(printed, states, chance, buffer, rates, shares)
                assert states.tobytes() == before
                assert action in match.legal()
                assert np.isfinite(rates).all()
                assert abs(rates).max() < 100
                assert (shares >= 0).all()
                assert abs(shares[:players].sum() - 1) < 1e-9
                match.play(pick.choice(match.legal()))


def test_every_game_reaches_its_horizon_or_its_end() -> None:
    for name, players in SEATINGS:
        match = next(matches(name, players, 1, "horizon"))
        pick = random.Random(4)
        depth = 0
        while not match.over:
            match.play(pick.choice(match.legal()))
            depth += 1
            if not match.over and far(match.edition.printed, match._states, depth):
                break
        assert depth < 400


@kernel
def plans(printed: Any, states: Any, seat: int) -> bool:
    return dispatch.plans(printed[0], states[0], seat)


def planners(match: Match) -> set[int]:
    """The seats whose search weighs the pending decision."""
    printed, states = match.edition.printed, match._states
    return {seat for seat in range(match.players) if plans(printed, states, seat)}


def test_every_seat_plans_for_itself_and_some_for_others() -> None:
    for match in middles(4, "plans"):
        everybody = set(range(match.players))
        mummy = match.to_dict().get("mummy_seat")
        # Where one plays against all others unseen, the others do not plan for anybody else.
        assert planners(match) == (everybody if mummy is None else {match.turn, mummy})
