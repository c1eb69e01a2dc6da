"""OpenSpiel: its own checks, and its algorithms, on our games."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability, external_sampling_mccfr, ismcts, mcts

import rookery
import rookery.lab.openspiel
from rookery.lab.solving import Solver, lay_out

TINY = {"players": 2, "edition": "tiny-8", "rounds": 1, "first": 0}


def walk(state, plies: int, chance: np.random.RandomState) -> None:  # type: ignore[no-untyped-def]
    while state.is_chance_node() or plies > 0:
        plies -= not state.is_chance_node()
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            assert abs(sum(odds) - 1) < 1e-9
            state.apply_action(int(chance.choice(actions, p=odds)))
        else:
            state.apply_action(int(chance.choice(state.legal_actions())))


@pytest.mark.parametrize("given", [TINY, {"players": 4, "rounds": 1}])
def test_random_simulations_with_serialization(given: dict[str, object]) -> None:
    game = pyspiel.load_game("rookery_party", given)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", rookery.games())
def test_resampling_keeps_the_information(name: str) -> None:
    chance = np.random.RandomState(3)
    game = pyspiel.load_game(f"rookery_{name}", {"players": 3})
    state = game.new_initial_state()
    walk(state, 10, chance)
    for seat in range(3):
        world = state.resample_from_infostate(seat, chance.rand)
        assert world.information_state_string(seat) == state.information_state_string(seat)
        tensors = [it.information_state_tensor(seat) for it in (state, world)]
        assert tensors[0] == tensors[1]
        assert len(state.observation_tensor(seat)) + 128 == len(tensors[0])


def test_our_nash_conv_is_theirs() -> None:
    game = pyspiel.load_game("rookery_party", TINY)
    theirs = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
    match = rookery.game("party").start(2, edition="tiny-8", rounds=1, first=0)
    solver = Solver(lay_out(match))
    assert len(solver.tree.seats) == 687
    assert solver.nash_conv(solver.even()) == pytest.approx(theirs)
    solver.run(200)
    assert 0 <= solver.nash_conv(solver.policy()) < 1e-4


def test_algorithms_run() -> None:
    game = pyspiel.load_game("rookery_party", TINY)
    solver = external_sampling_mccfr.ExternalSamplingSolver(
        game, external_sampling_mccfr.AverageType.SIMPLE
    )
    for _ in range(20):
        solver.iteration()
    assert exploitability.nash_conv(game, solver.average_policy()) < 0.9
    chance = np.random.RandomState(1)
    state = game.new_initial_state()
    walk(state, 0, chance)
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=2.0,
        max_simulations=20,
        evaluator=mcts.RandomRolloutEvaluator(1, chance),
        random_state=chance,
    )
    assert bot.step(state) in state.legal_actions()
