"""Two settings of the search against each other: who wins, and by how many points.

    python bench/variants.py party:4 --iterations 1000 --first worlds=500,even=0.8 \
        --second worlds=500 --deals 200 --workers 2
    python bench/variants.py party:2,3,4,6 --milliseconds 20 --first worlds=500 --second worlds=0

Deals are played twice with swapped sides, seats in turn being of the one and of the other. Points
tell more than victories of so many deals: how many a seat of the first is better by, on average of
a match. With ``--milliseconds`` time is that of the processor, and both are thrifty.
"""

import argparse
import math
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from deals import FORK, count_processor_time

import rookery
from rookery.core import rng
from rookery.search import Search


@dataclass(frozen=True)
class Plan:
    """What is to be played."""

    game: str
    players: int
    settings: tuple[dict[str, float], dict[str, float]]
    budget: dict[str, Any]
    #: When to begin no more deals.
    end: float = math.inf


def play(plan: Plan, seed: int) -> tuple[float, float] | None:
    """The first's share of the victories of a deal, and how many points a seat is better by."""
    if time.time() > plan.end:
        return None
    game = rookery.game(plan.game)
    room = plan.budget.get("iterations", 2**17)
    thrifty = "milliseconds" in plan.budget
    searches = [
        [Search(game, room=room + 1, thrifty=thrifty, **it) for _ in range(plan.players)]
        for it in plan.settings
    ]
    better = -1 if game.fewest_wins else 1
    won = points = 0.0
    for swap in range(2):
        match, chance = game.start(plan.players, seed), rng.generator(seed, swap + 1)
        while match.turn is not None:
            seat, view = match.turn, match.informed(match.turn)
            search = searches[seat % 2 ^ swap][seat]
            match.play(search.decide(view, match.legal(), chance, **plan.budget).action)
        winners = match.winners()
        first = [seat for seat in range(plan.players) if seat % 2 == swap]
        won += sum(seat in winners for seat in first) / max(1, len(winners)) / 2
        for seat, score in enumerate(match.scores()):
            mine = len(first) if seat in first else len(first) - plan.players
            points += better * score / mine / 2
    return won, points


def interval(values: Iterable[float]) -> str:
    """Mean and half a 95 % interval."""
    each = list(values)
    mean = sum(each) / len(each)
    spread = sum((value - mean) ** 2 for value in each) / max(1, len(each) - 1)
    return f"{mean:.3f} ± {1.96 * math.sqrt(spread / len(each)):.3f}"


def settings(text: str) -> dict[str, float]:
    """``even=0.8,worlds=500``."""
    pairs = (word.split("=") for word in text.split(",") if word)
    return {name: float(value) for name, value in pairs}


def main() -> None:
    """Parse the words of the command, play and tell."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="+", metavar="GAME:PLAYERS,…")
    parser.add_argument("--first", type=settings, default={})
    parser.add_argument("--second", type=settings, default={})
    parser.add_argument("--iterations", type=int)
    parser.add_argument("--milliseconds", type=float)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=math.inf, help="of each number of players")
    parser.add_argument("--seed", type=int, default=7_000_000)
    parser.add_argument("--workers", type=int, default=1)
    args = parser.parse_args()
    given = {"iterations": args.iterations, "milliseconds": args.milliseconds}
    budget = {name: value for name, value in given.items() if value is not None}
    for word in args.games:
        name, _, numbers = word.partition(":")
        for players in map(int, numbers.split(",")):
            plan = Plan(name, players, (args.first, args.second), budget)
            play(replace(plan, budget={"iterations": 1}), 0)  # compiled before workers are born
            plan = replace(plan, end=time.time() + args.seconds)
            seeds = range(args.seed, args.seed + args.deals)
            with ProcessPoolExecutor(args.workers, FORK, count_processor_time) as pool:
                rows = [row for row in pool.map(partial(play, plan), seeds) if row is not None]
            won, points = (interval(row[k] for row in rows) for k in range(2))
            print(f"{name} {players}: {len(rows)} deals, won {won}, points {points}", flush=True)


if __name__ == "__main__":
    main()
