"""Who beats whom: two bots on the same deals with swapped seats.

    python bench/strength.py party 2 emperor greedy --deals 200 --option rounds=1
    python bench/strength.py ultimatum 4 emperor@iterations=400 adult@iterations=100
    python bench/strength.py party 2 emperor@milliseconds=10 flat:FlatBot@milliseconds=10

Each deal is played twice: the first bot sits on the even seats, then on the odd ones, so each
bot gets every seat of every deal once. Told is the first bot's share of the victories (draws
count for nobody), with a 95 % interval over deals, and how many of the matches that one seat
alone won it won.
"""

import argparse
import math
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import rookery
from rookery.arena import entrants
from rookery.core import rng


def play(name: str, players: int, pair: tuple[Any, Any], seed: int, options: Any) -> list[float]:
    """The victories of both bots in the two matches of one deal, then those not shared."""
    game = rookery.game(name)
    won = [0.0, 0.0, 0.0, 0.0]
    for swap in range(2):
        match = game.start(players, seed, **options)
        chance = rng.generator(seed, swap + 1)
        while not match.over:
            seat = match.turn
            legal = match.legal()
            match.play(pair[(seat + swap) % 2].choose(match.informed(seat), legal, chance))
        for winner in match.winners():
            side = (winner + swap) % 2
            won[side] += 1 / len(match.winners())
            won[2 + side] += len(match.winners()) == 1
    return won


def part(job: tuple[str, int, str, str, list[int], dict[str, Any], float]) -> list[list[float]]:
    """The results of some deals, as many as there is time for."""
    name, players, first, second, seeds, options, seconds = job
    game = rookery.game(name)
    pair = (entrants.find(first, game), entrants.find(second, game))
    results: list[list[float]] = []
    end = math.inf
    for seed in seeds:
        if time.perf_counter() > end:
            break
        results.append(play(name, players, pair, seed, options))
        if len(results) == 1:  # from here on everything is compiled
            end = time.perf_counter() + seconds
    return results


def compare(args: argparse.Namespace, options: dict[str, Any]) -> dict[str, float]:
    """Play all deals, on several processes where asked."""
    begun = time.perf_counter()
    workers = args.workers
    seeds = range(args.seed, args.seed + args.deals)
    table = (args.game, args.players, args.first, args.second)
    jobs = [(*table, list(seeds[k::workers]), options, args.seconds) for k in range(workers)]
    if workers == 1:
        results = part(jobs[0])
    else:
        with ProcessPoolExecutor(workers) as pool:
            results = [row for rows in pool.map(part, jobs) for row in rows]
    shares = [a / (a + b) if a + b else 0.5 for a, b, _, _ in results]
    mean = sum(shares) / len(shares)
    spread = math.sqrt(sum((share - mean) ** 2 for share in shares) / max(1, len(shares) - 1))
    alone = sum(row[2] for row in results)
    decided = alone + sum(row[3] for row in results)
    return {
        "share": mean,
        "interval": 1.96 * spread / math.sqrt(len(shares)),
        "alone": alone,
        "decided": decided,
        "deals": len(results),
        "seconds": time.perf_counter() - begun,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("players", type=int)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=1e9, help="start no deal after so long")
    parser.add_argument("--option", action="append", default=[])
    args = parser.parse_args()
    options = {
        key: int(v) if v.isdecimal() else v for key, v in (o.split("=") for o in args.option)
    }
    found = compare(args, options)
    alone = found["alone"] / max(1, found["decided"])
    print(
        f"{args.game} {args.players}: {args.first} - {args.second}:"
        f" {found['share']:.1%} ± {found['interval']:.1%} of the victories in"
        f" {found['deals']} deals; {alone:.1%} of {found['decided']:.0f} decided matches;"
        f" {found['seconds']:.0f} s",
        flush=True,
    )


if __name__ == "__main__":
    main()
