"""Tiny Party solved by CFR+: NashConv curves, and how exploitable bots are there.

    .venv/bin/python bench/tiny.py                      all three, with greedy
    .venv/bin/python bench/tiny.py --bots adult,emperor@iterations=5000 --samples 50 --cases 1,2

NashConv is what all seats together could gain by answering best, each alone, in units of the
return (players x share of the victory - 1). It is exact: whole trees, no sampling. What a bot plays
in an information state is counted over some samples, so that of a bot is exact for these counts.
"""

import argparse
import time

import numpy as np

import rookery
from rookery.arena.entrants import find
from rookery.lab.solving import Numbers, Solver, lay_out

#: Edition, players, iterations.
CASES = (("tiny-8", 2, 200), ("tiny-9", 3, 200), ("tiny-9", 2, 100))
MARKS = (1, 2, 5, 10, 20, 50, 100, 200)


def played_by(name: str, samples: int, solver: Solver) -> Numbers:
    bot = find(name, rookery.game("party"))

    def weights(match: rookery.Match) -> Numbers:
        legal = match.legal()
        found = np.zeros(len(legal))
        for seed in range(samples):
            found[legal.index(bot.choose(match.hidden(match.turn), legal, seed))] += 1
        return found / samples

    return solver.tabulate(weights)


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
            print(f"  {name:26} {solver.nash_conv(played_by(name, args.samples, solver)):.6f}")
        for mark in MARKS:
            if mark <= iterations:
                solver.run(mark - solver.iterations)
                print(f"  CFR+ {mark:4}                  {solver.nash_conv(solver.policy()):.6f}")
        print(f"  ({time.perf_counter() - begun:.0f} s)")


if __name__ == "__main__":
    main()
