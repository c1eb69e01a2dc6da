"""Tiny Party solved by CFR+: NashConv curves, and how exploitable bots are there.

    .venv/bin/python bench/tiny.py                      all three, with greedy
    .venv/bin/python bench/tiny.py --cases 1,2 --samples 20 \
        --bots adult,emperor-1@iterations=1000,emperor@iterations=1000
    .venv-lab/bin/python bench/tiny.py --cases 1 --bots ismcts@1000 --samples 4

NashConv is what all seats together could gain by answering best, each alone, in units of the
return (players x share of the victory - 1). It is exact: whole trees, no sampling. What a bot plays
in an information state is counted over some samples, so that of a bot is exact for these counts.
Bots are told all that their seat has seen. ``ismcts@N`` is OpenSpiel's ``ISMCTSBot`` with N
simulations, one random playout for each, c = 2, and worlds as fair deals make them.
"""

import argparse
import time

import numpy as np

import rookery
from rookery.arena.entrants import find
from rookery.lab.solving import Numbers, Policy, Solver, lay_out

#: Edition, players, iterations: enough for less than 0.001.
CASES = (("tiny-8", 2, 200), ("tiny-9", 3, 400), ("tiny-9", 2, 200))
MARKS = (1, 2, 5, 10, 20, 50, 100, 200, 400)


def counted(name: str, samples: int) -> Policy:
    """How often a bot of the house takes each action."""
    bot = find(name, rookery.game("party"))

    def weights(match: rookery.Match) -> Numbers:
        legal = match.legal()
        found = np.zeros(len(legal))
        for seed in range(samples):
            found[legal.index(bot.choose(match.informed(match.turn), legal, seed))] += 1
        return found / samples

    return weights


def ismcts(simulations: int, samples: int, match: rookery.Match) -> Policy:
    """How often OpenSpiel's search takes each action."""
    import pyspiel
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    import rookery.lab.openspiel

    options = {"players": match.players, "edition": match.edition.name, "rounds": 1, "first": 0}
    game = pyspiel.load_game("rookery_party", options)

    def state_of(match: rookery.Match) -> rookery.lab.openspiel.SpielState:
        state = game.new_initial_state()
        state._settle(match)
        return state

    def weights(match: rookery.Match) -> Numbers:
        legal = match.legal()
        found = np.zeros(len(legal))
        for seed in range(samples):
            chance = np.random.RandomState(seed)
            worlds = iter(match.worlds(match.turn, simulations, seed=seed))
            bot = ISMCTSBot(
                game, RandomRolloutEvaluator(1, chance), 2.0, simulations, random_state=chance
            )
            # All worlds are drawn at once: that is ten times as fast.
            bot.set_resampler(lambda _state, _seat, worlds=worlds: state_of(next(worlds)))
            for action, share in bot.get_policy(state_of(match)):
                found[legal.index(action)] += share / samples
        return found

    return weights


def played_by(name: str, samples: int, solver: Solver) -> Numbers:
    """What a bot does everywhere in the tree."""
    base, _, number = name.partition("@")
    if base == "ismcts":
        return solver.tabulate(ismcts(int(number), samples, solver.tree.examples[0]))
    return solver.tabulate(counted(name, samples))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bots", default="greedy")
    parser.add_argument("--samples", type=int, default=20)
    parser.add_argument("--cases", default="1,2,3")
    args = parser.parse_args()
    for edition, players, iterations in [CASES[int(case) - 1] for case in args.cases.split(",")]:
        begun = time.perf_counter()
        match = rookery.game("party").start(players, 1, edition, rounds=1, first=0)
        solver = Solver(lay_out(match))
        tree = solver.tree
        print(
            f"\n{edition}, {players} players: {len(tree.seats):,} histories,"
            f" {len(tree.owners):,} information states"
        )
        print(f"  {'all actions alike':26} {solver.nash_conv(solver.even()):.6f}")
        for name in filter(None, args.bots.split(",")):
            start = time.perf_counter()
            found = solver.nash_conv(played_by(name, args.samples, solver))
            took = time.perf_counter() - start
            print(f"  {name:26} {found:.6f} ({args.samples} samples, {took:.0f} s)", flush=True)
        for mark in MARKS:
            if mark <= iterations:
                solver.run(mark - solver.iterations)
                print(f"  CFR+ {mark:4}                  {solver.nash_conv(solver.policy()):.6f}")
        print(f"  ({time.perf_counter() - begun:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
