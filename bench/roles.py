"""One bot in one role against others in the other role, variants side by side on the same deals.

    python bench/roles.py pengqueen --players 2,3,4,5 --alone emperor@iterations=600 \
        --others emperor-1@iterations=600 emperor@iterations=600 --deals 400 --workers 16

    python bench/roles.py pengqueen --others roles:Champion@iterations=600@even=50@exploration=140
    python bench/roles.py pengqueen --beside roles:Champion@iterations=600@regard=0

``--alone`` has the role that one seat has (the mummy), ``--others`` all other seats, or every
second of them where there is one ``--beside`` them. Every pair of the two lists is played. A
budget in milliseconds is of processor time. ``roles:Champion`` is the emperor with any setting of a
search, in percent.
"""

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from statistics import fmean, stdev
from types import SimpleNamespace
from typing import Any

import rookery
from rookery.arena import entrants
from rookery.bots.levels import SearchingBot
from rookery.core import rng
from rookery.search import budget

COLUMNS = [
    *("players", "alone", "others", "beside", "deals"),
    *("alone won", "one other won", "one beside won", "decisions"),
]
#: What one seat got of the victory, then each of the others, then each beside them.
Shares = list[float]
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


@dataclass(frozen=True)
class Table:
    """Who plays."""

    game: str
    players: int
    alone: str
    others: str
    beside: str

    def played(self, seed: int) -> tuple[Shares, int]:
        """A match: the shares of the victory, and how many decisions it took."""
        budget.time = SimpleNamespace(perf_counter=time.process_time)  # type: ignore[assignment]
        game = rookery.game(self.game)
        match = game.start(self.players, seed)
        (role,) = (it for it, option in game.options.items() if option.roles)
        alone = int(match.everything().records[role][0])
        others = [seat for seat in range(self.players) if seat != alone]
        # With each deal both kinds change places.
        beside = others[seed % 2 :: 2] if self.beside else []
        kinds = [[alone], [seat for seat in others if seat not in beside], beside]
        names = [self.alone, self.others, self.beside]
        bots = {
            seat: entrants.find(name, game)
            for name, seats in zip(names, kinds, strict=True)
            for seat in seats
        }
        chance = rng.generator(seed, 1)
        while match.turn is not None:
            view = match.informed(match.turn)
            match.play(bots[match.turn].choose(view, match.legal(), chance))
        won = match.winners()
        share = 1 / max(1, len(won))
        return [
            sum(share for seat in seats if seat in won) / max(1, len(seats)) for seats in kinds
        ], match.ply

    def told(self, rows: list[tuple[Shares, int]]) -> str:
        """A line of the table that is printed."""
        cells = [str(self.players), self.alone, self.others, self.beside, str(len(rows))]
        for kind, name in enumerate((self.alone, self.others, self.beside)):
            cells.append(_mean([shares[kind] for shares, _ in rows]) if name else "")
        cells.append(f"{fmean(count for _, count in rows):.0f}")
        return f"| {' | '.join(cells)} |"


def _mean(shares: list[float]) -> str:
    error = 1.96 * stdev(shares) / len(shares) ** 0.5 if len(shares) > 1 else 1.0
    return f"{100 * fmean(shares):.1f} ± {100 * error:.1f}"


def main() -> None:
    """Parse the words of the command, and print a line a pair."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--players", default="3")
    parser.add_argument("--alone", nargs="+", default=["emperor@iterations=600"])
    parser.add_argument("--others", nargs="+", default=["emperor@iterations=600"])
    parser.add_argument("--beside", default="", help="every second of the others")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=2_000_000)
    parser.add_argument("--workers", type=int, default=1)
    args = parser.parse_args()
    counts = [int(players) for players in args.players.split(",")]
    if args.beside and min(counts) < 3:
        parser.error(f"--players {args.players}: two kinds of others need three players or more")
    print(f"| {' | '.join(COLUMNS)} |")
    print("| --- " * len(COLUMNS) + "|", flush=True)
    seeds = range(args.seed, args.seed + args.deals)
    with ProcessPoolExecutor(args.workers) as pool:
        for players in counts:
            for alone in args.alone:
                for others in args.others:
                    table = Table(args.game, players, alone, others, args.beside)
                    rows = list(pool.map(table.played, seeds, chunksize=4))
                    print(table.told(rows), flush=True)


if __name__ == "__main__":
    main()
