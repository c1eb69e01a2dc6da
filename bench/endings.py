"""How often emperor plays the best action in solvable late positions of Penguin Party.

    python bench/endings.py --positions 1000

Positions come from random single rounds of 2 to 6 players. What is best is told by a solver
with a hundred times the room that emperor's own has.
"""

import argparse
import random

import rookery
from rookery.search import Solver
from rookery.search.solver import POSITIONS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--milliseconds", type=float, default=1000)
    args = parser.parse_args()
    game = rookery.game("party")
    judge = Solver(game, positions=100 * POSITIONS)
    emperor = rookery.bot("emperor", game, milliseconds=args.milliseconds)
    found = best = searched = seed = 0
    while found < args.positions:
        seed += 1
        match = game.start(2 + seed % 5, seed, rounds=1)
        chance = random.Random(seed)
        while not match.over:
            view, legal = match.hidden(match.turn), match.legal()
            solution = judge.solve(view)
            if solution:
                rewards = solution.rewards[:, view.number]
                action = emperor.choose(view, legal, seed)
                found += 1
                best += bool(rewards[legal.index(action)] >= rewards.max() - 1e-9)
                searched += emperor.explain()["method"] == "search"
                break
            match.play(chance.choice(legal))
    print(f"{best} of {found} choices were best; {searched} of them had to be searched")


if __name__ == "__main__":
    main()
