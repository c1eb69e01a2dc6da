"""OpenSpiel's C++ games, driven as fast as its Python package allows, for comparison."""

import random
import time
from collections.abc import Callable
from typing import Any

import pyspiel

ROLLOUTS = {"hearts": 8_000, "euchre": 30_000}


def dealt(name: str, chance: random.Random) -> tuple[Any, Any]:
    """A game and a state after its deal."""
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(chance.choice([action for action, _ in state.chance_outcomes()]))
    return game, state


def decisions_a_game(name: str, games: int = 400) -> float:
    """How many decisions a random game takes after the deal."""
    chance = random.Random(1)
    total = 0
    for _ in range(games):
        _, state = dealt(name, chance)
        while not state.is_terminal():
            total += not state.is_chance_node()
            state.apply_action(chance.choice(state.legal_actions()))
    return total / games


def rollouts(name: str) -> Callable[[], float]:
    """Random games a second in C++, from a dealt state (so the deal costs the peer nothing).

    One simulation of its tree search with many rollouts a leaf spends practically all its time
    in C++ rollouts.
    """
    game, state = dealt(name, random.Random(1))
    count = ROLLOUTS[name]

    def measure() -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(count, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, 1, False)
        begun = time.perf_counter()
        bot.step(state)
        return count / (time.perf_counter() - begun)

    return measure


def python_loop(name: str, seconds: float) -> Callable[[], float]:
    """Decisions a second of a loop in Python over legal_actions and apply_action."""
    game = pyspiel.load_game(name)
    number = random.Random(1).random

    def measure() -> float:
        decisions = 0
        begun = time.perf_counter()
        while time.perf_counter() - begun < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(number() * len(outcomes))][0])
                else:
                    legal = state.legal_actions()
                    state.apply_action(legal[int(number() * len(legal))])
                    decisions += 1
        return decisions / (time.perf_counter() - begun)

    return measure
