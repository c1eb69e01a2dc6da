"""OpenSpiel: its own checks, and its algorithms, on our games."""

from importlib import import_module

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy, rl_environment
from open_spiel.python.algorithms import exploitability, external_sampling_mccfr, ismcts, mcts
from open_spiel.python.rl_agent_policy import JointRLAgentPolicy

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


#: Matches that are soon over.
SHORT: dict[str, dict[str, object]] = {
    "party": {"rounds": 1},
    "pengqueen": {"limit": 2},
    "ultimatum": {"width": 6, "height": 6},
}
SEATINGS = [(name, n) for name in SHORT for n in rookery.game(name).players]


@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_random_simulations_with_serialization(name: str, players: int) -> None:
    game = pyspiel.load_game(f"rookery_{name}", {"players": players, **SHORT[name]})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_random_simulations_with_chance_that_is_counted() -> None:
    game = pyspiel.load_game("rookery_party", TINY)
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


@pytest.mark.parametrize("name", SHORT)
def test_a_bot_of_theirs_plays(name: str) -> None:
    game = pyspiel.load_game(f"rookery_{name}", {"players": 3, **SHORT[name]})
    chance = np.random.RandomState(1)
    state = game.new_initial_state()
    walk(state, 4, chance)
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=2.0,
        max_simulations=5,
        evaluator=mcts.RandomRolloutEvaluator(1, chance),
        random_state=chance,
    )
    assert bot.step(state) in state.legal_actions()


def test_neural_fictitious_self_play_learns() -> None:
    for needed in ("torch", "tree"):  # gigabytes: pip install torch dm-tree
        pytest.importorskip(needed)
    made = import_module("open_spiel.python.pytorch.nfsp").NFSP
    game = pyspiel.load_game("rookery_party", TINY)
    env = rl_environment.Environment(game, seed=1)
    size, count = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
    few = {"batch_size": 8, "min_buffer_size_to_learn": 8, "learn_every": 16}
    agents = [made(seat, size, count, [16], 200, 0.5, **few) for seat in (0, 1)]
    for _ in range(60):
        now = env.reset()
        while not now.last():
            agent = agents[now.observations["current_player"]]
            now = env.step([agent.step(now).action])
        for agent in agents:
            agent.step(now)
    assert all(loss is not None for agent in agents for loss in agent.loss)
    theirs = JointRLAgentPolicy(game, dict(enumerate(agents)), use_observation=False)
    assert 0 < exploitability.nash_conv(game, theirs) < 4
