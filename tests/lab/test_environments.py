"""PettingZoo and Gymnasium: their own checks, unmodified, on every game."""

import doctest
import itertools
import time
from functools import partial

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

import rookery
from rookery.lab import pettingzoo
from rookery.lab.gymnasium import VectorEnv
from rookery.lab.pettingzoo import env

SEATINGS = [(name, n) for name in rookery.games() for n in rookery.game(name).players]


@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_pettingzoo_finds_nothing_wrong(name: str, players: int) -> None:
    api_test(env(name, players), num_cycles=12)
    seed_test(partial(env, name, players), num_cycles=6)


@pytest.mark.parametrize("name", rookery.games())
def test_pettingzoo_can_measure_it(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = itertools.count()
    monkeypatch.setattr(time, "time", lambda: next(clock))  # it goes on for five seconds
    performance_benchmark(env(name))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize("name", rookery.games())
def test_every_way_to_render(name: str) -> None:
    render_test(partial(env, name), {"svg": lambda it: it.startswith("<svg")})


def test_rewards_come_at_the_end_and_sum_to_zero() -> None:
    table = env("party", players=3, rounds=1, returns="scores")
    table.reset(seed=4)
    rewards = {}
    for agent in table.agent_iter():
        seen, reward, over, _, _ = table.last()
        rewards[agent] = reward
        table.step(None if over else int(np.flatnonzero(seen["action_mask"])[-1]))
    scores = np.array(table.match.scores())
    assert np.allclose(list(rewards.values()), scores.mean() - scores)


def test_a_mask_is_searched_as_any_array_is() -> None:
    table = env("ultimatum", players=2)
    table.reset(seed=4)
    mask = table.observe(table.agent_selection)["action_mask"]
    for each in (mask, mask * 3, mask[::-1], mask.reshape(2, -1)):
        plain = np.array(each, subok=False)
        assert plain.any()
        assert [it.tolist() for it in np.nonzero(each)] == [it.tolist() for it in np.nonzero(plain)]


def test_the_example_in_its_docstring_runs() -> None:
    found = doctest.testmod(pettingzoo)
    assert (found.attempted, found.failed) == (3, 0)


def test_what_pettingzoo_is_asked_wrongly() -> None:
    with pytest.raises(rookery.InvalidOption, match="the options are: rounds, tie, first"):
        env("party", wrong=1)
    with pytest.raises(rookery.InvalidOption, match="human, ansi, svg, rgb_array"):
        env("party", render_mode="gif")
    table = env("party", players=2)
    table.reset(seed=1)
    with pytest.raises(rookery.IllegalAction, match="action 149"):
        table.step(149)
    assert table.match.ply == 0


@pytest.mark.parametrize("name", rookery.games())
def test_gymnasium_finds_nothing_wrong(name: str) -> None:
    made = gymnasium.make(f"rookery/{name.capitalize()}-v1", opponents="greedy", seat=0)
    check_env(made.unwrapped, skip_render_check=True)
    seen, _ = made.reset(seed=1)
    seen, reward, over, _, info = made.unwrapped.step(seen["action_mask"].argmin())
    assert "is not legal" in info["illegal"]
    assert reward == 0
    assert not over
    assert (info["action_mask"] == seen["action_mask"]).all()


def test_a_vector_of_matches_is_asked_only_where_the_seat_has_a_choice() -> None:
    many = VectorEnv("party", 50, players=3, seat=2, opponents="random", rounds=1)
    seen, _ = many.reset(seed=3)
    chance = np.random.default_rng(1)
    ended = 0
    for _ in range(12):
        mask = seen["action_mask"]
        assert mask.any(axis=1).all()
        seen, rewards, done, _, infos = many.step((chance.random(mask.shape) * mask).argmax(axis=1))
        assert (rewards[~done] == 0).all()
        ended += done.sum()
        if done.any():
            assert not infos["final_obs"]["action_mask"][done].any()
    assert ended > 50
    with pytest.raises(rookery.InvalidOption, match="random or greedy"):
        VectorEnv("party", 5, opponents="emperor")
    with pytest.raises(rookery.InvalidSeat, match=r"no seat 1\.7"):
        VectorEnv("party", 5, seat=1.7)
