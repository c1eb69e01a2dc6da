"""Iterations a second of the search, side by side with OpenSpiel's, measured in one run.

    python bench/search.py              all games, 4 players, one core
    python bench/search.py party --windows 9

Rookery's search starts from the middle of a match between rules of thumb, OpenSpiel's C++
information-set search (``ISMCTSBot``, one random playout an iteration) from the middle of a
random game of hearts and of euchre. Every contender gets its window in turn, several times
over, so that a noisy moment of the machine hits all of them alike.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable

import peers
import pyspiel

import rookery
from rookery.core import rng
from rookery.search import Search

PLAYERS = 4
MILLISECONDS = 500
#: Iterations of the peer a window: about as long.
PEER = {"hearts": 10_000, "euchre": 20_000}


def middle(name: str, seed: int) -> rookery.Match:
    """A match after half of the decisions that rules of thumb take to finish it."""
    game = rookery.game(name)
    bot = rookery.bot("greedy", game)
    match = game.start(PLAYERS, seed)
    while not match.over:
        match.play(bot.choose(match.hidden(match.turn), match.legal(), seed))
    for again in match.replay():
        if again.ply == match.ply // 2:
            return again.copy()
    raise AssertionError


def own(name: str, seeds: range) -> Callable[[], float]:
    """Our iterations a second, over several middles: positions differ in length."""
    views = [(m.hidden(m.turn), m.legal()) for m in (middle(name, seed) for seed in seeds)]
    search = Search(rookery.game(name), solve=False)
    chance = rng.generator(1)

    def measure() -> float:
        done = seconds = 0.0
        for view, legal in views:
            figures = search.decide(view, legal, chance, milliseconds=MILLISECONDS / len(views))
            done += figures.iterations
            seconds += figures.milliseconds / 1000
        return done / seconds

    return measure


def peer(name: str) -> Callable[[], float]:
    """OpenSpiel's iterations a second."""
    chance = random.Random(1)
    _, state = peers.dealt(name, chance)
    for _ in range(int(peers.decisions_a_game(name, 40) / 2)):
        state.apply_action(chance.choice(state.legal_actions()))
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        state.apply_action(chance.choice(state.legal_actions()))
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    count = PEER[name]
    bot = pyspiel.ISMCTSBot(1, evaluator, 2.0, count, -1, final, False, False)

    def measure() -> float:
        begun = time.perf_counter()
        bot.step(state)
        return count / (time.perf_counter() - begun)

    return measure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=rookery.games())
    parser.add_argument("--windows", type=int, default=5)
    args = parser.parse_args()
    contenders = {name: own(name, range(1, 9)) for name in args.games}
    contenders |= {f"OpenSpiel {name}": peer(name) for name in PEER}
    for measure in contenders.values():
        measure()
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(args.windows):
        for name, measure in contenders.items():
            rates[name].append(measure())
    print(f"{'iterations/s':24}{'best':>12}{'median':>12}")
    for name, values in rates.items():
        print(f"{name:24}{max(values):12,.0f}{statistics.median(values):12,.0f}")


if __name__ == "__main__":
    main()
