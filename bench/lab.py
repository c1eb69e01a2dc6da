"""The lab's environments side by side with OpenSpiel's and PettingZoo's own, in one run.

    .venv-lab/bin/python bench/lab.py [--windows 5] [--batch 1024]

Batches take a mask and an observation every step, on one thread; so does OpenSpiel's hearts, from
Python. Agents play as in PettingZoo's own benchmark, which looks for legal actions in the mask by
``np.flatnonzero``. Ratios are those of the medians of the same run.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable

import numpy as np
import pyspiel

import rookery

#: Seconds of the processor, not of the clock: others may be at work on the machine.
WINDOW = 0.5


def hearts() -> Callable[[], float]:
    game = pyspiel.load_game("hearts")
    chance = random.Random(1)

    def measure() -> float:
        decisions, begun = 0, time.process_time()
        while time.process_time() - begun < WINDOW:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(chance.choice(state.chance_outcomes())[0])
                    continue
                state.information_state_tensor()
                state.legal_actions_mask()
                state.apply_action(chance.choice(state.legal_actions()))
                decisions += 1
        return decisions / (time.process_time() - begun)

    return measure


def batches(name: str, count: int) -> Callable[[], float]:
    game = rookery.game(name)
    batch = game.batch(count, players=4, seed=1, threads=1)
    mask = np.empty((count, game.num_actions), np.bool_)
    rows = np.empty((count, game.num_features), np.uint8)

    def measure() -> float:
        decisions, begun = 0, time.process_time()
        while time.process_time() - begun < WINDOW:
            batch.mask(mask)
            batch.observe(out=rows)
            batch.step_on(batch.pick())
            decisions += count
        return decisions / (time.process_time() - begun)

    return measure


def redeals(name: str, count: int, many: bool) -> Callable[[], float]:
    game = rookery.game(name)
    batch = game.batch(count, players=4, seed=1, threads=1)
    for _ in range(8):
        batch.step(batch.pick())
    match = batch.match(0)

    def measure() -> float:
        made, begun = 0, time.process_time()
        while time.process_time() - begun < WINDOW:
            if many:
                batch.redeal()
                made += count
            else:
                match.redeal(match.turn)
                made += 1
        return made / (time.process_time() - begun)

    return measure


def agents(make: Callable[[], object]) -> Callable[[], float]:
    """PettingZoo's own benchmark, for one window."""
    env = make()

    def measure() -> float:
        turns, begun = 0, time.process_time()
        env.reset()
        while time.process_time() - begun < WINDOW:
            seen, _, over, cut, _ = env.last()
            action = None
            if not over and not cut:
                action = random.choice(np.flatnonzero(seen["action_mask"]).tolist())
            env.step(action)
            turns += 1
            if all(env.terminations.values()) or all(env.truncations.values()):
                env.reset()
        return turns / (time.process_time() - begun)

    return measure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--windows", type=int, default=5)
    parser.add_argument("--batch", type=int, default=1024)
    args = parser.parse_args()
    from pettingzoo.classic import hanabi_v5

    from rookery.lab.pettingzoo import env

    games = ("party", "pengqueen", "ultimatum")
    contenders = {"hearts": hearts(), "hanabi": agents(hanabi_v5.env)}
    for name in games:
        contenders[f"{name} batch"] = batches(name, args.batch)
        contenders[f"{name} agents"] = agents(lambda name=name: env(name, 4))
        contenders[f"{name} redeal"] = redeals(name, args.batch, many=False)
        contenders[f"{name} redeals"] = redeals(name, args.batch, many=True)
    for measure in contenders.values():
        measure()
    rates = {name: [] for name in contenders}
    for _ in range(args.windows):
        for name, measure in contenders.items():
            rates[name].append(measure())
    median = {name: statistics.median(found) for name, found in rates.items()}
    for name, value in median.items():
        print(f"{name:20} {value:14,.0f} a second")
    for name in games:
        print(
            f"{name}: batch to hearts {median[f'{name} batch'] / median['hearts']:.0f},"
            f" agents to hanabi {median[f'{name} agents'] / median['hanabi']:.1f},"
            f" redeals to one {median[f'{name} redeals'] / median[f'{name} redeal']:.0f}"
        )


if __name__ == "__main__":
    main()
