"""One bot in one role against others in the other role, variants side by side on the same deals.

    python bench/roles.py pengqueen --players 2,3,4,5 --alone emperor@iterations=600 \
        --others emperor-1@iterations=600 emperor@iterations=600 --deals 400 --workers 16

    python bench/roles.py pengqueen --others roles:Champion@iterations=600@even=50@exploration=140

``--alone`` has the role that one seat has (the mummy), ``--others`` all other seats. Every pair of
the two lists is played. A budget in milliseconds is of processor time. ``roles:Champion`` is the
emperor with any setting of a search, in percent.
"""

import argparse
import math
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from types import SimpleNamespace
from typing import Any

import rookery
from rookery.arena import entrants
from rookery.bots.levels import SearchingBot
from rookery.core import rng
from rookery.search import budget

Pair = tuple[str, int, str, str]
#: Settings that are whole numbers by themselves.
WHOLE = ("iterations", "milliseconds", "threads", "room")


class Champion(SearchingBot):
    """The emperor, set as one likes."""

    def __init__(self, game: rookery.Game, **settings: Any) -> None:
        parts = {
            name: value if name in WHOLE or name in game.temper else value / 100
            for name, value in settings.items()
        }
        super().__init__(game, "emperor", **parts)


def played(pair: Pair, seed: int) -> tuple[float, int]:
    """What share of the victory the one who is alone got, and how many decisions that took."""
    budget.time = SimpleNamespace(perf_counter=time.process_time)  # type: ignore[assignment]
    name, players, alone, others = pair
    game = rookery.game(name)
    match = game.start(players, seed)
    (role,) = (it for it, option in game.options.items() if option.roles)
    seat = int(match.everything().records[role][0])
    bots = [entrants.find(alone if it == seat else others, game) for it in range(players)]
    chance = rng.generator(seed, 1)
    while match.turn is not None:
        match.play(bots[match.turn].choose(match.informed(match.turn), match.legal(), chance))
    won = match.winners()
    return (seat in won) / max(1, len(won)), match.ply


def main() -> None:
    """Parse the words of the command, and print a line a pair."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--players", default="3")
    parser.add_argument("--alone", nargs="+", default=["emperor@iterations=600"])
    parser.add_argument("--others", nargs="+", default=["emperor@iterations=600"])
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=2_000_000)
    parser.add_argument("--workers", type=int, default=1)
    args = parser.parse_args()
    print("| players | alone | others | deals | the one alone won | decisions |")
    print("| --- | --- | --- | --- | --- | --- |", flush=True)
    seeds = range(args.seed, args.seed + args.deals)
    with ProcessPoolExecutor(args.workers) as pool:
        for players in map(int, args.players.split(",")):
            for alone in args.alone:
                for others in args.others:
                    pair = (args.game, players, alone, others)
                    rows = list(pool.map(partial(played, pair), seeds, chunksize=4))
                    mean = sum(share for share, _ in rows) / len(rows)
                    error = 196 * math.sqrt(mean * (1 - mean) / len(rows))
                    plies = sum(count for _, count in rows) / len(rows)
                    print(
                        f"| {players} | {alone} | {others} | {len(rows)} |"
                        f" {100 * mean:.1f} ± {error:.1f} | {plies:.0f} |",
                        flush=True,
                    )


if __name__ == "__main__":
    main()
